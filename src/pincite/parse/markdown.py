"""Markdown: the canonical text is the source itself without its front matter, so that quotes stand in the file."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.documents import Block, BlockKind, Parsed, Part, Span
from pincite.errors import Damaged
from pincite.parse import _markdown_it
from pincite.parse.clauses import number_and_title, paragraph_number
from pincite.parse.decode import decode
from pincite.parse.front_matter import split
from pincite.parse.hidden import carve, hidden_spans
from pincite.parse.lines import Lines, trimmed
from pincite.parse.pipes import html_rows, pipe_row, with_repeated_headers
from pincite.parse.versions import format_digest
from pincite.text.markup import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

    from pincite.parse import ParseSettings

__all__ = ["MarkdownParser", "blocks_of", "build"]

_FOOTNOTE = re.compile(r"^[ ]{0,3}\[\^[^\]\s]+\]:", re.MULTILINE)
_DEFINITION = re.compile(
    r"[ ]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S+(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*(?:\n|\Z)"
)
_IMAGE = re.compile(r"(?:\[?!\[[^\]]*\]\([^)\n]*\)(?:\]\([^)\n]*\))?\s*)+")
_QUOTE_MARKS = re.compile(r"[ \t>]*")
_MARKER = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)", re.MULTILINE)


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> MarkdownParser:
    """Return the Markdown parser; it has no settings of its own."""
    del settings, passwords
    return MarkdownParser()


class MarkdownParser:
    """Reads CommonMark with tables, footnotes, front matter and HTML in it."""

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version and the library's."""
        return format_digest("markdown")

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the source without its front matter, and its blocks.

        :raises Damaged: If the bytes are empty or binary, or nothing stands under the front matter.
        :raises MetadataError: If the front matter cannot be read.
        """
        decoded = decode(data, path=path)
        front = split(decoded.text, path=path)
        text = decoded.text[front.end :]
        if not text.strip():
            raise Damaged(
                f"{path} holds nothing but front matter: expected text under it; fill it or leave it out", path=path
            )
        blocks = blocks_of(text, before=front.n_lines)
        return Parsed(
            text=text,
            blocks=blocks,
            title=_title(blocks),
            metadata=front.values,
            language=str(front.values["language"]) if front.values.get("language") else None,
            replaced=decoded.replaced,
        )


def blocks_of(text: str, *, before: int = 0) -> tuple[Block, ...]:
    """
    Return the blocks of a Markdown text.

    :param before: How many lines of the file stand before it.
    """
    lines = Lines(text, before=before)
    blocks = list(_Reader(lines, _markdown_it.tokens(text)).read())
    blocks = carve(blocks, hidden_spans(text, blocks), lines)
    return tuple(_with_gaps(blocks, lines))


def _title(blocks: tuple[Block, ...]) -> str | None:
    heads = [b for b in blocks if b.kind is BlockKind.HEADING and b.indexable]
    top = next((b for b in heads if b.level == 1), heads[0] if heads and heads[0] is blocks[0] else None)
    return f"{top.number or ''} {top.title}".strip() if top else None


class _Reader:
    """Walks the library's tokens once and yields a block for each outermost thing that is one."""

    def __init__(self, lines: Lines, tokens: list[Token]) -> None:
        self._lines = lines
        self._text = lines.text
        self._tokens = tokens
        self._at = 0

    def read(self) -> Iterator[Block]:
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            match token.type:
                case "heading_open":
                    yield self._heading(token)
                case "paragraph_open":
                    yield from self._paragraph(token)
                case "bullet_list_open" | "ordered_list_open":
                    yield self._list(token)
                case "table_open":
                    yield self._table(token)
                case "fence" | "code_block":
                    yield from self._code(token)
                case "html_block":
                    yield from self._html(token)

    def _span(self, token: Token) -> Span:
        first, last = token.map or (0, 0)
        span = self._lines.span(first, last)
        start = _QUOTE_MARKS.match(self._text, span.start, span.end)
        return trimmed(self._text, start.end() if start else span.start, span.end)

    def _block(self, kind: BlockKind, span: Span, **more: object) -> Block:
        return Block(kind=kind, span=span, place=self._lines.place(span.start), **more)  # type: ignore[arg-type]

    def _heading(self, token: Token) -> Block:
        span = self._span(token)
        quoted = token.level > 0  # a heading inside a quotation opens no section
        if quoted:
            return self._block(BlockKind.PARAGRAPH, span)
        number, title = number_and_title(plain(span.cut(self._text)))
        return self._block(BlockKind.HEADING, span, level=int(token.tag[1:]), title=title, number=number)

    def _paragraph(self, token: Token) -> Iterator[Block]:
        span = self._span(token)
        while definition := _DEFINITION.match(self._text, span.start, span.end):
            rest = trimmed(self._text, definition.end(), max(span.end, definition.end()))
            if definition.group().split("]:", 1)[1].strip().startswith(("#", "<>")):  # "[//]: # (a comment)"
                yield self._block(BlockKind.PARAGRAPH, trimmed(self._text, *definition.span()), hidden=True)
            span = rest
        if not len(span):
            return
        text = span.cut(self._text)
        starts = [span.start + m.start() for m in _FOOTNOTE.finditer(text)]
        notes = frozenset(starts)
        for start, end in zip([span.start, *starts], [*starts, span.end], strict=True):
            if len(piece := trimmed(self._text, start, end)):
                yield self._prose(piece, note=start in notes)

    def _prose(self, span: Span, *, note: bool) -> Block:
        text = span.cut(self._text)
        if note:
            return self._block(BlockKind.FOOTNOTE, span)
        if _IMAGE.fullmatch(text):
            return self._block(BlockKind.FIGURE, span)
        return self._block(BlockKind.PARAGRAPH, span, number=paragraph_number(text))

    def _inside(self, token: Token) -> Iterator[Token]:
        """Yield the tokens up to the one that closes ``token``."""
        close = token.type.replace("_open", "_close")
        while self._at < len(self._tokens):
            found = self._tokens[self._at]
            self._at += 1
            if found.type == close and found.level == token.level:
                return
            yield found

    def _list(self, token: Token) -> Block:
        span = self._span(token)
        marks: list[tuple[int, int]] = []
        depth = 0
        for inner in self._inside(token):
            depth += (inner.type in _LISTS) - (inner.type in _LIST_ENDS)
            if inner.type == "list_item_open" and inner.map:
                marks.append((self._item_start(inner.map[0], marks), depth))
        ends = [*(start for start, _ in marks[1:]), span.end]
        parts = tuple(
            Part(span=trimmed(self._text, start, end), level=level)
            for (start, level), end in zip(marks, ends, strict=True)
            if end > start
        )
        return self._block(BlockKind.LIST, span, parts=parts)

    def _item_start(self, line: int, marks: list[tuple[int, int]]) -> int:
        """Return where an item's mark stands; on the line of the item before it, behind that one's mark."""
        start = self._lines.span(line, line + 1).start
        quoted = _QUOTE_MARKS.match(self._text, start)
        start = quoted.end() if quoted else start
        if marks and marks[-1][0] >= start:
            before = marks[-1][0]
            mark = _MARKER.match(self._text, before)
            return mark.end() if mark else before
        return start

    def _table(self, token: Token) -> Block:
        rows: list[Part] = []
        head = False
        for inner in self._inside(token):
            head = inner.type == "thead_open" or (head and inner.type != "thead_close")
            if inner.type == "tr_open" and len(span := self._span(inner)):
                rows.append(pipe_row(self._text, span, header=head))
        parts = tuple(with_repeated_headers(self._text, rows))
        return self._block(BlockKind.TABLE, self._span(token), parts=parts)

    def _code(self, token: Token) -> Iterator[Block]:
        span = self._span(token)
        if any(not c.isspace() and c not in "`~" for c in span.cut(self._text)):
            yield self._block(BlockKind.CODE, span)

    def _html(self, token: Token) -> Iterator[Block]:
        """Yield a table or a paragraph; a table runs to its end, over empty lines that end the block for Markdown."""
        span = self._span(token)
        opened = re.compile(r"<table\b", re.IGNORECASE).search(self._text, span.start, span.end)
        if not opened:
            if plain(span.cut(self._text)):
                yield self._block(BlockKind.PARAGRAPH, span)
            return
        closed = re.compile(r"</table\s*>", re.IGNORECASE).search(self._text, opened.end())
        table = Span(opened.start(), closed.end() if closed else span.end)
        if rows := html_rows(self._text, table):
            yield self._block(BlockKind.TABLE, table, parts=rows)
            self._skip_to(table.end)

    def _skip_to(self, offset: int) -> None:
        """Pass over the tokens of what starts before ``offset``."""
        while self._at < len(self._tokens):
            lines = self._tokens[self._at].map
            if lines and self._lines.span(lines[0], lines[1]).start >= offset:
                return
            self._at += 1


_LISTS: Final = frozenset({"bullet_list_open", "ordered_list_open"})
_LIST_ENDS: Final = frozenset({"bullet_list_close", "ordered_list_close"})


def _with_gaps(blocks: list[Block], lines: Lines) -> Iterator[Block]:
    """Yield the blocks, an indented note joined to its footnote, and a paragraph for words that none of them holds."""
    at = 0
    held: Block | None = None
    for block in [*blocks, None]:
        gap = trimmed(lines.text, at, block.span.start if block else len(lines.text))
        if len(gap) and any(c.isalnum() for c in plain(_DEFINITION.sub("", gap.cut(lines.text)))):
            if held:
                yield held
            held = Block(kind=BlockKind.PARAGRAPH, span=gap, place=lines.place(gap.start))
        if held and block and held.kind is BlockKind.FOOTNOTE and _continues(block, lines.text):
            held = replace(held, span=Span(held.span.start, block.span.end))
        else:
            if held:
                yield held
            held = block
        at = block.span.end if block else at


def _continues(block: Block, text: str) -> bool:
    """Tell whether a block is the indented second paragraph of a footnote, which the library takes for code."""
    start = text.rfind("\n", 0, block.span.start) + 1
    return (
        block.kind is BlockKind.CODE and text[start : block.span.start].isspace() and text[block.span.start] not in "`~"
    )
