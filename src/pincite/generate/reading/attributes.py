"""What kind of value a question asks of each document: an amount of money, an age, a count, a time of day, a share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pincite.generate.reading.dimensions import asked_units
from pincite.generate.reading.expected import Expected, expect
from pincite.text.units import UNITS

__all__ = ["Sought", "sought"]

_NUMERIC: Final = frozenset((Expected.MONEY, Expected.QUANTITY, Expected.MEASURE, Expected.COUNT))
_DURATION_NOUN: Final = re.compile(
    r"\b(?:period|duration|term|length|deadline|notice|retention|turnaround|time\s+limit)s?\b", re.IGNORECASE
)
_DATE_NOUN: Final = re.compile(r"\b(?:date|day\s+does|begins?|starts?|ends?|expires?|expiry)\b", re.IGNORECASE)
_MONEY_NOUN: Final = re.compile(
    r"\b(?:caps?|limit|ceiling|price|fee|fees|charge|rent|deposit|amount|cost|penalty|minimum|maximum|salary|budget)s?\b",
    re.IGNORECASE,
)
_OF_MONEY: Final = re.compile(
    r"\b(?:caps?|capped|ceilings?|prices?|fees?|charges?|rents?|deposits?|amounts?|costs?|penalt(?:y|ies)|salar(?:y|ies)"
    r"|budgets?|wages?|liab\w+|claims?|damages|spend\w*|orders?|purchases?|expenses?|reimburse\w*|compensat\w+"
    r"|payments?|pay|paid|fines?|excess|deductibles?|premiums?|insur\w+|cover\w*|indemn\w+|refund\w*|credits?"
    r"|invoices?|loans?|donations?|turnover|revenue|bills?|bets?|stakes?|bids?|withdrawals?|transfers?|worth"
    r"|allowances?|balances?|value|money)\b",
    re.IGNORECASE,
)
"""What an amount of money is of; a limit, a minimum or a maximum of anything else is in any unit."""
_MUCH_OF: Final = re.compile(
    r"\bhow\s+much\s+(?!(?:is|are|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had|of|"
    r"at|per|an?|the|each|every|in|to|for|by)\b)\w",
    re.IGNORECASE,
)
_SHARE_NOUN: Final = re.compile(r"\b(?:percentage|per cent|percent|discount|share|interest)\b", re.IGNORECASE)
_ASKED: Final = re.compile(
    r"^\W*(?:(?:at|from|by|to|up\s+to|in|on|until)\s+)?"
    r"(?:(?:what|which)(?:['\u2019]s|\s+(?:is|are|was|were))?\s+)?(?:(?:the|an?|your|our|its|their)\s+)?"
    r"(?P<noun>.*?)(?=\s+(?:of|for|to|in|on|at|from|per|under|over|with|by|when|where|that|who|is|are|was|were|do|does|did"
    r"|can|may|must|should|will|has|have)\b|[?.,;:]|$)",
    re.IGNORECASE,
)
"""The words of a question that name what is asked for, without those that say of what."""
_AGE: Final = re.compile(r"\bages?\b|\bhow\s+old\b", re.IGNORECASE)
_AGED: Final = re.compile(r"\b(?:age[sd]?|under|over|old|older|younger|birthday)\b", re.IGNORECASE)
_GROUP: Final = (
    r"(?:groups?|part(?:y|ies)|class(?:es)?|teams?|crews?|cohorts?|squads?|households?|audiences?|tables?\s+bookings?)"
)
_HEADS: Final = re.compile(
    rf"\bnumbers?\s+of\b|\bheadcount\b|\b{_GROUP}\s+(?:sizes?|limit|maximum|minimum)\b"
    rf"|\b(?:largest|biggest|smallest|maximum|minimum)\s+{_GROUP}\b"
    rf"|\bsizes?\s+of\s+(?:(?:the|an?|each|every)\s+)?{_GROUP}\b|\bhow\s+(?:large|big|small)\b[^?]*\b{_GROUP}\b",
    re.IGNORECASE,
)
"""Turns of phrase that ask for a count."""
_HOW_MANY: Final = re.compile(r"\b(?:how\s+many|numbers?\s+of)\s+(?P<what>[\w-]+(?:\s+(?!of\b)[\w-]+)?)", re.IGNORECASE)
_CLOCK: Final = re.compile(
    r"\b(?:what|which)\s+(?:time|hour)s?\b|\b(?:opening|closing|starting|finishing|check-?(?:in|out)|arrival|departure)"
    r"\s+(?:time|hour)s?\b|\bhours\s+of\s+(?:opening|business|service)\b",
    re.IGNORECASE,
)
_OFTEN: Final = re.compile(r"\bhow\s+(?:often|frequently)\b|\bfrequency\b", re.IGNORECASE)
_PERCENT: Final = re.compile(r"\b(?:percentages?|per\s+cent|percent)\b", re.IGNORECASE)
_YEARS: Final = frozenset(("year", "month", ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What kind of value is asked for."""

    kinds: frozenset[Expected] = frozenset()
    """One of them is enough; empty where the sentence itself is the answer."""
    loose: bool = False
    """Whether the only quantity of a sentence is the answer, whatever kind it is of: "What is the refund window?"."""
    number: bool = False
    """Whether words without a number give nothing: "What is the weight limit?"."""
    units: frozenset[str] | None = None
    """Units of which the value has one, ``""`` for a bare number; ``None`` where the kinds tell."""
    beside: re.Pattern[str] | None = None
    """What stands beside a bare number that counts; ``None`` where any does."""
    clock: bool | None = None
    """Whether a time of day is asked for (``True``), or a day (``False``); ``None`` for either."""
    often: bool = False
    """Whether it is asked how often something is done."""

    @property
    def typed(self) -> bool:
        """Whether a unit or a frequency is asked for."""
        return self.units is not None or self.often


def sought(text: str) -> Sought:
    """
    Return the kind of value that a question for one document asks for.

    :param text: The question, or the words for what is asked.
    """
    form = expect(text)
    if (other := _not_of_money(text, form)) is not None:
        return other
    if form in (Expected.DURATION, Expected.TIME) or form in _NUMERIC:
        return Sought(kinds=frozenset({form}))
    if re.search(r"\bhow\s+(?:much|large|high|big)\b", text, re.IGNORECASE):
        return Sought(kinds=frozenset({Expected.MONEY}))
    if re.match(r"\s*(?:the\s+)?term\b", text, re.IGNORECASE) or re.search(r"\bterm\s*[?.]*$", text, re.IGNORECASE):
        return Sought(kinds=frozenset({Expected.DURATION, Expected.TIME}), clock=False)
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
    return Sought(loose=loose)


def _not_of_money(text: str, form: Expected) -> Sought | None:
    """Return what is asked for where its words say that it is no amount of money; ``None`` where they do not."""
    asked = match["noun"] if (match := _ASKED.match(text)) else ""
    if _AGE.search(asked):
        return Sought(units=_YEARS, beside=_AGED)
    if form is Expected.COUNT or _HEADS.search(text):
        return _count(text)
    if (units := asked_units(text)) is not None:
        return Sought(units=units)
    if _CLOCK.search(text):
        return Sought(kinds=frozenset({Expected.TIME}), clock=True)
    if re.search(r"\b(?:date|deadline)\b", asked, re.IGNORECASE) and form in (Expected.OPEN, Expected.TIME):
        return Sought(kinds=frozenset({Expected.TIME}), clock=False) if "date" in asked.casefold() else None
    if _OFTEN.search(text):
        return Sought(often=True)
    if form is Expected.SHARE or _PERCENT.search(asked):
        return Sought(kinds=frozenset({Expected.SHARE}))
    return _any_unit(text, form)


def _count(text: str) -> Sought:
    """Return a count: in the unit that is counted where that is one ("how many kilometres"), else a bare number."""
    named = _HOW_MANY.search(text)
    units = {UNITS[word] for word in named["what"].casefold().split() if word in UNITS} if named else set()
    return Sought(units=frozenset(units or {""}))


def _any_unit(text: str, form: Expected) -> Sought | None:
    """Return a limit, or how much of it there is, of something that no amount of money is of."""
    if _OF_MONEY.search(text):
        return None
    bound = form is Expected.QUANTITY and not re.search(r"\bhow\s+much\b", text, re.IGNORECASE)
    weak = form is Expected.OPEN and _MONEY_NOUN.search(text) and not _DURATION_NOUN.search(text)
    if bound or _MUCH_OF.search(text) or weak:
        return Sought(loose=True, number=True)
    return None
