"""HTML tables: which ones hold data, and their rows with columns counted out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.parse._lexbor import Element
from pincite.parse.canonical import RowText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["is_layout", "rows_of"]

_MOST_SPANNED: Final = 1000
"""Columns or rows that one cell may take up, as browsers limit it."""
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")


def is_layout(table: Element) -> bool:
    """Tell whether a table only arranges a page: it says so, holds headings, or holds tables in single cells."""
    if table.attributes.get("role") in ("presentation", "none"):
        return True
    if not table.inner.isdisjoint(_HEADINGS):
        return True
    return "table" in table.inner and all(len(_cells(row)) <= 1 for row, _ in _rows(table))


def rows_of(table: Element, text: Callable[[Element], str]) -> tuple[list[RowText], int]:
    """
    Return the rows of a table, and how many columns it has.

    A cell that spans stands in its first row and column; the places that it takes up beside and below stay empty.

    :param text: Gives a cell's text in one line.
    """
    below: dict[int, int] = {}
    rows: list[RowText] = []
    width = 0
    for row, in_head in _rows(table):
        taken = {at for at, n in below.items() if n > 0}
        below.update({at: below[at] - 1 for at in taken})
        cells: list[tuple[int, int, int, str]] = []
        column = 0
        for cell in _cells(row):
            while column in taken:
                column += 1
            n_rows, n_columns = _span(cell, "rowspan"), _span(cell, "colspan")
            cells.append((column, n_rows, n_columns, text(cell).replace("|", "\\|")))
            below.update({at: n_rows - 1 for at in range(column, column + n_columns)})
            column += n_columns
        width = max(width, column)
        if any(words for *_, words in cells):
            heads = all(cell.tag == "th" for cell in _cells(row))
            rows.append(RowText(cells=tuple(cells), header=in_head or heads))
    return rows, width


def _rows(table: Element) -> Iterator[tuple[Element, bool]]:
    """Yield the table's own rows, and whether each stands in its head."""
    for child in table.children:
        if isinstance(child, Element):
            if child.tag == "tr":
                yield child, False
            elif child.tag in ("thead", "tbody", "tfoot"):
                yield from ((row, child.tag == "thead") for row in child.children if _is(row, "tr"))  # type: ignore[misc]


def _cells(row: Element) -> list[Element]:
    return [cell for cell in row.children if isinstance(cell, Element) and cell.tag in ("td", "th")]


def _is(child: Element | str, tag: str) -> bool:
    return isinstance(child, Element) and child.tag == tag


def _span(cell: Element, name: str) -> int:
    stated = cell.attributes.get(name, "1").strip()
    return min(max(int(stated), 1), _MOST_SPANNED) if stated.isdecimal() else 1
