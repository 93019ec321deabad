"""
Right words in wrong places: what a claim says of one thing that its evidence says of another.

It may not mix what a sentence says of two things, turn round who does what to whom, put a value of one column under
another, or borrow from the sentence before what its own sentence replaces.
"""

from __future__ import annotations

import re
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final

from pincite.attribute.cells import values_in
from pincite.attribute.facts import Slip, stems_of, values_of
from pincite.attribute.segments import parts, segments
from pincite.attribute.wording import unsaid
from pincite.text.coverage import TIMES
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

__all__ = ["columns", "confused", "leans_back", "replaced"]

_ANAPHOR: Final = re.compile(r"^\W*(?:it|its|they|their|them|this|that|these|those|such|he|she|his|her)\b", re.I)
_FIRST: Final = re.compile(r"\b(?:we|us|our|ours)\b", re.IGNORECASE)
_PAIRS: Final = (
    *(("before", "after"), ("above", "below"), ("over", "under"), ("vor", "nach"), ("über", "unter")),
    *(("avant", "après"), ("antes", "después"), ("prima", "dopo")),
)
_OPPOSITE: Final = {one: two for pair in _PAIRS for one, two in (pair, pair[::-1])}
_DIRECTED: Final = frozenset(("to", "from", "than", "behind", *_OPPOSITE))
_LEAVES_FOR: Final = re.compile(
    r"\b(?:leav(?:e|es|ing)|depart(?:s|ing)?|sail(?:s|ing)?|sets? off|start(?:s|ing)?) for\s+(?P<where>[^,;.]{1,40})",
    re.I,
)
_REACH: Final = 4
"""Words after a preposition that can be its object."""
_VERB: Final = re.compile(r"\b(?:is|are|was|were|has|have|had|may|must|shall|will|can|do|does|did|should)\b", re.I)
_ANSWER: Final = re.compile(
    r"\W*(?:closed|open|free|included|excluded|required|allowed|forbidden|available|unavailable|full|empty)\W*$", re.I
)
"""A cell that is one word of what holds of its column in this row."""
_REST: Final = re.compile(r"\b(?:others?|remaining|rest|else)\b", re.IGNORECASE)
_APART: Final = re.compile(r"[;,.:]|\b(?:and|or|but|while|whereas)\b", re.IGNORECASE)


def confused(claim: str, unit: str, over: str = "", *, language: str) -> tuple[Slip, ...]:
    """
    Return where a claim puts right words in wrong places.

    :param unit: The quoted sentences, items or rows.
    :param over: The lines right over them.
    """
    return (
        *_mixed_values(claim, unit, language),
        *_mixed_parts(claim, unit, language),
        *_turned(claim, unit, language),
        *_first_person(claim, f"{unit} {over}"),
    )


def leans_back(claim: str, unit: str, *, language: str) -> bool:
    """
    Tell whether words of the sentence before may help to bear out a claim.

    They may where the sentence points back ("It lasts …"), or where the claim says all of the sentence: then the
    sentence before fills a gap and replaces nothing.
    """
    return bool(_ANAPHOR.search(unit)) or set(content_words(unit, language)) <= set(content_words(claim, language))


def replaced(claim: str, unit: str, *, language: str, more: tuple[tuple[str, ...], ...] = ()) -> tuple[Slip, ...]:
    """
    Return that the subject of a claim stands nowhere in the quoted words, where these have one of their own.

    :param more: Further groups of synonyms.
    """
    said, told = _before_verb(claim), _before_verb(unit)
    if not content_words(said, language) or not content_words(told, language) or _ANAPHOR.search(unit):
        return ()
    subject = set(content_words(said, language))
    if subject - set(unsaid(said, unit, language=language, more=more)) or not unsaid(told, claim, language=language):
        return ()
    return (Slip(finding=f"speaks of {said.strip()!r}, the quoted words of {told.strip()!r}"),)


def _before_verb(text: str) -> str:
    verb = _VERB.search(text)
    return text[: verb.start()] if verb else ""


def columns(claim: str, rows: Iterable[Sequence[tuple[str, str]]], *, language: str) -> tuple[Slip, ...]:
    """
    Return the values of a claim that stand in another column than the one that it names.

    :param rows: Quoted rows; of each cell the header over it and its words, the label first.
    """
    own = set(content_words(claim, language))
    keys = values_of(claim, language)
    rows = list(rows)
    found = [*_answers_of_others(claim, rows, language)]
    for row in rows:
        heads = [set(content_words(head, language)) & own for head, _ in row]
        told = [values_in(*cell, language=language) if at else set() for at, cell in enumerate(row)]
        for key in keys:
            held = [at for at, values in enumerate(told) if key in values]
            free = [at for at, values in enumerate(told) if key not in values and _is_open(values, keys, key)]
            other = [at for at in free if all(heads[at] - heads[h] and not heads[h] - heads[at] for h in held)]
            if held and other:
                found.append(Slip(finding=f"puts {row[held[0]][1]!r} under {row[other[0]][0]!r}", contrary=True))
    return tuple(found)


def _is_open(values: set[Hashable], keys: set[Hashable], key: Hashable) -> bool:
    """Tell whether a claim says none of the values of a cell, or not all of those that a value could be taken for."""
    left = values - keys
    return bool(values) and (left == values or _kind(key) in map(_kind, left))


def _answers_of_others(claim: str, rows: Sequence[Sequence[tuple[str, str]]], language: str) -> Iterable[Slip]:
    """Find "closed" or "free" of one column that a claim says of another one, which it names."""
    own, written = set(content_words(claim, language)), {word.text.casefold() for word in words(claim)}
    for row in rows:
        heads = [set(content_words(head, language)) & own for head, _ in row]
        says = [cell.casefold().strip(" .*_") if at and _ANSWER.match(cell) else "" for at, (_, cell) in enumerate(row)]
        named = [to for to in range(1, len(row)) if heads[to]]
        for at, answer in enumerate(says):
            if answer in written and named and all(says[to] != answer for to in named):
                yield Slip(finding=f"puts {row[at][1]!r} under {row[named[0]][0]!r}", contrary=True)


def _mixed_values(claim: str, unit: str, language: str) -> Iterable[Slip]:
    """Find a quantity or date that is said of something else in the same sentence."""
    pieces = segments(unit, language=language)
    own, said = stems_of(claim, language), values_of(claim, language)
    for (at, piece), (to, other) in permutations(enumerate(pieces), 2):
        theirs = values_of(other, language)
        values = (values_of(piece, language) - theirs) & said
        if theirs & said or not {_kind(v) for v in values} & {_kind(v) for v in theirs}:
            continue
        words_in, words_out = stems_of(piece, language), stems_of(other, language)
        inside, foreign = words_in - words_out, own & (words_out - words_in)
        rest = _REST.search(piece) and not _REST.search(claim)
        if foreign and (at < to or ((inside or rest) and not inside & own)):
            yield Slip(finding=f"says of {', '.join(sorted(foreign))} what is said of something else: {piece!r}")


def _kind(value: Hashable) -> str:
    """Return what a value can be taken for: times for one another, days, amounts of one unit."""
    unit = str(value[1]) if isinstance(value, tuple) else "date"
    return "time" if unit in TIMES else unit


def _mixed_parts(claim: str, unit: str, language: str) -> Iterable[Slip]:
    """Find a claim that takes the subject of one clause and the predicate of another."""
    own = set(content_words(claim, language))
    for one, two in combinations(_clauses(unit, language), 2):
        first, second = (set(content_words(clause, language)) for clause in (one, two))
        sides = (first - second, second - first)
        if all(own & side and side - own for side in sides):
            yield Slip(finding=f"mixes {one!r} with {two!r}")


def _clauses(unit: str, language: str) -> list[str]:
    """
    Return the clauses of a unit, those of one shape around "and" too: with a verb each, or with a word in common.

    A clause that begins with its verb has the subject of the one before: "The water is soft and may be used …".
    """
    found: list[str] = []
    for piece in parts(unit):
        halves = re.split(r"\s+and\s+", piece)
        shared = set.intersection(*(set(content_words(half, language)) for half in halves))
        alike = len(halves) > 1 and (shared or all(_VERB.search(half) for half in halves))
        subject = _before_verb(halves[0])
        whole = (f"{subject}{half}" if at and _VERB.match(half) else half for at, half in enumerate(halves))
        found += whole if alike else [piece]
    return found


def _turned(claim: str, unit: str, language: str) -> Iterable[Slip]:
    """Find "below acids" for "below bases", and "after" for "before"."""
    told = _objects(unit, language)
    own, all_of = set(content_words(claim, language)), set(content_words(unit, language))
    for word, objects in _objects(claim, language).items():
        theirs = told.get(word, set())
        if theirs and objects and not objects & theirs and objects <= all_of and (theirs & own) - objects:
            yield Slip(finding=f"turns round what the quoted words say with {word!r}", contrary=True)
        opposite = _OPPOSITE.get(word, "")
        if not theirs and objects & told.get(opposite, set()):
            yield Slip(finding=f"says {word!r} where the quoted words say {opposite!r}", contrary=True)
    for found in _LEAVES_FOR.finditer(claim):
        if set(content_words(found["where"], language)) & told.get("from", set()):
            yield Slip(finding="says 'for' where the quoted words say 'from'", contrary=True)


def _objects(text: str, language: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    told = words(text)
    for at, word in enumerate(told):
        if word.text.casefold() in _DIRECTED:
            after = told[at + 1 : at + 1 + _REACH]
            stop = next((n for n, w in enumerate(after) if w.text.casefold() in _DIRECTED), len(after))
            reach = text[word.span.end : after[stop - 1].span.end] if stop else ""
            reach = _APART.split(reach)[0]
            found.setdefault(word.text.casefold(), set()).update(content_words(reach, language))
    return found


def _first_person(claim: str, unit: str) -> Iterable[Slip]:
    if (found := _FIRST.search(claim)) and not _FIRST.search(unit):
        yield Slip(finding=f"says {found.group()!r}, which the quoted words do not")
