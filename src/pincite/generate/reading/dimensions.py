"""Which units can answer a question: "how heavy" asks for a weight, and 2,400 W is none."""

from __future__ import annotations

import re
from typing import Final

from pincite.text.numbers import quantities

__all__ = ["asked_units", "measured_in"]

_LENGTH: Final = frozenset(("mm", "cm", "m", "km", "inch", "foot", "mile"))
_WEIGHT: Final = frozenset(("mg", "g", "kg", "t", "lb", "oz"))
_VOLUME: Final = frozenset(("ml", "l", "gallon"))
_TIME: Final = frozenset(
    ("second", "minute", "hour", "day", "business day", "night", "week", "month", "quarter", "year", "ms")
)
_POWER: Final = frozenset(("W", "kW", "MW"))
_DIMENSIONS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    (r"how (?:heavy|much (?:does|do|did|can|may) [\w' -]+ (?:weigh|carry|lift|bear))|weighs?|weights?|mass", _WEIGHT),
    (r"how (?:tall|wide|deep|thick)|width|height|depth|thickness|diameter", _LENGTH),
    (r"how far(?! in advance| ahead)|distance", _LENGTH | _TIME),
    (r"how (?:loud|noisy)|noise|loudness|sound level|decibels?", frozenset(("dB",))),
    (r"how (?:hot|cold|warm|cool)|temperatures?", frozenset(("°C", "°F", "degree"))),
    (r"pressures?", frozenset(("bar", "psi", "kPa", "Pa"))),
    (r"how powerful|wattage|watts?|power (?:rating|consumption|draw)", _POWER),
    (r"voltage|volts?", frozenset(("V", "mV", "kV"))),
    (r"amperage|amps?|amperes?", frozenset(("A", "mA"))),
    (r"how many lit(?:re|er)s|lit(?:re|er)s", _VOLUME),
    (r"how many (?:millimet|centimet|kilomet|met)(?:re|er)s|how many (?:miles|feet|inches)", _LENGTH),
    (r"how many (?:kilos?|kilograms?|grams?|pounds of weight|tonnes)", _WEIGHT),
    (r"torque", frozenset(("Nm",))),
)
_COMPILED: Final = tuple((re.compile(rf"\b(?:{form})\b", re.IGNORECASE), units) for form, units in _DIMENSIONS)
_VERB: Final = r"\b(?:does|do|did|is|are|was|were|has|have|can|may|must|should|will)\b"
_OPENING: Final = re.compile(
    rf"(?:^|[,.:;]\s|\band |^(?:at|in|on|up to|to|from|by) )\W*"
    rf"(?P<asked>what (?:does|do|did) [^?,;]{{1,60}}? weigh\b|(?:how|what|which)\b(?:(?!{_VERB})[^?,;]){{1,60}}"
    r"|what(?:'s| is| are| was| were)(?: the)?[^?,;]{1,40}?(?=\b(?:of|for|in|on|at)\b|[?,;]|$)"
    r"|how much (?:does|do|did|can|may) [^?,;]{1,60})",
    re.IGNORECASE,
)
"""The words of a question that say what is asked for, without those that say of what."""


def asked_units(question: str) -> frozenset[str] | None:
    """
    Return the units of which one has to stand in an answer.

    :returns: ``None`` where the question does not tell: "how long" may ask for a length or for a time.
    """
    for opening in _OPENING.finditer(question):
        for form, units in _COMPILED:
            if form.search(opening["asked"]):
                return units
    return None


def measured_in(units: frozenset[str], claim: str, *, but: frozenset[object], language: str) -> bool:
    """
    Tell whether a claim gives a quantity in one of the units; a header may name the unit ("Weight (kg): 8.4").

    :param but: Keys of quantities that do not count, since the question says them itself.
    """
    found = [q for q in quantities(claim, language=language) if q.key not in but]
    named = any(re.search(rf"(?<![^\W\d_]){re.escape(unit)}(?![^\W_])", claim) for unit in units)
    return any(
        q.unit in units or (not q.unit and (named or ("degree" in units and _DEGREE.match(claim, q.span.end))))
        for q in found
    )


_DEGREE: Final = re.compile(r"\s?(?:degrees?\b|°)")
