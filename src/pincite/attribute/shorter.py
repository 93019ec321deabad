"""
What may be left of a claim that falls: all of it but the "yes" or "no" before it, and its first sentences.

A sentence behind one that fell is never left: it may take up what that one said ("to resolve this issue, …").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.text.sentences import sentences
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["shorter"]

_ANSWERED: Final = re.compile(r"^\W*(?:yes|no|ja|nein|oui|non|sí|si|sì)\s*[,;:.]\s+(?=[^\W\d])", re.IGNORECASE)
_MOST: Final = 4
"""Sentences of a claim that is looked at."""


def shorter(claim: str, question: str, *, language: str) -> Iterator[str]:
    """
    Yield what may be left of a claim, the longest first.

    First sentences that only say again what is asked answer nothing.
    """
    opened = _ANSWERED.match(claim)
    start = opened.end() if opened else 0
    ends = [start + span.end for span in sentences(claim[start:], language=language)]
    asked = set(content_words(question, language))
    for end in reversed(ends) if len(ends) <= _MOST else ():
        whole = end == ends[-1]
        if not whole and not set(content_words(claim[start:end], language)) - asked:
            continue
        if not whole:
            yield claim[:end]
        if opened:
            yield claim[start : start + 1].upper() + claim[start + 1 : end]
