"""
Compares version texts as what they are: numbers, revision letters or dates.

==============================  =======  ==========================================================
text                            kind     order
==============================  =======  ==========================================================
``""``                          none     below every other
``10``, ``v1.10``, ``rev 2b``   number   part by part as integers; a trailing letter comes after
``C``, ``Rev. AA``, ``B2``      letter   A < B < … < Z < AA, then the number behind it
``2024-03``, ``2024-03-01.2``   date     by day, then the counter behind it; a month before its days
anything else                   word     equal only to itself
==============================  =======  ==========================================================

Versions of two kinds, or two different words, have no order.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["VersionKey", "VersionKind", "have_an_order", "version_key"]


class VersionKind(IntEnum):
    """What a version text is."""

    NONE = 0
    NUMBER = 1
    LETTER = 2
    DATE = 3
    WORD = 4


@dataclass(frozen=True, slots=True, order=True)
class VersionKey:
    """What a version is compared by; keys are in order only where :func:`have_an_order` says so."""

    kind: VersionKind
    numbers: tuple[int, ...] = ()
    text: str = ""


_PREFIX = re.compile(r"(?:version|ver|v|revision|rev|edition|ed|issue|release)(?:[.:_\s-]+(?=[a-z\d])|(?=\d))")
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)([a-z]?)")
_LETTER = re.compile(r"([a-z]{1,2})(?:[.\s-]?(\d+))?")
_DATE = re.compile(r"(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2})(?:[.\s_-]+(?:rev\.?\s*)?(\d+))?)?")
_DAY_FIRST = re.compile(r"(\d{2})\.(\d{2})\.(\d{4})()")


def version_key(version: str) -> VersionKey:
    """
    Return what a version is compared by.

    :param version: The version as stated; case, blanks around it and a prefix such as "v" or "Rev." do not count.
    :returns: The key of kind ``NONE`` for a blank text, of kind ``WORD`` for a text that is no number, letter or date.
    """
    stated = normalize("NFKC", version).strip().casefold()
    if not stated:
        return VersionKey(VersionKind.NONE)
    bare = _PREFIX.sub("", stated, count=1) if _PREFIX.match(stated) else stated
    return _as_date(bare) or _as_number(bare) or _as_letter(bare) or VersionKey(VersionKind.WORD, text=stated)


def have_an_order(keys: Iterable[VersionKey]) -> bool:
    """Tell whether the keys have an order: all but ``NONE`` are of one kind, and there are no two different words."""
    stated = {key for key in keys if key.kind is not VersionKind.NONE}
    kinds = {key.kind for key in stated}
    return len(kinds) <= 1 and (VersionKind.WORD not in kinds or len(stated) == 1)


def _as_number(text: str) -> VersionKey | None:
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    numbers = [int(part) for part in match[1].split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()  # "1.0" and "1" are one number
    return VersionKey(VersionKind.NUMBER, tuple(numbers), match[2])


def _as_letter(text: str) -> VersionKey | None:
    match = _LETTER.fullmatch(text)
    if match is None:
        return None
    place = 0
    for letter in match[1]:
        place = place * 26 + ord(letter) - ord("a") + 1
    return VersionKey(VersionKind.LETTER, (place, int(match[2] or 0)))


def _as_date(text: str) -> VersionKey | None:
    if match := _DATE.fullmatch(text):
        year, month, day, counter = (int(part or 0) for part in match.groups())
    elif match := _DAY_FIRST.fullmatch(text):
        day, month, year, counter = (int(part or 0) for part in match.groups())
    else:
        return None
    with suppress(ValueError):
        date(year, month, day or 1)
        return VersionKey(VersionKind.DATE, (year, month, day, counter))
    return None
