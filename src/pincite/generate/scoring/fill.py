"""
How well a candidate covers the words of a question in other words, and what of the question it leaves open.

A word that the candidate does not say is compared with each word that it does say: "voucher" is near "card", "Norway"
is near nothing. And a question without a word is compared with the candidate: where it comes nearer, the word was what
the candidate does not speak of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["Term", "cover", "dents", "filled", "terms_of"]

_TOKEN: Final = re.compile(r"[^\W_]+(?:[-'\u2019][^\W_]+)*")
"""A word with its hyphens: "in-ear" is nearer to "earbuds" than "ear" is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of the question that says what it is about."""

    text: str
    """In small letters."""
    stems: tuple[str, ...]
    weight: float
    """How rare it is, in (0, 1]."""
    without: str
    """The question without the word."""


def terms_of(question: str, weights: dict[str, float], language: str) -> tuple[Term, ...]:
    """
    Return the words of a question whose stems are weighed, in order.

    :param weights: Weight in (0, 1] of each stem that counts.
    """
    found = []
    for token in _TOKEN.finditer(question):
        stems = tuple(stem for stem in content_words(token[0], language) if stem in weights)
        if stems:
            without = f"{question[: token.start()]}{question[token.end() :]}".replace("  ", " ")
            weight = max(weights[stem] for stem in stems)
            found.append(Term(text=token[0].lower(), stems=stems, weight=weight, without=without))
    return tuple(found)


def filled(
    terms: Sequence[Term], said: Sequence[str], near: Sequence[frozenset[str]], language: str, compare: Similarity
) -> NDArray[np.float64]:
    """
    Return how near each term comes to a word of each candidate: 1 where its stems stand there.

    :param said: What each candidate says, with what stands over it.
    :param near: The stems of the same.
    :returns: *Shape:* (n_candidates, n_terms); cosines in [-1, 1].
    """
    own = [_vocabulary(text, language) for text in said]
    every = list(dict.fromkeys(word for vocabulary in own for word in vocabulary))
    place = {word: at for at, word in enumerate(every)}
    found = np.zeros((len(said), len(terms)))
    for column, term in enumerate(terms):
        stands = [stems.issuperset(term.stems) for stems in near]
        cosines = np.zeros(0) if all(stands) or not every else compare(term.text, every)
        for row, vocabulary in enumerate(own):
            nearest = max((float(cosines[place[word]]) for word in vocabulary), default=0.0) if len(cosines) else 0.0
            found[row, column] = 1.0 if stands[row] else nearest
    return found


def _vocabulary(text: str, language: str) -> list[str]:
    tokens = dict.fromkeys(token[0].lower() for token in _TOKEN.finditer(text))
    return [word for word in tokens if not word.isdigit() and content_words(word, language)]


def dents(question: str, terms: Sequence[Term], said: Sequence[str], compare: Similarity) -> NDArray[np.float64]:
    """
    Return by how much each candidate comes nearer to the question when a term is left out of it.

    :param said: What each candidate says.
    :returns: *Shape:* (n_candidates, n_terms); differences of cosines.
    """
    whole = compare(question, said)
    without = [compare(term.without, said) - whole for term in terms]
    return np.array(without, dtype=np.float64).T.reshape(len(said), len(terms))


def cover(cosines: NDArray[np.float64], low: float, high: float) -> NDArray[np.float64]:
    """
    Return cosines as how well a word is covered, in [0, 1].

    :param low: Cosine up to which it is not covered at all.
    :param high: Cosine from which it is covered.
    """
    clipped: NDArray[np.float64] = np.clip((cosines - low) / (high - low), 0.0, 1.0)
    return clipped
