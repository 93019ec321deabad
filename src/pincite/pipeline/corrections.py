"""
What a question means that has slips of the pen in it, for whoever compares its words with those of the pages.

A search looks for likely spellings beside the words that were written (:mod:`pincite.pipeline.understanding`); what
answers is found by comparing words, and there the slip itself speaks against the right sentence.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.scoring.features import is_common
from pincite.text.stopwords import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.answers import Passage

__all__ = ["corrected", "meant"]

_WORD: Final = re.compile(r"[^\W\d_]+")
_SPELT: Final = 4
"""Least letters of a word that is looked at for its spelling."""
_ASKING: Final = ("what", "when", "where", "which", "many", "much", "does", "long", "often", "could", "should")
_LIKE: Final = 0.75
"""How like a slip is to the word, by :mod:`difflib`, beside having its consonants."""


def meant(question: str, passages: Sequence[Passage]) -> str:
    """Return a question with what are slips of words that passages say in its place."""
    if not passages:
        return question
    said = [text for p in passages for text in (p.permit.revision.title, *p.permit.chunk.path, p.text)]
    return corrected(question, said, language=passages[0].permit.revision.language)


def corrected(question: str, texts: Sequence[str], *, language: str) -> str:
    """
    Return a question with the words in place that a slip of the pen made of words of the texts.

    Only a slip is put right that keeps the first letter and the consonants: letters changed over, another vowel, one
    too many or too few, a letter doubled or not ("awrad", "recieve", "warrenty"). "Drone" is no slip of "done". Names
    and words that are common anywhere stay.
    """
    folded = [text.casefold() for text in texts]
    stopped = STOP_WORDS.get(language.split("-")[0], frozenset())
    strange = {
        word
        for word in _WORD.findall(question)
        if len(word) >= _SPELT and word.islower() and word not in stopped and not is_common(word)
        if not any(word[: max(_SPELT, len(word) - 1)] in text for text in folded)
    }
    if not strange:
        return question
    known = _by_consonants(word for text in folded for word in _WORD.findall(text) if len(word) > _SPELT)
    asking = _by_consonants(_ASKING)
    right = {word: _nearest(word, (*asking.get(_consonants(word), ()), *_longer(word, known))) for word in strange}
    return _WORD.sub(lambda match: right.get(match.group()) or match.group(), question)


def _longer(word: str, known: dict[str, set[str]]) -> set[str]:
    """Return the words of the texts that a word may be a slip of; a word of four letters is one of too many."""
    return known.get(_consonants(word), set()) if len(word) > _SPELT else set()


def _nearest(word: str, others: Iterable[str]) -> str | None:
    from difflib import SequenceMatcher  # imported here: most questions have no slip

    scored = ((SequenceMatcher(None, word, each).ratio(), each) for each in sorted(others))
    best = max(scored, key=lambda each: each[0], default=(0.0, ""))
    return best[1] if best[0] >= _LIKE else None


def _by_consonants(words: Iterable[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for word in words:
        found.setdefault(_consonants(word), set()).add(word)
    return found


def _consonants(word: str) -> str:
    """Return the first letter of a word and its other consonants in the order of the alphabet, each once."""
    return word[:1] + "".join(sorted(set(word[1:]) - set("aeiou")))
