"""Tables that run over a page break."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.parse.tables.numbers import is_figure

if TYPE_CHECKING:
    from pincite.parse.pdf_pieces import Piece, TableRow

__all__ = ["continued"]

_APART: Final = 6.0
"""Points by which the left or the right edges of a column differ at most."""


def continued(table: Piece, after: Piece) -> Piece | None:
    """
    Return one table of two, the second on the next page; ``None`` where it is a table of its own.

    They are one if their columns stand in the same places and the second has no header, or the same. A header that is
    repeated stays, marked as one.
    """
    if after.page != table.rows[-1].page + 1 or len(table.edges) != len(after.edges):
        return None
    pairs = zip(table.edges, after.edges, strict=True)
    if not all(min(abs(one[0] - two[0]), abs(one[1] - two[1])) <= _APART for one, two in pairs):
        return None
    head = [row for row in table.rows if row.header and row.page == table.page]
    new = [row for row in after.rows if row.header]
    repeated = bool(head) and _texts(after.rows[: len(head)]) == _texts(tuple(head))
    if not repeated and new and _heads_figures(after):
        return None
    n_head = len(head) if repeated else 0
    rows = tuple(replace(row, header=at < n_head) for at, row in enumerate(after.rows))
    edges = tuple((min(one[0], two[0]), max(one[1], two[1])) for one, two in zip(table.edges, after.edges, strict=True))
    return replace(table, rows=(*table.rows, *rows), edges=edges)


def _texts(rows: tuple[TableRow, ...]) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in rows]


def _heads_figures(table: Piece) -> bool:
    """Tell whether the first row holds words where the rows below hold figures: a header of its own."""
    first = {cell.column: cell.text for cell in table.rows[0].cells}
    below = [cell for row in table.rows[1:] for cell in row.cells if is_figure(cell.text)]
    columns = {cell.column for cell in below}
    return any(column in first and not is_figure(first[column]) for column in columns if column > 0)
