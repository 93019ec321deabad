"""HTML tables: which ones hold data, and their rows with columns counted out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.parse._lexbor import Element
from pincite.parse.canonical import RowText
from pincite.parse.word_tables import heads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["is_layout", "rows_of"]

_MOST_SPANNED: Final = 1000
"""Columns or rows that one cell may take up, as browsers limit it."""
_FIGURE: Final = re.compile(r"[\s$\u20ac\u00a3\u00a5(+<>~\u2212-]*\d")
"""What begins with a figure: "12 h", "$5"."""
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
            rows.append(RowText(cells=tuple(cells), header=in_head or _is_head(row, cells)))
    return _with_header(rows, width), width


def _with_header(rows: list[RowText], width: int) -> list[RowText]:
    """
    Return the rows of a table that marks no header with the first one as a header, where it must be one: it has no
    figures and stands over a column of figures, or its corner is empty.
    """
    headed = heads(rows) if width > 2 and len(rows) > 2 else rows
    if headed == rows or any(row.header for row in rows):
        return rows
    first, *below = ({column: words for column, _, _, words in row.cells if words} for row in rows)
    below = below[sum(row.header for row in headed) - 1 :]
    over = (column for column in first if column and not _FIGURE.match(first[column]))
    columns = ([row[column] for row in below if column in row] for column in over)
    figures = any(len(column) > 1 and all(map(_FIGURE.match, column)) for column in columns)
    return headed if figures or 0 not in first else rows


def _is_head(row: Element, cells: Sequence[tuple[int, int, int, str]]) -> bool:
    """Tell whether all cells of a row are headers, or all of several that hold words: an empty corner may be none."""
    tags = [cell.tag for cell in _cells(row)]
    filled = [tag for tag, (*_, words) in zip(tags, cells, strict=True) if words]
    return all(tag == "th" for tag in (filled if len(filled) > 1 else tags))


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
