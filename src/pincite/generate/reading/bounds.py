"""
Which end of a range a question asks for: "at least eight" says nothing of how many there are at most.

What a claim has for the other end is blanked, so that nothing finds its number.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["without_other_end"]

_MOST: Final = (
    r"(?:at\s+(?:the\s+)?most|no\s+more\s+than|not\s+more\s+than|up\s+to|(?:a\s+)?max(?:imum)?\b\.?(?:\s+(?:of|is))?)"
)
_LEAST: Final = (
    r"(?:at\s+(?:the\s+)?least|no\s+(?:fewer|less)\s+than|not\s+(?:fewer|less)\s+than"
    r"|(?:a\s+)?min(?:imum)?\b\.?(?:\s+(?:of|is))?)"
)
_ASKS_MOST: Final = re.compile(r"\bat\s+(?:the\s+)?most\b|\bmax(?:imum)?\b", re.IGNORECASE)
_ASKS_LEAST: Final = re.compile(r"\bat\s+(?:the\s+)?least\b|\bmin(?:imum)?\b", re.IGNORECASE)
_NUMBER: Final = (
    r"\W*(?:(?:[a-z]+\s+){0,2}?[^\w\s]?\d[\d.,]*|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen"
    r"|twenty|thirty|forty|fifty|sixty|a\s+hundred|a\s+dozen)\b)"
)
_AHEAD: Final = r"(?!\s*(?:[a-z]+\s+){0,3}(?:before|ahead|beforehand|in\s+advance|prior|after|later)\b)"
"""How long before an event: "up to three days before" is at least three days."""
_HELD: Final = {
    _ASKS_MOST: re.compile(rf"\b{_LEAST}{_NUMBER}{_AHEAD}", re.IGNORECASE),
    _ASKS_LEAST: re.compile(rf"\b{_MOST}{_NUMBER}{_AHEAD}", re.IGNORECASE),
}


def without_other_end(question: str, claim: str) -> str:
    """Return a claim with what it says of the end of a range that a question does not ask for blanked."""
    asked = [held for asks, held in _HELD.items() if asks.search(question)]
    return asked[0].sub(lambda found: " " * len(found[0]), claim) if len(asked) == 1 else claim
