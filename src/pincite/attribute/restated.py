"""
Other words for the same, by which a claim is read before it is compared: "do A first, then B" is "do A before B".

Only what follows from the words alone is put into the words of the evidence, and only where the evidence has these.
By English words.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.attribute.denial import language_of

__all__ = ["restated"]

_FIRST_THEN: Final = re.compile(
    r"^(?P<open>\W*)(?:(?P<lead>first),?\s+)?(?P<one>[^,;.:]+?)(?P<trail>\s+first)?\s*[,;.]?\s+(?:and\s+)?then,?\s+"
    r"(?P<two>[^;.:]+)",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(r"\bbefore\b", re.IGNORECASE)
_YEAR: Final = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d]|[.,]\d)")
_YEAR_BEFORE: Final = re.compile(r"\bthe (?:year before|(?:previous|preceding|prior) year)\b(?! the\b)", re.IGNORECASE)


def restated(claim: str, evidence: str, *, language: str) -> str:
    """Return a claim in the words of its evidence, where both say the same; as it is where it has no such words."""
    if language_of(language) != "en":
        return claim
    return _with_year(_with_before(claim, evidence), evidence)


def _with_before(claim: str, evidence: str) -> str:
    found = _FIRST_THEN.match(claim)
    if found is None or not (found["lead"] or found["trail"]) or not _BEFORE.search(evidence):
        return claim
    return f"{found['open']}{found['one']} before you {found['two']}{claim[found.end() :]}"


def _with_year(claim: str, evidence: str) -> str:
    """Name the year before the only one that a claim names, where the evidence does."""
    years = set(_YEAR.findall(claim))
    if len(years) != 1:
        return claim
    before = str(int(years.pop()) - 1)
    return _YEAR_BEFORE.sub(before, claim) if before in _YEAR.findall(evidence) else claim
