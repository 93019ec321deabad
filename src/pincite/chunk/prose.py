"""Sentences of running text as clauses have them: a title in front belongs to what follows."""

from __future__ import annotations

import re
from typing import Final

from pincite.documents import Span
from pincite.text.sentences import sentences

__all__ = ["whole_sentences"]

_TITLE = re.compile(
    r"\s*(?:\(?(?:[a-zA-Z]|[ivx]{2,5}|\d{1,2}(?:\.\d{1,3})*)[.)]|\d{1,2}(?:\.\d{1,3})+)\s+(?P<t>[^\W\d_a-z][^.:;]{1,80})[.:]"
)
_MOST_WORDS: Final = 10
_LONG_WORD: Final = 4
"""Letters of a word that a title writes with a capital."""


def whole_sentences(outer: Span, text: str, language: str) -> list[Span]:
    """
    Return the sentences of running text, in order and without white space around them.

    A title behind a mark ("(a) Notices.") belongs to the sentence that it stands before.
    """
    joined: list[Span] = []
    for found in sentences(outer.cut(text), language=language):
        span = Span(outer.start + found.start, outer.start + found.end)
        if joined and _is_title(joined[-1].cut(text)):
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


def _is_title(sentence: str) -> bool:
    """Tell whether a sentence is a mark and a title only: few words, the long ones with a capital."""
    titled = _TITLE.fullmatch(sentence) if len(sentence) <= 100 else None
    words = re.findall(r"[^\W\d_]+", titled["t"]) if titled else []
    return 0 < len(words) <= _MOST_WORDS and all(word[0].isupper() for word in words if len(word) >= _LONG_WORD)
