"""The value that a sentence or table row gives for what is asked: an amount, a duration, a day, else its own words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected, expect
from pincite.text.dates import dates
from pincite.text.numbers import quantities
from pincite.text.units import CURRENCY_SIGNS, UNITS
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.text.numbers import Quantity

__all__ = ["Amount", "Sought", "Value", "currency_in", "sought", "value_of"]

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
_NUMERIC: Final = frozenset((Expected.MONEY, Expected.QUANTITY, Expected.MEASURE, Expected.COUNT))
_DURATION_NOUN: Final = re.compile(
    r"\b(?:period|duration|term|length|deadline|notice|retention|turnaround|time\s+limit)s?\b", re.IGNORECASE
)
_DATE_NOUN: Final = re.compile(r"\b(?:date|day\s+does|begins?|starts?|ends?|expires?|expiry)\b", re.IGNORECASE)
_MONEY_NOUN: Final = re.compile(
    r"\b(?:caps?|limit|ceiling|price|fee|fees|charge|rent|deposit|amount|cost|penalty|minimum|maximum|salary|budget)s?\b",
    re.IGNORECASE,
)
_SHARE_NOUN: Final = re.compile(r"\b(?:percentage|per cent|percent|discount|share|interest)\b", re.IGNORECASE)
_LONGEST: Final = 90
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What kind of value is asked for."""

    kinds: frozenset[Expected]
    """One of them is enough; empty where the sentence itself is the answer."""
    loose: bool = False
    """Whether the only quantity of a sentence is the answer, whatever kind it is of: "What is the refund window?"."""


def sought(text: str) -> Sought:
    """
    Return the kind of value that a question for one document asks for.

    :param text: The question, or the words for what is asked.
    """
    form = expect(text)
    if form in (Expected.DURATION, Expected.TIME) or form in _NUMERIC:
        return Sought(kinds=frozenset({form}))
    if re.search(r"\bhow\s+(?:much|large|high|big)\b", text, re.IGNORECASE):
        return Sought(kinds=frozenset({Expected.MONEY}))
    if re.match(r"\s*(?:the\s+)?term\b", text, re.IGNORECASE) or re.search(r"\bterm\s*[?.]*$", text, re.IGNORECASE):
        return Sought(kinds=frozenset({Expected.DURATION, Expected.TIME}))
    for kind, noun in (
        (Expected.MEASURE, _SHARE_NOUN),
        (Expected.DURATION, _DURATION_NOUN),
        (Expected.TIME, _DATE_NOUN),
    ):
        if noun.search(text) and not re.search(r"\bwho\b|\bwhich law\b", text, re.IGNORECASE):
            return Sought(kinds=frozenset({kind}))
    if form is Expected.OPEN and re.match(r"\s*(?:what|how)\b", text, re.IGNORECASE) and _MONEY_NOUN.search(text):
        return Sought(kinds=frozenset({Expected.MONEY}))
    loose = re.match(r"\s*what\s+(?:is|are|was|were)\b", text, re.IGNORECASE) is not None
    return Sought(kinds=frozenset(), loose=loose)


def value_of(
    claim: str, asked: Sought, topics: Sequence[frozenset[str]], *, currency: str, language: str
) -> Value | None:
    """
    Return the value that a claim gives, or ``None`` where it gives none of the kind that is asked for.

    :param claim: A sentence, or a table row read as one.
    :param topics: What is asked about: of several values the one nearest to these words is taken.
    :param currency: What a bare number in it is in, where a table's heading says so; ``""`` where nothing does.
    """
    if not asked.kinds:
        only = [q for q in quantities(claim, language=language) if q.unit not in ("", "ordinal")] if asked.loose else []
        if len(only) != 1:
            return Value(text=_short(claim))
        return _measured(claim, only[0])
    found: list[Value] = []
    for kind in sorted(asked.kinds):
        if kind is Expected.TIME:
            days = [_day(each.value.isoformat(), each.precision) for each in dates(claim)][:2]
            found += [Value(text=" to ".join(days))] if days else []
            continue
        fitting = [q for q in quantities(claim, language=language) if _fits(kind, q, currency)]
        if near := _nearest(claim, fitting, topics, language):
            found.insert(0, _measured(claim, near, currency))
        elif kind in (Expected.MONEY, Expected.QUANTITY) and (multiple := _MULTIPLE.search(claim)):
            found.append(Value(text=_short(multiple[0])))
        elif kind in (Expected.MONEY, Expected.QUANTITY) and (bound := _BOUND.search(claim)):
            found.append(Value(text=_short(bound["to"])))
    return next(iter(found), None)


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
        case Expected.MEASURE:
            return quantity.unit not in ("", "ordinal") and quantity.unit not in _TIMES
        case Expected.COUNT:
            return quantity.unit != "ordinal"
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
