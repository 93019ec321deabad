"""Checks metadata values: what front matter, sidecars, rules and sources may say about a document."""

from __future__ import annotations

import re
from datetime import date, datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pincite.errors import MetadataError
from pincite.ingest import KEYS
from pincite.text.access_words import means_access

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["checked", "refuse_near_access", "require_known", "shown"]

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_AGE = re.compile(r"(\d{1,6})\s*(days?|d|weeks?|w|months?|m|years?|y)?")
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_OLDEST = 36_500
_LONGEST = 1000
_MOST_SHOWN = 80


def require_known(values: Mapping[str, object], *, where: str) -> None:
    """
    Refuse keys that mean nothing.

    :param where: What states them, for the message.
    :raises MetadataError: If a key is not among :data:`pincite.ingest.KEYS`; it names the nearest.
    """
    for key in values:
        if key not in KEYS:
            near = get_close_matches(key, KEYS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise MetadataError(
                f"{where}: unknown key {key!r}: expected one of {', '.join(KEYS)}{hint}", where=where, key=key
            )


def refuse_near_access(values: Mapping[str, object], *, where: str) -> None:
    """
    Refuse foreign keys that are "access" misspelt: taken for a key of its own, it would leave the document open.

    :param where: What states them, for the message.
    :raises MetadataError: If there is one.
    """
    for key in values:
        if key not in KEYS and means_access(key):
            raise MetadataError(
                f"{where}: unknown key {key!r}: expected 'access'; correct it, or give it another name",
                where=where,
                key=key,
            )


def shown(value: object) -> str:
    """Return a value for a message: shortened where it is long, and where it cannot be written at all its kind."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in thousands of lists
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def checked(values: Mapping[str, object], *, where: str) -> dict[str, object]:
    """
    Return the metadata keys among ``values`` with values of their final type, foreign keys and blank values left out.

    :param values: Texts, numbers, dates and lists, as a file or settings give them.
    :param where: What states them, for the message.
    :raises MetadataError: If a value cannot be what its key says.
    """
    found: dict[str, object] = {}
    for key in KEYS:
        value = values.get(key)
        if value is None or (isinstance(value, str) and not value.strip() and key != "access"):
            continue
        try:
            found[key] = _CHECKS[key](value)
        except ValueError as error:
            text = shown(value)
            raise MetadataError(f"{where}: {key} is {text}: {error}", where=where, key=key, value=text) from None
    return found


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("expected one text; put it in quotes")
    folded = " ".join(value.split())
    if len(folded) > _LONGEST:
        raise ValueError(f"expected at most {_LONGEST:,} characters; shorten it")
    return folded


def _version(value: object) -> str:
    if isinstance(value, bool | float):
        raise ValueError('expected a text or a whole number; put it in quotes, as in "1.10"')
    return _text(str(value) if isinstance(value, int | date) else value)


def _day(value: object) -> date:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    try:
        if isinstance(value, str) and _DAY.fullmatch(value.strip()):
            return date.fromisoformat(value.strip())
    except ValueError as error:
        raise ValueError(f"{error}; correct the date") from None
    raise ValueError("expected a date as YYYY-MM-DD; correct it")


def _names(value: object) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list | tuple):
        raise ValueError("expected a list of texts, or one text")
    names = tuple(dict.fromkeys(_text(item) for item in items))
    if "" in names:
        raise ValueError("expected names that are not blank; take the blank one out")
    return names


def _access(value: object) -> tuple[str, ...]:
    if isinstance(value, str) and not value.strip():
        raise ValueError("expected group names; write [] if nobody is to read it")
    names = _names(value.split(",") if isinstance(value, str) else value)
    for name in names:
        kind, colon, subject = name.partition(":")
        if colon and (kind != "user" or not subject.strip()):
            raise ValueError(f'{name!r} is no reader: a group\'s name has no colon, and a person is "user:NAME"')
    return tuple(sorted(names))


def _max_age(value: object) -> int:
    stated = _AGE.fullmatch(str(value).strip().lower()) if isinstance(value, int | str) else None
    days = int(stated[1]) * _DAYS[(stated[2] or "d")[0]] if stated and not isinstance(value, bool) else 0
    if not 1 <= days <= _OLDEST:
        raise ValueError('expected a number of days, or a text such as "7 days", "2 weeks" or "1 month"; correct it')
    return days


def _language(value: object) -> str:
    code = _text(value)
    if not _LANGUAGE.fullmatch(code):
        raise ValueError('expected a language code such as "en" or "pt-BR"; correct it')
    return code


_CHECKS: Mapping[str, Callable[[object], object]] = {
    "id": _text,
    "title": _text,
    "topic": _text,
    "version": _version,
    "effective": _day,
    "expires": _day,
    "tenant": _text,
    "access": _access,
    "applies_to": _names,
    "authority": _text,
    "supersedes": _names,
    "max_age": _max_age,
    "language": _language,
}
