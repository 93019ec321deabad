"""
Tables too wide for any chunk, as tables side by side: a row of 300 cells would be cut anywhere, far from its header.

The columns that name a row stand in each of them again, as on the pages of a printed one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.parse.canonical import RowText

__all__ = ["side_by_side"]

_MOST_COLUMNS: Final = 24
"""Columns up to which a table stays whole, however long its cells are."""
_LONGEST: Final = 1200
"""Characters of a row up to which a table stays whole."""
_ROOM: Final = 500
"""Characters of a row and its header in one of the tables side by side: about what a chunk holds beside other rows."""
_MOST_LABELS: Final = 3
"""Columns at the left that may be needed to name a row."""
_LOOKED_AT: Final = 2000
"""Rows that are looked at for what names a row."""

Cells = list[str | None]
"""The words of a row's cells, column by column; ``None`` where it has none."""


def side_by_side(rows: Sequence[RowText], width: int) -> list[tuple[list[RowText], int]]:
    """
    Return the tables, from left to right, and the number of columns of each; one where it need not be cut.

    A table with cells that reach over several others stays whole, and so does one without a header of one row.

    :param width: Number of columns.
    """
    whole = [(list(rows), width)]
    longest = max((sum(len(text) for *_, text in row.cells) for row in rows), default=0)
    if width <= _MOST_COLUMNS or longest <= _LONGEST or [row.header for row in rows[:2]] != [True, False]:
        return whole
    if any(n_rows > 1 or n_columns > 1 for row in rows for _, n_rows, n_columns, _ in row.cells):
        return whole
    cells = [_by_column(row, width) for row in rows]
    n_labels = _labels(cells[1:])
    found = []
    for columns in _groups(cells, n_labels, width):
        kept = (*range(n_labels), *columns)
        found.append(([_only(row, held, kept) for row, held in zip(rows, cells, strict=True)], len(kept)))
    return found


def _labels(cells: Sequence[Cells]) -> int:
    """Return how many columns at the left it takes to tell every row from the others; one where no few do."""
    seen = cells[:_LOOKED_AT]
    for n in range(1, _MOST_LABELS + 1):
        names = {tuple(row[:n]) for row in seen}
        if len(names) == len(seen):
            return n
    return 1


def _groups(cells: Sequence[Cells], n_labels: int, width: int) -> Iterator[range]:
    """Yield runs of columns whose header and longest cells fit together, at least one column each."""
    taken = sum(_room(cells, column) for column in range(n_labels))
    start, used = n_labels, taken
    for column in range(n_labels, width):
        needed = _room(cells, column)
        if column > start and used + needed > _ROOM:
            yield range(start, column)
            start, used = column, taken
        used += needed
    yield range(start, width)


def _room(cells: Sequence[Cells], column: int) -> int:
    """Return the characters of a column's header and of its longest cell."""
    head, *rest = (len(row[column] or "") for row in cells)
    return head + max(rest, default=0) + len(" |  | ")


def _by_column(row: RowText, width: int) -> Cells:
    found: Cells = [None] * width
    for column, _, _, text in row.cells:
        found[column] = text
    return found


def _only(row: RowText, held: Cells, columns: Sequence[int]) -> RowText:
    """Return a row of some columns, moved together."""
    told = ((at, held[column]) for at, column in enumerate(columns))
    return replace(row, cells=tuple((at, 1, 1, text) for at, text in told if text is not None))
