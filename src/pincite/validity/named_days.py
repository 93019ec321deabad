"""
The day as of which a question asks: "on 15 January 2025", "in 2023", "two years ago", "from February 2027".

A year is read only where it stands as a time: "in 2023?" is one, "the 2023 report", "plan 2023" and "ISO 9001:2015" are
none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from pincite.text.dates import dates

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["NamedDay", "NamedPeriod", "named_day", "named_period", "tells_of_year"]

_BACK_THEN: Final = re.compile(r"(?<!\w)(?:was|were|did|had|used to)(?!\w)", re.IGNORECASE)
_ASKING: Final = re.compile(r"\b(?:what|how|which|who|whom|whose|when|where|why)\b", re.IGNORECASE)
_AUXILIARY: Final = re.compile(
    r"(?<!\w)(?:is|are|am|do|does|can|may|must|should|will|would|has|have|was|were|did|had|could|used to)(?!\w)",
    re.IGNORECASE,
)
_HAPPENED: Final = re.compile(
    r"\b(?:(?:\w+ed|\w+en|bought|made|sold|built|sent|paid|got|born|won|found|left|done|came|began)\s+(?:\w+\s+)?"
    r"|(?:for|of|after|from|with|before|since)\s+(?:an?|my|our|the|their)\s+\w+\s+)$",
    re.IGNORECASE,
)
_TOOK_PLACE: Final = re.compile(
    r"\b(?:was|were|has|have|had)\s+(?:(?!the\b|an?\b|our\b|your\b|their\b|its\b)[\w'\u2019-]+\s+){0,3}?"
    r"(?:\w{2,}ed|made|sold|built|sent|paid|bought|born|won|found|left|done|held|begun|hired)\b"
    r"|\bdid\b(?!.*\b(?:cost|take|last|hold|weigh|charge|include|apply|need|say|allow|cover|pay|get|run|have)\b)"
    r"|\b(?:when|who)\b",
    re.IGNORECASE,
)
"""What asks of something that happened, and not of what held: of that, who was there has to tell the time."""
_UNDER_A_RULE: Final = re.compile(
    r"^(?!.*\b(?:how many|when|who)\b)(?:.*\b(?:was|were)\b.*\b(?:included|excluded|covered|allowed|permitted|required"
    r"|needed|obliged|prohibited|forbidden|banned|restricted|limited|capped|exempt(?:ed)?|entitled)\b"
    r"|\W*(?:was|were)\b.*\b(?:accepted|charged|deducted|insured|offered|provided|refunded|reimbursed|taxed)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""What asks how something stood under a rule for as long as that held: "was diesel included", "were cards accepted"."""
_LEAD: Final = r"(?<!\w)(?P<lead>on|as of|in|at|by|during|before|from|starting|beginning)\s+(?:the\s+)?"
_LEADS: Final = re.compile(rf"{_LEAD}$", re.IGNORECASE)
_ENDS: Final = (
    r"(?=\s*(?:[?!,;)]|\.(?!\d)|$)|\s+(?:for|to|of|at|with|without|by|when|per|if|be|on|how|what|which|who|under|was"
    r"|were|is|did|do|does|will|can|and|or)(?!\w))"
)
_STANDS_ALONE: Final = re.compile(_ENDS, re.IGNORECASE)
_YEAR: Final = re.compile(
    rf"(?<!\w)(?P<lead>in|during|before|from)\s+(?:the year\s+)?(?P<year>(?:19|20)\d\d){_ENDS}", re.IGNORECASE
)
_WORDS: Final = "one two three four five six seven eight nine ten"
_NUMBERS: Final = {word: n for n, word in enumerate(_WORDS.split(), 1)}
_AGO: Final = re.compile(
    rf"(?<!\w)(?P<n>an?|\d{{1,2}}|{'|'.join(_NUMBERS)})\s+(?P<unit>day|week|month|year)s?\s+ago(?!\w)", re.IGNORECASE
)
_BESIDE: Final = re.compile(rf"(?<!\w)(?P<side>last|next)\s+(?P<unit>month|year){_ENDS}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedDay:
    """The day as of which a question asks."""

    day: date
    words: str
    """What the question says: "in 2023"."""
    exact: bool
    """Whether it says the day itself."""
    year: int | None = None
    """The year, where it says no more than that."""
    asked: bool = False
    """Whether it is asked what held then, and not told when something happened: "bought in 2023"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPeriod:
    """The year, month or day in which a question asks what held."""

    first: date
    last: date
    bare: str
    """The question without it; the question as it is where it tells of something that happened then."""


def tells_of_year(text: str, year: int) -> bool:
    """Tell whether a year stands in a text by itself or in a date, and not in an amount, a code or another number."""
    return re.search(rf"(?<![\w.,])(?<![^\W\d_][/-]){year}(?!\w|[.,]\d)", text) is not None


def named_period(question: str, *, day: date) -> NamedPeriod | None:
    """
    Return the year, month or day by which a question names a day.

    :param day: The day that was read out of it (:func:`named_day`): the last of a year, the first "from" one on.
    :returns: ``None`` where the question says it in another way: "two years ago".
    """
    for start, end, lead, first, last in _periods(question):
        if day in (first, last, first - timedelta(days=1)):
            whole = lead.lower() not in ("before", "from", "starting", "beginning")
            bare = question if _took_place(question) else f"{question[:start]} {question[end:]}"
            return NamedPeriod(first=first if whole else day, last=last if whole else day, bare=_spaced(bare))
    return None


def _took_place(question: str) -> bool:
    return bool(_TOOK_PLACE.search(question)) and not _UNDER_A_RULE.match(question)


def _periods(question: str) -> Iterator[tuple[int, int, str, date, date]]:
    """Yield where a time stands, what leads over to it, and its first and last day."""
    for each in dates(question):
        lead = _LEADS.search(question[: each.span.start])
        if lead is not None:
            last = _next_month(each.value) - timedelta(days=1) if each.precision == "month" else each.value
            yield lead.start(), each.span.end, lead["lead"], each.value, last
    for found in _YEAR.finditer(question):
        year = int(found["year"])
        yield found.start(), found.end(), found["lead"], date(year, 1, 1), date(year, 12, 31)


def _spaced(text: str) -> str:
    """Return a question with single blanks, none before its marks, and a capital at its beginning."""
    plain = re.sub(r"\s+(?=[?.!,;])", "", " ".join(text.split())).lstrip(" ,")
    return plain[:1].upper() + plain[1:]


def named_day(question: str, *, today: date) -> NamedDay | None:
    """
    Return the day, other than today, as of which a question asks.

    A month or year that is over is read as of its last day, "from" one as of its first, "before" one as of the day
    before it. A day that is over counts only in a question about the past, a day to come only in another one.

    :returns: ``None`` where no day is named, or the month or year is the present one.
    """
    past = bool(_BACK_THEN.search(question))
    for found in _found(question, today):
        asked = _asks_for(question, found)
        over = found.day < today
        if found.day != today and (over == past or (over and asked)):
            return replace(found, asked=over and asked)
    return None


def _asks_for(question: str, named: NamedDay) -> bool:
    """
    Tell whether a question asks what held on a day: "what was the fee in 2015", "what is the fee in 2015".

    In the present tense that is read of a year alone, behind no verb and no thing of that year: not of "a car bought in
    2015", and not of "the price of a car in 2015".
    """
    at = question.find(named.words)
    start = max((m.end() for m in re.finditer(r"[.!?]\s+", question[:at])), default=0)
    wh = _ASKING.search(question, start)
    if wh is not None and start + 3 < at < wh.start():
        return False  # "I bought it in 2015, how long …"
    first = _AUXILIARY.search(question, start if wh is None else wh.start())
    if first is None:
        return False
    if _BACK_THEN.match(first[0]):
        return True
    present = named.year is not None and re.match(r"(?:in|during)\b", named.words, re.IGNORECASE)
    return bool(present) and not _HAPPENED.search(question[:at])


def _found(question: str, today: date) -> Iterator[NamedDay]:
    for each in dates(question):
        lead = _LEADS.search(question[: each.span.start])
        month = each.precision == "month"
        if not lead or (month and not _STANDS_ALONE.match(question, each.span.end)):
            continue
        first = each.value
        day = _at(lead["lead"], first, _next_month(first) - timedelta(days=1) if month else first, today)
        exact = not month and lead["lead"].lower() != "before"
        yield NamedDay(day=day, words=f"{lead['lead']} {each.span.cut(question)}", exact=exact)
    for found in _YEAR.finditer(question):
        year = int(found["year"])
        day = _at(found["lead"], date(year, 1, 1), date(year, 12, 31), today)
        yield NamedDay(day=day, words=found[0], exact=False, year=year)
    for found in _AGO.finditer(question):
        count = _NUMBERS.get(found["n"].lower()) or (int(found["n"]) if found["n"].isdigit() else 1)
        yield NamedDay(day=_ago(today, count, found["unit"].lower()), words=found[0], exact=False)
    for found in _BESIDE.finditer(question):
        yield NamedDay(day=_beside(today, found["side"].lower(), found["unit"].lower()), words=found[0], exact=False)


def _at(lead: str, first: date, last: date, today: date) -> date:
    """Return the day that is meant of a period: the present one is read as it stands today."""
    match lead.lower():
        case "before":
            return first - timedelta(days=1)
        case "from" | "starting" | "beginning":
            return first
        case _:
            return today if first < today <= last else last


def _next_month(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)


def _ago(today: date, count: int, unit: str) -> date:
    if unit in ("day", "week"):
        return today - timedelta(days=count * (7 if unit == "week" else 1))
    months = today.year * 12 + today.month - 1 - count * (12 if unit == "year" else 1)
    first = date(months // 12, months % 12 + 1, 1)
    last = _next_month(first) - timedelta(days=1)
    return first.replace(day=min(today.day, last.day))


def _beside(today: date, side: str, unit: str) -> date:
    """Return the last day of the month or year before or after the present one."""
    if unit == "year":
        return date(today.year + (1 if side == "next" else -1), 12, 31)
    first = today.replace(day=1)
    return (_next_month(_next_month(first)) if side == "next" else first) - timedelta(days=1)
