"""Plain text: the canonical text is the file itself; headings are taken only where they are clear."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.documents import Block, BlockKind, Parsed, Part, Span
from pincite.parse.clauses import is_capitals, number_and_title, paragraph_number
from pincite.parse.decode import decode
from pincite.parse.lines import Lines, trimmed
from pincite.parse.plain_clauses import with_clauses
from pincite.parse.plain_lines import apart, is_row, stands_over, table, wiki_heading
from pincite.parse.plain_pages import with_pages
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.parse import ParseSettings

__all__ = ["PlainParser", "build"]

_BLANK = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)*\n|\f")
_UNDERLINE = re.compile(r"(?P<text>[^\n]+)\n[^\S\n]*(?P<rule>={3,}|-{3,}|~{3,}|\*{3,}|#{3,})[^\S\n]*(?:\n|\Z)")
_ITEM = re.compile(
    r"^[^\S\n]*(?:[-*+•‣▪·\u2013]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])[^\S\n]+(?=\S)", re.MULTILINE
)
_NUMBERED = re.compile(
    r"(?:(?i:section|article|clause|schedule|annex|appendix|exhibit|chapter|part)\s+"
    r"(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}|[A-Z])\b"
    r"|§\s*\d|\d{1,2}(?:\.\d{1,2}){0,5}[.)]?\s+[\"“(]?[^\W\d_a-z])"
)
_LONGEST_HEADING: Final = 90
_ENDS_SENTENCE: Final = (".", ",", ";", "?", "!", ":")


def build(settings: ParseSettings) -> PlainParser:
    """Return the plain text parser; it has no settings of its own."""
    del settings
    return PlainParser()


class PlainParser:
    """
    Reads text without markup: paragraphs by empty lines, or by line where lines are not wrapped; lists; tables with
    bars; headings that are underlined, numbered, in capitals or between signs of equality.
    """

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version."""
        return format_digest("plain")

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the text as it stands, and its blocks.

        :raises Damaged: If the bytes are empty or binary.
        """
        decoded = decode(data, path=path)
        lines = Lines(decoded.text)
        read = [block for span in _paragraphs(decoded.text) for block in _blocks(span, lines)]
        blocks = with_clauses(with_pages(read, decoded.text), lines)
        first = blocks[0] if blocks else None
        title = first.title if first and first.kind is BlockKind.HEADING and not first.number else None
        return Parsed(text=decoded.text, blocks=blocks, title=title, replaced=decoded.replaced)


def _paragraphs(text: str) -> Iterator[Span]:
    start = 0
    for gap in _BLANK.finditer(text):
        yield from apart(text, trimmed(text, start, gap.start()))
        start = gap.end()
    yield from apart(text, trimmed(text, start, len(text)))


def _blocks(span: Span, lines: Lines) -> Iterator[Block]:
    """Cut one paragraph into headings at its start and what follows them."""
    text = lines.text
    end_of_line = text.find("\n", span.start, span.end)
    if end_of_line > 0 and is_row(text[span.start : end_of_line]) and (found := table(span, lines)):
        yield found
        return
    while len(span) and (heading := _heading(span, lines)):
        yield heading
        span = trimmed(text, heading.span.end, span.end)
    if not any(c.isalnum() for c in span.cut(text)):
        return
    items = [m.start() + len(m.group()) - len(m.group().lstrip()) for m in _ITEM.finditer(text, span.start, span.end)]
    if len(items) < 2:
        yield _prose(span, lines)
        return
    if lead := len(trimmed(text, span.start, items[0])):
        yield _prose(Span(span.start, span.start + lead), lines)
    yield _list(items, span.end, lines)


def _prose(span: Span, lines: Lines) -> Block:
    number = paragraph_number(span.cut(lines.text))
    return Block(kind=BlockKind.PARAGRAPH, span=span, number=number, place=lines.place(span.start))


def _list(starts: list[int], end: int, lines: Lines) -> Block:
    text = lines.text
    indents = [start - text.rfind("\n", 0, start) - 1 for start in starts]
    steps = sorted(set(indents))
    parts = tuple(
        Part(span=trimmed(text, start, stop), level=steps.index(indent))
        for start, stop, indent in zip(starts, [*starts[1:], end], indents, strict=True)
    )
    return Block(kind=BlockKind.LIST, span=Span(starts[0], end), parts=parts, place=lines.place(starts[0]))


def _heading(span: Span, lines: Lines) -> Block | None:
    """Return the heading that a paragraph opens with, if it is clear that one is there."""
    text = lines.text
    stop = text.find("\n", span.start, span.end)
    alone = stop < 0
    line = trimmed(text, span.start, span.end if alone else stop)
    written = line.cut(text)
    if alone and (found := wiki_heading(written)):
        return _made(line, found[1], found[0], lines)
    if (ruled := _UNDERLINE.match(text, span.start, span.end)) and _is_ruled(ruled):
        level = 1 if ruled["rule"][0] in "=#*" else 2
        return _made(Span(span.start, ruled.end("rule")), written, level, lines)
    if len(written) > _LONGEST_HEADING or written.endswith(_ENDS_SENTENCE):
        return None
    number, _ = number_and_title(written)
    over = alone or stands_over(written, text[stop : span.end])
    if number and _NUMBERED.match(written) and (over or "." in number or written.isupper()):
        return _made(line, written, number.count(".") + 1, lines)
    if over and is_capitals(written) and not _ITEM.match(written):
        return _made(line, written, 1, lines)
    return None if alone or not over or number or _ITEM.match(written) else _made(line, written, 2, lines)


def _is_ruled(ruled: re.Match[str]) -> bool:
    """Tell whether the line under a line is its underline: about as long, and the line is short and no list item."""
    width = len(ruled["text"].strip())
    return width <= _LONGEST_HEADING and len(ruled["rule"]) * 2 >= width and not _ITEM.match(ruled["text"])


def _made(span: Span, written: str, level: int, lines: Lines) -> Block:
    number, title = number_and_title(written)
    place = lines.place(span.start)
    return Block(kind=BlockKind.HEADING, span=span, level=level, title=title, number=number, place=place)
