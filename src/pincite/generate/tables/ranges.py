"""Rows that hold for a range: what is told of "over 60 kg" is no answer for 20 kg."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from pincite.generate.tables.beside import AGED
from pincite.generate.tables.lookup import stems_of
from pincite.text.numbers import quantities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.generate.reading.candidates import Candidate
    from pincite.generate.tables.lookup import Named
    from pincite.generate.tables.table_rows import TableRows
    from pincite.text.numbers import Quantity

__all__ = ["Range", "range_of", "rows_out_of_range"]

_MORE: Final = (
    r"(?:over|above|beyond|exceed\w*|in\s+excess\s+of|(?:more|older|longer|higher|greater|larger|bigger|heavier|taller"
    r"|deeper|wider)\s+than)"
)
_LESS: Final = r"(?:under|below|before|(?:less|fewer|younger|shorter|lower|smaller|lighter|narrower)\s+than)"
_BEFORE: Final = re.compile(
    rf"(?:\b(?P<denied>(?:not?|never)\s+(?:to\s+|be\s+)?)?(?:(?P<more>{_MORE})|(?P<less>{_LESS}))"
    r"|\b(?P<most>up\s+to|until|till|at\s+most|to|maximum|max\.?)"
    r"|\b(?P<least>from|at\s+least|minimum|min\.?|starting\s+(?:at|from))|(?P<sign>[<>]\s?=?|[\u2264\u2265]))"
    r"(?:\s+and\s+including)?\s*$",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    r"\W*(?:[^\W\d]+\s+)?(?:or|and)\s+(?:(?P<more>more|over|above|beyond|up|upwards?|older|longer|higher|greater|larger"
    r"|bigger|heavier|taller|deeper|wider)|(?P<less>less|fewer|under|below|younger|shorter|lower|smaller|lighter"
    r"|narrower))\b|\s*(?:(?P<plus>\+)|(?P<least>min(?:imum)?|at\s+least)\b|(?P<most>max(?:imum)?|at\s+most)\b)",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"\W*(?:[^\W\d]+\s*)?(?:\bto|\band|-|\u2013|\u2014)\W*", re.IGNORECASE)
_JOINS: Final = re.compile(r"\W*(?:[^\W\d]+\s*)?(?:\b(?:to|and|but))?\W*", re.IGNORECASE)
_AGE: Final = re.compile(r"\bages?\b", re.IGNORECASE)
_AGES: Final = frozenset(("", "year"))
"""Units of an age: "18 to 64" and "6 to 17 years"."""
_LONGEST: Final = 7
"""Words of the longest label that is read as a range."""
_FEWEST: Final = 2
"""Rows with a range that a table has at least, for its labels to be ranges."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Amounts of one unit from a lower to an upper bound."""

    low: Decimal | None
    """``None`` where there is none."""
    high: Decimal | None
    """``None`` where there is none."""
    unit: str
    open_low: bool = False
    """Whether the lower bound itself is out: "over 60"."""
    open_high: bool = False
    """Whether the upper bound itself is out: "under 2"."""

    def meets(self, other: Range) -> bool:
        """Tell whether some amount lies in both; whole units are not told from their parts."""
        return not (self._ends_before(other) or other._ends_before(self))

    def _ends_before(self, other: Range) -> bool:
        if self.high is None or other.low is None:
            return False
        return self.high < other.low or (self.high == other.low and (self.open_high or other.open_low))


@dataclass(frozen=True, slots=True)
class _Bound:
    """Which end of a range an amount is."""

    is_low: bool
    is_open: bool
    """Whether the amount itself is out."""


def _before(text: str) -> _Bound | None:
    """Return what the words right before an amount make of it: "over", "not more than", "up to and including", "<"."""
    found = _BEFORE.search(text)
    if found is None:
        return None
    if sign := found["sign"]:
        return _Bound(sign[0] in ">\u2265", sign.rstrip() in "<>")
    if found["most"] or found["least"]:
        return _Bound(found["least"] is not None, is_open=False)
    denied = found["denied"] is not None
    return _Bound((found["more"] is not None) is not denied, not denied)


def _after(text: str) -> _Bound | None:
    """Return what the words right after an amount make of it: "and over", "max."; the amount itself is in."""
    found = _AFTER.match(text)
    return None if found is None else _Bound(found.lastgroup in ("more", "plus", "least"), is_open=False)


def range_of(text: str, *, language: str) -> Range | None:
    """Return the range that words tell of, as "31 to 60 kg", "up to 30 kg" or "65+"; ``None`` where they tell none."""
    found = quantities(text, language=language)
    if len(found) == 2:
        return _of_two(text, *found)
    if len(found) != 1:
        return None
    one = found[0]
    bound = _before(text[: one.span.start]) or _after(text[one.span.end :])
    if bound is None:
        return None
    if bound.is_low:
        return Range(low=one.value, high=None, unit=one.unit, open_low=bound.is_open)
    return Range(low=None, high=one.value, unit=one.unit, open_high=bound.is_open)


def _of_two(text: str, one: Quantity, two: Quantity) -> Range | None:
    """Return the range from one amount to another, "over 10 to 20 kg"; ``None`` where they are not its two ends."""
    between = text[one.span.end : two.span.start]
    lower, upper = _before(text[: one.span.start]), _before(between)
    joins = _JOINS.fullmatch(_BEFORE.sub("", between)) if upper else _BETWEEN.fullmatch(between)
    if not joins or (lower and not lower.is_low) or (upper and upper.is_low):
        return None
    is_open = lower is not None and lower.is_open, upper is not None and upper.is_open
    unit = two.unit or one.unit
    return Range(low=one.value, high=two.value, unit=unit, open_low=is_open[0], open_high=is_open[1])


def rows_out_of_range(table: TableRows, named: Named) -> Iterator[Candidate]:
    """
    Yield the rows whose label is a range in which no amount of the question lies.

    An amount counts that is in the unit of the ranges, or has none and stands in a question that names what they are
    ranges of, "a weight of 20" under "Weight"; and the age of a person under "Age".
    """
    read = ((row, table.label(row)) for row in table.rows)
    short = ((row, label) for row, label in read if len(label.split()) <= _LONGEST)
    ranges = {row: held for row, label in short if (held := range_of(label, language=named.language)) is not None}
    asked = _asked(table, named, {held.unit for held in ranges.values()}) if len(ranges) >= _FEWEST else []
    for row, held in ranges.items():
        if asked and not any(held.meets(each) for each in asked):
            yield row


def _asked(table: TableRows, named: Named, units: set[str]) -> list[Range]:
    """Return the amounts of a question that are in one of the units, each with what it says of more or less."""
    found = quantities(named.text, language=named.language)
    own = [each for each in found if each.unit and each.unit in units]
    if not own and not set(stems_of(table.kind, named.language)).isdisjoint(named.stems):
        own = [each for each in found if not each.unit]
    asked = []
    for each in own or _ages(table, named, units):
        before, after = _before(named.text[: each.span.start]), _after(named.text[each.span.end :])
        parts = before if before and before.is_open else after  # "up to 20 kg" asks for 20 kg
        low, high = (
            (None if parts and not parts.is_low else each.value),
            (None if parts and parts.is_low else each.value),
        )
        asked.append(Range(low=low, high=high, unit=each.unit, open_low=high is None, open_high=low is None))
    return asked


def _ages(table: TableRows, named: Named, units: set[str]) -> list[Quantity]:
    """Return how old somebody is by a question, where the ranges are of years or stand under "Age"."""
    said = [] if units - _AGES else [match.span() for match in AGED.finditer(named.text)]
    if not said or (units == {""} and not _AGE.search(table.kind)):
        return []
    found = (q for q in quantities(named.text, language=named.language) if q.unit in _AGES)
    return [q for q in found if any(start <= q.span.start < end for start, end in said)]
