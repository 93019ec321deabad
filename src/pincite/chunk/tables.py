"""What a row of a table says: "header: cell; header: cell"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.chunk.ties import says_unit
from pincite.text.forms import read_pairs
from pincite.text.markup import plain
from pincite.text.tables import read_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.documents import Block, Part, Span
    from pincite.text.tables import Row, Table

__all__ = ["captions", "row_texts"]


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

    A cell that spans several rows counts in each of them. A row of a form is read label by label.

    :param block: A table.
    :param text: The canonical text.
    """
    table = read_table(block, text)
    said = {row.part.span: _said(table, row) for row in table.rows}
    for part in block.parts:
        if not part.header:
            yield part, said.get(part.span) or plain(part.span.cut(text))


def _said(table: Table, row: Row) -> str:
    if table.groups:
        return read_pairs(table.groups, row.cells)
    named = zip(row.header, row.cells, strict=True)
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in named if cell)
