"""
What a question takes for granted, so that a claim may repeat it: "which frame do I need" says that one is needed.

A question for yes or no takes nothing for granted: "You need a permit" answers "Do I need a permit?" only where the
evidence says so. By English words.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.attribute.amounts import amounts
from pincite.attribute.wording import unsaid
from pincite.text.dates import dates
from pincite.text.words import content_words

__all__ = ["granted", "without_need"]

_WHICH: Final = (
    r"\b(?:which|what|who|whom|whose|where|when|how (?:much|many|long|often|high|wide|deep|far|fast|soon|quickly|loud"
    r"|warm|hot|cold|heavy|big|large|old|thick|tall|strong))\b"
)
_ASKS_WHICH: Final = re.compile(_WHICH, re.IGNORECASE)
_NEEDS: Final = re.compile(
    _WHICH
    + r"(?P<thing>[^?,.;]*?)\b(?:(?:do|does|did|will)\b[^?,.;]*\b(?:need|require)|(?:is|are)\b[^?,.;]*\b(?:needed"
    r"|required)|needs|requires)\b",
    re.IGNORECASE,
)
"""A question for which thing is needed."""
_YOU_NEED: Final = re.compile(
    r"\b(?:you|one)\s+(?:will\s+)?(?:need|require)\b(?:\s+to\s+(?:use|buy|order|have|get)\b)?", re.IGNORECASE
)
_IS_NEEDED: Final = re.compile(r"\b(is|are)\s+(?:needed|required)\b", re.IGNORECASE)
_IT_NEEDS: Final = re.compile(r"\b(?:needs?|requires?)\b(?!\s+to\b)", re.IGNORECASE)
_LIGHT: Final = "put take use get find last reach show go come"
"""Verbs that join a thing and its value, and say little of their own."""
_JOINS: Final = re.compile(
    r"\b(?P<verb>takes?|uses?|runs?|reach(?:es)?|comes?|shows?|responds?)"
    r"(?:\s+(?:in|at|to|after|for|about|only|until|up|within|no|not|more|less|longer|later|than|most|least))*\s*$",
    re.IGNORECASE,
)
"""Such a verb right before a value."""


def without_need(claim: str, question: str, evidence: str, *, language: str) -> str:
    """
    Return a claim without the word that something is needed, where the question asks which thing is, and the evidence
    tells of such a thing.
    """
    asked = _NEEDS.search(question)
    if asked is None or not content_words(asked["thing"], language):
        return claim
    if unsaid(asked["thing"], evidence, language=language):
        return claim
    return _IT_NEEDS.sub("has", _IS_NEEDED.sub(r"\1", _YOU_NEED.sub("", claim))).strip()


def granted(question: str, claim: str, evidence: str, *, language: str) -> frozenset[str]:
    """
    Return the stems of light verbs that a claim may add: those of a question that asks which, who, where, when or how
    much, and one right before a value. A question for yes or no grants none.
    """
    if question and not _ASKS_WHICH.search(question):
        return frozenset()
    asked = frozenset(content_words(_LIGHT, language)) & frozenset(content_words(question, language))
    return asked | _joining(claim, evidence, language)


def _joining(claim: str, evidence: str, language: str) -> frozenset[str]:
    """
    Return the light verbs that a value of the claim stands behind.

    Where the evidence has several values of a unit, the verb may tell which is meant, and is no light one.
    """
    told = {q.key for q in amounts(evidence, language=language)}
    found = [(q.span, sum(unit == q.unit for _, unit in told) > 1) for q in amounts(claim, language=language)]
    found += [(day.span, len(dates(evidence)) > 1) for day in dates(claim)]
    verbs = (_JOINS.search(claim[: span.start]) for span, several in found if not several)
    return frozenset(content_words(" ".join(verb["verb"] for verb in verbs if verb), language))
