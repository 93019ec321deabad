"""
Which end of a range a question asks for: "at least eight" says nothing of how many there are at most.

What a claim has for the other end is blanked, so that nothing finds its number.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.text.numbers import quantities

__all__ = ["without_other_end"]

_MOST: Final = (
    r"(?:at\s+(?:the\s+)?most|(?:no|not)\s+more\s+than|up\s+to|(?:not|never)\s+(?:to\s+)?exceed\w*"
    r"|(?:a\s+)?(?<!\d)(?<!\d\s)max(?:imum)?\b\.?(?:\s+(?:of|is))?)"
)
_LEAST: Final = (
    r"(?:at\s+(?:the\s+)?least|(?:no|not)\s+(?:fewer|less)\s+than"
    r"|(?:a\s+)?(?<!\d)(?<!\d\s)min(?:imum)?\b\.?(?:\s+(?:of|is))?)"
)
_ASKS_MOST: Final = re.compile(r"\bat\s+(?:the\s+)?most\b|\bmax(?:imum)?\b", re.IGNORECASE)
_ASKS_LEAST: Final = re.compile(r"\bat\s+(?:the\s+)?least\b|\bmin(?:imum)?\b", re.IGNORECASE)
_TO_NUMBER: Final = r"[\s:(]*(?:(?!one\b)[a-z]+[\s:(]+){0,2}"
_HELD: Final = {
    _ASKS_MOST: re.compile(rf"\b{_LEAST}{_TO_NUMBER}$", re.IGNORECASE),
    _ASKS_LEAST: re.compile(rf"\b{_MOST}{_TO_NUMBER}$", re.IGNORECASE),
}
"""What stands right before a number of the other end: "at least", "minimum stay:"."""
_AHEAD: Final = re.compile(
    r"\s*(?:[a-z]+\s+){0,3}(?:before|ahead|beforehand|in\s+advance|prior|after|later)\b", re.IGNORECASE
)
"""How long before an event: "up to three days before" is at least three days."""


def without_other_end(question: str, claim: str, *, language: str) -> str:
    """Return a claim with what it says of the end of a range that a question does not ask for blanked."""
    asked = [held for asks, held in _HELD.items() if asks.search(question)]
    if len(asked) != 1:
        return claim
    kept, end = claim, 0
    for each in quantities(claim, language=language):
        found = asked[0].search(claim[end : each.span.start])
        if found is not None and not _AHEAD.match(claim, each.span.end):
            start = end + found.start()
            kept = f"{kept[:start]}{' ' * (each.span.end - start)}{kept[each.span.end :]}"
        end = each.span.end
    return kept
