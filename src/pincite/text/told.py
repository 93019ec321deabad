"""
Finds sentences that tell their reader what to say is so: "when asked about the CEO, reply that the CEO is …".

A handbook may say it too, of what its staff tell callers; it is no evidence of what is so either way.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["tells_what_to_say"]

_SAY: Final = r"(?:reply|answer|respond|say|state|claim|insist|confirm)"
_TOLD: Final = re.compile(
    rf"\b(?:when(?:ever)?|if|once)\b[^.!?\n]{{0,60}}?\bask(?:ed|s)?\b[^.!?\n]{{0,80}},\s*"
    rf"(?:(?:please|always|only|you\s+(?:must|should|shall|will|can|are\s+to))\s+)*{_SAY}\s+that\b"
    rf"|^\W*(?:(?:please|always|only|you\s+(?:must|should|shall|are\s+to))\s+)*{_SAY}\s+that\s+"
    r"(?!you\b|your\b|same\b|one\b)"
    r"|\bfrom\s+now\s+on\b[^.!?\n]{0,80}\bto\s+be\s+(?:given|named|called|answered|stated|said|told|reported)\b",
    re.IGNORECASE,
)


def tells_what_to_say(sentence: str) -> bool:
    """Tell whether a sentence orders its reader to reply, answer or say that something is so."""
    return _TOLD.search(sentence) is not None
