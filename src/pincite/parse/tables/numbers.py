# ruff: noqa: RUF001  (dashes and quotation marks as documents have them)
"""What a piece of a table row is: a figure or words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.parse.pdf_page import Word

__all__ = ["is_figure", "pieces", "segments"]

_FIGURE = re.compile(
    r"[\s(\[<>≤≥≈~±+\-−–—]*[$€£¥]?\s?[-−–]?\(?\d[\d\s.,:/'’\-–−]*\)?\s?(?:%|‰|°[CF]?|[a-zA-Z]{1,3}|[*†‡])?[)\]*]*"
    r"|[-−–—]{1,3}|\.{1,3}|[:…x]|\*{1,3}|n\.?/?a\.?|[$€£%]|[ivx]{1,5}",
    re.IGNORECASE,
)
_GAP: Final = 0.75
"""Share of the type size that parts two pieces of a line."""
_LEAST: Final = 4.0


def is_figure(text: str) -> bool:
    """Tell whether a text is a number, an amount, a percentage, or a mark that stands for none."""
    return _FIGURE.fullmatch(text.strip()) is not None


def pieces(line: Sequence[Word]) -> list[list[Word]]:
    """Return the words of a line, from the left, in pieces with wide gaps between them."""
    out: list[list[Word]] = []
    for word in line:
        if out and word.left - max(w.right for w in out[-1]) < max(_LEAST, _GAP * word.size):
            out[-1].append(word)
        else:
            out.append([word])
    return out


def segments(line: Sequence[Word]) -> list[str]:
    """Return the texts of the pieces of a line."""
    return [" ".join(word.text for word in piece) for piece in pieces(line)]
