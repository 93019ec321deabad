"""Phrases that a question quotes: words that are to stand as they are written."""

from __future__ import annotations

import re

__all__ = ["phrases"]

_PHRASE = re.compile(r"\"([^\"\n]{3,200})\"|“([^”\n]{3,200})”|„([^“”\n]{3,200})[“”]|«([^»\n]{3,200})»")


def phrases(text: str) -> tuple[str, ...]:
    """Return the quoted phrases of a question, without their quotation marks, in order."""
    found = (next(filter(None, match.groups())).strip() for match in _PHRASE.finditer(text))
    return tuple(phrase for phrase in found if phrase)
