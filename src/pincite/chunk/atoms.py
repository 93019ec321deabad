"""
What the structural chunker packs: whole blocks where they fit, else their rows, items, sentences or lines.

An atom knows what has to stand with it where a chunk begins with it: a table's header rows, its caption and the notes
under it, a list's lead-in and the items above, the term that is being defined, the rule that is excepted from. It knows
too whether it must not be parted from the atom before it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final

from pincite.chunk.pieces import trimmed
from pincite.chunk.prose import whole_sentences
from pincite.chunk.tables import captions, row_texts
from pincite.chunk.ties import around, defines, excepts, says_unit, ties
from pincite.documents import BlockKind, Place, Span
from pincite.text.allowance import require_time
from pincite.text.markup import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pincite.documents import Block, Part

__all__ = ["Atom", "split", "told", "whole", "words"]

_PROSE: Final = frozenset({BlockKind.PARAGRAPH, BlockKind.FOOTNOTE, BlockKind.FIGURE})
_LONGEST_TOLD: Final = 400
"""Characters of the longest sentence that is repeated in front of the next one."""
_MOST_ABOVE: Final = 8
"""Most items above a nested one that are repeated with it."""
_MOST_SIGNS: Final = 200
"""Signs without a letter or figure that may stand for something; a line of more is drawn, not written."""
_LINE_MARK = re.compile(r"[^\S\n]*(?:[-*+•|>]|\(?[0-9a-zA-Z]{1,4}[.)])?[^\S\n]*(?:\[[ xX]\][^\S\n]*)?")
_WORD = re.compile(r"\S{1,400}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Atom:
    """What is not cut."""

    span: Span
    body: str
    """The text without markup; empty for a heading, whose words stand in the path."""
    units: tuple[tuple[Span, str], ...]
    """Spans inside ``span`` and what each says, without title and path."""
    place: Place
    heading: bool = False
    context: tuple[Span, ...] = ()
    """What belongs to it, standing before it, or under it where it is a table."""
    prose: bool = False
    """Whether it is running text: a paragraph, a footnote, a caption."""
    tied: bool = False
    """Whether it must not be parted from the atom before it where both fit."""
    n_tokens: int = 0
    """Tokens of ``body``."""

    @property
    def length(self) -> int:
        """Characters that it takes; many signs of which nothing is said take room too."""
        return max(len(self.body), len(self.span) if not self.body else 0)


def whole(at: int, blocks: Sequence[Block], text: str, language: str) -> Atom:
    """
    Return a block as one atom, its tokens not yet counted.

    :param at: Place of the block among ``blocks``, those of one section in order.
    :param text: The canonical text.
    """
    block = blocks[at]
    if block.kind is BlockKind.HEADING:
        return Atom(span=block.span, body="", units=(), place=block.place, heading=True)
    before = blocks[at - 1] if at else None
    tied = before is not None and ties(before, block, text)
    context = around(at, blocks, text, language)
    if tied and before is not None and not context:
        context = (before.span,)
    body = _body(block, text)
    return Atom(
        span=block.span,
        body=body,
        units=tuple(_units(block, body, text, language, context)),
        place=block.place,
        context=context,
        prose=block.kind in _PROSE,
        tied=tied,
    )


def told(atoms: Sequence[Atom]) -> list[Atom]:
    """
    Return the atoms with the sentence before in front of each sentence that leans on it: "It ends in May" says nothing
    alone. A sentence begins anew behind a heading, list, table or code. Sentences that are not in plain Latin letters
    always lean: which words point back is known for English only.
    """
    out: list[Atom] = []
    before = ""
    for atom in atoms:
        units: list[tuple[Span, str]] = []
        for span, said in atom.units if atom.prose else ():
            units.append((span, f"{before} {said}".strip() if _leans(said) else said))
            before = said if len(said) <= _LONGEST_TOLD else ""
        out.append(replace(atom, units=tuple(units)) if atom.prose else atom)
        before = before if atom.prose else ""
    return out


_LEANING_LISTED: Final = (
    "it its itself this that these those they them their he she his her such there then here so thus hence therefore "
    "however moreover also otherwise instead but and or nor yet both neither either each one ones another others same "
    "latter former if when in as"
)
_LEANING: Final = frozenset(_LEANING_LISTED.split())
"""First words of a sentence that may point back to the one before it."""


def _leans(said: str) -> bool:
    first = said.split(None, 1)[0] if said.split(None, 1) else ""
    return not said.isascii() or first.strip("\"'([,").casefold() in _LEANING


def split(atom: Atom, block: Block, text: str, language: str) -> tuple[Atom, ...]:
    """
    Return the parts of a block that is too long for one chunk; together they cover all of it.

    :param atom: The whole block.
    """
    if block.kind is BlockKind.TABLE and block.parts:
        return _rows(atom, block, text)
    if block.kind is BlockKind.LIST and block.parts:
        return _items(atom, block, text)
    if block.kind is BlockKind.CODE:
        return tuple(_part(atom, span, text) for span in _lines(block.span, text))
    found = [span for span, _ in atom.units] or whole_sentences(atom.span, text, language)
    return tuple(_sentence(atom, at, found, text) for at in range(len(found)))


def words(atom: Atom, text: str, *, count: Callable[[Sequence[str]], list[int]], together: int) -> tuple[Atom, ...]:
    """
    Return an atom word by word: the last resort for a row, item or sentence longer than a chunk.

    :param count: Counts the tokens of texts.
    :param together: How many words make a piece, at least 1; more are faster.
    """
    spans = tuple(_runs(atom.span, text, together))
    bodies = [_said(span.cut(text)) for span in spans]
    return tuple(
        Atom(span=span, body=body, units=(), place=atom.place, context=atom.context, n_tokens=n_tokens)
        for span, body, n_tokens in zip(spans, bodies, count(bodies), strict=True)
    )


def _runs(outer: Span, text: str, together: int) -> Iterator[Span]:
    """Yield runs of so many words; one at a time, since a line of megabytes has millions."""
    found = (match.span() for match in _WORD.finditer(text, outer.start, outer.end))
    while run := list(islice(found, together)):
        require_time()
        yield Span(run[0][0], run[-1][1])


def _said(text: str) -> str:
    """Return a text without markup; of many signs without a letter or figure among them nothing is said."""
    body = plain(text)
    return "" if len(body) > _MOST_SIGNS and not any(map(str.isalnum, body)) else body


def _body(block: Block, text: str) -> str:
    """Return the block without markup; every row of a table and item of a list on its own line."""
    if block.kind in (BlockKind.TABLE, BlockKind.LIST) and block.parts:
        return "\n".join(plain(span.cut(text)) for _, span in _between(block.parts, block.span, text))
    return plain(block.span.cut(text))


def _units(block: Block, body: str, text: str, language: str, context: tuple[Span, ...]) -> Iterator[tuple[Span, str]]:
    if block.kind is BlockKind.TABLE and block.parts:
        notes = [said for span in (*context, *captions(block, text)) if says_unit(said := plain(span.cut(text)))]
        for part, said in row_texts(block, text):
            yield part.span, " ".join([*notes, said])
    elif block.kind is BlockKind.LIST and block.parts:
        items = {part.span: plain(part.span.cut(text)) for part in block.parts}
        lead_in = [plain(span.cut(text)) for span in context]
        for part, above in zip(block.parts, _above(block.parts), strict=True):
            yield part.span, " ".join([*lead_in, *(items[span] for span in above), items[part.span]]).strip()
    elif block.kind is BlockKind.CODE:
        yield block.span, body
    else:
        yield from _sentences(block.span, body, text, language)


def _sentences(outer: Span, body: str, text: str, language: str) -> Iterator[tuple[Span, str]]:
    clean = body == _folded(outer.cut(text))  # without marks in the whole there are none in a sentence: half the time
    for span in whole_sentences(outer, text, language):
        said = _folded(span.cut(text)) if clean else plain(span.cut(text))
        yield span, said if len(said) <= _MOST_SIGNS else _said(said)


def _folded(text: str) -> str:
    return " ".join(text.split())


def _above(parts: Sequence[Part]) -> list[tuple[Span, ...]]:
    """Return for each item the items that it stands under, from the top; of many, the nearest."""
    found: list[tuple[Span, ...]] = []
    open_items: list[Part] = []
    for part in parts:
        while open_items and open_items[-1].level >= part.level:
            open_items.pop()
        found.append(tuple(item.span for item in open_items[-_MOST_ABOVE:]))
        open_items.append(part)
    return found


def _rows(atom: Atom, block: Block, text: str) -> tuple[Atom, ...]:
    """Return the rows; header rows stand with the first one under them, and are the context of the others."""
    found = list(_under_headers(block, frozenset(captions(block, text))))
    rows = [row for row, _ in found] or list(block.parts)
    contexts = [(*atom.context, *over) for _, over in found]
    return tuple(
        _part(atom, span, text, context=contexts[at] if at else atom.context)
        for at, span in _between(rows, block.span, text)
    )


def _under_headers(block: Block, unit_rows: frozenset[Span]) -> Iterator[tuple[Part, tuple[Span, ...]]]:
    """
    Yield the rows of a table, the header rows that stand right before one as a part of it, each with the other rows
    that say what it means: those that give a unit, and the header over it. A new header of several cells ends the last.
    """
    units: list[Span] = []
    over: list[Part] = []
    before: list[Part] = []
    for part in block.parts:
        if part.header or part.span in unit_rows:
            before.append(part)
            continue
        if any(len(head.cells) > 1 and head.header for head in before):
            over = []
        start = before[0].span.start if before else part.span.start
        context = (*units, *(head.span for head in over))
        yield replace(part, span=Span(start, part.span.end)), context
        units += [head.span for head in before if not head.header]
        over += [head for head in before if head.header]
        before = []


def _items(atom: Atom, block: Block, text: str) -> tuple[Atom, ...]:
    above = _above(block.parts)
    return tuple(
        replace(
            _part(atom, span, text, context=(*atom.context, *above[at])),
            tied=at > 0 and excepts(block.parts[at].span.cut(text)),
        )
        for at, span in _between(block.parts, block.span, text)
    )


def _sentence(atom: Atom, at: int, found: Sequence[Span], text: str) -> Atom:
    """Return a sentence of a paragraph: exceptions go with the one before, the rest of a definition with its term."""
    part = _part(atom, found[at], text)
    if at == 0:
        return part
    tied = excepts(part.span.cut(text))
    first = (found[0],) if defines(found[0].cut(text)) else ()
    return replace(part, context=first or ((found[at - 1],) if tied else ()), tied=tied)


def _part(atom: Atom, span: Span, text: str, *, context: tuple[Span, ...] | None = None) -> Atom:
    near = slice(*(bisect_left(atom.units, at, key=lambda unit: unit[0].start) for at in (span.start, span.end)))
    units = tuple((inner, said) for inner, said in atom.units[near] if span.contains(inner))
    found = replace(atom, span=span, body=_said(span.cut(text)), units=units)
    return found if context is None else replace(found, context=context)


def _between(parts: Sequence[Part], outer: Span, text: str) -> Iterator[tuple[int, Span]]:
    """Yield the spans of the parts with their number, widened so that together they cover all of ``outer``'s text."""
    starts = [outer.start, *(_mark_start(part.span.start, outer.start, text) for part in parts[1:])]
    for at, (start, end) in enumerate(pairwise([*starts, outer.end])):
        span = trimmed(text, start, max(start, end))
        if span is not None:
            yield at, span


def _mark_start(start: int, floor: int, text: str) -> int:
    """Return the start of the line where only a bullet, a number or a pipe stands before the part."""
    line = max(floor, text.rfind("\n", 0, start) + 1)
    return line if _LINE_MARK.fullmatch(text, line, start) else start


def _lines(outer: Span, text: str) -> Iterable[Span]:
    start = outer.start
    for line in outer.cut(text).splitlines(keepends=True):
        span = trimmed(text, start, start + len(line))
        if span is not None:
            yield span
        start += len(line)
