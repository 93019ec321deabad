"""
What a question takes for granted, so that a claim may repeat it: "which frame do I need" says that one is needed.

A question for yes or no takes nothing for granted: "You need a permit" answers "Do I need a permit?" only where the
evidence says so. By English words.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.attribute.wording import unsaid
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


def granted(question: str, *, language: str) -> frozenset[str]:
    """Return the stems of light verbs of a question that asks which, who, where, when or how much."""
    if not _ASKS_WHICH.search(question):
        return frozenset()
    return frozenset(content_words(_LIGHT, language)) & frozenset(content_words(question, language))
