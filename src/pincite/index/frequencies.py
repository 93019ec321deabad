"""
Document frequencies inside a scope as whole numbers, found in passing.

The engine weights a question's terms by their inverse document frequency over a filter: with N points in the scope
and n of them holding the term, idf = ln((N + 1) / (n + 0.5)). It does not tell the numbers, and its sums are in 32
bits. But the scores of its best hits and the term weights stored with them are linear equations in the idfs, and since
N and every n are whole, a solution that is surely within half a point of n gives n itself (:func:`infer`). From then
on scores can be summed exactly. What was found is kept until something is written.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from math import exp, log
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from pincite.questions import Scope

__all__ = ["ROUNDING", "Frequencies", "Known", "holders", "infer"]

ROUNDING: Final = 2.0**-24
"""Largest relative error of one operation in 32 bits."""
_N_SCOPES: Final = 256
_N_TERMS: Final = 10_000
"""Most terms remembered of one scope, some 1 MB; past it, only those of the latest question are kept."""
_SETTLED: Final = 1e-8
"""Least ratio of eigenvalues at which the equations are solved; below it some terms always stand together."""
_SURE: Final = 0.45
"""Rounding gives the right whole number where the error is below one half; the rest is left for the logarithm's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known of one scope: a snapshot."""

    n_points: int
    n_with: Mapping[int, int] = field(default_factory=dict)
    """How many points hold each term."""
    often: frozenset[int] | None = None
    """Terms that several hits of one question shared, likely to be frequent; ``None`` before there were enough."""
    writes: int = 0
    """How many writes there had been when it was counted."""

    def seem_rare(self, terms: Iterable[int], few: int) -> bool:
        """Tell whether fewer than ``few`` points hold each of these terms, surely or to all appearance."""
        return self.n_points < few or (self.often is not None and self.often.isdisjoint(terms))

    def idf(self, term: int) -> float:
        """Return the inverse document frequency of a term that is known."""
        return log((self.n_points + 1) / (self.n_with[term] + 0.5))


class Frequencies:
    """
    Remembers document frequencies by scope. Threads may share it.

    :param count: Gives the number of points in a scope.
    """

    def __init__(self, count: Callable[[Scope], int]) -> None:
        self._count = count
        self._known: OrderedDict[Scope, Known] = OrderedDict()
        self._writes = 0
        self._lock = Lock()

    def of(self, scope: Scope) -> Known:
        """Return what is known of a scope; the points in it are counted where they have not been."""
        with self._lock:
            writes = self._writes
            kept = self._known.get(_key(scope))
        return kept or Known(n_points=self._count(scope), writes=writes)

    def learn(self, scope: Scope, known: Known, found: Mapping[int, int]) -> Known:
        """
        Return ``known`` with more terms, and remember it unless something was written since it was counted.

        :param scope: The scope that it is known of.
        :param known: What :meth:`of` gave at the start of the question.
        :param found: How many points of the scope hold each term.
        """
        more = replace(known, n_with={**known.n_with, **found})
        with self._lock:
            if more.writes == self._writes:
                self._known[_key(scope)] = more if len(more.n_with) <= _N_TERMS else replace(known, n_with=dict(found))
                self._known.move_to_end(_key(scope))
            while len(self._known) > _N_SCOPES:
                self._known.popitem(last=False)
        return more

    def forget(self) -> None:
        """Drop everything, since something was written; to be called after the write."""
        with self._lock:
            self._writes += 1
            self._known.clear()


def _key(scope: Scope) -> Scope:
    return replace(scope, epoch=0)  # the epoch names no other points than readers, granted and revoked do


def holders(idf: float, n_points: int) -> float:
    """Return how many of ``n_points`` hold a term of this inverse document frequency, before rounding."""
    return (n_points + 1) / exp(idf) - 0.5


def infer(
    weights: NDArray[np.float64], scores: NDArray[np.float64], errors: NDArray[np.float64], *, n_points: int
) -> list[int | None]:
    """
    Return how many points hold each term, from the scores of hits.

    :param weights: Question weight x stored weight of each term in each hit. *Shape:* (n_hits, n_terms)
    :param scores: What these terms give to the engine's score of each hit. *Shape:* (n_hits,)
    :param errors: How far each of those may be off. *Shape:* (n_hits,)
    :param n_points: Points in the scope.
    :returns: ``None`` for each term whose number the scores do not settle.
    """
    gram = weights.T @ weights
    sizes = np.linalg.eigvalsh(gram)
    if sizes[0] < _SETTLED * sizes[-1]:
        return [None] * len(sizes)
    inverse = np.linalg.solve(gram, weights.T)
    idfs = inverse @ scores
    spread = np.abs(inverse) @ errors + (2 + np.abs(idfs)) * ROUNDING  # the engine's own idfs are in 32 bits too
    found: list[int | None] = []
    for idf, error in zip(idfs.tolist(), spread.tolist(), strict=True):
        number = holders(idf, n_points)
        sure = (abs(number) + 0.5) * error < _SURE
        found.append(max(1, round(number)) if sure else None)
    return found
