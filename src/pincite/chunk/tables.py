"""What a row of a table says: "header: cell; header: cell"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.chunk.ties import says_unit
from pincite.text.markup import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.documents import Block, Cell, Part, Span

__all__ = ["captions", "row_texts"]


@dataclass(slots=True)
class _Reaching:
    """A cell that reaches down into the rows below it."""

    text: str
    rows_left: int


def captions(block: Block, text: str) -> tuple[Span, ...]:
    """Return the rows at the top of a table of several columns that say only a unit or a day, in one cell."""
    found: list[Span] = []
    for part in block.parts:
        said = [cell for cell in (plain(cell.span.cut(text)) for cell in part.cells) if cell]
        if part.header and len(said) > 1:
            continue
        if len(said) != 1 or len(part.cells) < 2 or not says_unit(said[0]):
            break
        found.append(part.span)
    return tuple(found)


def row_texts(block: Block, text: str) -> Iterator[tuple[Part, str]]:
    """
    Yield each row that is no header, with its cells behind the headers of their columns; empty cells are left out.

    A cell that spans several rows or columns counts in each of them.

    :param block: A table.
    :param text: The canonical text.
    """
    headers = _headers(block, text)
    reaching: dict[int, _Reaching] = {}
    for part in block.parts:
        if part.header:
            continue
        cells = _cells(part, text, reaching)
        said = (f"{headers[column]}: {cell}" if headers.get(column) else cell for column, cell in sorted(cells.items()))
        yield part, "; ".join(said) or plain(part.span.cut(text))


def _headers(block: Block, text: str) -> dict[int, str]:
    """Return each column's header; several header rows are read from the top down."""
    headers: dict[int, list[str]] = {}
    for part in block.parts:
        for cell in part.cells if part.header else ():
            said = plain(cell.span.cut(text))
            for column in _columns(cell):
                if said and said not in headers.setdefault(column, []):
                    headers[column].append(said)
    return {column: " ".join(words) for column, words in headers.items()}


def _cells(part: Part, text: str, reaching: dict[int, _Reaching]) -> dict[int, str]:
    """Return the texts of a row by column, those that reach down from above included."""
    cells = {column: above.text for column, above in reaching.items()}
    for column in [column for column, above in reaching.items() if above.rows_left <= 1]:
        del reaching[column]
    for above in reaching.values():
        above.rows_left -= 1
    for cell in part.cells:
        said = plain(cell.span.cut(text))
        if not said:
            continue
        cells[cell.column] = said
        if cell.row_span > 1:
            reaching[cell.column] = _Reaching(said, cell.row_span - 1)
    return cells


def _columns(cell: Cell) -> range:
    return range(cell.column, cell.column + max(1, cell.column_span))
