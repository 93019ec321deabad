"""The facts that a claim may not change: quantities, dates, identifiers and names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.attribute.amounts import amounts, in_smaller
from pincite.text import identifiers
from pincite.text.dates import dates
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from datetime import date
    from decimal import Decimal

    from pincite.documents import Span

__all__ = ["Facts", "Slip", "facts", "slips", "stems_of", "values_of"]

_LESS_THAN: Final = re.compile(r"[^\W\d_]")
_ON_DAYS: Final = re.compile(r"^((?:mon|tues|wednes|thurs|fri|satur|sun)day)s$")
"""A day of the week as "on Sundays" has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a text states exactly."""

    quantities: frozenset[tuple[Decimal, str]]
    """Values with their units; ordinals and bare numbers with the units "ordinal" and ""."""
    dates: frozenset[tuple[date, str]]
    """Days or months with their precision."""
    identifiers: frozenset[str]
    """Normalised keys."""
    names: frozenset[str]
    """Capitalised words that do not open a sentence, folded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A fact of a claim that its evidence does not hold."""

    finding: str
    contrary: bool = False
    """Whether the evidence states another value of the same unit."""


def facts(text: str, *, language: str) -> Facts:
    """Return the exact facts of a text without markup."""
    return Facts(
        quantities=frozenset(q.key for q in amounts(text, language=language)),
        dates=frozenset((d.value, d.precision) for d in dates(text)),
        identifiers=frozenset(i.key for i in identifiers.find(text)),
        names=frozenset(_names(text, [q.span for q in amounts(text, language=language)])),
    )


def values_of(text: str, language: str) -> set[Hashable]:
    """Return the days and quantities of a text as they are compared."""
    days: set[Hashable] = {d.value for d in dates(text)}
    return days | {in_smaller(q.key) for q in amounts(text, language=language)}


def stems_of(text: str, language: str) -> set[str]:
    """Return the content words of a text beside its days and quantities."""
    spans = [q.span for q in amounts(text, language=language)] + [d.span for d in dates(text)]
    for span in sorted(spans, reverse=True):
        text = f"{text[: span.start]} {text[span.end :]}"
    return set(content_words(text, language))


def slips(claim: str, unit: str, wide: str, *, language: str) -> tuple[Slip, ...]:
    """
    Return the facts of a claim that its evidence does not hold, in order of kind.

    German writes every noun like a name: there, names are left to :mod:`pincite.attribute.wording`.

    Quantities, dates and identifiers must stand in the quoted sentences, items or rows themselves, names anywhere near.

    :param unit: The quoted sentences, items or rows.
    :param wide: The same with what stands over them.
    """
    said, near, far = (facts(text, language=language) for text in (claim, unit, wide))
    return (
        *_quantities(said, near, far),
        *_dates(said, near, far),
        *(
            Slip(finding=f"identifier {key} is not in the quoted words")
            for key in sorted(said.identifiers - far.identifiers)
        ),
        *_missing_names(said.names if language[:2] != "de" else frozenset(), wide),
    )


def _quantities(said: Facts, near: Facts, far: Facts) -> Iterable[Slip]:
    told = set(map(in_smaller, near.quantities))
    for value, unit in sorted(said.quantities):
        if in_smaller((value, unit)) in told or (unit in ("", "ordinal") and (value, unit) in far.quantities):
            continue
        if not unit and any(value == other for other, _ in near.quantities):
            continue  # the claim leaves out the unit that the evidence gives
        alike = [v for v, u in near.quantities if u == unit]
        others = sorted(f"{v} {unit}".strip() for v in alike)
        between = bool(alike) and min(alike) < value < max(alike)  # "5 kg" may be of "over 2 to 10 kg": not denied
        same = sorted(u for v, u in near.quantities if v == value)
        seen = f"; they say {', '.join(others)}" if others else f"; they say {value} {same[0]}".rstrip() if same else ""
        finding = f"{value} {unit}".strip() + f" is not in the quoted words{seen}"
        yield Slip(finding=finding, contrary=bool(others or same) and not between)


def _dates(said: Facts, near: Facts, far: Facts) -> Iterable[Slip]:
    known = near.dates | far.dates
    months = {(d.year, d.month) for d, _ in known}
    for value, precision in sorted(said.dates):
        if (value, precision) in known or (precision == "month" and (value.year, value.month) in months):
            continue
        yield Slip(finding=f"the date {value.isoformat()} is not in the quoted words", contrary=bool(near.dates))


def _names(text: str, amounts_at: list[Span]) -> Iterable[str]:
    opens = True
    end = 0
    for word in words(text):
        between = text[end : word.span.start]
        opens = opens or bool(re.search(r"[.!?:|]\s*[\"“'(]*$", between))
        named = not any(word.span.overlaps(span) for span in amounts_at)  # "EUR" is no name
        if not opens and named and len(word.text) > 1 and word.text[0].isupper() and _LESS_THAN.match(word.text):
            yield _folded(word.text)
        opens, end = False, word.span.end


def _missing_names(names: frozenset[str], wide: str) -> Iterable[Slip]:
    written = {_folded(word.text) for word in words(wide)}
    for name in sorted(names - written):
        yield Slip(finding=f"the name {name!r} is not near the quoted words")


def _folded(word: str) -> str:
    return _ON_DAYS.sub(r"\1", re.sub("['\u2019]s?$", "", word.casefold()))
