"""
Words that say how far a statement reaches, which a claim may not drop, add or turn round: bounds of quantities ("up
to", "at least"), conditions ("only", "unless", "when"), whom it is for, and how many of them.

By English words; a text in another language has none of them.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Final

from pincite.attribute.amounts import amounts, in_smaller
from pincite.attribute.facts import Slip
from pincite.attribute.segments import parts, segments
from pincite.attribute.wording import unsaid
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from pincite.text.numbers import Quantity

__all__ = ["Bound", "bound", "overreach"]


class Bound(Enum):
    """On which side of a quantity the values are that a text speaks of."""

    NONE = ""
    AT_MOST = "up to"
    AT_LEAST = "at least"
    MORE = "more than"
    LESS = "less than"


_BEFORE: Final = (
    (
        Bound.AT_MOST,
        r"(?<!\bgo )(?<!\bgoes )(?<!\bwent )(?<!\bgone )up to"
        r"|at most|(?:no|not) (?:more|longer|later|greater|higher) than|not over|(?:not|never) exceed(?:ing)?"
        r"|max(?:imum|\.)?(?: of)?|(?:capped|limited) (?:at|to)|until",
    ),
    (Bound.AT_LEAST, r"at least|(?:no|not) (?:less|fewer|shorter|earlier|lower) than|min(?:imum|\.)?(?: of)?"),
    (Bound.MORE, r"(?:more|longer|greater|older|higher|later) than|over|above|exceed(?:s|ing)?|beyond"),
    (Bound.LESS, r"(?:less|fewer|shorter|younger|lower) than|under|below"),
)
_AFTER: Final = (
    (Bound.AT_MOST, r"or (?:less|fewer|under|younger|below)|maximum|at (?:the )?most"),
    (Bound.AT_LEAST, r"or (?:more|longer|older|over|above|higher)|and (?:above|over|older|more)|minimum|at least"),
)
_BOUND_BEFORE: Final = tuple(
    (kind, re.compile(rf"\b(?:{words})(?:\s+(?:a|an|the|of))?\s*$", re.IGNORECASE)) for kind, words in _BEFORE
)
_BOUND_AFTER: Final = tuple((kind, re.compile(rf"\s*,?\s*(?:{words})\b", re.IGNORECASE)) for kind, words in _AFTER)
_SAID_ELSEWHERE: Final = {
    Bound.AT_MOST: re.compile(r"\b(?:max\w*|top|limit\w*|cap(?:s|ped)?|most|ceiling|exceed\w*|within|until)\b", re.I),
    Bound.AT_LEAST: re.compile(r"\b(?:min\w*|least|floor)\b", re.I),
    Bound.MORE: re.compile(r"\b(?:more|over|above|exceed\w*|than|after)\b", re.I),
    Bound.LESS: re.compile(r"\b(?:less|fewer|under|below|than|before)\b", re.I),
}
_ONLY: Final = re.compile(r"(?<!not )\b(?:only|solely|exclusively)\b", re.IGNORECASE)
_ONLY_WHAT: Final = re.compile(r"(?<!not )\b(?:only|solely|exclusively)\b(?P<what>[^,;.:]*)", re.IGNORECASE)
_EVERY: Final = re.compile(r"\b(?:every|each|per|once (?:in|an?|every))(?:\s+(?:a|an|the))?\s*$", re.IGNORECASE)
_ONE: Final = re.compile(r"\b(?:one|a single|once)\s+(?P<what>[^\W\d_]{2,})", re.IGNORECASE)
_SEVERAL: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|[2-9]|\d{2,})\s+(?P<what>[^\W\d_]{2,})", re.IGNORECASE
)
_ALONE: Final = re.compile(
    r"\b(?:only|solely|exclusively|unless|except|just|alone|not|no|never|none|nobody|other than)\b|n['\u2019]t\b", re.I
)
_CONDITION: Final = re.compile(
    r"\b(?:unless|except(?! that)|if|provided(?: that)?(?=\s+(?:that|the|they|it|you|he|she|a|an)\b)|subject to|when"
    r"|as long as|so long as|until|on condition that)\b(?P<tail>[^,;.:]*)",
    re.IGNORECASE,
)
_PERSONS: Final = re.compile(
    r"\b(?:for|in|among)\s+(?:[\w-]+\s+){0,2}?(?:patients|adults|children|infants|women|men|students|pupils"
    r"|members|employees|staff|workers|trainees|interns|residents|guests|visitors|customers|consumers|drivers"
    r"|passengers|users|beginners|pensioners|seniors|minors|newcomers|freelancers|contractors)\b[^,;.]*",
    re.IGNORECASE,
)
_PARTIAL: Final = re.compile(
    r"(?<!at )(?<!the )\b(?:some|most|many|few|several|certain|usually|often|sometimes|normally|typically|partly)\b",
    re.IGNORECASE,
)
_UNIVERSAL: Final = re.compile(
    r"\b(?:all|any|always|entirely|(?:every|each|per)(?!\s+(?:hour|day|night|week|month|quarter|year|annum)\b))\b", re.I
)


def overreach(claim: str, unit: str, wide: str, *, language: str) -> tuple[Slip, ...]:
    """
    Return where a claim reaches further than its evidence, or less far.

    :param unit: The quoted sentences, items or rows.
    :param wide: The same with what stands over them.
    """
    return (
        *_bounds(claim, unit, wide, language),
        *_left_out(claim, unit, language),
        *_conditions(claim, unit, language),
        *_persons(claim, unit, language),
        *_how_many(claim, unit, language),
        *_only_others(claim, unit, language),
        *_how_often(claim, unit, language),
        *_one_of_several(claim, unit, language),
    )


def bound(text: str, found: Quantity) -> Bound:
    """Return the bound that is written directly before or after a quantity."""
    before, after = text[max(0, found.span.start - 40) : found.span.start], text[found.span.end :]
    held = [kind for kind, words in _BOUND_BEFORE if words.search(before)]
    held += [kind for kind, words in _BOUND_AFTER if words.match(after)]
    return held[0] if held else Bound.NONE


def _bounds(claim: str, unit: str, wide: str, language: str) -> Iterable[Slip]:
    told: dict[Hashable, set[Bound]] = {}
    for each in amounts(unit, language=language):
        told.setdefault(in_smaller(each.key), set()).add(bound(unit, each))
    for said in amounts(claim, language=language):
        allowed, own = told.get(in_smaller(said.key), set()), bound(claim, said)
        if not allowed or own in allowed:
            continue
        if own is Bound.NONE:
            if not any(_says_elsewhere(kind, claim, unit) for kind in allowed):
                yield Slip(finding=f"leaves out {_shown(allowed)!r} before {said.span.cut(claim)}")
        elif allowed != {Bound.NONE} or not _SAID_ELSEWHERE[own].search(wide):
            yield Slip(finding=f"says {own.value!r} of {said.span.cut(claim)}, which the quoted words do not")


def _says_elsewhere(kind: Bound, claim: str, unit: str) -> bool:
    """Tell whether a claim has other words for a bound; what a time is counted from ("24 hours before") is none."""
    found = {match.group().casefold() for match in _SAID_ELSEWHERE[kind].finditer(claim)}
    return bool(found - {word for word in ("before", "after") if re.search(rf"\b{word}\b", unit, re.IGNORECASE)})


def _shown(bounds: set[Bound]) -> str:
    return min(kind.value for kind in bounds)


def _left_out(claim: str, unit: str, language: str) -> Iterable[Slip]:
    """Find a bounded quantity that narrows what the claim repeats: "employees with more than five years"."""
    said = {in_smaller(q.key) for q in amounts(claim, language=language)}
    own = set(content_words(claim, language))
    for piece in [p for used in _used(own, unit, language) for p in segments(used, language=language)]:
        inside = amounts(piece, language=language)
        if (said and not any(in_smaller(q.key) in said for q in inside)) or not own & set(
            content_words(piece, language)
        ):
            continue
        for each in inside:
            if in_smaller(each.key) not in said and (kind := bound(piece, each)) is not Bound.NONE:
                yield Slip(finding=f"leaves out {kind.value!r} {each.span.cut(piece)}")


def _conditions(claim: str, unit: str, language: str) -> Iterable[Slip]:
    own = set(content_words(claim, language))
    for piece in _used(own, unit, language):
        if _ONLY.search(piece) and not _ALONE.search(claim):
            yield Slip(finding=f"leaves out 'only' of {piece!r}")
        for found in _CONDITION.finditer(piece):
            tail = set(content_words(found["tail"], language))
            rest = set(content_words(f"{piece[: found.start()]} {piece[found.end() :]}", language))
            if tail and not (tail - rest or tail) & own:
                yield Slip(finding=f"leaves out {found.group().strip()!r}")


def _only_others(claim: str, unit: str, language: str) -> Iterable[Slip]:
    """Find "only tap water" for "only rain water": another thing than the one that follows "only" in the evidence."""
    own = set(content_words(claim, language))
    for piece in _used(own, unit, language):
        said, told = (_ONLY_WHAT.search(text) for text in (claim, piece))
        first = said and next((w for w in words(said["what"]) if content_words(w.text, language)), None)
        if (
            first
            and told
            and content_words(told["what"], language)
            and unsaid(first.text, told["what"], language=language)
        ):
            yield Slip(finding=f"says 'only' of {first.text!r}, which the quoted words do not")


def _how_often(claim: str, unit: str, language: str) -> Iterable[Slip]:
    """Find "after 300 km" for "every 300 km", and the other way round."""
    told: dict[Hashable, set[bool]] = {}
    for each in amounts(unit, language=language):
        told.setdefault(in_smaller(each.key), set()).add(_is_repeated(unit, each))
    for said in amounts(claim, language=language):
        repeated = _is_repeated(claim, said)
        if said.unit and repeated not in told.get(in_smaller(said.key), {repeated}):
            yield Slip(finding=f"{'says' if repeated else 'leaves out'} 'every' before {said.span.cut(claim)}")


def _one_of_several(claim: str, unit: str, language: str) -> Iterable[Slip]:
    """Find "one beep" for "three beeps": the one number word that is read as no quantity."""
    one, several = (
        {content_words(m["what"], language): m.group() for m in pattern.finditer(text)}
        for pattern, text in ((_ONE, claim), (_SEVERAL, unit))
    )
    known = {content_words(m["what"], language) for m in _ONE.finditer(unit)}
    for what in sorted(set(one) & set(several) - known - {()}):
        yield Slip(finding=f"says {one[what]!r}, the quoted words {several[what]!r}", contrary=True)


def _is_repeated(text: str, found: Quantity) -> bool:
    return _EVERY.search(text[: found.span.start]) is not None


def _used(own: set[str], unit: str, language: str) -> list[str]:
    """Return the parts of a unit that a claim rests on: those with words of it that no later part has."""
    pieces = parts(unit)
    stems = [set(content_words(piece, language)) for piece in pieces]
    best = max((len(own & each) for each in stems), default=0)
    return [piece for piece, each in zip(pieces, stems, strict=True) if best and len(own & each) == best]


def _persons(claim: str, unit: str, language: str) -> Iterable[Slip]:
    own = set(content_words(claim, language))
    for piece in _used(own, unit, language):
        for found in _PERSONS.finditer(piece):
            if not set(content_words(found.group(), language)) & own:
                yield Slip(finding=f"leaves out {found.group()!r}")


def _how_many(claim: str, unit: str, language: str) -> Iterable[Slip]:
    used = " ".join(_used(set(content_words(claim, language)), unit, language))
    partial, universal = _PARTIAL.search(used), _UNIVERSAL.search(claim)
    if universal and not _UNIVERSAL.search(used):
        yield Slip(finding=f"says {universal.group()!r}, which the quoted words do not")
    elif partial and not _PARTIAL.search(claim) and not _UNIVERSAL.search(used):
        yield Slip(finding=f"leaves out {partial.group()!r}")
