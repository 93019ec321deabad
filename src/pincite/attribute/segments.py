"""Cuts a sentence where it says several things: one after another, or one for each of several quantities."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from pincite.text.dates import dates
from pincite.text.numbers import quantities

__all__ = ["parts", "segments"]

_JOINT: Final = re.compile(
    r"\s*;\s*|(?<=[.!?])\s+|\s\.\s|,?\s+(?:but|whereas|while|however|although)\s+|,\s+and\s+", re.IGNORECASE
)
_BETWEEN: Final = re.compile(
    r"\s*;\s*|(?<=[.!?])\s+|\s\.\s|\s\|\s|,\s+|,?\s+(?:and|or|but|whereas|while)\s+", re.IGNORECASE
)


def parts(text: str) -> tuple[str, ...]:
    """Return what a text says one after another, cut at full stops, semicolons, "but", "while" and ", and"."""
    return tuple(piece.strip() for piece in _JOINT.split(text) if piece.strip())


def segments(text: str, *, language: str) -> tuple[str, ...]:
    """
    Return a text cut so that, where words allow it, each piece has one quantity or date with what it is of.

    "Recordings are kept for 90 days and invoices for ten years" has two pieces; "between 1 and 2 bar" is one.
    """
    spans = sorted(
        [q.span for q in quantities(text, language=language)] + [d.span for d in dates(text)], key=lambda s: s.start
    )
    cuts = [0]
    for one, two in pairwise(spans):
        found = [m for m in _BETWEEN.finditer(text, one.end, two.start) if text[m.end() : two.start].strip()]
        if found:
            cuts.append(found[0].end())
    return tuple(text[a:b].strip() for a, b in pairwise([*cuts, len(text)]) if text[a:b].strip())
