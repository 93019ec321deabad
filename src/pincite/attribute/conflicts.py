"""
Where governing passages disagree: the same thing, said with another quantity, another date, another frequency, or
with yes for no.

By rules alone. Two statements speak of the same thing when the second says as much of the question as the first,
shares most of the words of the shorter one, and names no other product, code or document where the first names one.
They disagree when, of the values that stand among the same words, none is equal. What is not sure is no conflict.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from pincite.attribute.denial import denies
from pincite.documents import Span
from pincite.text.clock_times import clock_times
from pincite.text.dates import dates
from pincite.text.frequencies import frequencies
from pincite.text.numbers import quantities
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

__all__ = ["Opposed", "Statement", "opposed"]

_SAYS: Final = 0.75
"""Share of what the first says of the question that the other has to say too."""
_ALIKE: Final = 0.6
"""Share of the words of the shorter one that both have."""
_VERBATIM: Final = 0.8
"""The same, for a yes against a no: there is no value to compare, so the words have to agree."""
_NEAR: Final = 6
"""Words around a value that say what it is a value of."""
_CODE: Final = re.compile(r"\b(?:[A-Z]{1,6}[ -]?|[A-Z][A-Za-z]{0,5})\d[\w-]*\b")
"""A model or a code: capital letters with figures, "DW 520", "SB-2025-03"."""

_WHO: Final = re.compile(r"\b(?:who|whom|whose|where)\b", re.IGNORECASE)
_WHEN: Final = re.compile(r"^\W*(?:when|(?:in |on )?(?:what|which) (?:year|day|date))\b", re.IGNORECASE)
_PROPER: Final = re.compile(r"\b[A-Z][\w'\u2019-]+")
_YEAR: Final = re.compile(r"(?<![\d.,/$\u20ac\u00a3-])(?:1[0-9]|20)\d{2}(?![\d/%-]|[.,]\d)")
_LEAST: Final = 2
"""Content words that a question of time about a named subject must have: the name and what happened."""
_ASKS_WHAT: Final = re.compile(
    r"\b(?:who|whom|whose|where|what|which|when|how (?:many|much|long|old))\b", re.IGNORECASE
)
_SAME_WORDS: Final = 4
"""Words that two sentences must have in common around what differs."""
_SAME_SHARE: Final = 0.6
"""Share of the longer one that these are."""
_MOST_OTHER: Final = 4
"""Most words that may differ on a side."""
_SHORT: Final = 3
"""Letters up to which a word inside a name may be small: "Slim the Mobster"."""
_NO_NOUN: Final = re.compile(r"(?:ed|ing|ly)$", re.IGNORECASE)
_VERBAL_LISTED: Final = (
    "is are was were be been being has have had can could may must shall should will would not to and or we you they it"
)
_VERBAL: Final = frozenset(_VERBAL_LISTED.split())
"""Words behind which a verb may stand: what differs there may be another word for the same."""
_APART: Final = re.compile(
    r"\b(?:(?P<change>add(?:s|ed|itional)?|extra|further|extend(?:s|ed)?|surcharge)"
    r"|(?P<beyond>(?:above|beyond|over) (?:the|this|that) (?:cap|limit|maximum|allowance))"
    r"|(?P<without>without|non|except|unless)"
    r"|(?P<member>members?|membership|subscribers?)|(?P<young>child(?:ren)?|minors?|under)|(?P<adult>adults?)"
    r"|(?P<student>students?|pupils?|trainees?|interns?)|(?P<old>seniors?|pensioners?)|(?P<used>refurbished|second-hand))\b",
    re.IGNORECASE,
)
"""Words that set a case apart from the plain one: what is added is no total, a member's price is not everybody's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A sentence, item or row of a passage, with what stands over it."""

    document: str
    """What it stands in: two statements of one document never disagree here."""
    text: str
    over: str = ""
    """Title, headings, a table's header, the sentence before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opposed:
    """Another statement that disagrees, with the values of both."""

    at: int
    """Index of the other statement."""
    value: str
    """What the first says."""
    other: str
    """What the other says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Value:
    key: Hashable
    kind: str
    """Values of one kind can be compared: a unit, "date", "time of day", or what is counted between two times."""
    span: Span


def opposed(question: str, said: Statement, others: Sequence[Statement], *, language: str) -> tuple[Opposed, ...]:
    """
    Return which of the other statements disagree with what is said, at most one of each document.

    :param question: What was asked: values that it names itself are no answers.
    :param others: Statements of governing passages.
    :param language: Language of the statements.
    :returns: Nearest first within a document; empty where nothing disagrees for sure.
    """
    asked = set(content_words(question, language))
    found: dict[str, Opposed] = {}
    for at, other in enumerate(others):
        if other.document == said.document or other.document in found:
            continue
        if _same_thing(asked, question, said, other, language):
            values = _differ(question, said, other, language)
            if values:
                found[other.document] = Opposed(at=at, value=values[0], other=values[1])
    return tuple(found.values())


def _same_thing(asked: set[str], question: str, said: Statement, other: Statement, language: str) -> bool:
    first, second = (set(content_words(f"{s.text} {s.over}", language)) for s in (said, other))
    if not asked or len(asked & second) < _SAYS * len(asked & first) or not asked & second:
        return False
    if _cases(said.text) != _cases(other.text):
        return False
    named = _codes(question, language)
    codes, theirs = (_codes(f"{s.text} . {s.over}", language) for s in (said, other))
    if not (named & codes) <= theirs or (codes and theirs and not codes & theirs and not named):
        return False
    if _named_alike(question, said, other, language):
        return True
    return _shared(said, other, first, second, language) >= _ALIKE


def _named_alike(question: str, said: Statement, other: Statement, language: str) -> bool:
    """
    Tell whether both statements say of a named subject what a question of time asks of it.

    "When was General Bryan born?": where both name Bryan and a birth, whatever else they tell is no matter.
    """
    asked = set(content_words(question, language)) - {"year", "date", "day"}
    if not _WHEN.search(question) or not _PROPER.search(question.split(maxsplit=1)[-1]) or len(asked) < _LEAST:
        return False
    return all(asked <= set(content_words(each.text, language)) for each in (said, other))


def _cases(text: str) -> set[str]:
    """Return which special cases a statement speaks of."""
    return {str(found.lastgroup) for found in _APART.finditer(text)}


def _shared(said: Statement, other: Statement, first: set[str], second: set[str], language: str) -> float:
    """Return the share of the words of the shorter statement that stand in or over the other one."""
    own, theirs = (_words(s.text, language) for s in (said, other))
    if not own or not theirs:
        return 0.0
    return max(len(own & second) / len(own), len(theirs & first) / len(theirs))


def _words(text: str, language: str) -> set[str]:
    """Return the content stems of a text without those that hold a figure."""
    return {stem for stem in content_words(text, language) if not any(c.isdigit() for c in stem)}


def _codes(text: str, language: str) -> set[str]:
    """Return the models and codes of a text without spaces and hyphens; "USD 500" is an amount and none."""
    amounts = [q.span for q in quantities(text, language=language) if q.unit]
    found = [code for code in _CODE.finditer(text) if not any(Span(*code.span()).overlaps(span) for span in amounts)]
    return {re.sub(r"[ -]", "", code[0]).upper() for code in found}


def _differ(question: str, said: Statement, other: Statement, language: str) -> tuple[str, str] | None:
    """Return the values in which two statements on the same thing differ; ``None`` where they do not."""
    asked = {value.key for value in _values(question, language)}
    read = _with_years if _named_alike(question, said, other, language) else _values
    own = [value for value in read(said.text, language) if value.key not in asked]
    theirs = [value for value in read(other.text, language) if value.key not in asked]
    for value in own:
        same = [each for each in theirs if each.kind == value.kind]
        if not same or any(each.key == value.key for each in same):
            continue
        around = _around(said.text, value.span, language)
        nearest = max(same, key=lambda each: len(around & _around(other.text, each.span, language)))
        if any(nearest.key == each.key for each in own):
            continue  # the first says it too, of something else: "30 days, and from backups within 60 days"
        if len(own) == 1 or around & _around(other.text, nearest.span, language):
            return value.span.cut(said.text), nearest.span.cut(other.text)
    named = _other_name(question, said.text, other.text, language)
    return named or (None if own or theirs else _yes_and_no(said, other, language))


def _other_name(question: str, said: str, other: str, language: str) -> tuple[str, str] | None:
    """
    Return the words that stand in the same place of two sentences that else are the same.

    Two documents that were written apart do not share a sentence by chance: where one says "rugby union" and the other
    "cricket" between the same words, both cannot be right.
    """
    if not _ASKS_WHAT.search(question):
        return None
    own, theirs = ([word.text for word in words(text)] for text in (said, other))
    matcher = SequenceMatcher(None, [w.casefold() for w in own], [w.casefold() for w in theirs], autojunk=False)
    steps = [s for s in matcher.get_opcodes() if s[0] != "equal"]
    same = len(own) - sum(b - a for _, a, b, _, _ in steps)
    if same < _SAME_WORDS or same < _SAME_SHARE * max(len(own), len(theirs)):
        return None
    replaced = [(a, own[a:b], theirs[c:d]) for name, a, b, c, d in steps if name == "replace"]
    asked = {w.text.casefold() for w in words(question)}
    if any({w.casefold() for w in (*one, *two)} & asked for _, one, two in replaced):
        return None  # "established" against "restored": they do not speak of one thing
    for at, one, two in replaced:
        before = own[at - 1].casefold() if at else ""
        few = max(len(one), len(two)) <= _MOST_OTHER
        if few and _may_oppose(question, said, other, one, two, before, language):
            return " ".join(one), " ".join(two)
    return None


def _may_oppose(
    question: str, said: str, other: str, one: list[str], two: list[str], before: str, language: str
) -> bool:
    """
    Tell whether two pieces of text in one place are two answers: both figures, both names where a name may be asked
    for, or both common nouns of a subject that the question names.
    """
    if all(any(c.isdigit() for c in word) for word in (*one, *two)):
        return True
    if any(any(c.isdigit() for c in word) for word in (*one, *two)):
        return False
    names = set(_stems(_PROPER.findall(question.split(maxsplit=1)[-1]), language))
    of_it = bool(names) and all(names <= set(content_words(text, language)) for text in (said, other))
    capitals = [word[0].isupper() for word in (*one, *two) if len(word) > _SHORT]
    if capitals and all(capitals):
        return bool(_WHO.search(question)) or of_it
    nouns = all(_stems([word], language) and not _NO_NOUN.search(word) for word in (*one, *two))
    return of_it and nouns and not any(capitals) and before not in _VERBAL


def _yes_and_no(said: Statement, other: Statement, language: str) -> tuple[str, str] | None:
    if denies(said.text, language=language) == denies(other.text, language=language):
        return None
    own, theirs = _words(said.text, language), _words(other.text, language)
    alike = len(own & theirs) / max(1, min(len(own), len(theirs)))
    return (said.text, other.text) if alike >= _VERBATIM and len(own & theirs) > 2 else None


def _values(text: str, language: str) -> list[_Value]:
    """Return the values of a text that can be compared; a bare number can not: nothing says what it counts."""
    often = [_Value(key=f.key, kind=f"every {f.what}", span=f.span) for f in frequencies(text)]
    hours = [_Value(key=t.minute, kind="time of day", span=t.span) for t in clock_times(text)]
    held = [value.span for value in (*often, *hours)]
    found = [
        _Value(key=q.key, kind=q.unit, span=q.span)
        for q in quantities(text, language=language)
        if q.unit not in {"", "ordinal"} and not any(q.span.overlaps(span) for span in held)
    ]
    days = [_Value(key=d.value, kind="date", span=d.span) for d in dates(text) if d.precision == "day"]
    return [*often, *hours, *found, *days]


def _with_years(text: str, language: str) -> list[_Value]:
    """Return the values of a text and, where it gives no day, its years: what "when" asks for."""
    found = _values(text, language)
    if any(value.kind == "date" for value in found):
        return found
    return [*found, *(_Value(key=m[0], kind="year", span=Span(*m.span())) for m in _YEAR.finditer(text))]


def _around(text: str, span: Span, language: str) -> set[str]:
    before, after = text[: span.start].split()[-_NEAR:], text[span.end :].split()[:_NEAR]
    return set(_stems((*before, *after), language))


def _stems(found: Iterable[str], language: str) -> tuple[str, ...]:
    return content_words(" ".join(found), language)
