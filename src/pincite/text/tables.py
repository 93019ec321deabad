"""Reads tables by column: the header over each cell, and the cells that reach down from the rows above."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from pincite.text.forms import LOOKED_AT, is_form
from pincite.text.markup import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.documents import Block, Cell, Part, Span

__all__ = ["Row", "Table", "read_table"]

_LEADERS: Final = re.compile(r"(?:\s*[.\u2026\u00b7_]){3,}\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row that is no header."""

    part: Part
    cells: tuple[str, ...]
    """Words of each column, without markup, those that reach down from above included; ``""`` where a column is empty.

    *Shape:* (n_columns,)
    """
    above: tuple[Span, ...]
    """Where the cells stand that reach down into this row, in order of columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table by columns: those that hold a word anywhere."""

    header: tuple[str, ...]
    """Words over each column; several header rows are read from the top down, ``""`` where there are none.

    *Shape:* (n_columns,)
    """
    rows: tuple[Row, ...]
    groups: tuple[int, ...] = ()
    """Of a form, the columns of the labels, each with what is filled in behind it; empty for any other table."""


@dataclass(slots=True)
class _Reaching:
    """A cell that reaches down into the rows below it."""

    words: str
    span: Span
    rows_left: int


def read_table(block: Block, text: str, *, within: Span | None = None) -> Table:
    """
    Return the rows of a table under the headers of their columns.

    A header counts for all columns that it spans, one that spans the whole table for none; a cell that spans several
    stands in the first of them.

    :param block: A table.
    :param text: The canonical text.
    :param within: Leaves out rows that do not overlap it.
    :returns: No rows and no columns where the block has no cells.
    """
    names = _headers(block, text)
    rows = list(_rows(block, text, within))
    labels = _labels(block, text)
    columns = sorted({*names, *(column for _, cells, _ in rows for column in cells)})
    return Table(
        header=tuple(names.get(column, "") for column in columns),
        rows=tuple(
            Row(part=part, cells=tuple(cells.get(column, "") for column in columns), above=above)
            for part, cells, above in rows
        ),
        groups=tuple(at for at, column in enumerate(columns) if column in labels),
    )


def _labels(block: Block, text: str) -> frozenset[int]:
    """Return the columns of the labels of a form; empty for any other table."""
    heads = [part for part in block.parts if part.header]
    if len(heads) != 1:
        return frozenset()
    header = {cell.column: cell.column_span for cell in heads[0].cells}
    first = islice((part for part in block.parts if not part.header and part.cells), LOOKED_AT)
    rows = [{cell.column: _words(cell, text) for cell in part.cells} for part in first]
    return frozenset(header) if is_form(header, rows) else frozenset()


def _headers(block: Block, text: str) -> dict[int, str]:
    cells = [cell for part in block.parts if part.header for cell in part.cells]
    width = max((column for cell in cells for column in _columns(cell)), default=0) + 1
    headers: dict[int, list[str]] = {}
    for cell in cells:
        said = _words(cell, text)
        over_all = cell.column_span >= width > 1  # the table's title, which tells no column from another
        for column in _columns(cell) if said and not over_all else ():
            if said not in headers.setdefault(column, []):
                headers[column].append(said)
    return {column: " ".join(words) for column, words in headers.items()}


def _rows(block: Block, text: str, within: Span | None) -> Iterator[tuple[Part, dict[int, str], tuple[Span, ...]]]:
    reaching: dict[int, _Reaching] = {}
    for part in block.parts:
        if part.header or not part.cells:
            continue
        wanted = within is None or part.span.overlaps(within)
        held = {column: above for column, above in sorted(reaching.items()) if above.rows_left > 0}
        reaching = {column: _Reaching(above.words, above.span, above.rows_left - 1) for column, above in held.items()}
        cells = {column: above.words for column, above in held.items()}
        for cell in part.cells:
            said = _words(cell, text) if wanted or cell.row_span > 1 else ""
            if said:
                cells[cell.column] = said
                held.pop(cell.column, None)
                reaching.pop(cell.column, None)
            if said and cell.row_span > 1:
                reaching[cell.column] = _Reaching(said, cell.span, cell.row_span - 1)
        if wanted:
            yield part, cells, tuple(above.span for above in held.values())


def _words(cell: Cell, text: str) -> str:
    """Return a cell's words without markup and without the dots that lead the eye to the next column."""
    return _LEADERS.sub("", plain(cell.span.cut(text)))


def _columns(cell: Cell) -> range:
    return range(cell.column, cell.column + max(1, cell.column_span))
