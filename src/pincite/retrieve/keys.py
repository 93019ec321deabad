# ruff: noqa: RUF001, RUF002  (the dashes that are spoken of)
"""What the keys of a question stand for: themselves, all keys of a range, and the clause that a part belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.documents import Identifier, Span

if TYPE_CHECKING:
    from pincite.questions import Query

__all__ = ["MOST_IN_RANGE", "Range", "parents", "ranges"]

MOST_IN_RANGE: Final = 1_000
"""A range of more keys is not spelled out: its two ends stand for themselves."""
_BETWEEN = re.compile(
    r"\s*(?:-|\u2013|\u2014|\.\.\.?|\bto\b|\bthrough\b|\bthru\b|\buntil\b|\btill\b|\bup\s+to\b|\bbis\b|\bà\b|\bau\b|\bhasta\b"
    r"|\ba\b|\bdo\b|\bпо\b|\bдо\b|至|到)\s*(?:[^\W\d_]+\s+)?",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:\band\b|\bund\b|\bet\b|\by\b|\be\b|&)\s*(?:[^\W\d_]+\s+)?", re.IGNORECASE)
_AHEAD = re.compile(r"\b(?:between|zwischen|entre|tra|fra|между)\s+(?:the\s+)?(?:[^\W\d_]+\s+){0,2}$", re.IGNORECASE)
_NUMBERED = re.compile(r"(?P<stem>.*?)(?P<number>\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """All keys from one to another: "O-48210 to O-48218"."""

    keys: tuple[str, ...]
    """Every key, both ends among them, in order."""
    kind: str
    exhaustive: bool
    span: Span
    """From the first end to the last, in the question."""


def ranges(query: Query) -> tuple[Range, ...]:
    """
    Return the ranges that a question names, in order.

    Two neighbouring keys are the ends of one where they are of one kind, differ in their last number only, and stand
    like ends: "A to B", "A–B", "between A and B".
    """
    pairs = zip(query.identifiers, query.identifiers[1:], strict=False)
    return tuple(found for first, last in pairs if (found := _range(query.text, first, last)) is not None)


def _range(text: str, first: Identifier, last: Identifier) -> Range | None:
    gap = text[first.span.end : last.span.start]
    ends = _BETWEEN.fullmatch(gap) or (_AND.fullmatch(gap) and _AHEAD.search(text[: first.span.start]))
    low, high = _NUMBERED.fullmatch(first.key), _NUMBERED.fullmatch(last.key)
    if not ends or not low or not high or first.kind != last.kind or low["stem"] != high["stem"]:
        return None
    least, most = int(low["number"]), int(high["number"])
    if not least < most < least + MOST_IN_RANGE:
        return None
    width = len(low["number"]) if low["number"].startswith("0") else 0
    return Range(
        keys=tuple(f"{low['stem']}{number:0{width}}" for number in range(least, most + 1)),
        kind=first.kind,
        exhaustive=first.exhaustive,
        span=Span(first.span.start, last.span.end),
    )


def parents(key: Identifier) -> tuple[str, ...]:
    """Return the clauses that a part of a clause belongs to, nearest first: "7.2(A)" and "7.2" for "7.2(A)(II)"."""
    if key.kind != "clause":
        return ()
    pieces = re.findall(r"\([^()]*\)", key.key)
    base = key.key[: len(key.key) - sum(map(len, pieces))]
    return tuple(base + "".join(pieces[:n]) for n in range(len(pieces) - 1, -1, -1) if pieces)
