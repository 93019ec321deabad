"""The value that a sentence or table row gives for what is asked: an amount, a duration, a day, else its own words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected
from pincite.text.clock_times import clock_times
from pincite.text.columns import read_cell
from pincite.text.dates import dates
from pincite.text.frequencies import frequencies
from pincite.text.numbers import quantities
from pincite.text.units import CURRENCY_SIGNS, UNITS
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.generate.reading.attributes import Sought
    from pincite.text.numbers import Quantity

__all__ = ["Amount", "Value", "cell_value", "currency_in", "value_of"]

_TIMES: Final = frozenset(
    (
        "second",
        "minute",
        "hour",
        "day",
        "business day",
        "working day",
        "calendar day",
        "week",
        "month",
        "year",
        "quarter",
    )
)
_CURRENCIES: Final = frozenset(
    (*CURRENCY_SIGNS.values(), "CHF", "NOK", "SEK", "DKK", "RUB", "CNY", "INR", "PLN", "CZK")
)
_CODE: Final = re.compile(r"\b(?:USD|EUR|GBP|CHF|JPY|CNY|RUB|CAD|AUD|SEK|NOK|DKK|INR|PLN|CZK|NZD|HKD|SGD|BRL|ZAR)\b")
_MULTIPLE: Final = re.compile(
    r"\b(?:twice|double|(?:one|two|three|four|five|six|ten|twelve|\d+(?:\.\d+)?)\s+times)\b[^.;:]{0,120}", re.IGNORECASE
)
_BOUND: Final = re.compile(
    r"\b(?:exceed(?:s|ing)?|(?:limited|restricted|capped) (?:to|at)|(?:more|greater|higher) than|up to)\s+"
    r"(?P<to>(?:the|an?|all|any|such)\b[^.;:]{5,110})",
    re.IGNORECASE,
)
"""A bound that is said in words: "shall not exceed the fees paid in the year before"."""
_LONGEST: Final = 90
_BESIDE: Final = 4
"""Words before or after a bare number among which stands what it is of."""
_NUMBERED: Final = re.compile(r"\s*\(?\d+(?:\.\d+)*[.)]\s|\s*\d+(?:\.\d+)+\s")
"""The number of a clause before its words."""
_BY: Final = re.compile(r"(?:/[^\W\d_]+[\u00b2\u00b3]?)+")
"""What a unit goes on with: "/min" behind "15 l", "/kg/day" behind "4 mg"."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit, for counting with."""

    value: Decimal
    unit: str
    """One name per unit, with what it is divided by: "business day", "EUR", "l/min"."""
    written: str = ""
    """The unit as the source writes it: "working days"; ``""`` for money and for bare numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What stands in a row's column."""

    text: str
    amounts: tuple[Amount, ...] = ()


def value_of(
    claim: str, asked: Sought, topics: Sequence[frozenset[str]], *, currency: str, language: str
) -> Value | None:
    """
    Return the value that a claim gives, or ``None`` where it gives none of the kind that is asked for.

    :param claim: A sentence, or a table row read as one.
    :param topics: What is asked about: of several values the one nearest to these words is taken.
    :param currency: What a bare number in it is in, where a table's heading says so; ``""`` where nothing does.
    """
    if asked.often:
        times = frequencies(claim)
        return Value(text=" to ".join(each.span.cut(claim) for each in times[:1])) if times else None
    if asked.units is not None:
        near = _nearest(claim, _in_units(claim, asked, language), topics, language)
        return _measured(claim, near) if near else None
    if not asked.kinds:
        return _only(claim, asked, language)
    found: list[Value] = []
    for kind in sorted(asked.kinds):
        if kind is Expected.TIME:
            found += _times(claim, asked)
            continue
        fitting = [q for q in quantities(claim, language=language) if _fits(kind, q, currency)]
        if near := _nearest(claim, fitting, topics, language):
            found.insert(0, _measured(claim, near, currency))
        elif kind in (Expected.MONEY, Expected.QUANTITY) and (multiple := _MULTIPLE.search(claim)):
            found.append(Value(text=_short(multiple[0])))
        elif kind in (Expected.MONEY, Expected.QUANTITY) and (bound := _BOUND.search(claim)):
            found.append(Value(text=_short(bound["to"])))
    return next(iter(found), None)


def cell_value(cell: str, header: str, asked: Sought, *, currency: str, language: str) -> Value | None:
    """
    Return the value of the column that is asked for, or ``None`` where its cell gives none of that kind.

    :param cell: The cell's words.
    :param header: Those over its column, which may name the unit of its bare numbers.
    :param currency: What its bare numbers are in, where what stands over the table says so; ``""`` where nothing does.
    """
    currency = currency_in(header) or currency
    cell = read_cell(header, cell)[1]
    held = [q for q in quantities(cell, language=language) if q.unit != "ordinal"]
    bare = len(held) == 1 and not held[0].unit
    if asked.units is not None:
        fitting = [q for q in held if q.unit in asked.units]
        return _measured(cell, fitting[0]) if fitting else None
    if asked.often or Expected.TIME in asked.kinds:
        return value_of(cell, asked, (), currency="", language=language)
    if not asked.kinds:
        return _measured(cell, held[0]) if len(held) == 1 else Value(text=_short(cell)) if cell.strip() else None
    if bare and asked.kinds & {Expected.MONEY, Expected.QUANTITY}:
        return _measured(cell, held[0], currency)
    return value_of(cell, asked, (), currency=currency, language=language)


def _only(claim: str, asked: Sought, language: str) -> Value | None:
    """Return the only quantity of a claim, else its words: of several none is known to be what is asked for."""
    if not asked.loose and not asked.number:
        return Value(text=_short(claim))
    held = [q for q in _spoken(claim, language) if q.unit != "ordinal"]
    if len(held) == 1 and (held[0].unit or asked.number):
        return _measured(claim, held[0])
    return Value(text=_short(claim)) if held or not asked.number else None


def _spoken(claim: str, language: str) -> list[Quantity]:
    """Return the quantities of a claim without those of its days, its times of day and its number."""
    taken = [*(day.span for day in dates(claim)), *(time.span for time in clock_times(claim))]
    start = match.end() if (match := _NUMBERED.match(claim)) else 0
    found = (q for q in quantities(claim, language=language) if q.span.start >= start)
    return [q for q in found if not any(span.overlaps(q.span) for span in taken)]


def _in_units(claim: str, asked: Sought, language: str) -> list[Quantity]:
    """Return the quantities in a unit that is asked for; a bare number where the words before or after it name it."""
    units = asked.units or frozenset()
    return [
        q
        for q in _spoken(claim, language)
        if q.unit in units and (q.unit or asked.beside is None or _stands_beside(claim, q, asked.beside))
    ]


def _stands_beside(claim: str, quantity: Quantity, beside: re.Pattern[str]) -> bool:
    before = re.split(r"[;:.,](?=\s)", claim[: quantity.span.start])[-1]
    after = re.split(r"[;:.,]", claim[quantity.span.end :])[0]
    return bool(beside.search(" ".join(before.split()[-_BESIDE:])) or beside.search(" ".join(after.split()[:_BESIDE])))


def _times(claim: str, asked: Sought) -> list[Value]:
    """Return the days of a claim, or its times of day where such are asked for or may be."""
    hours = clock_times(claim) if asked.clock is not False else ()
    days = [_day(each.value.isoformat(), each.precision) for each in dates(claim)][:2] if not asked.clock else []
    if days:
        return [Value(text=" to ".join(days))]
    return [Value(text=_short(claim[hours[0].span.start : hours[-1].span.end]))] if hours else []


def _measured(claim: str, quantity: Quantity, currency: str = "") -> Value:
    """Return a quantity with its whole unit as it is written, a bare number with the currency that stands over it."""
    text = quantity.span.cut(claim)
    if not quantity.unit:
        return Value(text=f"{currency} {text}" if currency else text, amounts=(Amount(quantity.value, currency),))
    by = match[0] if quantity.unit != "%" and (match := _BY.match(claim, quantity.span.end)) else ""
    unit, written = f"{quantity.unit}{by}", _written(text, quantity.unit)
    share = _of_what(claim[quantity.span.end :]) if quantity.unit == "%" else ""
    return Value(text=text + by + share, amounts=(Amount(quantity.value, unit, f"{written}{by}" if written else ""),))


def _written(text: str, unit: str) -> str:
    """Return how a quantity's text writes its unit behind the number; ``""`` for money and what stands before it."""
    if unit in _CURRENCIES:
        return ""
    parts = [each for each in re.split(r"[\s-]+", re.sub(r"(?<=\d)(?=[^\W\d])", " ", text)) if each]
    ends = (" ".join(parts[at:]) for at in range(len(parts)))
    return next((end for end in ends if UNITS.get(end.lower()) == unit), "")


def currency_in(text: str) -> str:
    """Return the one currency that a caption or header names; ``""`` where it names none or several."""
    found = {m[0] for m in _CODE.finditer(text)} | {code for sign, code in CURRENCY_SIGNS.items() if sign in text}
    return next(iter(found)) if len(found) == 1 else ""


def _fits(kind: Expected, quantity: Quantity, currency: str) -> bool:
    match kind:
        case Expected.DURATION:
            return quantity.unit in _TIMES
        case Expected.SHARE:
            return quantity.unit == "%"
        case Expected.MEASURE:
            return quantity.unit not in ("", "ordinal") and quantity.unit not in _TIMES
        case _:
            return quantity.unit in _CURRENCIES or quantity.unit == "%" or (not quantity.unit and bool(currency))


def _nearest(
    claim: str, fitting: Sequence[Quantity], topics: Sequence[frozenset[str]], language: str
) -> Quantity | None:
    """Return the quantity nearest to a word that is asked about; money goes before a share of something."""
    money = [q for q in fitting if q.unit in _CURRENCIES]
    places = [
        word.span.start
        for word in words(claim)
        if any(set(content_words(word.text, language)) & topic for topic in topics)
    ]
    return min(money or fitting, key=lambda q: _distance(q, places), default=None)


def _distance(quantity: Quantity, places: Iterable[int]) -> int:
    return min((abs(quantity.span.start - place) for place in places), default=0)


def _of_what(rest: str) -> str:
    """Return what a percentage is of, as it stands behind it."""
    found = re.match(r"\s+(?:of|from|below|above|less|off|on)\b[^.;:,()]{0,70}", rest)
    return found[0].rstrip() if found else ""


def _day(written: str, precision: str) -> str:
    return written if precision == "day" else written[:7]


def _short(text: str) -> str:
    text = re.sub(r"^\s*\(?\d+(?:\.\d+)*[.)]?\s+", "", " ".join(text.split())).rstrip(" .,")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
