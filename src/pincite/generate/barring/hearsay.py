"""
Beliefs and rumours, and what their page says against them.

"Customers often believe that the cover is for life. This is wrong." says the opposite of its first sentence, so the
two are quoted together or not at all; and what somebody believes, tells or sells elsewhere is no evidence by itself.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_hearsay", "rebuts"]

_HEARSAY: Final = re.compile(
    r"\b(?:often|commonly|widely|wrongly|mistakenly|falsely|frequently|sometimes)\s+(?:it\s+is\s+)?"
    r"(?:believed?|thought|think|assumed?|said|claimed?|supposed?)\b"
    r"|\b(?:some|many|most|a\s+few|several)(?:\s+(?:people|customers|users|employees|of\s+\w+|colleagues|patients))?\s+"
    r"(?:believe|think|assume|claim|say|suppose)\b"
    r"|\brumou?rs?\b|\bhearsay\b|\bit\s+is\s+(?:said|rumou?red|whispered|believed|often\s+said)\b"
    r"|\b(?:a\s+)?(?:common|popular|widespread)\s+(?:myth|belief|misconception|mistake)\b"
    r"|^\W*(?:a|one|another|some)\s+competitors?\b",
    re.IGNORECASE,
)
_ASKS_FOR_IT: Final = re.compile(r"\b(?:competitor|rumou?r|believe|belie[fv]|myth|misconception|think)", re.IGNORECASE)
_REBUTS: Final = re.compile(
    r"^\W*(?:(?:but|however|yet|still)\b,?\s*)?(?:"
    r"(?:this|that|it|they|these|both)\s*(?:is|was|are|were|'s|\u2019s)\s+(?:\w+\s+)?"
    r"(?:wrong|false|untrue|incorrect|mistaken|outdated|nonsense|a\s+(?:\w+\s+)?(?:myth|misconception|mistake|error)"
    r"|not\s+(?:so|true|right|correct|the\s+case)|no\s+longer\s+(?:so|true|right|valid|the\s+case))\b"
    r"|(?:in\s+fact|in\s+reality|in\s+truth|on\s+the\s+contrary)\b"
    r"|(?:wrong|not\s+so|not\s+true|a\s+myth)\s*[.:!,]"
    r"|they\s+are\s+wrong)"
    r"|^\W*(?:however|but)\b[^.;]*\b(?:not|never|no\s+longer)\b",
    re.IGNORECASE,
)


def is_hearsay(claim: str, question: str) -> bool:
    """
    Tell whether a claim says what is believed, rumoured or done elsewhere, and nothing against it.

    :returns: ``False`` where the question asks for just that.
    """
    if not _HEARSAY.search(claim) or _ASKS_FOR_IT.search(question):
        return False
    return not any(rebuts(sentence) for sentence in re.split(r"(?<=[.!?])\s+", claim)[1:])


def rebuts(claim: str) -> bool:
    """Tell whether a sentence says that the one before it is not so."""
    return _REBUTS.match(claim) is not None
