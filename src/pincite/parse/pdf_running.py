"""Running headers of pages that were recognised one by one, so that none saw what the others have at their top."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.parse.pdf_leaf import Leaf
    from pincite.parse.pdf_pieces import Piece

__all__ = ["with_running"]

_LONGEST: Final = 80
_LEAST_LETTERS: Final = 4
_APART: Final = 12.0
"""Points by which the places of one header on two pages differ at most: pages lie crooked on the glass."""


def with_running(leaves: Sequence[Leaf]) -> list[Leaf]:
    """
    Return the pages, the line at their top or foot made furniture where most others have it in the same place.

    The first page is left out: what stands there for the first time is the document's.
    """
    later = [leaf for leaf in leaves if leaf.number > 1]
    seen: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for leaf in later:
        for at in _edges(leaf.pieces):
            seen[_signature(leaf.pieces[at])].append((leaf.number, leaf.pieces[at].stretches[0].box[1]))
    running = {key for key, places in seen.items() if _is_running(places, len(later))}
    return [_marked(leaf, running) if leaf.number > 1 else leaf for leaf in leaves]


def _edges(pieces: Sequence[Piece]) -> Iterable[int]:
    """Return the places of the first and the last piece of a page, if they are short lines of text."""
    body = [at for at, piece in enumerate(pieces) if not (piece.furniture or piece.hidden)]
    for at in dict.fromkeys((*body[:1], *body[-1:])):
        piece = pieces[at]
        letters = sum(map(str.isalpha, piece.text))
        if (
            piece.kind == "text"
            and len(piece.stretches) == 1
            and letters >= _LEAST_LETTERS
            and len(piece.text) <= _LONGEST
        ):
            yield at


def _signature(piece: Piece) -> str:
    """Return a line with the number of its page left out."""
    return re.sub(rf"(?<!\d){piece.page}(?!\d)", "#", piece.text.casefold())


def _is_running(places: Sequence[tuple[int, float]], n_pages: int) -> bool:
    tops = [top for _, top in places]
    return len(places) >= max(2, n_pages / 2) and max(tops) - min(tops) <= _APART


def _marked(leaf: Leaf, running: set[str]) -> Leaf:
    edges = {at for at in _edges(leaf.pieces) if _signature(leaf.pieces[at]) in running}
    pieces = (replace(piece, furniture=True) if at in edges else piece for at, piece in enumerate(leaf.pieces))
    return replace(leaf, pieces=tuple(pieces)) if edges else leaf
