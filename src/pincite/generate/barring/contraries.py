"""
Words of which one thing has only one: north or south, monthly or yearly, Mondays or Tuesdays, an hour or a day.

Their meanings lie close together, so no cosine tells them apart; a sentence that has another one in the same place
says nothing of what is asked about.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected, expect
from pincite.generate.reading.subjects import GENERAL, WORD, pairs_of
from pincite.text.dates import MONTHS, WEEKDAYS
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pincite.generate.reading.candidates import Candidate

__all__ = ["of_contraries"]

_CONTRARIES: Final = tuple(
    frozenset(words.split())
    for words in (
        "north south east west northern southern eastern western",
        "upper lower middle",
        "left right",
        "front rear back",
        "inner outer",
        "indoor outdoor",
        "summer winter spring autumn",
        "small medium large",
        "hourly daily nightly weekly monthly quarterly yearly annual",
        "single hour day night week weekend month season year return",
        "used new",
        "morning afternoon evening night",
    )
)
"""Words that may stand before one noun, where one of them rules the others out."""
_TELLS_APART: Final = re.compile(
    rf"(?:{GENERAL.pattern}|{'|'.join(word for words in _CONTRARIES for word in sorted(words))}"
    rf"|(?:{'|'.join((*WEEKDAYS, *MONTHS))}|weekday)s?)",
    re.IGNORECASE,
)
_SAME: Final = {
    "annual": "yearly",
    "northern": "north",
    "southern": "south",
    "eastern": "east",
    "western": "west",
    "rear": "back",
}
_RANGE: Final = r"\s*(?:to|till|until|through|-|\u2013|\u2014)\s*"
_DAY: Final = re.compile(
    rf"\b(?P<one>{'|'.join(WEEKDAYS)})s?\b(?:{_RANGE}(?P<last>{'|'.join(WEEKDAYS)})s?\b)?|\b(?P<many>weekdays?|weekends?)\b",
    re.IGNORECASE,
)
_MONTH: Final = re.compile(
    rf"\b(?:in|during)\s+(?P<one>{'|'.join(MONTHS)})\b(?!\s+\d)(?:(?:\s+and\s+|{_RANGE})(?P<last>{'|'.join(MONTHS)})\b)?",
    re.IGNORECASE,
)
_OPENS: Final = re.compile(r"^\W*(?:on|at|in|during|every|each)\b", re.IGNORECASE)
_LEAVES_OPEN: Final = re.compile(
    r"\b(?:except|but|other|otherwise|unless|also|too|even|daily|always|only|usually|all|every)\b", re.IGNORECASE
)
_OF_OTHERS: Final = re.compile(r"\b(?:only|except|other|both|all|every|each|than)\b", re.IGNORECASE)
"""What tells of those that it does not name too."""
_LEANS: Final = re.compile(r"\W*(?:it|they|this|these|that|those|he|she|both)\b", re.IGNORECASE)
_PER: Final = re.compile(
    r"(?:\b(?:an?|per|each|every)\s|/\s?)(?P<per>hour|day|night|week|weekend|month|quarter|season|year)\b",
    re.IGNORECASE,
)

_TRADES: Final = (
    re.compile(r"\b(?:sells?|sold|selling|buy|buys|bought|buying|purchas(?:e|es|ed|ing)|for\s+sale)\b", re.IGNORECASE),
    re.compile(
        r"\b(?:rent|rents|rented|rentals?|renting|hire|hires|hired|hiring|lend|lends|lent|lending|loans?|lease[ds]?)\b",
        re.IGNORECASE,
    ),
)
"""What is sold is not what is let."""


def of_contraries(question: str, found: Sequence[Candidate], language: str) -> frozenset[Candidate]:
    """Return what has another word of a closed set in the place of the one that an English question has there."""
    kind = expect(question)
    open_ = {c for c in found if kind is Expected.YES_NO and _OF_OTHERS.search(c.claim)}
    barred = {c for c in found if c not in open_ and any(_has_other(question, c, language))}
    if kind is not Expected.YES_NO:
        barred |= {c for c in found if not c.is_row and _is_of_other_times(question, c.claim)}
    if kind is Expected.MONEY:
        barred |= {c for c in found if _is_per_other(question, f"{c.claim} {c.around if c.is_row else ''}")}
    barred |= {c for c in found if _is_other_trade(question, f"{c.heading} {c.claim}")}
    return frozenset(barred | _says_less(question, barred, found, language))


def _is_other_trade(question: str, told: str) -> bool:
    """Tell whether a text is of hire alone where buying is asked about, or the other way round."""
    return any(
        asked.search(question) and other.search(told) and not (other.search(question) or asked.search(told))
        for asked, other in (_TRADES, _TRADES[::-1])
    )


def _says_less(
    question: str, barred: Collection[Candidate], found: Sequence[Candidate], language: str
) -> set[Candidate]:
    """Return what says less of a question than what is barred, where that says all but the word that tells it apart."""
    asked = {
        stem
        for word in re.findall(WORD, question)
        if not _TELLS_APART.fullmatch(word)
        for stem in content_words(word, language)
    }
    whole = [c for c in barred if asked and asked <= set(content_words(_read_with(c), language))]
    return {c for c in found if whole and not asked <= set(content_words(_read_with(c), language))}


def _read_with(candidate: Candidate) -> str:
    """Return a candidate with what it is read with: its headings, a row's header, what a pronoun takes up."""
    leans = candidate.is_row or _LEANS.match(candidate.claim)
    return f"{candidate.called} {candidate.heading} {candidate.around if leans else ''} {candidate.claim}"


def _has_other(question: str, candidate: Candidate, language: str) -> Iterator[bool]:
    """Yield of each pair of the question whether a candidate has a contrary of its first word before the same noun."""
    own = set(content_words(f"{candidate.heading} {candidate.around} {candidate.claim}", language))
    told = {(_one(pair.of), pair.noun_stem) for pair in pairs_of(candidate.claim, language)}
    if candidate.is_row and candidate.columns:
        label, over = candidate.columns[0][1].casefold(), content_words(candidate.around, language)
        told = {(_one(label), stem) for stem in over}
        told |= {(_one(pair.of), pair.noun_stem) for pair in pairs_of(candidate.columns[0][1], language)}
    for pair in pairs_of(question, language):
        others = {word for words in _CONTRARIES if pair.of in words for word in map(_one, words)} - {_one(pair.of)}
        yield pair.of_stem not in own and any((word, pair.noun_stem) in told for word in others)


def _one(word: str) -> str:
    return _SAME.get(word, word)


def _is_of_other_times(question: str, claim: str) -> bool:
    """Tell whether a sentence is of other days or months than the question, and opens with them or says no more."""
    if _LEAVES_OPEN.search(claim) or not (_OPENS.match(claim) or re.search(r"[,;]|\band\b", claim) is None):
        return False
    for times, pattern in ((WEEKDAYS, _DAY), (MONTHS, _MONTH)):
        asked, told = _times(question, pattern, times), _times(claim, pattern, times)
        if asked and told and asked.isdisjoint(told):
            return True
    return False


def _times(text: str, pattern: re.Pattern[str], times: Sequence[str]) -> set[int]:
    """Return the places of the days or months that a text names, those of its ranges too."""
    found: set[int] = set()
    for match in pattern.finditer(text):
        if not match["one"]:
            found |= set(range(5)) if match[0].casefold().startswith("weekd") else {5, 6}
            continue
        first = times.index(match["one"].casefold())
        last = times.index(match["last"].casefold()) if match["last"] else first
        found |= {(first + step) % len(times) for step in range((last - first) % len(times) + 1)}
    return found


def _is_per_other(question: str, told: str) -> bool:
    """Tell whether prices are for other times than the one that is asked for."""
    asked, held = ({match["per"].casefold() for match in _PER.finditer(text)} for text in (question, told))
    return bool(asked) and bool(held) and asked.isdisjoint(held)
