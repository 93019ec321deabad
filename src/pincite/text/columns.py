"""What the header of a column says of its cells: "price_eur" over "45" is a price of 45 EUR."""

from __future__ import annotations

import re
from typing import Final

from pincite.text.units import CURRENCY_CODES, CURRENCY_SIGN, CURRENCY_SIGNS, UNITS

__all__ = ["read_cell"]

_CODE_LISTED: Final = "|".join(CURRENCY_CODES)
_CODE: Final = re.compile(rf"(?:{_CODE_LISTED})", re.IGNORECASE)
_SNAKE: Final = re.compile(r"[^\W_]+(?:_[^\W_]+)+")
_BARE: Final = re.compile(r"[-\u2212]?\d[\d\s.,'\u2019]*(?:(?:\s(?:-|/|to)\s|\s?\u2013\s?)\d[\d.,'\u2019]*)?")
"""A number, or two as a range or a pair: "2.00 / 3.50"."""
_HYPHEN: Final = re.compile(r"(\d+(?:[.,]\d+)?)-(\d+(?:[.,]\d+)?)")
"""A range without blanks; a date, a year with its month and most numbers of telephones are none."""
_BY: Final = re.compile(r"(?P<unit>\S+?)(?:/[^\W\d_]+|\s+per\s+[^\W\d_]+)", re.IGNORECASE)
"""A unit and what it is for each of: "EUR/day", "mg per kg"."""
_SCALED: Final = re.compile(rf"[kKTM](?:{_CODE_LISTED}|€|\$|£)")
"""Thousands or millions of a currency: "kEUR"."""
_UNIT_AT_END: Final = re.compile(
    r"^(?P<name>.*\S)(?:\s*[(\[](?:in\s+)?(?P<held>[^()\[\]]+)[)\]]|,?\s+in\s+(?P<said>\S+(?:\s+per\s+\S+)?))$",
    re.IGNORECASE,
)
_SYMBOL_AT_END: Final = re.compile(
    rf"^(?:(?P<name>.*\S?)(?:[\s,;:/|]|\s[-\u2013])\s*)?"
    rf"(?P<symbol>[kKTM]?(?:{_CODE_LISTED})|{CURRENCY_SIGN}|mm|cm|km|mg|kg|ml|kW|kWh|MW|mA|kV|mV|Hz|kHz"
    r"|MHz|GHz|°C|°F|kPa|psi|rpm|%)(?P<by>/[^\W\d_]+|\s+per\s+[^\W\d_]+)?$"
)
"""A symbol without brackets, "Fee EUR"; words such as "min" and "days", and one letter, may be no unit here."""


def read_cell(header: str, value: str) -> tuple[str, str]:
    """
    Return the name of a column and a value under it, with the unit that the header gives to a bare number.

    ``("price_eur", "45")`` and ``("Price EUR", "45")`` are ``("price", "45 EUR")`` and ``("Price", "45 EUR")``,
    ``("Weight (kg)", "8.4")`` is ``("Weight", "8.4 kg")``.

    :returns: The header in words; both unchanged where it names no unit.
    """
    name, unit = _parted(header.strip())
    if not unit or not _is_bare(value.strip()):
        return (header.strip().replace("_", " ") if _SNAKE.fullmatch(header.strip()) else header), value
    return name, f"{value} {unit.upper() if _CODE.fullmatch(unit) else unit}"


def _parted(header: str) -> tuple[str, str]:
    if _SNAKE.fullmatch(header):
        *name, last = header.split("_")
        return " ".join(name), last if len(last) > 1 and last.lower() in UNITS else ""
    found = _UNIT_AT_END.match(header)
    unit = (found["held"] or found["said"] or "").strip() if found else ""
    by = _BY.fullmatch(unit)
    own = by["unit"] if by else unit
    if found and (own.lower() in UNITS or own in CURRENCY_SIGNS or _SCALED.fullmatch(own)):
        return found["name"], CURRENCY_SIGNS.get(own, own) + unit.removeprefix(own)
    if alone := _SYMBOL_AT_END.match(header):
        symbol = CURRENCY_SIGNS.get(alone["symbol"], alone["symbol"])
        return (alone["name"] or "").rstrip(" ,;:/|-\u2013"), symbol + (alone["by"] or "")
    return header, ""


def _is_bare(value: str) -> bool:
    """Tell whether a value is a number, or two as a range or a pair, with no unit of its own."""
    if (ends := _HYPHEN.fullmatch(value)) is not None:
        low, high = (float(end.replace(",", ".")) for end in ends.groups())
        return low < high
    return _BARE.fullmatch(value) is not None
