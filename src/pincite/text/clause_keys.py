"""
The keys of the clauses of a document: where "7.2", "7.2(a)(ii)" and "Article VII" stand, and where they are spoken of.

A clause number in running text ("subject to Section 7.2") is as exact as the one in front of the clause, but what a
reader asks for is the clause. So the first is of the kind ``reference``, the second of the kind ``clause``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Identifier, Span
from pincite.text.identifiers import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pincite.documents import Block

__all__ = ["CLAUSE", "REFERENCE", "clause_keys", "with_clauses"]

CLAUSE: Final = "clause"
REFERENCE: Final = "reference"
_MARK = re.compile(r"[*_]{0,2}\(?(?P<m>[a-z]{1,4}|[A-Z]{1,2}|\d{1,2})[.)][*_]{0,2}(?=\s|$)")
_PARAGRAPH_MARK = re.compile(r"\((?P<m>[a-z]{1,4}|[A-Z]{1,2}|\d{1,2})\)(?=\s)")
_ARTICLE = re.compile(r"[#\s*_]*(?:article|section|clause|part|chapter)\s", re.IGNORECASE)
_ROMAN: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_DEEPEST: Final = 4
"""Most marks behind a number: "7.2(a)(ii)(A)(1)"."""


def clause_keys(text: str, blocks: Iterable[Block]) -> tuple[Identifier, ...]:
    """
    Return the keys of a document's clauses where each begins, in order.

    A list item "(a)" under clause 7.2 is "7.2(A)", the "(ii)" under it "7.2(A)(II)". A Roman number has its Arabic
    twin, so that "Article 7" finds "ARTICLE VII".

    :param text: The canonical text.
    :param blocks: In order; furniture and hidden ones are passed over.
    """
    trail = _Trail()
    return tuple(identifier for block in blocks if block.indexable for identifier in _of(block, text, trail))


def with_clauses(found: Sequence[Identifier], text: str, blocks: Iterable[Block]) -> tuple[Identifier, ...]:
    """
    Return the identifiers of a text with its clauses among them; clause numbers elsewhere become references.

    :param found: What was found in the text alone.
    """
    keys = clause_keys(text, blocks)
    places = {(key.key, key.span.end) for key in keys}
    inside = {at for key in keys for at in range(key.span.start, key.span.end)}
    others = (
        replace(each, kind=REFERENCE) if each.kind == CLAUSE else each
        for each in found
        if each.kind != CLAUSE or ((each.key, each.span.end) not in places and each.span.start not in inside)
    )
    return tuple(sorted((*others, *keys), key=lambda each: (each.span, each.key)))


@dataclass(slots=True)
class _Trail:
    """The clause that is open, and the marks of the items below it that are."""

    number: str = ""
    marks: list[tuple[str, str]] = field(default_factory=list)
    """(style, mark) from the outermost."""

    def open(self, number: str) -> None:
        self.number = number
        self.marks.clear()

    def item(self, mark: str) -> str:
        """Return the key of an item, which closes those of its own style and below."""
        style = self._style(mark)
        styles = [each for each, _ in self.marks]
        if style in styles:
            del self.marks[styles.index(style) :]
        self.marks.append((style, mark))
        return self.number + "".join(f"({each})" for _, each in self.marks)

    def _style(self, mark: str) -> str:
        """Tell letters from Roman numbers: "i" follows "h" as a letter and begins a list as a number."""
        if mark.isdigit():
            return "1"
        case = "a" if mark.islower() else "A"
        if mark.upper().strip("IVX"):
            return case
        letters = [each for style, each in self.marks if style == case]
        follows = bool(letters) and len(mark) == 1 and len(letters[-1]) == 1 and ord(mark) - ord(letters[-1]) == 1
        return case if follows else "i" if case == "a" else "I"


def _of(block: Block, text: str, trail: _Trail) -> Iterator[Identifier]:
    if block.number and (block.kind is not BlockKind.HEADING or _is_clause(block, text)):
        yield from _numbered(block, block.number, text, trail)
    elif block.kind is BlockKind.HEADING:
        trail.open("")
    elif block.kind is BlockKind.LIST:
        for part in block.parts:
            yield from _item(_MARK, part.span, text, trail)
    elif block.kind is BlockKind.PARAGRAPH:
        yield from _item(_PARAGRAPH_MARK, block.span, text, trail)


def _is_clause(block: Block, text: str) -> bool:
    """Tell whether a heading's number is a clause's: a figure, or a Roman one behind its word, but no "Exhibit C"."""
    number = block.number or ""
    return number[:1].isdigit() or (not number.strip("IVXLC") and _ARTICLE.match(block.span.cut(text)) is not None)


def _numbered(block: Block, number: str, text: str, trail: _Trail) -> Iterator[Identifier]:
    start = text.find(number, block.span.start, block.span.end)
    trail.open(number)
    if start >= 0:
        span = Span(start, start + len(number))
        yield Identifier(kind=CLAUSE, key=normalise(number), span=span)
        if number.isalpha():
            yield Identifier(kind=CLAUSE, key=str(_arabic(number)), span=span)


def _item(pattern: re.Pattern[str], span: Span, text: str, trail: _Trail) -> Iterator[Identifier]:
    found = pattern.match(text, span.start, span.end)
    if found is None:
        return
    mark = found["m"]
    if not trail.number and not mark.isdigit():
        return  # "(a)" without a clause above it is no key
    if mark.isdigit() and found.group()[:1] != "(" and found.group()[-1] == "." and not trail.marks:
        return  # "1." is an item of an ordinary list
    key = trail.item(mark)
    if trail.number and len(trail.marks) <= _DEEPEST:
        yield Identifier(kind=CLAUSE, key=normalise(key), span=Span(found.start(), found.end()))


def _arabic(roman: str) -> int:
    values = [_ROMAN[letter] for letter in roman.upper()]
    return sum(-one if one < two else one for one, two in zip(values, [*values[1:], 0], strict=True))
