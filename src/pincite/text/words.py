# ruff: noqa: RUF001  (letters and marks of other scripts are what this file is about)
"""Words of a text, and its content words: stemmed, without stop words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from pincite.documents import Span
from pincite.text.stems import stem
from pincite.text.stopwords import STOP_WORDS

__all__ = ["Word", "content_words", "split", "words"]

# Marks that Python's \w leaves out but that are parts of words: combining accents, vowel signs, joiners.
_MARK: Final = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0980-\u0983"
    "\u09bc-\u09cd\u0a3c-\u0a4d\u0abc-\u0acd\u0b3c-\u0b4d\u0bbe-\u0bcd\u0c3e-\u0c4d\u0cbc-\u0ccd\u0d3e-\u0d4d"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3\u200c\u200d"
)
_ALONE: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD: Final = (
    rf"\d++(?:[.,]\d++)*+(?![^\W\d_])"  # a number with its separators
    rf"|[{_ALONE}]"  # one character at a time where words are not set apart
    rf"|[^\W_{_ALONE}][^\W_{_ALONE}{_MARK}]*(?:[{_MARK}]+[^\W_{_ALONE}]*)*"
    rf"(?:['’][^\W\d_]+[{_MARK}]*)*"  # don't, l'usage
)
_PLAIN = re.compile(r"\d++(?:[.,]\d++)*+(?![^\W\d_])|[^\W_]+(?:['’][^\W\d_]+)*")
"""The same for a text without the marks and letters that are looked out for: half the work, and sooner ready."""
_NOT_PLAIN = re.compile("[\u0300-\u200f\u2040-\U0010ffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word where it stands."""

    text: str
    """As written."""
    span: Span


def words(text: str) -> tuple[Word, ...]:
    """
    Return the words of a text in order.

    A number keeps its separators ("5,000.00"), a word its apostrophe ("don't"); hyphens part words. Chinese characters
    and Japanese letters are words of one character each.
    """
    return tuple(Word(text=m.group(), span=Span(*m.span())) for m in _pattern(text).finditer(text))


def split(text: str) -> list[str]:
    """Return the words of a text in order, as :func:`words` finds them, without their places."""
    return _pattern(text).findall(text)


def _pattern(text: str) -> re.Pattern[str]:
    return _whole_pattern() if not text.isascii() and _NOT_PLAIN.search(text) else _PLAIN


@cache
def _whole_pattern() -> re.Pattern[str]:
    return re.compile(_WORD)


def content_words(text: str, language: str) -> tuple[str, ...]:
    """
    Return the words that carry meaning, in order and as often as they stand: lower case, stemmed, without stop words.

    :param language: A BCP 47 code; a language without a stemmer keeps its words whole.
    """
    code = language.split("-")[0].lower()
    stopped = STOP_WORDS.get(code, frozenset())
    folded = (word.casefold().replace("’", "'") for word in split(text))
    return tuple(stem(word, code) for word in folded if word not in stopped)
