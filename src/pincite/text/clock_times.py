"""Times of day in a text: "14:30", "2.30 pm", "9 a.m."."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pincite.documents import Span

__all__ = ["ClockTime", "clock_times"]

_TIME: Final = re.compile(
    r"(?<![\w.:/])(?<![^\dm]-)(?:(?P<h>[01]?\d|2[0-3])(?:[:.](?P<m>[0-5]\d)(?::[0-5]\d)?)?\s?(?P<half>[ap])\.?m\b\.?"
    r"|(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\w:]|\s?[ap]\.?m\b)|(?P<word>noon|midnight)\b)",
    re.IGNORECASE,
)
_NOON: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockTime:
    """A time of day where it stands in a text."""

    minute: int
    """Minutes after midnight, from 0 to 1440: "24:00" is the end of the day."""
    span: Span


def clock_times(text: str) -> tuple[ClockTime, ...]:
    """Return the times of day of a text in order; "14.30" without "am" or "pm" is a number and none."""
    return tuple(ClockTime(minute=_minute(found), span=Span(*found.span())) for found in _TIME.finditer(text))


def _minute(found: re.Match[str]) -> int:
    if found["word"]:
        return _NOON * 60 if found["word"].lower() == "noon" else 0
    if found["hour"]:
        return int(found["hour"]) * 60 + int(found["minute"])
    hour = int(found["h"])
    if found["half"] and hour <= _NOON:
        hour = hour % _NOON + (_NOON if found["half"].lower() == "p" else 0)
    return hour * 60 + int(found["m"] or 0)
