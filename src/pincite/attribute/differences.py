"""
Differences: "37 tonnes less than in 2024" is no amount of its own, and no "37 tonnes more".

A difference is known by the word behind its amount, or by the verb that it stands behind with "by". By English words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.attribute.amounts import amounts, in_smaller
from pincite.attribute.denial import language_of
from pincite.attribute.facts import Slip

if TYPE_CHECKING:
    from decimal import Decimal

__all__ = ["differs"]

_MORE: Final = "more|higher|longer|later|older|heavier|faster|larger|bigger|taller|wider|deeper|dearer|warmer"
_LESS: Final = "less|fewer|lower|shorter|earlier|younger|lighter|slower|smaller|narrower|shallower|cheaper|colder"
_BEHIND: Final = re.compile(
    rf"\s+(?:of\s+)?(?:(?!(?:or|and|no|not|is|are|was|were|than)\b)[^\W\d_]+\s+){{0,2}}?"
    rf"(?:(?P<more>{_MORE})|(?P<less>{_LESS}))\b(?!\s+than\s+\d)",
    re.IGNORECASE,
)
"""Such a word behind an amount, where it is not the bound of the next one; "or more" is a bound too."""
_BY: Final = re.compile(
    r"\b(?:(?P<more>r[io]sen?|rises|rose|gr[eo]wn?|grows|increas(?:e[sd]?|ing)|raise[sd]?|up)"
    r"|(?P<less>f[ae]ll(?:s|en)?|decreas(?:e[sd]?|ing)|dropp?(?:s|ed)?|reduce[sd]?|declined?|declines|cuts?|down))"
    r"\s+by\s+(?:(?:about|around|some|only|almost|nearly)\s+)?$",
    re.IGNORECASE,
)


def differs(claim: str, unit: str, *, language: str) -> tuple[Slip, ...]:
    """
    Return the differences of a claim that go the other way in its evidence, or are the amount itself there.

    :param unit: The quoted sentences, items or rows.
    """
    if language_of(language) != "en":
        return ()
    said, told = _ways(claim, language), _ways(unit, language)
    signed = {key[1] for key, ways in told.items() if ways - {""}}
    found = []
    for key, ways in said.items():
        own, theirs = ways - {""}, told.get(key, set())
        plain = theirs == {""} and key[1] in signed
        if own and theirs and not own & theirs and ("" not in theirs or plain):
            shown = "no difference" if plain else " and ".join(sorted(theirs))
            finding = f"says {' and '.join(sorted(own))!r} by {key[0].normalize():f} {key[1]}".rstrip()
            found.append(Slip(finding=f"{finding}, the quoted words {shown!r}", contrary=True))
    return tuple(found)


def _ways(text: str, language: str) -> dict[tuple[Decimal, str], set[str]]:
    """Return for each amount which ways it differs from another: "more", "less", and ``""`` for an amount itself."""
    found: dict[tuple[Decimal, str], set[str]] = {}
    for each in amounts(text, language=language):
        way = _BEHIND.match(text, each.span.end) or _BY.search(text[: each.span.start])
        found.setdefault(in_smaller(each.key), set()).add((way.lastgroup or "") if way else "")
    return found
