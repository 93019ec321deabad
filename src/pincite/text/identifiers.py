# ruff: noqa: RUF002  (the dashes that are spoken of)
"""Exact keys in a text: order ids, clause numbers, part numbers, codes, and the kinds that a corpus adds."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from pincite.documents import Identifier, Span
from pincite.errors import ConfigError
from pincite.text.allowance import require_time
from pincite.text.patterns import Compiled, Within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["BUILT_IN", "IdentifierKind", "find", "normalise"]

_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d"
_SPACES: Final = "\u00a0\u2007\u2009\u202f"
# One character for one character, so that offsets stay true.
_FOLD: Final = str.maketrans(
    _DASHES + _SPACES + "".join(map(chr, range(0xFF10, 0xFF1A))), "-" * len(_DASHES) + " " * len(_SPACES) + "0123456789"
)
_BRACKET = re.compile(r"\s+\(")
_JOINT = re.compile(r"^([^\W\d_]+)(?=\d)")


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Compiled:
    whole = f"(?:{pattern.translate(_FOLD)})(?![^\\W_])"
    return Compiled(pattern, source=whole, flags=re.IGNORECASE | re.MULTILINE, trusted=pattern in _own_patterns())


@cache
def _own_patterns() -> frozenset[str]:
    """Return the patterns of the built-in kinds, which are written to take no time."""
    return frozenset(kind.pattern for kind in BUILT_IN)


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifierKind:
    """One kind of exact key and how it is written."""

    name: str
    """What the kind is called: "order", "clause", …"""
    pattern: str
    """
    A regular expression. Case does not matter; "-" in it stands for every dash. A group named ``key`` is the key where
    the match holds more than the key ("clause 7.2"). What matches inside a longer identifier does not count.
    """
    exhaustive: bool = False
    """Whether the corpus is the authority on this kind: a key that is not there does not exist."""

    def __post_init__(self) -> None:
        try:
            blank = re.match(self.pattern.translate(_FOLD), "") is not None
        except (re.error, OverflowError, RecursionError) as error:
            raise ConfigError(
                f"the pattern of identifier kind {self.name!r} is {self.pattern!r}: {error}; "
                "expected a regular expression",
                name=self.name,
                pattern=self.pattern,
            ) from error
        if blank:
            raise ConfigError(
                f"the pattern of identifier kind {self.name!r} is {self.pattern!r}, which matches nothing at all: "
                "expected one that needs at least one character",
                name=self.name,
                pattern=self.pattern,
            )


_NOT_CODES: Final = (
    "top|step|part|phase|under|over|age|aged|level|type|page|day|days|week|month|year|mid|pre|post|since|circa|late|early|"
    "non|item|chapter|section|table|figure|fig|volume|vol|no|nr|article|the|and|of|in|at|to|on|or|for|from|per|size|grade|"
    "class|group|round|stage|point|line|row|column|option|question|version|about|around|only|by|re|co|un|sub|plus|minus|"
    "next|last|first|win|is|are|was|fy|usd|eur|gbp|jpy|cny|rub|chf|"
    "jan|feb|mar|apr|may|jun|june|jul|july|aug|sep|sept|oct|nov|dec|january|february|march|april|august"
)
# Every pattern starts with a check that fails at once inside words: identifiers are rare, and every text is read.
_START: Final = r"(?<![^\W_])"
BUILT_IN: Final = (
    IdentifierKind(
        name="order",
        # "O-48214" in every case; "O48214" and "O 48214" only with a capital that is no English word and five digits or
        # more, so that "a 2020 report", "E404" and the compound "A-769662" are no order ids.
        pattern=rf"{_START}(?:[b-z]-\d{{4,7}}|(?-i:[B-HJ-Z]) ?\d{{5,7}})",
        exhaustive=True,
    ),
    IdentifierKind(
        name="clause",
        pattern=(
            r"(?:(?<!\w)(?=[acps§])(?:clauses?|cl\.|sections?|sec\.|articles?|art\.|paragraphs?|para\.|§{1,2})\s{0,3}(?=\d)"
            r"|(?<!\w)(?:articles?|art\.|parts?|chapters?)\s{1,3}(?=(?-i:[IVXLC]{1,6})\b)"
            r"|^(?:\#{1,6} +(?=\d)|[*_]{0,3}"
            r"(?=[1-9]\d?(?:\.[1-9]\d?){1,5}\.?[*_]{0,3}\s+[\"“(*_]{0,3}(?-i:[^\Wa-z\d_]))))"
            r"(?P<key>(?:\d{1,3}(?:\.\d{1,3}){0,5}|(?-i:[IVXLC]{1,6})\b)(?:\s?\((?:[a-z]{1,4}|\d{1,2})\)){0,4})"
        ),
    ),
    IdentifierKind(
        name="part",
        pattern=(
            rf"{_START}(?=[a-z]{{1,5}}-?\d{{4}})"
            rf"(?:(?!(?:{_NOT_CODES})-?\d)[a-z]{{2,5}}-?\d{{4,12}}[a-z]?|[a-z]\d{{6,12}}[a-z]?)"
        ),
    ),
    IdentifierKind(
        name="code",
        pattern=(
            rf"{_START}(?=[a-z][a-z0-9]{{0,9}}-)(?!(?:{_NOT_CODES})-\d+\b(?!-))"
            r"(?:(?-i:(?=[A-Z0-9-]{1,60}\d)[A-Z][A-Z0-9]{0,9}(?:-(?![A-Z]-\d{4})[A-Z0-9]{1,10}){1,4})"
            r"|[a-z]{2,8}-\d{1,3}[a-z]?)"
        ),
    ),
)
"""Order ids (exhaustive), clause numbers, part numbers and codes."""


@lru_cache(maxsize=16384)
def normalise(key: str) -> str:
    """
    Return the form under which a key is stored and looked up: upper case, every dash as "-", no spaces.

    Letters and the digits after them are set apart by a dash, so "o–48214", "O 48214" and "O48214" are all "O-48214".
    """
    text = unicodedata.normalize("NFKC", key.translate(_FOLD)).upper()
    text = _BRACKET.sub("(", unicodedata.normalize("NFKC", text).translate(_FOLD))
    return _JOINT.sub(r"\1-", re.sub(r"[\s-]+", "-", text.strip()))


def find(text: str, kinds: Iterable[IdentifierKind] = BUILT_IN) -> tuple[Identifier, ...]:
    """
    Return the identifiers of a text in order; of those that overlap the longest wins.

    :raises ConfigError: If the pattern of a kind takes too long for this text.
    :param kinds: Kinds to look for; of two with the same span an exhaustive one wins, then the earlier one.
    """
    folded = text.translate(_FOLD)
    ranked = [
        (-len(span), not kind.exhaustive, order, span, kind)
        for order, kind in enumerate(kinds)
        for span in _spans(folded, kind)
    ]
    taken: list[tuple[Span, IdentifierKind]] = []
    covered = bytearray(len(text))
    for *_, span, kind in sorted(ranked, key=lambda row: (*row[:3], row[3])):
        if not any(covered[span.start : span.end]):
            covered[span.start : span.end] = b"\x01" * len(span)
            taken.append((span, kind))
    return tuple(
        Identifier(kind=kind.name, key=normalise(span.cut(text)), span=span, exhaustive=kind.exhaustive)
        for span, kind in sorted(taken, key=lambda found: found[0])
    )


def _spans(folded: str, kind: IdentifierKind) -> Iterator[Span]:
    """Yield the keys that are not pieces of something longer."""
    compiled = _compiled(kind.pattern)
    within = Within(compiled, folded, of=f"identifier kind {kind.name!r}")
    group: str | int = "key" if "key" in compiled.plain.groupindex else 0
    at = 0
    while found := within.search(at):
        require_time()
        start, end = found.span(group)
        if start < end and _free_before(folded, start) and _free_after(folded, end, within):
            yield Span(start, end)
            at = max(end, found.start() + 1)
        else:
            at = found.start() + 1


def _free_before(folded: str, start: int) -> bool:
    before = folded[max(0, start - 2) : start]
    if not before or (before[-1] not in "-_." and not before[-1].isalnum()):
        return True
    if before[-1] == "." or before[-1] == "-":
        return len(before) < 2 or not before[-2].isalnum() or _ends_range(folded, start)
    return before[-1] == "_" and not before[:-1].isalnum()  # "_O-48214_" is emphasis


def _ends_range(folded: str, start: int) -> bool:
    """Tell whether what stands before is the first of "O-48214–O-48218"."""
    return (
        folded[start - 1] == "-" and re.search(r"(?<![^\W_])[A-Za-z]-\d{4,7}$", folded[: start - 1][-10:]) is not None
    )


def _free_after(folded: str, end: int, within: Within) -> bool:
    after = folded[end : end + 2]
    if not after or (after[0] not in "-_." and not after[0].isalnum()):
        return True
    if after[0] == "-":
        return not after[1:].isalnum() or within.match(end + 1) is not None
    if after[0] == ".":
        return not after[1:].isdigit()
    return after[0] == "_" and not after[1:].isalnum()
