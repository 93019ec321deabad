"""
The values of a text as claims and evidence are compared by them, however each is written.

"14:00" and "2 pm" are one time of day, "twice" and "two times" one count, "three quarters of" and "75%" one share, and
"half an hour" and "30 minutes", or "2 days" and "48 hours", one length of time. What is said of what is left to the
checks.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pincite.documents import Span
from pincite.text.clock_times import clock_times
from pincite.text.numbers import Quantity, quantities

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["TIME_OF_DAY", "amounts", "in_smaller"]

TIME_OF_DAY: Final = "o'clock"
"""The unit of a time of day, whose value is minutes after midnight."""
_IN_SMALLER: Final = {
    "hour": ("minute", 60), "day": ("minute", 1440), "week": ("minute", 10080), "year": ("month", 12),
    "kg": ("g", 1000), "km": ("m", 1000), "kW": ("W", 1000), "kV": ("V", 1000),
    "A": ("mA", 1000), "kHz": ("Hz", 1000), "l": ("ml", 1000), "cm": ("mm", 10),
}  # fmt: skip
"""Units that are told in a smaller one: (name, how many). A month has no number of days, nor a working day of hours."""
_COUNT: Final = re.compile(
    r"\b(?:(?P<word>twice|thrice)|once(?=\s*(?:$|[,;.)])|\s+(?:an?|per|every|each|by|in|within)\b)|(?P<n>two|three|four"
    r"|five|six|seven|eight|nine|ten|\d{1,3}) times)\b",
    re.IGNORECASE,
)
_LISTED: Final = "one two three four five six seven eight nine ten"
_NUMBERS: Final = {word: n for n, word in enumerate(_LISTED.split(), 1)}
_SHARE: Final = re.compile(
    r"\b(?:(?P<n>one|an?|two|three|four)[ -](?P<part>thirds?|quarters?(?= of\b)|fifths?|tenths?)"
    r"|(?P<quarters>three[ -]quarters)"
    r"|(?<!first )(?<!second )(?<!other )(?<!every )(?:one[ -])?(?P<half>half)"
    r"(?=\s+(?:of|the|an hour|as)\b|\s*(?:$|[,;.)])))(?P<hour>\s+an hour)?\b",
    re.IGNORECASE,
)
_PARTS: Final = {"third": 3, "quarter": 4, "fifth": 5, "tenth": 10}


@lru_cache(maxsize=512)
def amounts(text: str, *, language: str) -> tuple[Quantity, ...]:
    """
    Return the quantities of a text in order, with its times of day, counts and shares among them.

    :param language: That of the text; a BCP 47 code.
    """
    own = [*_clock(text), *_counts(text), *_shares(text)]
    read = [q for q in quantities(text, language=language) if not any(q.span.overlaps(o.span) for o in own)]
    return tuple(sorted((*own, *read), key=lambda each: each.span.start))


def in_smaller(key: tuple[Decimal, str]) -> tuple[Decimal, str]:
    """Return a value and its unit in a smaller unit, where one is listed: 0.5 hours as 30 minutes."""
    unit, times = _IN_SMALLER.get(key[1], (key[1], 1))
    return key[0] * times, unit


def _clock(text: str) -> Iterator[Quantity]:
    for each in clock_times(text):
        yield Quantity(value=Decimal(each.minute), unit=TIME_OF_DAY, span=each.span)


def _counts(text: str) -> Iterator[Quantity]:
    for m in _COUNT.finditer(text):
        word, n = (m["word"] or "").lower(), (m["n"] or "").lower()
        count = {"twice": 2, "thrice": 3}.get(word) or _NUMBERS.get(n) or int(n or 1)
        yield Quantity(value=Decimal(count), unit="times", span=Span(*m.span()))


def _shares(text: str) -> Iterator[Quantity]:
    for m in _SHARE.finditer(text):
        if m["half"]:
            share = Decimal(50)
        elif m["quarters"]:
            share = Decimal(75)
        else:
            share = Decimal(100 * _NUMBERS.get(m["n"].lower(), 1)) / _PARTS[m["part"].lower().rstrip("s")]
        if m["hour"]:
            yield Quantity(value=share / 100, unit="hour", span=Span(*m.span()))
        else:
            yield Quantity(value=round(share, 2), unit="%", span=Span(*m.span()))
