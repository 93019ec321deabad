"""How often something is done, normalised for comparison: "once a month" and "every four weeks" can be told apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pincite.documents import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Frequency", "frequencies"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frequency:
    """How often, where it stands; two say the same when their keys are equal."""

    every: Fraction
    """Days between two times, or how many of ``what`` go by; greater than 0."""
    what: str
    """"day" for everything that the calendar counts, else the thing that is counted: "load"."""
    span: Span

    @property
    def key(self) -> tuple[Fraction, str]:
        """What is compared."""
        return self.every, self.what


_DAYS: Final = {
    "hour": Fraction(1, 24),
    "day": Fraction(1),
    "week": Fraction(7),
    "month": Fraction(30),
    "quarter": Fraction(91),
    "year": Fraction(365),
}
_ADVERBS: Final = {
    "hourly": "hour",
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annually": "year",
}
_NUMBERS: Final = {
    word: at
    for at, words in enumerate(
        ("one", "two second other", "three third", "four fourth", "five fifth", "six sixth", "seven seventh",
         "eight eighth", "nine ninth", "ten tenth", "eleven eleventh", "twelve twelfth"), start=1,
    )
    for word in words.split()
}  # fmt: skip
_TIMES: Final = {"once": 1, "twice": 2, "thrice": 3}
_COUNT = rf"(?:\d+(?:st|nd|rd|th)?|{'|'.join(_NUMBERS)})"
_EVERY = re.compile(
    rf"\b(?:every|each)\s+(?:(?P<n>{_COUNT})\s+)?(?P<what>[a-z]+)|\b(?P<adverb>{'|'.join(_ADVERBS)})\b"
    rf"|\b(?:(?P<times>{'|'.join(_TIMES)})|(?P<many>{_COUNT})\s+times)\s+(?:a|an|per|each|every|in\s+a)\s+"
    rf"(?:(?P<per>{_COUNT})\s+)?(?P<unit>[a-z]+)",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\b(?:after|before|with|in|on|at)\s+$", re.IGNORECASE)


def frequencies(text: str) -> tuple[Frequency, ...]:
    """
    Return how often things are done in a text, in order.

    English is read. "every second load" is one in two loads, "twice a week" every three and a half days; a month counts
    30 days. "Every order" and the like count only where they say after, before, with or in which each time: otherwise
    they name all and say nothing of how often.
    """
    return tuple(_found(text))


def _found(text: str) -> Iterator[Frequency]:
    for match in _EVERY.finditer(text):
        if match["adverb"]:
            yield Frequency(every=_DAYS[_ADVERBS[match["adverb"].lower()]], what="day", span=Span(*match.span()))
            continue
        word = _singular((match["what"] or match["unit"]).lower())
        days = _DAYS.get(word)
        if match["what"] and days is None and not _AFTER.search(text, 0, match.start()):
            continue
        gap = Fraction(_number(match["n"] or match["per"]))
        times = _TIMES.get((match["times"] or "").lower()) or _number(match["many"])
        yield Frequency(every=gap / times * (days or 1), what="day" if days else word, span=Span(*match.span()))


def _number(written: str | None) -> int:
    """Return a count that is written in figures or in words; 1 where there is none, and for "0"."""
    if not written:
        return 1
    figures = re.match(r"\d+", written)
    return max(1, int(figures[0])) if figures else _NUMBERS[written.lower()]


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
