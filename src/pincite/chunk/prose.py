"""Sentences of running text as clauses have them: a mark and a title in front belong to what follows."""

from __future__ import annotations

import re
from typing import Final

from pincite.documents import Span
from pincite.text.sentences import sentences

__all__ = ["whole_sentences"]

_MARK: Final = r"\((?:[a-z]{1,4}|[A-Z]{1,2}|\d{1,2})\)\s"
_OPENING = re.compile(rf"\s*{_MARK}\s*(?=\S)")
_TITLE = re.compile(
    r"\s*(?:\(?(?:[a-zA-Z]|[ivx]{2,5}|\d{1,2}(?:\.\d{1,3})*)[.)]|\d{1,2}(?:\.\d{1,3})+)\s+(?P<t>[^\W\d_a-z][^.:;]{1,80})[.:]"
)
_MOST_WORDS: Final = 10
_LONG_WORD: Final = 4
"""Letters of a word that a title writes with a capital."""


def whole_sentences(outer: Span, text: str, language: str) -> list[Span]:
    """
    Return the sentences of running text, in order and without white space around them.

    A mark in front ("(a)") and a title behind a mark ("(a) Notices.") belong to the sentence that they stand before.
    """
    mark = _OPENING.match(text, outer.start, outer.end)
    start = mark.end() if mark else outer.start
    found = [Span(start + s.start, start + s.end) for s in sentences(text[start : outer.end], language=language)]
    if mark and found:
        found[0] = Span(mark.start() + len(mark.group()) - len(mark.group().lstrip()), found[0].end)
    joined: list[Span] = []
    for span in found:
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
