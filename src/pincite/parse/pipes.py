"""Rows and cells of Markdown tables, and of HTML tables that stand in Markdown."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pincite.documents import Cell, Part, Span
from pincite.parse.lines import trimmed
from pincite.text.repeated import lower_header, repeated_headers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["html_rows", "pipe_row", "with_repeated_headers"]

_PIPE = re.compile(r"(?<!\\)\|")
_ROW = re.compile(r"<tr\b[^>]*>(.*?)(?:</tr\s*>|(?=<tr\b)|(?=</table)|(?=</tbody)|\Z)", re.IGNORECASE | re.DOTALL)
_CELL = re.compile(r"<(t[dh])\b([^>]*)>(.*?)(?:</t[dh]\s*>|(?=<t[dh]\b)|(?=</tr)|\Z)", re.IGNORECASE | re.DOTALL)
_WIDTH = re.compile(r"\b(col|row)span\s*=\s*[\"']?(\d{1,4})", re.IGNORECASE)


def pipe_row(text: str, span: Span, *, header: bool) -> Part:
    """
    Return a row of a pipe table.

    :param span: The row's line without white space around it.
    """
    start, end = span.start, span.end
    if text[start] == "|":
        start += 1
    if end > start and text[end - 1] == "|" and text[end - 2] != "\\":
        end -= 1
    edges = [start, *(m.end() for m in _PIPE.finditer(text, start, end)), end + 1]
    cells = tuple(
        Cell(span=trimmed(text, left, max(left, right - 1)), column=column)
        for column, (left, right) in enumerate(pairwise(edges))
    )
    return Part(span=span, cells=cells, header=header)


def with_repeated_headers(text: str, rows: list[Part]) -> list[Part]:
    """Return the rows of a table with those made headers that divide names of its header, or repeat it farther down."""
    told = [{cell.column: cell.span.cut(text) for cell in row.cells} for row in rows]
    n_head = next((at for at, row in enumerate(rows) if not row.header), len(rows))
    if n_head == 1 and (reach := lower_header(told[0], told[1:])):
        rows = [_reaching(rows[0], reach), replace(rows[1], header=True), *rows[2:]]
        n_head = 2
    again = repeated_headers(told[:n_head], told[n_head:])
    return [replace(row, header=True) if at - n_head in again else row for at, row in enumerate(rows)]


def _reaching(row: Part, reach: Mapping[int, int]) -> Part:
    """Return a header row whose names reach over as many columns as is said, without the empty cells there."""
    taken = {column for at, n in reach.items() for column in range(at + 1, at + n)}
    cells = [cell for cell in row.cells if cell.column not in taken]
    wide = (replace(cell, column_span=max(cell.column_span, reach.get(cell.column, 1))) for cell in cells)
    return replace(row, cells=tuple(wide))


def html_rows(text: str, span: Span) -> tuple[Part, ...]:
    """Return the rows of an HTML table, with the columns that cells take up in rows above counted in."""
    below: dict[int, int] = {}
    return tuple(
        Part(span=trimmed(text, row.start(), row.end()), cells=cells, header=all(head for head, _ in found))
        for row in _ROW.finditer(text, span.start, span.end)
        if (found := list(_cells(text, row.start(1), row.end(1), below)))
        and (cells := tuple(cell for _, cell in found))
    )


def _cells(text: str, start: int, end: int, below: dict[int, int]) -> Iterator[tuple[bool, Cell]]:
    """Yield (is a header, cell) of one row; ``below`` says how many more rows each column is taken in."""
    column = 0
    taken = {at for at, rows in below.items() if rows > 0}
    for at in taken:
        below[at] -= 1
    for found in _CELL.finditer(text, start, end):
        while column in taken:
            column += 1
        sizes = {name.lower(): max(1, int(size)) for name, size in _WIDTH.findall(found[2])}
        rows, columns = sizes.get("row", 1), sizes.get("col", 1)
        below.update({at: rows - 1 for at in range(column, column + columns)})
        cell = Cell(span=trimmed(text, *found.span(3)), column=column, row_span=rows, column_span=columns)
        yield found[1].lower() == "th", cell
        column += columns
