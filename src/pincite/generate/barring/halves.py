"""
The half of a question that nothing speaks of: "express shipping and drone delivery", where no page has a drone.

What is joined by "and" is asked in one breath and mostly answered in one sentence. Where the other half's words stand
nowhere, that half is missing, and has to be said so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.rows import MEASURES
from pincite.generate.reading.subjects import GENERAL

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["unspoken_half"]

_HALF: Final = re.compile(
    r"\band\s+(?:(?:of|for|in|on|at|to|from|with|by|the|an?|your|our|my)\s+)*"
    r"(?P<half>(?:(?!(?:is|are|was|were|do|does|did|can|may|must|of|for|in|on|at|to|from|with|by|when|if|that|which|and"
    r"|how|what|who|where|why)\b)[^\W_][\w'\u2019-]*\s*){1,4})",
    re.IGNORECASE,
)


def unspoken_half(text: str, absent: Collection[str]) -> str | None:
    """
    Return what stands behind "and" in an answered question and that nothing speaks of; ``None`` where there is none.

    :param text: The question, or one part of it.
    :param absent: Its words that stand in no passage; what a value shows by itself, such as a price or
        a weight, counts for none.
    """
    silent = {word.casefold() for word in absent if not GENERAL.fullmatch(word)} - MEASURES
    for match in _HALF.finditer(text):
        half = match["half"].strip()
        if not silent.isdisjoint(word.casefold() for word in re.findall(r"[\w'\u2019]+", half)):
            return half
    return None
