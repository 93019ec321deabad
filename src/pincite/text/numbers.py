# ruff: noqa: RUF001  (signs and dashes are what this file reads)
"""Quantities in a text: a value and its unit, written in one way for comparison."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.documents import Span
from pincite.text import identifiers
from pincite.text.dates import dates
from pincite.text.units import CURRENCY_CODES, CURRENCY_SIGNS, GLUED_UNITS, UNITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Quantity", "quantities"]

_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_NTH: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth"
)
_SMALL: Final = {w: n for n, w in enumerate(_ONES.split())} | {w: 10 * n for n, w in enumerate(_TENS.split(), 2)}
_ORDINAL: Final = {w: n for n, w in enumerate(_NTH.split(), 1)}
_SCALE: Final = {
    "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "k": 1000, "mn": 10**6, "bn": 10**9, "tsd.": 1000, "mio.": 10**6, "mrd.": 10**9,
}  # fmt: skip
_FRACTION: Final = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅓": "0.3333", "⅔": "0.6667", "⅛": "0.125"}
_SHORT: Final = 1_000
"""Characters of the longest text whose quantities are remembered: sentences and rows, which many rules read."""
_COMMA_DECIMAL: Final = "de fr es it pt nl sv da no fi pl cs ru uk bg tr ro hu id el"


def _any(names: Iterable[str]) -> str:
    return "|".join(re.escape(name).replace(r"\ ", r"[\s-]+") for name in sorted(names, key=len, reverse=True))


_COUNT: Final = rf"(?:{_any([*_SMALL, 'hundred', 'thousand', 'million', 'billion'])})\b"
_WORDS: Final = rf"\b{_COUNT}(?:(?:\s+and\s+|[\s-]+){_COUNT})*"
_FIGURES: Final = r"\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_CORE = re.compile(
    rf"(?P<words>{_WORDS})|\b(?P<nth>{_any(_ORDINAL)})\b"
    rf"|(?<![\w.,/])(?:minus\s+|(?<=[^\w%])[-−]|^[-−])?(?P<figures>{_FIGURES})(?P<part>[½¼¾⅓⅔⅛])?(?![.,/]?\d)"
    r"|(?<![\w.,/])(?P<alone>[½¼¾⅓⅔⅛])",
    re.IGNORECASE,
)
_CODES: Final = "|".join(CURRENCY_CODES)
_BEFORE = re.compile(rf"(?:(?P<sign>{_any(CURRENCY_SIGNS)})|\b(?P<code>{_CODES}))\s?$")
_ALSO = re.compile(
    rf"\s*\(\s*(?:{_any(CURRENCY_SIGNS)})?\s?(?:{_FIGURES}|{_WORDS})\s*(?P<percent>%)?\s*\)", re.IGNORECASE
)
_AFTER_SCALE = re.compile(rf"\s?(?:{_any(_SCALE)})(?!\w)", re.IGNORECASE)
_AFTER_MONEY = re.compile(rf"\s?(?P<scale>[kKTM])(?:(?P<sign>{_any(CURRENCY_SIGNS)})|(?P<code>{_CODES})(?!\w))")
"""Thousands or millions written together with a currency: "95 kEUR"."""
_MONEY_SCALE: Final = {"k": 1000, "K": 1000, "T": 1000, "M": 10**6}
_ENDS_SCALED: Final = re.compile(r"(?P<scale>thousand|million|billion|trillion)\b")
_AFTER_UNIT = re.compile(rf"(?:\s{{0,2}}|-)(?P<unit>(?:{_any(UNITS)})(?!\w)|{_any(GLUED_UNITS)})", re.IGNORECASE)
_LETTERS: Final = re.compile(r"[^\W\d_]")
"""A key of figures alone before a unit is none: "2.50 EUR" at the beginning of a line is no clause 2.50."""
_NTH_MARK = re.compile(r"(?:st|nd|rd|th)\b")
_BETWEEN = re.compile(r"\s*(?:-|–|—|−|to|or|and|bis|à)\s*", re.IGNORECASE)
_LIST_MARK = re.compile(r"^[^\S\n]*\d{1,3}[.)]\s", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number with its unit where it stands; two say the same when their keys are equal."""

    value: Decimal
    unit: str
    """One name per unit: "day", "business day", "%", "USD", "kg", "ordinal"; ``""`` for a bare number."""
    span: Span

    @property
    def key(self) -> tuple[Decimal, str]:
        """What is compared: value and unit."""
        return self.value, self.unit


def quantities(text: str, *, language: str = "en") -> tuple[Quantity, ...]:
    """
    Return the quantities of a text in order.

    "thirty (30) days" is one quantity, the same as "30 days" and "30-day"; "$500", "USD 500" and "500 dollars" are the
    same, "95%" and "ninety-five percent" too. In a range, a number without a unit takes the other's. Numbers in dates,
    identifiers, list marks and longer strings of letters are left out; number words are read in English.

    :param language: Decides between "1,000.5" and "1.000,5".
    """
    comma = language.split("-")[0].lower() in _COMMA_DECIMAL.split()
    return _remembered(text, comma) if len(text) <= _SHORT else _quantities(text, comma)


@lru_cache(maxsize=2048)
def _remembered(text: str, comma: bool) -> tuple[Quantity, ...]:
    return _quantities(text, comma)


def _quantities(text: str, comma: bool) -> tuple[Quantity, ...]:
    keys = [i.span for i in identifiers.find(text) if not _AFTER_UNIT.match(text, i.span.end) or _LETTERS.search(i.key)]
    busy = [*(m.span for m in dates(text)), *keys]
    busy += [Span(*mark.span()) for mark in _LIST_MARK.finditer(text)]
    taken = bytearray(len(text))  # what overlaps is told at once: a long text holds very many of each
    for span in busy:
        taken[span.start : span.end] = b"\x01" * len(span)
    found = [q for q in _read(text, comma) if not any(taken[q.span.start : q.span.end])]
    return _share_units(text, found)


def _read(text: str, comma: bool) -> Iterator[Quantity]:
    at = 0
    while core := _CORE.search(text, at):
        quantity = _one(text, core, comma)
        at = max(quantity.span.end, core.end()) if quantity else core.end()
        if quantity:
            yield quantity


def _one(text: str, core: re.Match[str], comma: bool) -> Quantity | None:
    """Read the number at ``core`` with what stands before and after it; ``None`` where it is glued to letters."""
    value, start, end = _value(core, comma), core.start(), core.end()
    unit = ""
    if before := _BEFORE.search(text, max(0, start - 5), start):
        unit, start = CURRENCY_SIGNS.get(before["sign"] or "", before["code"] or ""), before.start()
    if core["nth"] or _NTH_MARK.match(text, end):
        return Quantity(value=value, unit="ordinal", span=Span(start, end if core["nth"] else end + 2))
    if also := _ALSO.match(text, end):
        end, unit = also.end(), "%" if also["percent"] else unit
    if money := _AFTER_MONEY.match(text, end):
        value, end = value * _MONEY_SCALE[money["scale"]], money.end()
        unit = unit or CURRENCY_SIGNS.get(money["sign"] or "", money["code"] or "")
    elif scale := _AFTER_SCALE.match(text, end):
        value, end = value * _SCALE[scale.group().strip().lower()], scale.end()
    if not money and (after := _AFTER_UNIT.match(text, end)):
        if unit and after["unit"].lower() == "m":
            value *= 10**6  # "$1.5m" is money, not length
        unit, end = unit or _unit(after["unit"]), after.end()
        if (again := _ALSO.match(text, end)) and again["percent"] and unit == "%":
            end = again.end()  # "ninety-five percent (95%)"
    glued = end < len(text) and text[end].isalpha() and text[end] < "\u3040"  # Chinese sets no spaces
    pronoun = (core["words"] or "").lower() == "one" and not unit
    return None if glued or pronoun else Quantity(value=value, unit=unit, span=Span(start, end))


def _unit(written: str) -> str:
    return GLUED_UNITS.get(written) or UNITS[re.sub(r"[\s-]+", " ", written.lower())]


def _value(core: re.Match[str], comma: bool) -> Decimal:
    if core["words"]:
        return _spelt(core["words"])
    if core["nth"]:
        return Decimal(_ORDINAL[core["nth"].lower()])
    if core["alone"]:
        return Decimal(_FRACTION[core["alone"]])
    value = _figures(core["figures"], comma) + Decimal(_FRACTION.get(core["part"] or "", "0"))
    return -value if core.group()[0] in "-−mM" else value


def _figures(written: str, comma: bool) -> Decimal:
    """Read "1,000.50", "1.000,50", "1 000": the mark that cannot part thousands is the decimal one."""
    text = re.sub(r"[ \u00a0\u202f'’]", "", written)
    marks = [c for c in text if c in ".,"]
    if len(set(marks)) == 2:
        decimal = marks[-1]
    elif len(marks) == 1 and not re.search(r"[.,]\d{3}$", text):
        decimal = marks[0]
    else:
        decimal = "," if comma else "."
    other = "." if decimal == "," else ","
    text = text.replace(other, "")
    return Decimal(text.replace(decimal, "" if text.count(decimal) > 1 else "."))


@lru_cache(maxsize=1024)
def _spelt(written: str) -> Decimal:
    """Add up number words: hundreds multiply what stands before them, thousands and above close a group."""
    total = group = 0
    for word in re.split(r"[\s-]+", written.lower()):
        if word in _SMALL:
            group += _SMALL[word]
        elif word == "hundred":
            group = max(group, 1) * 100
        elif word in _SCALE:
            total, group = total + max(group, 1) * _SCALE[word], 0
    return Decimal(total + group)


def _share_units(text: str, found: list[Quantity]) -> tuple[Quantity, ...]:
    shared = list(found)
    for at, (one, two) in enumerate(pairwise(found)):
        if not _BETWEEN.fullmatch(text[one.span.end : two.span.start]) or "ordinal" in (one.unit, two.unit):
            continue
        scaled = _ENDS_SCALED.search(two.span.cut(text).lower())
        if scaled and not one.unit and abs(one.value) < 1000:  # "from 40 to 55 million EUR"
            shared[at] = replace(shared[at], value=one.value * _SCALE[scaled["scale"]])
        shared[at] = replace(shared[at], unit=shared[at].unit or two.unit)
        shared[at + 1] = replace(two, unit=two.unit or one.unit)
    return tuple(shared)
