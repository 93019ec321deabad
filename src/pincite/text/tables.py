"""Reads tables by column: the header over each cell, and the cells that reach down from the rows above."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final

from pincite.text.forms import LOOKED_AT, MOST_PAIRS, is_form, label_columns
from pincite.text.markup import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.documents import Block, Cell, Part, Span

__all__ = ["Row", "Table", "headers_over", "read_table"]

_LEADERS: Final = re.compile(r"(?:\s*[.\u2026\u00b7_]){3,}\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row that is no header."""

    part: Part
    header: tuple[str, ...]
    """
    Words over each column by the header rows that stand nearest above. A cell over several columns stands under the
    headers of all of them, joined by commas; one over the whole table under none.

    *Shape:* (n_columns,)
    """
    cells: tuple[str, ...]
    """Words of each column, without markup, those that reach down from above included; ``""`` where a column is empty.

    *Shape:* (n_columns,)
    """
    above: tuple[Span, ...]
    """Where the cells stand that reach down into this row, in order of columns."""
    group: str = ""
    """
    What the last row above says that is one cell over all columns, or the only one of several that is filled in:
    "Heavy series"; ``""`` where there is none. A row of the second kind is of the group that it heads.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table by columns: those that hold a word anywhere."""

    header: tuple[str, ...]
    """
    Words over each column by the header rows that the table opens with, read from the top down; ``""`` where there are
    none.

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


@dataclass(slots=True, kw_only=True)
class _Read:
    """A row by the numbers of its columns, with what stands over it."""

    part: Part
    names: dict[int, str]
    group: str
    cells: dict[int, str]
    above: tuple[Span, ...]

    def row(self, columns: list[int], width: int) -> Row:
        """Return the row under its headers, those of a cell over several columns joined over the first of them."""
        names = dict(self.names)
        for cell in self.part.cells:
            if cell.column_span > 1 and cell.column in self.cells:
                over = [names.pop(column, "") for column in _columns(cell)]
                names[cell.column] = "" if cell.column_span >= width else ", ".join(dict.fromkeys(filter(None, over)))
        return Row(
            part=self.part,
            header=tuple(names.get(column, "") for column in columns),
            cells=tuple(self.cells.get(column, "") for column in columns),
            above=self.above,
            group=self.group,
        )


def read_table(block: Block, text: str, *, within: Span | None = None) -> Table:
    """
    Return the rows of a table under the headers of their columns.

    A header counts for all columns that it spans, one that spans the whole table for none; a cell that spans several
    stands in the first of them. Header rows farther down begin a section, whose rows stand under them alone.

    :param block: A table.
    :param text: The canonical text.
    :param within: Leaves out rows that do not overlap it.
    :returns: No rows and no columns where the block has no cells.
    """
    last = (part.cells[-1] for part in block.parts if part.cells)
    width = max((cell.column + cell.column_span for cell in last), default=1)
    opening = _headers(list(takewhile(lambda part: part.header or not part.cells, block.parts)), text)
    rows = list(_rows(block, text, width, within))
    labels = _labels(block, text)
    columns = sorted({*opening, *(column for each in rows for column in (*each.names, *each.cells))})
    return Table(
        header=tuple(opening.get(column, "") for column in columns),
        rows=tuple(each.row(columns, width) for each in rows),
        groups=tuple(at for at, column in enumerate(columns) if column in labels),
    )


def headers_over(block: Block, within: Span) -> tuple[Part, ...]:
    """
    Return the header rows that count for rows of a table, from the top down: those nearest above each, with the last
    one that heads a group of rows in one cell.

    :param within: Where the rows stand.
    """
    found: dict[Span, Part] = {}
    over: list[Part] = []
    fresh: list[Part] = []
    for part in block.parts:
        if part.header:
            fresh.append(part)
            continue
        if fresh:
            anew = any(len(head.cells) != 1 for head in fresh)
            over = [*(() if anew else (head for head in over if len(head.cells) != 1)), *fresh]
            fresh = []
        if part.span.overlaps(within):
            found.update((head.span, head) for head in over)
    return tuple(found.values()) if found or not fresh else tuple(fresh)


def _labels(block: Block, text: str) -> frozenset[int]:
    """Return the columns of the labels of a form; empty for any other table."""
    heads = [part for part in block.parts if part.header]
    if not heads:
        pairs = islice((part for part in block.parts if part.cells), MOST_PAIRS)
        found = label_columns([{cell.column: _words(cell, text) for cell in part.cells} for part in pairs])
        return frozenset(found if len(found) > 1 else ())  # a single pair is read as any row of two
    if len(heads) != 1:
        return frozenset()
    header = {cell.column: cell.column_span for cell in heads[0].cells}
    first = islice((part for part in block.parts if not part.header and part.cells), LOOKED_AT)
    rows = [{cell.column: _words(cell, text) for cell in part.cells} for part in first]
    return frozenset(header) if is_form(header, rows) else frozenset()


def _headers(heads: Sequence[Part], text: str) -> dict[int, str]:
    cells = [cell for part in heads for cell in part.cells]
    width = max((column for cell in cells for column in _columns(cell)), default=0) + 1
    headers: dict[int, list[str]] = {}
    for cell in cells:
        said = _words(cell, text)
        over_all = cell.column_span >= width > 1  # the table's title, which tells no column from another
        for column in _columns(cell) if said and not over_all else ():
            if said not in headers.setdefault(column, []):
                headers[column].append(said)
    return {column: " ".join(words) for column, words in headers.items()}


def _rows(block: Block, text: str, width: int, within: Span | None) -> Iterator[_Read]:
    reaching: dict[int, _Reaching] = {}
    over = _Over()
    heads = _group_heads(block, text)
    for part in block.parts:
        if part.header or not part.cells:
            over.take(part)
            continue
        over.close(text, width)
        over.group = heads.get(part.span, over.group)
        wanted = within is None or part.span.overlaps(within)
        if not wanted and not reaching and len(part.cells) > 1 and all(cell.row_span == 1 for cell in part.cells):
            continue  # says nothing of any other row: a long table is read once for each passage that shows a part
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
            above = tuple(above.span for above in held.values())
            yield _Read(part=part, names=over.names, group=over.group, cells=cells, above=above)
        if len(part.cells) == 1:
            over.group = _alone(part, text, width) or over.group


@dataclass(slots=True)
class _Over:
    """What stands over the next row, read from the top of the table down."""

    names: dict[int, str] = field(default_factory=dict)
    group: str = ""
    _heads: list[Part] = field(default_factory=list)
    _opened: bool = False

    def take(self, part: Part) -> None:
        """Add a row that is a header, if it has cells."""
        if part.cells:
            self._heads.append(part)

    def close(self, text: str, width: int) -> None:
        """Read the header rows that were taken, if any: their names count from here on."""
        if self._opened and not self._heads:
            return
        told = [_alone(part, text, width) for part in self._heads]
        if self._heads and not (self._opened and all(told)):
            self.names = _headers(self._heads, text)
        if self._heads and self._opened:
            self.group = " ".join(filter(None, told))
        self._heads, self._opened = [], True


def _alone(part: Part, text: str, width: int) -> str:
    """Return the words of a row that is one cell over the whole table; ``""`` of any other."""
    cell = part.cells[0]
    return _words(cell, text) if len(part.cells) == 1 and cell.column_span >= width > 1 else ""


def _group_heads(block: Block, text: str) -> dict[Span, str]:
    """
    Return the rows with words in their first cell alone that head those below them, in tables where labels come again
    under each: "Weekdays", then zones A and B, "Weekends", then zones A and B.
    """
    rows = [part for part in block.parts if part.cells and not part.header]
    if not rows or not _heads_group(rows[0], text):  # most tables end here, of whatever length
        return {}
    heads = {part.span: said for part in rows if (said := _heads_group(part, text))}
    if len(heads) < 2:
        return {}
    labels = [_words(part.cells[0], text) for part in rows if part.span not in heads]
    return heads if len(set(labels)) < len(labels) else {}


def _heads_group(part: Part, text: str) -> str:
    """Return the words of a row that has some in its first cell alone, of several; ``""`` of any other."""
    if len(part.cells) < 2 or any(cell.span.cut(text).strip() for cell in part.cells[1:]):
        return ""
    return _words(part.cells[0], text)


def _words(cell: Cell, text: str) -> str:
    """Return a cell's words without markup and without the dots that lead the eye to the next column."""
    return _LEADERS.sub("", plain(cell.span.cut(text)))


def _columns(cell: Cell) -> range:
    return range(cell.column, cell.column + max(1, cell.column_span))
