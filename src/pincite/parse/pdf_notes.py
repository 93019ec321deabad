"""Footnotes at the foot of a page or column, told by their smaller type, so that none is taken for a heading."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Final

from pincite.parse.pdf_headings import body_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.parse.pdf_pieces import Piece

__all__ = ["NOTE", "SMALL", "with_notes"]

SMALL: Final = 0.93
"""Type of a footnote, as a share of the body's."""
NOTE: Final = re.compile(r"(?:\d{1,3}|[*†‡§¹²³]{1,3}|\(\d{1,3}\)|\[\d{1,3}\])[.)]?\s*\S")
_PROSE: Final = frozenset(("text", "item"))


def with_notes(pieces: Sequence[Piece]) -> list[Piece]:
    """
    Return the pieces; those at the foot of a column in smaller type that begin with a mark are of the kind "note".

    What follows such a note in the same type goes on with it. A page without any text in the body's type has none.
    """
    size = body_of(pieces).size
    out: list[Piece] = []
    for _, group in groupby(pieces, key=lambda piece: piece.page):
        page = list(group)
        if any(_is_prose(piece) and piece.size > SMALL * size for piece in page):
            for column in _columns(page):
                out += _marked(column, size)
        else:
            out += page
    return out


def _columns(page: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Yield the pieces of each column: one ends where the next piece stands higher on the page."""
    column: list[Piece] = []
    bottom = 0.0
    for piece in page:
        top = piece.stretches[0].box[1] if piece.stretches else bottom
        if column and not piece.furniture and top < bottom - 2 * max(piece.size, 1.0):
            yield column
            column = []
        column.append(piece)
        bottom = top if not piece.furniture else 0.0 if not column[:-1] else bottom
    if column:
        yield column


def _marked(column: list[Piece], size: float) -> list[Piece]:
    foot = len(column)
    while foot and (not _is_prose(column[foot - 1]) or column[foot - 1].size <= SMALL * size):
        if column[foot - 1].kind not in _PROSE:
            break
        foot -= 1
    first = next((at for at in range(foot, len(column)) if _is_prose(column[at]) and _opens(column[at])), len(column))
    notes = [replace(piece, kind="note") if _is_prose(piece) else piece for piece in column[first:]]
    body = column[:first]
    if notes and body:
        body[-1] = replace(body[-1], closes=True)  # what stands on the next page goes on with it
    return [*body, *notes]


def _is_prose(piece: Piece) -> bool:
    return piece.kind in _PROSE and bool(piece.stretches) and not (piece.furniture or piece.hidden)


def _opens(piece: Piece) -> bool:
    return NOTE.match(f"{piece.mark} {piece.text}".strip()) is not None
