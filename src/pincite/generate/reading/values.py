"""The value that a sentence or table row gives for what is asked: an amount, a duration, a day, else its own words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected
from pincite.text.clock_times import clock_times
from pincite.text.columns import read_cell
from pincite.text.dates import dates
from pincite.text.frequencies import frequencies
from pincite.text.numbers import quantities
from pincite.text.units import CURRENCIES, CURRENCY_CODES, CURRENCY_SIGN, CURRENCY_SIGNS, UNITS
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
_MONEY: Final = re.compile(rf"\b(?P<code>{'|'.join(CURRENCY_CODES)})\b|(?P<sign>{CURRENCY_SIGN})")
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
_NUMBERED: Final = re.compile(r"\s*(?:\(?\d+(?:\.\d+)*[.)]\s+|\d+(?:\.\d+)*\s+(?=(?P<word>[^\W\d_a-z][^\W\d_]{2,})))")
"""The number of a clause before its words: "9.1 Swiss law"."""
_RANGE: Final = re.compile(r"\s*(?:-|\u2013|\u2014|\u2212|\bto\b|\bbis\b)\s*", re.IGNORECASE)
_TOLERANCE: Final = re.compile(r"\s*(?:\u00b1|\+\s?/\s?[-\u2212])\s*")
"""Stands between an amount and how far it may be off."""
_AND: Final = re.compile(r"\s+and\s+", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\bbetween\s+$", re.IGNORECASE)
_PAIR: Final = re.compile(r"\s*(?:[^\W\d]+\s*)?\d[\d.,]*\s/\s\d[\d.,]*(?:\s*[^\W\d]+)?\s*")
"""Two amounts of one cell: "2.00 / 3.50 EUR"."""
_BY: Final = re.compile(r"(?:/[^\W\d_]+[\u00b2\u00b3]?)+")
"""What a unit goes on with: "/min" behind "15 l", "/kg/day" behind "4 mg"."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit, for counting with."""

    value: Decimal
    """The lower end of a range."""
    unit: str
    """One name per unit, with what it is divided by: "business day", "EUR", "l/min"."""
    written: str = ""
    """The unit as the source writes it: "working days"; ``""`` for money and for bare numbers."""
    to: Decimal | None = None
    """The upper end of a range; ``None`` for a single amount."""


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
        return _measured(claim, near, language) if near else None
    if not asked.kinds:
        return _only(claim, asked, language)
    found: list[Value] = []
    for kind in sorted(asked.kinds):
        if kind is Expected.TIME:
            found += _times(claim, asked)
            continue
        fitting = [q for q in quantities(claim, language=language) if _fits(kind, q, currency)]
        if near := _nearest(claim, fitting, topics, language):
            found.insert(0, _measured(claim, near, language, currency))
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
    if _PAIR.fullmatch(cell) and Expected.TIME not in asked.kinds:
        return Value(text=_short(cell))
    if asked.units is not None:
        fitting = [q for q in held if q.unit in asked.units]
        return _measured(cell, fitting[0], language) if fitting else None
    if asked.often or Expected.TIME in asked.kinds:
        return value_of(cell, asked, (), currency="", language=language)
    if not asked.kinds:
        return _measured(cell, held[0], language) if _is_one(cell, held, language) else _words(cell)
    if bare and asked.kinds & {Expected.MONEY, Expected.QUANTITY}:
        return _measured(cell, held[0], language, currency)
    return value_of(cell, asked, (), currency=currency, language=language)


def _only(claim: str, asked: Sought, language: str) -> Value | None:
    """Return the only quantity of a claim, else its words: of several none is known to be what is asked for."""
    if not asked.loose and not asked.number:
        return Value(text=_short(_unnumbered(claim)))
    held = [q for q in _spoken(claim, language) if q.unit != "ordinal"]
    if _is_one(claim, held, language) and (held[0].unit or asked.number):
        return _measured(claim, held[0], language)
    return Value(text=_short(_unnumbered(claim))) if held or not asked.number else None


def _words(cell: str) -> Value | None:
    return Value(text=_short(cell)) if cell.strip() else None


def _spoken(claim: str, language: str) -> list[Quantity]:
    """Return the quantities of a claim without those of its days, its times of day and its number."""
    taken = [*(day.span for day in dates(claim)), *(time.span for time in clock_times(claim))]
    start = _number_end(claim)
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


def _measured(claim: str, quantity: Quantity, language: str, currency: str = "") -> Value:
    """
    Return a quantity with its whole unit as it is written, a bare number with the currency that stands over it; the
    whole range where it is one end of it.
    """
    main, tolerance = _tolerated(claim, quantity, language)
    if tolerance is not main:
        text, unit = claim[main.span.start : tolerance.span.end], tolerance.unit
        return Value(text=text, amounts=(Amount(main.value, unit, _written(tolerance.span.cut(claim), unit)),))
    low, high = _range_with(claim, quantity, language)
    opens = _BETWEEN.search(claim[: low.span.start]) if high is not low else None
    text = claim[opens.start() if opens else low.span.start : high.span.end]
    to = high.value if high is not low else None
    if not quantity.unit:
        whole = f"{currency} {text}" if currency else text
        return Value(text=whole, amounts=(Amount(low.value, currency, to=to),))
    by = match[0] if quantity.unit != "%" and (match := _BY.match(claim, high.span.end)) else ""
    written = _written(high.span.cut(claim), quantity.unit) or _written(low.span.cut(claim), quantity.unit)
    share = _of_what(claim[high.span.end :]) if quantity.unit == "%" else ""
    amount = Amount(low.value, f"{quantity.unit}{by}", f"{written}{by}" if written else "", to)
    return Value(text=text + by + share, amounts=(amount,))


def _is_one(claim: str, held: Sequence[Quantity], language: str) -> bool:
    """Tell whether there is just one quantity, one with its tolerance, or one range."""
    if len(held) == 1:
        return True
    pairs = (_range_with(claim, held[0], language), _tolerated(claim, held[0], language)) if len(held) == 2 else ()
    return (*held,) in pairs


def _range_with(claim: str, quantity: Quantity, language: str) -> tuple[Quantity, Quantity]:
    """Return the two ends of the range that a quantity is an end of; itself twice where it is of none."""
    for low, high in pairwise(quantities(claim, language=language)):
        between = claim[low.span.end : high.span.start]
        joins = _RANGE.fullmatch(between) or (_AND.fullmatch(between) and _BETWEEN.search(claim[: low.span.start]))
        if quantity.span in (low.span, high.span) and joins and low.unit == high.unit and low.value < high.value:
            return low, high
    return quantity, quantity


def _tolerated(claim: str, quantity: Quantity, language: str) -> tuple[Quantity, Quantity]:
    """Return a quantity and its tolerance, whichever of the two is given; itself twice where it has none."""
    for main, tolerance in pairwise(quantities(claim, language=language)):
        between = claim[main.span.end : tolerance.span.start]
        if quantity.span in (main.span, tolerance.span) and _TOLERANCE.fullmatch(between):
            return main, tolerance
    return quantity, quantity


def _written(text: str, unit: str) -> str:
    """Return how a quantity's text writes its unit behind the number; ``""`` for money and what stands before it."""
    if unit in CURRENCIES:
        return ""
    parts = [each for each in re.split(r"[\s-]+", re.sub(r"(?<=\d)(?=[^\W\d])", " ", text)) if each]
    ends = (" ".join(parts[at:]) for at in range(len(parts)))
    return next((end for end in ends if UNITS.get(end.lower()) == unit), "")


def currency_in(text: str) -> str:
    """Return the one currency that a caption or header names; ``""`` where it names none or several."""
    found = {CURRENCY_SIGNS.get(match[0], match[0]) for match in _MONEY.finditer(text)}
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
            return quantity.unit in CURRENCIES or quantity.unit == "%" or (not quantity.unit and bool(currency))


def _nearest(
    claim: str, fitting: Sequence[Quantity], topics: Sequence[frozenset[str]], language: str
) -> Quantity | None:
    """Return the quantity nearest to a word that is asked about; money goes before a share of something."""
    money = [q for q in fitting if q.unit in CURRENCIES]
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


def _unnumbered(claim: str) -> str:
    return claim[_number_end(claim) :]


def _number_end(claim: str) -> int:
    """Return where the words of a numbered clause begin; 0 where no number is before them: "1.5 Metres of rope"."""
    match = _NUMBERED.match(claim)
    return match.end() if match and (match["word"] or "").lower() not in UNITS else 0


def _short(text: str) -> str:
    text = " ".join(text.split()).rstrip(" .,")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
