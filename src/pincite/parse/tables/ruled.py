"""Tables whose cells are drawn: lines that cross make a grid, and cells without a line between them are one."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.parse.tables.grid import Grid, GridCell, in_lines, packed
from pincite.parse.tables.numbers import is_figure, segments

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.parse.pdf_page import Ruling, Word

__all__ = ["ruled_grids"]

_SNAP: Final = 2.6
"""Points within which two lines are one."""
_REACH: Final = 3.5
"""Points by which lines that meet may miss each other."""
_MOST_LINES: Final = 4000
"""A page with more rulings than this is a drawing."""


@dataclass(slots=True)
class _Line:
    """A merged line: at ``at`` across its direction, from ``start`` to ``end`` along it."""

    at: float
    start: float
    end: float


def ruled_grids(words: Sequence[Word], rulings: Sequence[Ruling]) -> list[Grid]:
    """Return the tables that are drawn with both horizontal and vertical lines, from the top."""
    if len(rulings) > _MOST_LINES:
        return []
    flat = _lines(rulings, horizontal=True)
    tall = _lines(rulings, horizontal=False)
    found = [_grid(words, *group) for group in _groups(flat, tall)]
    return sorted((grid for grid in found if grid), key=lambda grid: grid.top)


def _lines(rulings: Iterable[Ruling], *, horizontal: bool) -> list[_Line]:
    """Return the rulings of one direction, collinear ones that touch joined."""
    raw = [
        _Line((r.top + r.bottom) / 2, r.left, r.right) if horizontal else _Line((r.left + r.right) / 2, r.top, r.bottom)
        for r in rulings
        if r.horizontal == horizontal
    ]
    merged: list[_Line] = []
    for bundle in _bundles(sorted(raw, key=lambda line: line.at)):
        at = sum(line.at for line in bundle) / len(bundle)
        for line in sorted(bundle, key=lambda line: line.start):
            if merged and merged[-1].at == at and line.start <= merged[-1].end + _REACH:
                merged[-1].end = max(merged[-1].end, line.end)
            else:
                merged.append(_Line(at, line.start, line.end))
    return merged


def _bundles(lines: Sequence[_Line]) -> Iterable[list[_Line]]:
    """Yield runs of lines that lie within the snapping distance of the first of the run."""
    bundle: list[_Line] = []
    for line in lines:
        if bundle and line.at - bundle[0].at > _SNAP:
            yield bundle
            bundle = []
        bundle.append(line)
    if bundle:
        yield bundle


def _groups(flat: list[_Line], tall: list[_Line]) -> list[tuple[list[_Line], list[_Line]]]:
    """Return sets of lines that hang together by crossing or touching."""
    parent = list(range(len(flat) + len(tall)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    for i, h in enumerate(flat):
        for j, v in enumerate(tall):
            if h.start - _REACH <= v.at <= h.end + _REACH and v.start - _REACH <= h.at <= v.end + _REACH:
                parent[root(i)] = root(len(flat) + j)
    groups: dict[int, tuple[list[_Line], list[_Line]]] = {}
    for i, h in enumerate(flat):
        groups.setdefault(root(i), ([], []))[0].append(h)
    for j, v in enumerate(tall):
        groups.setdefault(root(len(flat) + j), ([], []))[1].append(v)
    return [group for group in groups.values() if len(group[0]) >= 2 and len(group[1]) >= 1]


@dataclass(slots=True)
class _Edge:
    """Lines that are one border of the grid though they do not quite meet."""

    low: float
    high: float


def _edges(positions: Iterable[float], words: Iterable[float], *, apart: float) -> list[_Edge]:
    """
    Return the borders in one direction.

    :param words: Middles of words in that direction: lines with a word between them are two borders.
    :param apart: Points by which the lines of one border differ at most.
    """
    taken = sorted(words)
    out: list[_Edge] = []
    for at in sorted(positions):
        near = bool(out) and at - out[-1].high <= apart
        if near and (at - out[-1].high <= _SNAP or not _any_between(taken, out[-1].high, at)):
            out[-1].high = at
        else:
            out.append(_Edge(at, at))
    return out


def _any_between(taken: Sequence[float], low: float, high: float) -> bool:
    at = bisect_left(taken, low)
    return at < len(taken) and taken[at] < high


def _grid(words: Sequence[Word], flat: list[_Line], tall: list[_Line]) -> Grid | None:
    left, right = min(line.start for line in flat), max(line.end for line in flat)
    top, bottom = min(line.at for line in flat), max(line.at for line in flat)
    inside = [w for w in words if left - 1 <= w.centre <= right + 1 and top - 1 <= w.middle <= bottom + 1]
    xs = _edges([left, right, *(line.at for line in tall)], (w.centre for w in inside), apart=9)
    ys = _edges((line.at for line in flat), (w.middle for w in inside), apart=5)
    if len(xs) < 3 or len(ys) < 2 or len(inside) < 2:
        return None
    split = _split_bands(_filled_cells(inside, xs, ys, _owners(xs, ys, flat, tall)), len(ys) - 1)
    grid = packed(Grid(cells=tuple(split), left=left, top=top, right=right, bottom=bottom, source="ruled"))
    return grid if grid.n_rows >= 2 and grid.n_columns >= 2 else None


def _filled_cells(
    words: Iterable[Word], xs: Sequence[_Edge], ys: Sequence[_Edge], owner: Sequence[Sequence[int]]
) -> list[GridCell]:
    held: dict[int, list[Word]] = {}
    for word in words:
        held.setdefault(owner[_slot(ys, word.middle)][_slot(xs, word.centre)], []).append(word)
    cells: list[GridCell] = []
    for cell, content in held.items():
        places = [(r, c) for r, row in enumerate(owner) for c, at in enumerate(row) if at == cell]
        rows, columns = [r for r, _ in places], [c for _, c in places]
        cells.append(
            GridCell(
                row=min(rows) * _STRIDE,
                column=min(columns),
                row_span=(max(rows) - min(rows) + 1) * _STRIDE,
                column_span=max(columns) - min(columns) + 1,
                words=tuple(content),
            )
        )
    return cells


_STRIDE: Final = 1000
"""Room that each ruled band has for the lines of text it may be split into."""


def _slot(edges: Sequence[_Edge], at: float) -> int:
    """Return the band between two edges that holds a position."""
    return next((k for k, (_, end) in enumerate(pairwise(edges)) if at < (end.low + end.high) / 2), len(edges) - 2)


def _owners(xs: list[_Edge], ys: list[_Edge], flat: list[_Line], tall: list[_Line]) -> list[list[int]]:
    """Return for each place of the grid the number of the cell it is part of."""
    width = len(xs) - 1
    owner = [[r * width + c for c in range(width)] for r in range(len(ys) - 1)]
    for r, (top, bottom) in enumerate(pairwise(ys)):
        for c in range(1, width):
            if not _drawn(tall, xs[c], (top.high + bottom.low) / 2):
                _merge(owner, owner[r][c], owner[r][c - 1])
    for r in range(1, len(ys) - 1):
        for c, (left, right) in enumerate(pairwise(xs)):
            if not _drawn(flat, ys[r], (left.high + right.low) / 2) and _same_reach(owner, r, c):
                _merge(owner, owner[r][c], owner[r - 1][c])
    return owner


def _merge(owner: list[list[int]], old: int, new: int) -> None:
    for row in owner:
        row[:] = [new if at == old else at for at in row]


def _same_reach(owner: list[list[int]], r: int, c: int) -> bool:
    """Tell whether the cell at a place and the one above it cover the same columns, so that both make a rectangle."""
    below = {k for k, at in enumerate(owner[r]) if at == owner[r][c]}
    above = {k for k, at in enumerate(owner[r - 1]) if at == owner[r - 1][c]}
    return below == above


def _drawn(lines: Iterable[_Line], edge: _Edge, along: float) -> bool:
    return any(
        edge.low - _SNAP <= line.at <= edge.high + _SNAP and line.start - 1 <= along <= line.end + 1 for line in lines
    )


def _split_bands(cells: list[GridCell], n_bands: int) -> Iterable[GridCell]:
    """Yield the cells, with bands that hold several rows of a table between two lines cut into those rows."""
    for band in range(n_bands):
        row = [cell for cell in cells if cell.row == band * _STRIDE]
        lines = in_lines(word for cell in row if cell.row_span == _STRIDE for word in cell.words)
        if not _holds_rows(row, lines):
            yield from row
            continue
        for cell in row:
            if cell.row_span > _STRIDE:
                yield cell
                continue
            for at, line in enumerate(lines):
                if content := tuple(word for word in line if word in cell.words):
                    yield GridCell(row=cell.row + at, column=cell.column, column_span=cell.column_span, words=content)


def _holds_rows(row: list[GridCell], lines: list[list[Word]]) -> bool:
    """Tell whether the lines of text in a ruled band are rows: figures stand under figures, line by line."""
    if len(lines) < 2 or len(row) < 2:
        return False
    columns = [[[w for w in line if w in cell.words] for line in lines] for cell in row if cell.row_span == _STRIDE]
    figures = [
        sum(bool(content) and all(is_figure(text) for text in segments(content)) for content in column)
        for column in columns
    ]
    full = max((sum(map(bool, column)) for column in columns), default=0)
    return any(n >= 2 and n >= 0.7 * len(lines) for n in figures) and full >= 0.7 * len(lines)
