"""What stands behind a quote: its whole sentence, item or row, and the words over it that say what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.documents import BlockKind, Span, section_at, sections
from pincite.text.columns import read_cell
from pincite.text.markup import plain
from pincite.text.sentences import sentences
from pincite.text.tables import headers_over, read_table

if TYPE_CHECKING:
    from pincite.attribute.quotes import Found
    from pincite.documents import Block, Revision

__all__ = ["Evidence", "evidence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The words that may bear out a claim, from near to far, without markup."""

    quote: str
    """The quoted words."""
    unit: str
    """The whole sentence, item or row that the quote stands in, with the header of its table."""
    around: str
    """What says what the unit is about: lead-in, headings, title."""
    before: str = ""
    """The sentence before the unit, in the same paragraph."""
    rows: tuple[tuple[tuple[str, str], ...], ...] = ()
    """The quoted rows of a table: of each cell the header over it and its words."""
    over: tuple[str, ...] = ()
    """The same as ``around``, line by line: title, headings from the outermost on, lead-in."""
    closest: tuple[str, ...] = ()
    """The lead-in and the innermost heading, as far as there are any."""


def evidence(found: Found) -> Evidence:
    """Return what stands behind a quote. Nothing that the passage's document hides is among it."""
    revision = found.passage.permit.revision
    text = revision.text
    block = next((b for b in revision.blocks if b.indexable and b.span.overlaps(found.span)), None)
    alone = block is None or _reaches_down(block, found.span)
    unit, before = (found.span, "") if block is None or alone else _unit(revision, block, found.span)
    section = section_at(sections(revision.blocks, end=len(text)), found.span.start)
    path = section.path if section else ()
    lead = _lead(revision, block)
    over = tuple(words for words in (revision.title, *path, lead) if words)
    header = _header(text, block, found.span) if block else ""
    rows = () if block is None or alone else _rows(text, block, found.span)
    return Evidence(
        quote=plain(found.text),
        unit=f"{header} {plain(unit.cut(text))} {_measured(rows)}".strip(),
        around=" . ".join(over),
        before=before,
        rows=rows,
        over=over,
        closest=tuple(words for words in (lead, *path[-1:]) if words),
    )


def _reaches_down(block: Block, span: Span) -> bool:
    """Tell whether a quote is a cell that spans several rows: beside one of them, it says nothing of the others."""
    cells = (cell for part in block.parts for cell in part.cells if cell.row_span > 1)
    return any(cell.span.contains(span) for cell in cells)


def _measured(rows: tuple[tuple[tuple[str, str], ...], ...]) -> str:
    """Return the cells whose header gives them a unit, with it: "price 45 EUR"."""
    read = [(header, value, *read_cell(header, value)) for row in rows for header, value in row]
    return " . ".join(f"{name} {told}" for _, value, name, told in read if told != value)


def _unit(revision: Revision, block: Block, span: Span) -> tuple[Span, str]:
    """Return the span widened to whole sentences, items or rows, and the words of the sentence before."""
    text = block.span.cut(revision.text)
    pieces = [part.span for part in block.parts]
    if not pieces:
        found = sentences(text, language=revision.language)
        pieces = [Span(block.span.start + s.start, block.span.start + s.end) for s in found]
    held = [at for at, piece in enumerate(pieces) if piece.overlaps(span)]
    if not held:
        return span, ""
    whole = Span(min(span.start, pieces[held[0]].start), max(span.end, pieces[held[-1]].end))
    before = plain(pieces[held[0] - 1].cut(revision.text)) if held[0] and not block.parts else ""
    return whole, before


def _header(text: str, block: Block, span: Span) -> str:
    return " ".join(plain(part.span.cut(text)) for part in headers_over(block, span))


def _rows(text: str, block: Block, span: Span) -> tuple[tuple[tuple[str, str], ...], ...]:
    table = read_table(block, text, within=span)
    return tuple(tuple(zip(row.header, row.cells, strict=True)) for row in table.rows)


def _lead(revision: Revision, block: Block | None) -> str:
    """Return the paragraph that leads into a list or table; ``""`` for other blocks."""
    if block is None or block.kind not in (BlockKind.LIST, BlockKind.TABLE):
        return ""
    before = [b for b in revision.blocks if b.indexable and b.span.end <= block.span.start]
    return plain(before[-1].span.cut(revision.text)) if before and before[-1].kind is BlockKind.PARAGRAPH else ""
