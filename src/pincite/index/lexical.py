"""
The lexical leg on the engine: it proposes candidates, and their scores are summed here.

A score from the engine moves in the seventh digit with what else is stored, since that is the order in which it sums.
So it is asked for more than the cut by more than that, and the scores are summed from stored weights, in the order of
the terms, with frequencies that are whole numbers (:mod:`pincite.index.frequencies`).
"""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import numpy as np
import qdrant_edge as engine

from pincite.index import _edge
from pincite.index.cut import past_the_cut
from pincite.index.frequencies import ROUNDING, Frequencies, Known, holders, infer
from pincite.index.weights import of_terms, shared_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from collections.abc import Sequence as Items

    from numpy.typing import NDArray

    from pincite.documents import DocumentId, Sparse
    from pincite.index.weights import Row, Weights
    from pincite.questions import Scope

__all__ = ["Lexical"]

_FEW: Final = 1_000
"""A term that fewer points hold is counted by listing them."""
_SAMPLE: Final = 64
"""Hits that tell which terms are frequent."""
_FLOOR: Final = 1e-6
"""How far a term's share of the engine's score may be from the true one when nearly every point holds it."""
_UNWEIGHTED: Final = engine.SearchParams(exact=True, idf=engine.IdfParams(corpus=_edge.NOTHING))
_UNWEIGHTED_IDF: Final = log(2)
"""What the engine multiplies every weight by where the statistics count no point: ln(1 + 0.5 / 0.5)."""


class _Query(Protocol):
    def __call__(
        self,
        query: engine.NamedVector,
        using: str,
        limit: int,
        wanted: engine.Filter,
        params: engine.SearchParams,
    ) -> list[engine.ScoredPoint]: ...


class _Found(NamedTuple):
    """Hits, in parallel; *Shape:* (n_hits,) each."""

    points: list[int]
    rows: list[Row]
    scores: list[float]


class Lexical:
    """
    Ranks points by BM25 inside a scope. Threads may share it.

    :param count: Gives the number of points in a scope.
    :param query: Asks the engine one question.
    :param batch: Asks the engine several at once.
    :param weights: Tells the stored term weights of points.
    """

    def __init__(
        self,
        count: Callable[[Scope], int],
        query: _Query,
        batch: Callable[[list[engine.QueryRequest]], list[list[engine.ScoredPoint]]],
        weights: Weights,
    ) -> None:
        self._frequencies = Frequencies(count)
        self._query = query
        self._batch = batch
        self._weights = weights

    def forget(self) -> None:
        """Drop what was counted, since something was written; to be called after the write."""
        self._frequencies.forget()

    def rank(
        self, terms: Sparse, *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None
    ) -> tuple[list[int], list[float]]:
        """Return points that surely hold the best ``k``, and their scores."""
        known = self._frequencies.of(scope)
        wanted = {term: weight for term, weight in terms.items() if weight}
        if wanted and known.n_points:
            known = self._listed(wanted, known, scope)
            wanted = {term: weight for term, weight in wanted.items() if known.n_with.get(term) != 0}
        if not wanted or not known.n_points:
            return [], []
        found = self._found(self._candidates(wanted, known, k, scope, documents))
        if not found.points:
            return [], []
        stored = of_terms(found.rows, tuple(wanted))
        known = self._learned(known, wanted, found, stored, scope)
        scores = np.zeros(len(found.points))
        for (term, weight), column in zip(wanted.items(), stored.T, strict=True):
            if known.n_with.get(term):
                scores += weight * known.idf(term) * column
        return found.points, scores.tolist()

    def _found(self, hits: list[engine.ScoredPoint]) -> _Found:
        """Return hits with what is stored of them; a hit that was removed since the search is left out."""
        points = _edge.point_numbers(hits)
        rows = self._weights.of(points)
        there = [(p, row, hit.score) for p, row, hit in zip(points, rows, hits, strict=True) if row is not None]
        return _Found([p for p, _, _ in there], [row for _, row, _ in there], [score for _, _, score in there])

    def _listed(self, terms: Iterable[int], known: Known, scope: Scope) -> Known:
        """
        Return ``known`` with the new terms, if it seems that few points of the scope hold each: these are all listed.

        Most words are rare, and listing the points of one costs a tenth of what the engine's own statistics do, which
        look at every point of the scope.
        """
        new = [term for term in terms if term not in known.n_with]
        if not new or not known.seem_rare(new, _FEW):
            return known
        scoped = _edge.in_scope(scope)
        answers = self._batch([_edge.holding(term, scoped, _UNWEIGHTED, limit=_FEW) for term in new])
        few = {term: len(hits) for term, hits in zip(new, answers, strict=True) if len(hits) < _FEW}
        return self._frequencies.learn(scope, known, few)

    def _candidates(
        self,
        wanted: Mapping[int, float],
        known: Known,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None,
    ) -> list[engine.ScoredPoint]:
        """Return hits that surely hold the best ``k``: weighted here where all terms are known, else by the engine."""
        scoped = _edge.in_scope(scope)
        params, values = _UNWEIGHTED, []
        if all(term in known.n_with for term in wanted):
            values = [weight * known.idf(term) / _UNWEIGHTED_IDF for term, weight in wanted.items()]
        else:
            params, values = _weighted(scoped), list(wanted.values())
        query = engine.SparseVector(list(wanted), values)
        narrow = _edge.narrowed(scoped, documents=documents)

        def ask(limit: int) -> list[engine.ScoredPoint]:
            return self._query(query, _edge.TERMS, limit, narrow, params)

        largest = max(map(abs, wanted.values()))
        return past_the_cut(ask, k, noise=(len(wanted) + 8) * 2 * ROUNDING, floor=_FLOOR * len(wanted) * largest)

    def _learned(
        self,
        known: Known,
        wanted: Mapping[int, float],
        found: _Found,
        stored: NDArray[np.float64],
        scope: Scope,
    ) -> Known:
        """Return ``known`` with how many points of the scope hold each term that stands in a hit."""
        shares = stored * list(wanted.values())
        scores = np.array(found.scores)
        errors = scores * ((stored != 0).sum(axis=1) + 1) * ROUNDING
        if known.often is None and len(found.points) >= _SAMPLE:
            known = replace(known, often=shared_terms(found.rows))
        unknown = {}
        for at, term in enumerate(wanted):
            if term in known.n_with:
                scores -= known.idf(term) * shares[:, at]
            elif shares[:, at].any():
                unknown[term] = at
        if not unknown:
            return known
        numbers = infer(shares[:, list(unknown.values())], scores, errors, n_points=known.n_points)
        told = {term: number for term, number in zip(unknown, numbers, strict=True) if number is not None}
        unsettled = [term for term in unknown if term not in told]
        if unsettled:
            told |= self._measure(unsettled, scope, known.n_points)
        return self._frequencies.learn(scope, known, told)

    def _measure(self, terms: Items[int], scope: Scope, n_points: int) -> dict[int, int]:
        """Return how many points of the scope hold each term, asking the engine for each by itself."""
        scoped = _edge.in_scope(scope)
        params = _weighted(scoped)
        answers = self._batch([_edge.holding(term, scoped, params, limit=1) for term in terms])
        told = {}
        for term, hits in zip(terms, answers, strict=True):
            found = self._found(hits)
            idf = found.scores[0] / float(of_terms(found.rows, (term,))[0, 0]) if found.points else 0.0
            told[term] = max(1, round(holders(idf, n_points))) if found.points else 0
        return told


def _weighted(scoped: engine.Filter) -> engine.SearchParams:
    return engine.SearchParams(exact=True, idf=engine.IdfParams(corpus=scoped))
