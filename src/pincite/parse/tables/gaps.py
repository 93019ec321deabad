"""Tables without lines: white gaps that run down through several lines of text part their columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pincite.parse.tables.grid import Grid, GridCell, in_lines, packed
from pincite.parse.tables.numbers import is_figure, pieces
from pincite.parse.tables.wrapped import joined_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.parse.pdf_page import Ruling, Word

__all__ = ["gap_grids"]

_MOST_LONE: Final = 2
"""Lines of one piece in a row that may stand inside a table: a wrapped cell or a row heading."""
_FARTHEST: Final = 3.2
"""Distance of two rows of one table, in type sizes."""


@dataclass(slots=True)
class _Piece:
    """Words of one line that belong together."""

    words: list[Word]
    left: float = field(init=False)
    right: float = field(init=False)

    def __post_init__(self) -> None:
        self.left = min(word.left for word in self.words)
        self.right = max(word.right for word in self.words)

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(slots=True)
class _Column:
    left: float
    right: float
    n: int = 1


@dataclass(slots=True)
class _Row:
    pieces: list[_Piece]
    top: float
    bottom: float
    size: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def gap_grids(words: Sequence[Word], rulings: Sequence[Ruling]) -> list[Grid]:
    """
    Return whatever may be a table among the words, from the top; :mod:`pincite.parse.tables.choose` rejects prose.

    :param words: Words of one page or one text column of it.
    """
    tall = [r for r in rulings if not r.horizontal]
    flat = [r for r in rulings if r.horizontal]
    rows = [_row(line, tall) for line in in_lines(words)]
    found = (_grid(block, flat) for block in _blocks(rows))
    return [grid for grid in found if grid is not None]


def _row(line: list[Word], tall: Sequence[Ruling]) -> _Row:
    middle = sum(word.middle for word in line) / len(line)
    cuts = [r.left for r in tall if r.top - 1 <= middle <= r.bottom + 1]
    parts: list[_Piece] = []
    for piece in pieces(line):
        run: list[Word] = []
        for word in piece:
            if run and any(run[-1].right - 1 <= cut <= word.left + 1 for cut in cuts):
                parts.append(_Piece(run))
                run = []
            run.append(word)
        parts.append(_Piece(run))
    return _Row(
        parts,
        min(w.top for w in line),
        max(w.bottom for w in line),
        sorted(w.size for w in line)[len(line) // 2],
    )


def _blocks(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    """Yield runs of rows that may be tables: at least three rows of several pieces, near each other."""
    at = 0
    while at < len(rows):
        if len(rows[at].pieces) < 2:
            at += 1
            continue
        end, lone, last = at, 0, at
        while end + 1 < len(rows):
            here, after = rows[end], rows[end + 1]
            if after.middle - here.middle > _FARTHEST * max(here.size, after.size, 6.0):
                break
            if len(after.pieces) >= 2:
                lone, last = 0, end + 1
            elif lone < _MOST_LONE and _is_short(after, rows[at : end + 1]):
                lone += 1
            else:
                break
            end += 1
        block = list(rows[at : last + 1])
        if sum(len(row.pieces) >= 2 for row in block) >= 3:
            yield block
        at = last + 1


def _is_short(row: _Row, block: Sequence[_Row]) -> bool:
    """Tell whether a lone piece is much narrower than the block, as a row heading or a wrapped cell is."""
    left = min(piece.left for r in block for piece in r.pieces)
    right = max(piece.right for r in block for piece in r.pieces)
    piece = row.pieces[0]
    return piece.right - piece.left < 0.55 * (right - left)


def _columns(block: Sequence[_Row]) -> list[_Column]:
    multi = [row for row in block if len(row.pieces) >= 2]
    columns: list[_Column] = []
    for piece in sorted((p for row in multi for p in row.pieces), key=lambda p: p.right - p.left):
        hit = [c for c in columns if min(c.right, piece.right) - max(c.left, piece.left) > 0]
        if not hit:
            columns.append(_Column(piece.left, piece.right))
        elif len(hit) == 1:
            hit[0].left = min(hit[0].left, piece.left)
            hit[0].right = max(hit[0].right, piece.right)
            hit[0].n += 1
    merged: list[_Column] = []
    for column in sorted(columns, key=lambda c: c.left):
        if merged and column.left < merged[-1].right - 1:
            merged[-1].right = max(merged[-1].right, column.right)
            merged[-1].n += column.n
        else:
            merged.append(column)
    kept = [c for c in merged if c.n >= 2 or len(multi) < 5]
    return _without_twins(kept, multi)


def _without_twins(columns: list[_Column], rows: Sequence[_Row]) -> list[_Column]:
    """Return the columns, with neighbours that are never both filled taken as one."""
    out: list[_Column] = []
    for column in columns:
        if out and column.left - out[-1].right < 2 * rows[0].size and not _both_filled(out[-1], column, rows):
            out[-1] = _Column(out[-1].left, column.right, out[-1].n + column.n)
        else:
            out.append(column)
    return out


def _both_filled(one: _Column, other: _Column, rows: Sequence[_Row]) -> bool:
    def has(row: _Row, column: _Column) -> bool:
        return any(min(column.right, p.right) - max(column.left, p.left) > 0 for p in row.pieces)

    return any(has(row, one) and has(row, other) for row in rows if not _spans(row, one, other))


def _spans(row: _Row, one: _Column, other: _Column) -> bool:
    return any(p.left < one.right and p.right > other.left for p in row.pieces)


def _grid(block: list[_Row], flat: Sequence[Ruling]) -> Grid | None:
    columns = _columns(block)
    if len(columns) < 2:
        return None
    cells: list[GridCell] = []
    for at, row in enumerate(block):
        held: dict[int, tuple[list[Word], int]] = {}
        for piece in row.pieces:
            first, last = _reach(piece, columns)
            content, width = held.get(first, ([], 1))
            held[first] = ([*content, *piece.words], max(width, last - first + 1))
        cells += [
            GridCell(row=at, column=column, column_span=width, words=tuple(content))
            for column, (content, width) in sorted(held.items())
        ]
    grid = Grid(
        cells=tuple(cells),
        left=min(c.left for c in columns),
        top=block[0].top,
        right=max(c.right for c in columns),
        bottom=block[-1].bottom,
        source="gaps",
    )
    made = packed(joined_rows(grid, flat))
    return made if made.n_rows >= 2 and made.n_columns >= 2 else None


def _reach(piece: _Piece, columns: Sequence[_Column]) -> tuple[int, int]:
    """Return the first and last column that a piece stands over."""
    over = [k for k, c in enumerate(columns) if min(c.right, piece.right) - max(c.left, piece.left) > 0]
    if not over:
        near = min(range(len(columns)), key=lambda k: max(columns[k].left - piece.right, piece.left - columns[k].right))
        return near, near
    if len(over) > 1 and is_figure(piece.text):
        best = max(over, key=lambda k: min(columns[k].right, piece.right) - max(columns[k].left, piece.left))
        return best, best
    return over[0], over[-1]
