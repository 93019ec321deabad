"""Rows that hold for a range: what is told of "over 60 kg" is no answer for 20 kg."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from pincite.generate.tables.lookup import stems_of
from pincite.text.numbers import quantities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.generate.reading.candidates import Candidate
    from pincite.generate.tables.lookup import Named
    from pincite.generate.tables.table_rows import TableRows

__all__ = ["Range", "range_of", "rows_out_of_range"]

_BELOW: Final = re.compile(r"\b(?:under|below|less\s+than|fewer\s+than|younger\s+than|before)\s*$", re.IGNORECASE)
_UP_TO: Final = re.compile(
    r"\b(?:up\s+to|until|till|at\s+most|to|maximum|max\.?|no\s+more\s+than)\s*$|[\u2264]\s*$", re.IGNORECASE
)
_ABOVE: Final = re.compile(
    r"\b(?:over|above|more\s+than|older\s+than|longer\s+than|beyond|exceeding)\s*$|>\s*$", re.IGNORECASE
)
_FROM: Final = re.compile(r"\b(?:from|at\s+least|minimum|min\.?)\s*$|[\u2265]\s*$", re.IGNORECASE)
_OR_MORE: Final = re.compile(
    r"^\W*(?:[^\W\d]+\s+)?(?:or|and)\s+(?:more|over|above|older|longer|upwards?)\b|^\s*\+", re.IGNORECASE
)
_OR_LESS: Final = re.compile(
    r"^\W*(?:[^\W\d]+\s+)?(?:or|and)\s+(?:less|fewer|under|below|younger|shorter)\b", re.IGNORECASE
)
_BETWEEN: Final = re.compile(r"^\W*(?:[^\W\d]+\s*)?(?:to|and|-|\u2013|\u2014)\W*$", re.IGNORECASE)
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


def range_of(text: str, *, language: str) -> Range | None:
    """Return the range that words tell of, as "31 to 60 kg", "up to 30 kg" or "65+"; ``None`` where they tell none."""
    found = quantities(text, language=language)
    if len(found) == 2 and _BETWEEN.match(text[found[0].span.end : found[1].span.start]):
        return Range(low=found[0].value, high=found[1].value, unit=found[1].unit)
    if len(found) != 1:
        return None
    one, before, after = found[0], text[: found[0].span.start], text[found[0].span.end :]
    if _ABOVE.search(before) or _FROM.search(before) or _OR_MORE.match(after):
        return Range(low=one.value, high=None, unit=one.unit, open_low=_ABOVE.search(before) is not None)
    if _BELOW.search(before) or _UP_TO.search(before) or _OR_LESS.match(after):
        return Range(low=None, high=one.value, unit=one.unit, open_high=_BELOW.search(before) is not None)
    return None


def rows_out_of_range(table: TableRows, named: Named) -> Iterator[Candidate]:
    """
    Yield the rows whose label is a range in which no amount of the question lies.

    An amount counts that is in the unit of the ranges, or has none and stands in a question that names what they are
    ranges of: "at the age of 8" under "Age".
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
    for each in own:
        before, after = named.text[: each.span.start], named.text[each.span.end :]
        above, below = _ABOVE.search(before) or _OR_MORE.match(after), _BELOW.search(before) or _OR_LESS.match(after)
        low, high = (None if below else each.value), (None if above else each.value)
        asked.append(Range(low=low, high=high, unit=each.unit, open_low=bool(above), open_high=bool(below)))
    return asked
