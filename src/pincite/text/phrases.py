"""Phrases that a question quotes: words that are to stand as they are written."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["phrases"]

_PHRASE: Final = r"\"([^\"\n]{3,200})\"|“([^”\n]{3,200})”|„([^“”\n]{3,200})[“”]|«([^»\n]{3,200})»"


def phrases(text: str) -> tuple[str, ...]:
    """Return the quoted phrases of a question, without their quotation marks, in order."""
    if not any(mark in text for mark in '"“„«'):
        return ()
    found = (next(filter(None, match.groups())).strip() for match in re.finditer(_PHRASE, text))
    return tuple(phrase for phrase in found if phrase)
