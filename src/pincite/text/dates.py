# ruff: noqa: RUF001  (names of months in other scripts)
"""Dates written in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final, Literal

from pincite.documents import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MONTHS", "WEEKDAYS", "DateMention", "dates", "days_of_the_year"]

_MONTHS: Final = (
    "january jan januar janvier enero gennaio janeiro januari января январь",
    "february feb februar février febrero febbraio fevereiro februari февраля февраль",
    "march mar märz mars marzo março maart марта март",
    "april apr avril abril aprile апреля апрель",
    "may mai mayo maggio maio mei мая май",
    "june jun juni juin junio giugno junho июня июнь",
    "july jul juli juillet julio luglio julho июля июль",
    "august aug août agosto augustus августа август",
    "september sep sept septembre septiembre settembre setembro сентября сентябрь",
    "october oct oktober octobre octubre ottobre outubro октября октябрь",
    "november nov novembre noviembre novembro ноября ноябрь",
    "december dec dezember décembre diciembre dicembre dezembro декабря декабрь",
)
MONTHS: Final = tuple(names.split()[0] for names in _MONTHS)
"""The English names of the months in order, in small letters."""
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""Those of the days of the week."""
_MONTH: Final = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_NAME: Final = "|".join(sorted(map(re.escape, _MONTH), key=len, reverse=True))
_YEAR: Final = r"(?P<y>(?:1[5-9]|2[0-2])\d\d)(?!\d)"
_DAY: Final = r"(?<![\d.,/-])(?P<d>0?[1-9]|[12]\d|3[01])"
_FORMS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\w./-]){_YEAR}(?P<sep>[-/.‐‑–])(?P<m>0[1-9]|1[0-2])(?P=sep)(?P<d>0[1-9]|[12]\d|3[01])(?!\d|[-/]\d)",
        rf"{_DAY}(?:st|nd|rd|th|er|\.|º)?(?:\s+day)?\s+(?:of\s+|de\s+)?(?P<n>{_NAME})\b\.?,?\s+(?:of\s+|de\s+|del\s+)?{_YEAR}",
        rf"\b(?P<n>{_NAME})\b\.?\s+(?P<d>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?,?\s+{_YEAR}",
        rf"{_DAY}\.\s?(?P<m>0?[1-9]|1[0-2])\.\s?{_YEAR}(?!\.\d)",
        rf"{_YEAR}\s?年\s?(?P<m>0?[1-9]|1[0-2])\s?月\s?(?P<d>[12]\d|3[01]|0?[1-9])\s?日",
        rf"(?<![\d./-])(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})/{_YEAR}",
        rf"\b(?P<n>{_NAME})\b\.?,?\s+(?:of\s+|de\s+|del\s+)?{_YEAR}",
        rf"{_YEAR}\s?年\s?(?P<m>1[0-2]|0?[1-9])\s?月",
        rf"(?<![\w./-]){_YEAR}-(?P<m>0[1-9]|1[0-2])(?![\w-])",
    )
)
_DAYS: Final = (
    re.compile(rf"{_DAY}(?:st|nd|rd|th|er|\.|º|°)?\s+(?:of\s+|de\s+)?(?P<n>{_NAME})\b", re.IGNORECASE),
    re.compile(rf"\b(?P<n>{_NAME})\b\.?\s+(?P<d>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?![\w%])", re.IGNORECASE),
)
_ANY_YEAR = re.compile(r"(?:1[5-9]|2[0-2])\d\d(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMention:
    """A date where it stands in a text."""

    value: date
    """The day, or the first day of the month that is named."""
    precision: Literal["day", "month"]
    span: Span


def dates(text: str) -> tuple[DateMention, ...]:
    """
    Return the dates of a text in order: ISO, day or month first with the month's name, "01.03.2025", "2025年3月1日".

    Dates with slashes are read only where one order is possible ("25/03/2025"); "03/04/2025" is left out. Dates
    without a year are left out too.
    """
    if not _ANY_YEAR.search(text):
        return ()  # no form does without one, and looking for the names of months takes long
    found: list[DateMention] = []
    taken = bytearray(len(text))
    for form in _FORMS:
        for mention in _read(text, form):
            if not any(taken[mention.span.start : mention.span.end]):
                taken[mention.span.start : mention.span.end] = b"\x01" * len(mention.span)
                found.append(mention)
    return tuple(sorted(found, key=lambda mention: mention.span))


def days_of_the_year(text: str) -> tuple[tuple[int, int, Span], ...]:
    """Return month, day and place of each day that is written with its month's name, in order, whatever its year."""
    found = [match for form in _DAYS for match in form.finditer(text) if match["n"] != "may"]
    found.sort(key=lambda match: match.start())
    apart = [m for at, m in enumerate(found) if not at or m.start() >= found[at - 1].end()]
    return tuple((_MONTH[m["n"].lower()], int(m["d"]), Span(*m.span())) for m in apart)


def _read(text: str, form: re.Pattern[str]) -> Iterator[DateMention]:
    for match in form.finditer(text):
        parts = match.groupdict()
        month, day = _month_and_day(parts)
        try:
            value = date(int(parts["y"]), month, day or 1)
        except ValueError:
            continue  # "31 February 2025" is no date
        yield DateMention(value=value, precision="day" if day else "month", span=Span(*match.span()))


def _month_and_day(parts: dict[str, str | None]) -> tuple[int, int]:
    """Return month and day as numbers; month 0 where the order is open, day 0 where none is named."""
    if (first := parts.get("a")) and (second := parts.get("b")):
        low, high = sorted((int(first), int(second)))
        return (low, high) if high > 12 or low == high else (0, 0)
    month = _MONTH[name.lower()] if (name := parts.get("n")) else int(parts.get("m") or 0)
    return month, int(parts.get("d") or 0)
