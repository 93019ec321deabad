"""Canonical text written piece by piece, with the block that each piece is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from pincite.documents import Block, BlockKind, Cell, Part, Place, Span
from pincite.text.forms import LOOKED_AT, is_form
from pincite.text.repeated import lower_header, repeated_headers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.documents import Parsed

__all__ = ["Canonical", "ItemText", "RowText", "with_divided_header"]


_DEEPEST: Final = 12
"""Levels of a list that are shown by indentation; deeper items stand under the last of them."""
_TITLE_WITHIN: Final = 12
"""Blocks among which a document's title stands."""
_STAMP: Final = re.compile(
    r"\W*(?:(?:execution|final|conformed|signed|certified|true|file|office|hard|signature|agreed)\s+(?:copy|version|form"
    r"|draft|page)|confidential|strictly confidential|draft(?:\s+(?:no\.?\s*)?v?\d\S*)?|final|copy|original|duplicate"
    r"|specimen|sample|(?:table of )?contents|page\s+\d+(?:\s+of\s+\d+)?"
    r"|(?:exhibit|annex|appendix|schedule|attachment|enclosure)\s+[\w.()-]{1,8})\W*",
    re.IGNORECASE,
)
"""What stands above a title and is none."""
_TITLE_LINES: Final = 3
_OPEN_ENDS_LISTED: Final = (
    "a an the of for to in on at by with from and or between under over about into per as & "
    "für von vom der die das des dem den und zu zur zum über mit de du des la le les et pour à au aux sur avec "
    "del el los las y e para con por en della delle dei di il lo per dello"
)
_OPEN_ENDS: Final = frozenset(_OPEN_ENDS_LISTED.split())
"""Words that no title ends with: articles, prepositions and conjunctions."""
_OPENS_WITHIN: Final = 3
"""Blocks at the beginning of which a title may run into the text."""
_CAPITALS: Final = re.compile(r"(?:[^\W\d_a-zß-öø-ÿ][^\W\d_a-zß-öø-ÿ&/,'\u2019-]+\s+){1,12}")
_PARTIES: Final = re.compile(r"\b(?:BETWEEN|BY AND|AMONG|DATED|WHEREAS|THIS|RECITALS|ZWISCHEN|ENTRE|PREAMBLE)\b")
"""Where a title ends and what it is about begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemText:
    """One list item to be written."""

    text: str
    level: int = 0
    mark: str = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowText:
    """One table row to be written: (column, row span, column span, text) of each cell."""

    cells: tuple[tuple[int, int, int, str], ...]
    header: bool = False


_MOST_HEADERS: Final = 4
"""Rows of the tallest header."""
_FIGURE = re.compile(r"[\s$€£¥(+-]*\d[\d\s.,:/%)-]*")
_YEAR = re.compile(r"(?:19|20)\d\d")


def _with_lower_headers(rows: list[RowText], width: int) -> list[RowText]:
    """
    Return the rows with those made headers that stand under cells of the header: beside a cell that reaches down, or
    without figures under one that reaches over several columns. Many programs mark the first row only.
    """
    if len(rows) < 3 or not rows[0].header or rows[1].header:
        return rows
    if divided := with_divided_header(rows):
        return divided
    wide = any(1 < columns < width for _, _, columns, _ in rows[0].cells) and not _is_form(rows)
    tall = max((min(n_rows, _MOST_HEADERS) for _, n_rows, _, _ in rows[0].cells), default=1)
    n_header = min(tall, len(rows) - 1) if wide else 1
    if wide and n_header == 1 and not _has_figures(rows[1]) and any(_has_figures(row) for row in rows[2:]):
        n_header = 2
    return [replace(row, header=row.header or at < n_header) for at, row in enumerate(rows)]


def with_divided_header(rows: list[RowText]) -> list[RowText]:
    """
    Return the rows with the first two as the header where the second one divides names of the first, which then reach
    over all columns that they name; no rows where it does not.
    """
    told = [{column: text for column, _, _, text in row.cells} for row in rows]
    reach = lower_header(told[0], told[1:]) if told else {}
    if not reach:
        return []
    taken = {column for at, n in reach.items() for column in range(at + 1, at + n)}
    over = tuple(
        (column, n_rows, max(n_columns, reach.get(column, 1)), text)
        for column, n_rows, n_columns, text in rows[0].cells
        if column not in taken
    )
    return [RowText(cells=over, header=True), replace(rows[1], header=True), *rows[2:]]


def _with_repeated_headers(rows: list[RowText], n_head: int) -> list[RowText]:
    """Return the rows with those made headers that repeat the header farther down."""
    told = [{column: text for column, _, _, text in row.cells} for row in rows]
    again = repeated_headers(told[:n_head], told[n_head:])
    return [replace(row, header=True) if at - n_head in again else row for at, row in enumerate(rows)]


def _is_form(rows: list[RowText]) -> bool:
    return is_form(
        {column: columns for column, _, columns, _ in rows[0].cells},
        [{column: text for column, _, _, text in row.cells} for row in rows[1 : 1 + LOOKED_AT]],
    )


def _has_figures(row: RowText) -> bool:
    return any(_FIGURE.fullmatch(text) and not _YEAR.fullmatch(text.strip()) for *_, text in row.cells if text)


@dataclass(slots=True)
class Canonical:
    """
    Markdown-like text in the making. Blocks stand apart by an empty line.

    ``text`` and ``blocks`` are what was written so far.
    """

    blocks: list[Block] = field(default_factory=list)
    place: Place = field(default_factory=Place)
    """Where in the original the blocks that are written now stand."""
    _pieces: list[str] = field(default_factory=list)
    _length: int = 0

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self._pieces)

    @property
    def title(self) -> str | None:
        """
        The first heading of the first level that is no stamp ("EXECUTION COPY", "Exhibit 10.1"); one with a number of
        its own only where the document begins with it.

        :returns: ``None`` where there is none near the beginning: a heading farther down names a part.
        """
        first = [b for b in self.blocks if b.indexable][:_TITLE_WITHIN]
        heads = [b for b in first if b.kind is BlockKind.HEADING and (not b.number or b is first[0])]
        named = [(b.level, b.span.cut(self.text).lstrip("# ")) for b in heads]
        able = [(level, name) for level, name in named if not _STAMP.fullmatch(name)]
        top = 1 if able == named else min((level for level, _ in able), default=1)  # a stamp may have taken the first
        found = next((name for level, name in able if level == top), None)
        return self._whole_title(first, found) or next(
            filter(None, (self._opening(block) for block in first[:_OPENS_WITHIN])), None
        )

    def _whole_title(self, blocks: list[Block], name: str | None) -> str | None:
        """Return a title with the headings of its level under it, where its line ends in a word that ends no title."""
        if name is None or name.split()[-1].casefold() not in _OPEN_ENDS:
            return name
        texts = [block.span.cut(self.text).lstrip("# ") for block in blocks]
        at = texts.index(name)
        lines = [name]
        for block, text in zip(blocks[at + 1 :], texts[at + 1 :], strict=True):
            if block.kind is not BlockKind.HEADING or block.level != blocks[at].level or len(lines) == _TITLE_LINES:
                break
            lines.append(text)
        return " ".join(lines)

    def _opening(self, block: Block) -> str | None:
        """
        Return the capitals that a paragraph opens with: "LICENSE AGREEMENT between …" where its title runs into it.

        :returns: ``None`` for fewer than two words, and for a paragraph of capitals throughout.
        """
        text = block.span.cut(self.text) if block.kind is BlockKind.PARAGRAPH else ""
        capitals = _CAPITALS.match(text)
        if capitals is None or not any(letter.islower() for letter in text):
            return None
        title = " ".join(_PARTIES.split(capitals[0])[0].split()).rstrip(",-\u2013:;(")
        return title if len(title.split()) > 1 and not _STAMP.fullmatch(title) else None

    def _write(self, piece: str) -> Span:
        start = self._length
        self._pieces.append(piece)
        self._length += len(piece)
        return Span(start, self._length)

    def _open(self) -> int:
        if self._length:
            self._write("\n\n")
        return self._length

    def add(
        self, kind: BlockKind, text: str, *, furniture: bool = False, hidden: bool = False, number: str | None = None
    ) -> None:
        """Write a block that has no parts."""
        self._open()
        span = self._write(text)
        self.blocks.append(
            Block(kind=kind, span=span, number=number, place=self.place, furniture=furniture, hidden=hidden)
        )

    def insert(self, parsed: Parsed, *, deeper: int = 0, furniture: bool = False, place: Place | None = None) -> None:
        """
        Write a whole document: its text as it is, its blocks where they now stand.

        :param deeper: Levels that its headings move down.
        :param place: Where its blocks stand, if not where they say.
        """
        text = parsed.text.rstrip()
        start = self._open()
        self._write(text)
        for block in parsed.blocks:
            self.blocks.append(
                replace(
                    _moved(block, start),
                    level=block.level + deeper if block.level else 0,
                    furniture=block.furniture or furniture,
                    place=place or block.place,
                )
            )

    def heading(self, text: str, *, level: int, number: str | None, title: str, furniture: bool, hidden: bool) -> None:
        """Write a heading with its "#" marks."""
        self._open()
        span = self._write(f"{'#' * level} {text}")
        self.blocks.append(
            Block(
                kind=BlockKind.HEADING,
                span=span,
                level=level,
                number=number,
                title=title,
                place=self.place,
                furniture=furniture,
                hidden=hidden,
            )
        )

    def list_of(self, items: Iterable[ItemText], *, furniture: bool = False, hidden: bool = False) -> None:
        """Write a list, one item a line, deeper ones indented; no block where there are no items."""
        parts: list[Part] = []
        self._open()
        for item in items:
            self._write(("\n" if parts else "") + "  " * min(item.level, _DEEPEST))
            parts.append(Part(span=self._write(f"{item.mark} {item.text}"), level=item.level))
        if parts:
            span = Span(parts[0].span.start, self._length)
            self.blocks.append(
                Block(
                    kind=BlockKind.LIST,
                    span=span,
                    parts=tuple(parts),
                    place=self.place,
                    furniture=furniture,
                    hidden=hidden,
                )
            )

    def table(self, rows: Iterable[RowText], *, width: int, furniture: bool = False, hidden: bool = False) -> None:
        """
        Write a pipe table with its line of dashes under the last of the header rows that it opens with.

        :param width: Number of columns.
        """
        start = self._open()
        parts: list[Part] = []
        listed = _with_lower_headers(list(rows), width)
        n_head = next((at for at, row in enumerate(listed) if not row.header), len(listed))
        listed = _with_repeated_headers(listed, n_head)
        for at, row in enumerate(listed):
            if at:
                self._write("\n")
            parts.append(self._row(row, width))
            if at + 1 == n_head:
                self._write("\n|" + " --- |" * width)
        span = Span(start, self._length)
        self.blocks.append(
            Block(
                kind=BlockKind.TABLE,
                span=span,
                parts=tuple(parts),
                place=self.place,
                furniture=furniture,
                hidden=hidden,
            )
        )

    def _row(self, row: RowText, width: int) -> Part:
        start = self._length
        self._write("|")
        cells: list[Cell] = []
        filled = {column: (rows, columns, text) for column, rows, columns, text in row.cells}
        for column in range(width):
            rows, columns, text = filled.get(column, (1, 1, ""))
            self._write(" ")
            span = self._write(text)
            self._write(" |")
            if column in filled:
                cells.append(Cell(span=span, column=column, row_span=rows, column_span=columns))
        return Part(span=Span(start, self._length), cells=tuple(cells), header=row.header)


def _moved(block: Block, by: int) -> Block:
    """Return a block with everything in it moved by a number of characters."""
    parts = tuple(
        replace(
            part,
            span=_shifted(part.span, by),
            cells=tuple(replace(cell, span=_shifted(cell.span, by)) for cell in part.cells),
        )
        for part in block.parts
    )
    return replace(block, span=_shifted(block.span, by), parts=parts)


def _shifted(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)
