"""
Clauses of a plain text, each parted into a heading and the text under it.

Contracts that were saved as text run their headings in ("7.2 Notices. All notices …"), and often many clauses into one
line. Where a number begins one is told by the whole sequence of numbers (:func:`pincite.parse.clauses.opening`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.documents import Block, BlockKind
from pincite.parse.clauses import is_capitals, number_and_title, opening, run_in
from pincite.parse.lines import trimmed
from pincite.parse.plain_pages import is_listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pincite.documents import Span
    from pincite.parse.clauses import RunIn
    from pincite.parse.lines import Lines

__all__ = ["with_clauses"]

_DEEPEST: Final = 6
_LOOK: Final = 200
"""Characters that are read for a number and a title."""
_NUMBER: Final = r"(?:(?i:section|clause|article)\s+|§\s*)?(?:\d{1,2}(?:\.\d{1,3}){0,4}|[IVXLC]{1,6})[.):]?"
_DOTTED: Final = r"\d{1,2}(?:\.\d{1,3}){1,4}[.):]?"
_CAPITAL: Final = r"\s+[\"“(\[]?[A-Z]"
_GAP = re.compile(rf"(?<!\s)\s++(?={_NUMBER}{_CAPITAL})")
"""White space before what may be a clause's number; from its start only, so that long gaps are read once."""
_SENTENCE_ENDS: Final = frozenset('.;:!?)]”"')
_CAPITALS = re.compile(r"[A-Z]{4}")
_ALONE = re.compile(rf"{_DOTTED}{_CAPITAL}")


def with_clauses(blocks: Sequence[Block], lines: Lines) -> tuple[Block, ...]:
    """
    Return the blocks with paragraphs parted where clauses begin in them, and the clauses' headings apart.

    :param blocks: All blocks of the text in order.
    """
    found = [(at, span) for at, block in enumerate(blocks) for span in _spans(block, lines.text)]
    read = [_read(blocks[at], span, lines.text) for at, span in found]
    stated = {n: number for n, (at, _) in enumerate(found) if (number := _stated(blocks[at]))}
    opened = {n: clause for n in opening(read, stated) if (clause := read[n])}
    stems = Counter(clause.number.rpartition(".")[0] for clause in opened.values())
    numbers = {*stated.values(), *(clause.number for clause in opened.values())}
    begun: dict[int, dict[int, RunIn]] = defaultdict(dict)
    for n, clause in opened.items():
        at, span = found[n]
        stem = clause.number.rpartition(".")[0]
        if clause.title or not stem or stem in numbers or stems[stem] > 1:  # "5.1" alone may be a version
            begun[at][span.start] = clause
    return tuple(
        part
        for at, block in enumerate(blocks)
        for part in (_parted(block, begun[at], lines) if at in begun else [block])
    )


def _spans(block: Block, text: str) -> Iterator[Span]:
    """Yield what may be a clause: a block, and the parts of a paragraph behind each place where one may begin."""
    inside = _inside(block.span, text) if block.kind is BlockKind.PARAGRAPH else ()
    for start, end in pairwise([block.span.start, *inside, block.span.end]):
        yield trimmed(text, start, end)


def _inside(span: Span, text: str) -> Iterator[int]:
    """Yield where a clause may begin inside a paragraph: behind the end of a sentence or title, or on a new line."""
    for gap in _GAP.finditer(text, span.start, span.end):
        dotted = _ALONE.match(text, gap.end(), span.end) is not None
        if text[gap.start() - 1] in _SENTENCE_ENDS or (
            dotted and ("\n" in gap.group() or _is_shouted(text, gap.start()))
        ):
            yield gap.end()


def _is_shouted(text: str, end: int) -> bool:
    return _CAPITALS.fullmatch(text, max(0, end - 4), end) is not None


def _read(block: Block, span: Span, text: str) -> RunIn | None:
    if block.kind is not BlockKind.PARAGRAPH or block.furniture or is_listed(block, text):
        return None
    alone = len(span) <= _LOOK // 2 and span != block.span  # a whole paragraph that is a title was read as one
    read = run_in(text[span.start : min(span.end, span.start + _LOOK)], alone=alone)
    return None if read is not None and read.title[-1:].isdigit() else read  # "1. Malta, 2. Gozo" is an enumeration


def _stated(block: Block) -> str | None:
    return block.number if block.kind is BlockKind.HEADING else None


def _parted(block: Block, clauses: Mapping[int, RunIn], lines: Lines) -> Iterator[Block]:
    """Yield what stands before the first clause, then each clause's heading and its text."""
    starts = sorted(clauses)
    if starts[0] > block.span.start:
        yield _before(trimmed(lines.text, block.span.start, starts[0]), lines)
    for start, end in pairwise([*starts, block.span.end]):
        clause = clauses[start]
        head = trimmed(lines.text, start, start + clause.end)
        level = min(clause.depth, _DEEPEST)
        place = lines.place(start)
        yield Block(
            kind=BlockKind.HEADING, span=head, level=level, title=clause.title, number=clause.number, place=place
        )
        if any(c.isalnum() for c in lines.text[head.end : end]):
            yield _prose(head.end, end, lines)


def _before(span: Span, lines: Lines) -> Block:
    """Return what stands before the first clause of a paragraph: a title in capitals, else prose."""
    written = span.cut(lines.text)
    if len(span) > _LOOK // 2 or not is_capitals(written):
        return _prose(span.start, span.end, lines)
    number, title = number_and_title(written)
    place = lines.place(span.start)
    return Block(kind=BlockKind.HEADING, span=span, level=1, title=title, number=number, place=place)


def _prose(start: int, end: int, lines: Lines) -> Block:
    span = trimmed(lines.text, start, end)
    return Block(kind=BlockKind.PARAGRAPH, span=span, place=lines.place(span.start))
