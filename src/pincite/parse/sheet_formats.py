"""Numbers of a workbook as its reader sees them: dates, percentages, currencies, thousands."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

__all__ = ["BUILT_IN", "shown"]

BUILT_IN: Final = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    **dict.fromkeys((14, 15, 16, 17), "yyyy-mm-dd"),
    **dict.fromkeys((18, 20), "h:mm"),
    **dict.fromkeys((19, 21, 45, 46, 47), "h:mm:ss"),
    22: "yyyy-mm-dd h:mm",
    **dict.fromkeys((37, 38), "#,##0;(#,##0)"),
    **dict.fromkeys((39, 40), "#,##0.00;(#,##0.00)"),
    41: "#,##0",
    42: "#,##0",
    43: "#,##0.00",
    44: "#,##0.00",
}
"""Number of a format that workbooks do not spell out → its code."""
_TOKEN = re.compile(r'"([^"]*)"|\\(.)|\[([^\]]*)\]|_.|\*.|([0#?.,%E+-]+|General|[^"\\\[_*])', re.IGNORECASE)
_CURRENCY = re.compile(r"\$([^-\]]*)")
_DIGITS: Final = frozenset("0#?")
_LAST_DAY: Final = 2_958_465
"""31 December 9999."""
_MOST_DIGITS: Final = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """One of the parts of a format code, for positive, negative or zero numbers."""

    before: str = ""
    after: str = ""
    digits: str = ""
    """The placeholders, such as "#,##0.00"."""
    date: str = ""
    """The letters of a date format, in lower case; "" where it is none."""
    percent: bool = False
    plain: bool = False
    """Whether numbers are written as they are."""


def shown(value: float, code: str, *, epoch_1904: bool = False) -> str:
    """
    Return a number as a cell with this format code shows it; dates as year-month-day.

    :param code: The format's code, "General" or "" for none.
    :param epoch_1904: Whether the workbook counts days from 1904.
    :returns: "" where the format shows nothing.
    """
    if not math.isfinite(value):
        return str(value)
    sections = _sections(code or "General")
    if not any(sections):
        return ""
    section = sections[0]
    sign = "-" if value < 0 else ""
    if value < 0 and len(sections) > 1:
        section, sign = sections[1], ""
    elif value == 0 and len(sections) > 2:
        section = sections[2]
    if section is None:
        return ""
    if section.date:
        return _date(value, section.date, epoch_1904=epoch_1904) or _general(value)
    if section.plain:
        return sign + section.before + _general(abs(value)) + section.after
    if not section.digits:
        return sign + section.before + section.after
    return sign + section.before + _number(abs(value), section) + section.after


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[_Section | None, ...]:
    parts = re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', code)
    return tuple(_section(part) if part.strip() else None for part in parts)


def _section(code: str) -> _Section:
    before, after, digits, letters = "", "", "", ""
    percent = plain = False
    for token in _TOKEN.finditer(code):
        literal = token[1] or token[2] or ""
        if token[3] is not None:
            money = _CURRENCY.match(token[3])
            literal = money[1] if money else ""
            letters += token[3] if token[3].lower().strip("hms") == "" else ""
        piece = token[4] or ""
        if piece.lower() == "general":
            plain = True
        elif piece and piece[0] in "0#?.,%E+-":
            held = piece.replace("%", "")
            percent = percent or "%" in piece
            if any(c in _DIGITS for c in held):
                digits += held
            elif not digits:
                literal = held if held in ("-", "+") else ""
            literal = literal + "%" if "%" in piece else literal
        elif piece.lower() in "ymdhsb" and piece:
            letters += piece.lower()
        elif piece and piece not in ("@", "/"):
            literal = piece
        if digits or plain:
            after += literal
        else:
            before += literal
    odd = bool(re.search(r"[E/]", re.sub(r'"[^"]*"', "", code), re.IGNORECASE)) and not letters
    return _Section(
        before=before.lstrip(),
        after=after.rstrip(),
        digits=digits,
        date="" if digits and not letters else letters,
        percent=percent,
        plain=plain or odd,
    )


def _number(value: float, section: _Section) -> str:
    scaled = value * 100 if section.percent else value
    whole, _, fraction = section.digits.partition(".")
    for _ in range(len(whole) - len(whole.rstrip(",")) if not fraction else len(fraction) - len(fraction.rstrip(","))):
        scaled /= 1000
    places = sum(c in _DIGITS for c in fraction)
    needed = sum(c == "0" for c in fraction)
    text = f"{scaled:,.{places}f}" if "," in whole.rstrip(",") else f"{scaled:.{places}f}"
    if places > needed:
        kept = len(text) - (places - needed)
        text = text[:kept] + text[kept:].rstrip("0")
        text = text.rstrip(".")
    zeros = sum(c == "0" for c in whole)
    head, dot, tail = text.partition(".")
    return head.zfill(zeros) + dot + tail if "," not in whole else text


def _general(value: float) -> str:
    """Return a number as it is, without the noise of binary fractions."""
    if value == int(value) and abs(value) < 10**_MOST_DIGITS:
        return str(int(value))
    return f"{value:.{_MOST_DIGITS}g}"


def _date(value: float, letters: str, *, epoch_1904: bool) -> str:
    """Return a day, a time or both; "" for what is no day."""
    if not 0 <= value <= _LAST_DAY:
        return ""
    seconds = round(value * 86400)
    clock = f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    if not set(letters) & set("yd"):
        if set(letters) == {"m"}:
            return _day(value, epoch_1904=epoch_1904).strftime("%Y-%m")
        return clock
    moment = _day(value, epoch_1904=epoch_1904)
    day = f"{moment.year:04d}-{moment.month:02d}-{moment.day:02d}"
    if not set(letters) & set("hs"):
        return day if "d" in letters else day[:7]
    return f"{day} {moment.hour:02d}:{moment.minute:02d}" + (f":{moment.second:02d}" if moment.second else "")


def _day(value: float, *, epoch_1904: bool) -> datetime:
    start = datetime(1904, 1, 1) if epoch_1904 else datetime(1899, 12, 30)
    if not epoch_1904 and value < 60:
        start = datetime(1899, 12, 31)  # the format counts a 29 February 1900 that never was
    return start + timedelta(seconds=round(value * 86400))
