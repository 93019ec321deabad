"""Rows of a table whose cells run over several printed lines."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

from pincite.parse.tables.numbers import is_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.parse.pdf_page import Ruling
    from pincite.parse.tables.grid import Grid, GridCell

__all__ = ["joined_rows"]

_TIGHT: Final = 1.35
"""Distance of the lines of one cell, in type sizes, at most."""
_LOOSER: Final = 1.18
"""How much farther rows stand apart than the lines of one cell, at least."""


def joined_rows(grid: Grid, flat: Sequence[Ruling]) -> Grid:
    """
    Return the grid with lines that continue the row above them joined to it.

    :param flat: The horizontal rulings of the page: rows with one between them are never joined.
    """
    rows: dict[int, list[GridCell]] = {}
    for cell in grid.cells:
        rows.setdefault(cell.row, []).append(cell)
    order = sorted(rows)
    pitches = [_pitch(rows[a], rows[b]) for a, b in pairwise(order)]
    usual = median(pitches) if pitches else 0.0
    into: dict[int, int] = {}
    first_figures = next((k for k in order if any(is_figure(c.text) for c in rows[k])), order[-1])
    for (above, below), pitch in zip(pairwise(order), pitches, strict=True):
        if _ruled_apart(rows[above], rows[below], flat):
            continue
        head = into.get(above, above)
        if _continues(rows[above], rows[below], pitch, usual, in_head=below < first_figures):
            into[below] = head
    return replace(grid, cells=_joined(grid.cells, into)) if into else grid


def _pitch(above: Sequence[GridCell], below: Sequence[GridCell]) -> float:
    return _middle(below) - _middle(above)


def _middle(row: Sequence[GridCell]) -> float:
    words = [word for cell in row for word in cell.words]
    return sum(word.middle for word in words) / len(words)


def _ruled_apart(above: Sequence[GridCell], below: Sequence[GridCell], flat: Sequence[Ruling]) -> bool:
    words = [word for cell in (*above, *below) for word in cell.words]
    left, right = min(w.left for w in words), max(w.right for w in words)
    start, end = _middle(above), _middle(below)
    return any(start < r.top < end and min(right, r.right) - max(left, r.left) > 0.5 * (right - left) for r in flat)


def _continues(
    above: Sequence[GridCell], below: Sequence[GridCell], pitch: float, usual: float, *, in_head: bool
) -> bool:
    size = max(word.size for cell in above for word in cell.words)
    if pitch > _TIGHT * size or any(is_figure(cell.text) for cell in below):
        return False
    filled = {k for cell in above for k in range(cell.column, cell.column + cell.column_span)}
    under = all(cell.column in filled for cell in below)
    if in_head:
        return under and all(c.column_span == 1 for c in above) and len(below) <= len(above)
    lower = all(cell.text[:1].islower() or cell.text[:1] in "(&/" for cell in below)
    fewer = len(below) < len(above)
    return under and fewer and (lower or usual > _LOOSER * pitch)


def _joined(cells: Sequence[GridCell], into: dict[int, int]) -> tuple[GridCell, ...]:
    out: dict[tuple[int, int], GridCell] = {}
    for cell in cells:
        row = into.get(cell.row, cell.row)
        held = out.get((row, cell.column))
        out[row, cell.column] = (
            replace(held, words=held.words + cell.words, column_span=max(held.column_span, cell.column_span))
            if held
            else replace(cell, row=row)
        )
    return tuple(sorted(out.values(), key=lambda c: (c.row, c.column)))
