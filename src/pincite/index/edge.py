"""
The index inside the process: exact search on a Qdrant Edge shard.

How rankings are made the same whatever else is stored: a dense score depends on nothing but the two vectors, so it is
taken as it is. A lexical score from the engine moves in the seventh digit with what else is stored (the order in which
it sums), so the engine only proposes candidates, past the cut by more than that, and their scores are summed here from
their stored weights, in the order of the terms, with frequencies that are whole numbers
(:mod:`pincite.index.frequencies`). Equal scores are ordered by chunk id, also at the cut: the engine is asked for more
than is wanted until a score below the cut comes back.
"""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING, Final
from uuid import UUID

import numpy as np
import qdrant_edge as engine

from pincite.documents import ChunkId, PointId, PointState, RevisionKey, Sequence
from pincite.errors import InputError
from pincite.index import _edge
from pincite.index.cut import best, past_the_cut
from pincite.index.frequencies import ROUNDING, Frequencies, Known, holders, infer
from pincite.index.names import Names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Sequence as Items
    from pathlib import Path

    from numpy.typing import NDArray

    from pincite.documents import DocumentId, Point, Sparse
    from pincite.index import IndexSettings
    from pincite.questions import Scope, Scored

__all__ = ["EdgeIndex", "open_edge"]

_PAGE: Final = 5_000
"""Points read from the engine at once when all are listed."""
_FEW: Final = 1_000
"""A term that fewer points hold is counted by listing them."""
_SAMPLE: Final = 64
"""Hits that tell which terms are frequent."""
_FLOOR: Final = 1e-6
"""How far a term's share of the engine's score may be from the true one when nearly every point holds it."""
_EXACT: Final = engine.SearchParams(exact=True)
_UNWEIGHTED: Final = engine.SearchParams(exact=True, idf=engine.IdfParams(corpus=_edge.NOTHING))
_UNWEIGHTED_IDF: Final = log(2)
"""What the engine multiplies every weight by where the statistics count no point: ln(1 + 0.5 / 0.5)."""


def open_edge(folder: Path, *, settings: IndexSettings) -> EdgeIndex:
    """
    Return the index in ``folder``.

    :param folder: Where its files are; made with the first point where there is none.
    :raises Locked: If another process holds it.
    :raises Torn: If a file in it is damaged.
    """
    return EdgeIndex(folder, batch=settings.edge.batch, threads=settings.edge.threads)


class EdgeIndex:
    """
    An :class:`pincite.protocols.Index` on Qdrant Edge.

    Any number of threads may query while one writes; the engine keeps them apart. One process may hold the folder.

    :param folder: Where its files are; made with the first point, whose vector decides the dimensions.
    :param batch: Points handed to the engine at once.
    :param threads: Threads that search; 0 for one per core.
    """

    def __init__(self, folder: Path, *, batch: int = 500, threads: int = 0) -> None:
        self._folder = folder
        self._batch = batch
        self._threads = threads
        self._shard = _edge.load(folder) if _edge.exists(folder) else None
        self._frequencies = Frequencies(lambda scope: self.count(scope=scope))
        self._names = Names(self._read_names)
        self._unsaved = False  # nothing but what the engine reads from its own log again

    def put(self, points: Items[Point]) -> None:
        """Store points in batches; the first point ever makes the files and decides the dimensions."""
        if not points:
            return
        if self._shard is None:
            self._shard = _edge.create(self._folder, dim=len(points[0].vector), threads=self._threads)
        for start in range(0, len(points), self._batch):
            batch = [_edge.stored(point) for point in points[start : start + self._batch]]
            self._update(engine.UpdateOperation.upsert_points(batch))
        self._names.told({UUID(str(point.point_id)): point.chunk_id for point in points})
        self._frequencies.forget()

    def close_points(self, point_ids: Items[PointId], *, at: Sequence) -> None:
        """Set ``seq_to`` of the points to ``at``; unknown ids are passed over."""
        for start in range(0, len(point_ids), _PAGE):
            these = _edge.with_ids(point_ids[start : start + _PAGE])
            self._update(engine.UpdateOperation.set_payload_by_filter(these, {_edge.SEQ_TO: int(at)}))
        self._frequencies.forget()

    def remove(self, point_ids: Items[PointId]) -> None:
        """Remove points; unknown ids are passed over."""
        if point_ids:
            self._update(engine.UpdateOperation.delete_points(list(point_ids)))
        self._frequencies.forget()

    def set_groups(self, revision: RevisionKey, groups: Items[str]) -> None:
        """Replace the groups on every point of a revision."""
        payload = {_edge.GROUPS: list(groups)}
        self._update(engine.UpdateOperation.set_payload_by_filter(_edge.of_revision(revision), payload))
        self._frequencies.forget()

    def flush(self) -> None:
        """Return only when everything before is on disk."""
        if self._shard is not None and self._unsaved:
            with _edge.translated(self._folder):
                self._shard.flush()
            self._unsaved = False

    def optimize(self) -> None:
        """Merge the engine's segments; takes seconds per 10,000 points after a large batch."""
        if self._shard is not None:
            self._unsaved = True
            with _edge.translated(self._folder):
                self._shard.optimize()

    def close(self) -> None:
        """Release files and locks, also where the engine fails to; calling it twice is harmless."""
        if self._shard is not None:
            try:
                with _edge.translated(self._folder):
                    self._shard.close()
            except BaseException:
                self._shard = None  # the engine lets go of its files with the last reference, and not before
                raise

    def count(self, *, scope: Scope | None = None) -> int:
        """Return how many points are stored, or how many are in ``scope``."""
        if self._shard is None:
            return 0
        with _edge.translated(self._folder):
            return self._shard.count(engine.CountRequest(filter=None if scope is None else _edge.in_scope(scope)))

    def states(self, *, changed_after: Sequence | None = None) -> Iterator[PointState]:
        """Yield what is stored of each point, in order of point id."""
        wanted = None if changed_after is None else _edge.changed_filter(changed_after)
        offset: engine.PointId | None = None
        while self._shard is not None:
            with _edge.translated(self._folder):
                records, offset = self._shard.scroll(
                    engine.ScrollRequest(offset=offset, limit=_PAGE, filter=wanted, with_payload=_edge.STATE)
                )
            yield from map(_state, records)
            if offset is None:
                return

    def lexical(
        self, terms: Sparse, *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None = None
    ) -> tuple[Scored, ...]:
        """Rank by BM25, summed in 64 bits."""
        _check(k)
        known = self._frequencies.of(scope)
        wanted = {term: weight for term, weight in terms.items() if weight}
        if not wanted or not known.n_points:
            return ()
        known = self._listed(wanted, known, scope)
        wanted = {term: weight for term, weight in wanted.items() if known.n_with.get(term) != 0}
        if not wanted:
            return ()
        hits = self._candidates(wanted, known, k, scope, documents)
        if not hits:
            return ()
        stored = _edge.term_weights(hits, tuple(wanted))
        known = self._learned(known, wanted, hits, stored, scope)
        scores = np.zeros(len(hits))
        for (term, weight), column in zip(wanted.items(), stored.T, strict=True):
            if known.n_with.get(term):
                scores += weight * known.idf(term) * column
        return self._best(hits, scores.tolist(), k)

    def _listed(self, terms: Iterable[int], known: Known, scope: Scope) -> Known:
        """
        Return ``known`` with the new terms, if it seems that few points of the scope hold each: these are all listed.

        Most words are rare, and listing the points of one costs a tenth of what the engine's own statistics do, which
        look at every point of the scope.
        """
        new = [term for term in terms if term not in known.n_with]
        if not new or self._shard is None or not known.seem_rare(new, _FEW):
            return known
        scoped = _edge.in_scope(scope)
        requests = [_edge.holding(term, scoped, _UNWEIGHTED, limit=_FEW) for term in new]
        with _edge.translated(self._folder):
            answers = self._shard.query_batch(engine.QueryBatchRequest(requests))
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
            return self._query(query, _edge.TERMS, limit, narrow, params, with_vector=[_edge.TERMS])

        largest = max(map(abs, wanted.values()))
        return past_the_cut(ask, k, noise=(len(wanted) + 8) * 2 * ROUNDING, floor=_FLOOR * len(wanted) * largest)

    def _learned(
        self,
        known: Known,
        wanted: Mapping[int, float],
        hits: list[engine.ScoredPoint],
        stored: NDArray[np.float64],
        scope: Scope,
    ) -> Known:
        """Return ``known`` with how many points of the scope hold each term that stands in a hit."""
        shares = stored * list(wanted.values())
        scores = np.array([hit.score for hit in hits])
        errors = scores * ((stored != 0).sum(axis=1) + 1) * ROUNDING
        if known.often is None and len(hits) >= _SAMPLE:
            known = replace(known, often=_edge.shared_terms(hits))
        unknown = {}
        for at, term in enumerate(wanted):
            if term in known.n_with:
                scores -= known.idf(term) * shares[:, at]
            elif shares[:, at].any():
                unknown[term] = at
        if not unknown:
            return known
        numbers = infer(shares[:, list(unknown.values())], scores, errors, n_points=known.n_points)
        found = {term: number for term, number in zip(unknown, numbers, strict=True) if number is not None}
        unsettled = [term for term in unknown if term not in found]
        if unsettled:
            found |= self._measure(unsettled, scope, known.n_points)
        return self._frequencies.learn(scope, known, found)

    def dense(
        self,
        vector: NDArray[np.float32],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        """Rank by the cosine to each chunk's vector, stored in 16 bits."""
        _check(k)
        wanted = _edge.narrowed(_edge.in_scope(scope), documents=documents)
        return self._nearest(vector, _edge.VECTOR, k, wanted)

    def units(
        self,
        vector: NDArray[np.float32],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
        among: tuple[ChunkId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        """Rank by the cosine to each chunk's best unit, stored in 16 bits."""
        _check(k)
        wanted = _edge.narrowed(_edge.in_scope(scope), documents=documents, among=among)
        return self._nearest(vector, _edge.UNITS, k, wanted)

    def _nearest(self, vector: NDArray[np.float32], using: str, k: int, wanted: engine.Filter) -> tuple[Scored, ...]:
        query: list[float] = vector.tolist()

        def ask(limit: int) -> list[engine.ScoredPoint]:
            return self._query(query, using, limit, wanted, _EXACT)

        found = past_the_cut(ask, k)
        return self._best(found, [max(-1.0, min(1.0, hit.score)) for hit in found], k)

    def _best(self, hits: list[engine.ScoredPoint], scores: list[float], k: int) -> tuple[Scored, ...]:
        """Return the best ``k`` by their chunks; a hit that was removed since the search is left out."""
        chunks = self._names.of(_edge.point_ids(hits))
        there = [(chunk, score) for chunk, score in zip(chunks, scores, strict=True) if chunk is not None]
        return best((chunk for chunk, _ in there), (score for _, score in there), k)

    def _read_names(self, points: list[UUID]) -> dict[UUID, ChunkId]:
        if self._shard is None:
            return {}
        with _edge.translated(self._folder):
            return _edge.chunks(self._shard, points)

    def _query(
        self,
        query: engine.NamedVector,
        using: str,
        limit: int,
        wanted: engine.Filter,
        params: engine.SearchParams,
        with_vector: engine.WithVectorType = False,
    ) -> list[engine.ScoredPoint]:
        if self._shard is None:
            return []
        with _edge.translated(self._folder):
            return self._shard.query(
                engine.QueryRequest(
                    limit=limit,
                    query=engine.Query.Nearest(query, using=using),
                    filter=wanted,
                    params=params,
                    with_payload=False,
                    with_vector=with_vector,
                )
            )

    def _measure(self, terms: Items[int], scope: Scope, n_points: int) -> dict[int, int]:
        """Return how many points of the scope hold each term, asking the engine for each by itself."""
        if self._shard is None:
            return {}
        scoped = _edge.in_scope(scope)
        requests = [
            _edge.holding(term, scoped, _weighted(scoped), limit=1, with_vector=[_edge.TERMS]) for term in terms
        ]
        with _edge.translated(self._folder):
            answers = self._shard.query_batch(engine.QueryBatchRequest(requests))
        found = {}
        for term, hits in zip(terms, answers, strict=True):
            idf = hits[0].score / float(_edge.term_weights(hits, (term,))[0, 0]) if hits else 0.0
            found[term] = max(1, round(holders(idf, n_points))) if hits else 0
        return found

    def _update(self, operation: engine.UpdateOperation) -> None:
        if self._shard is not None:
            self._unsaved = True
            with _edge.translated(self._folder):
                self._shard.update(operation)


def _weighted(scoped: engine.Filter) -> engine.SearchParams:
    return engine.SearchParams(exact=True, idf=engine.IdfParams(corpus=scoped))


def _state(record: engine.Record) -> PointState:
    payload = record.payload or {}
    return PointState(
        point_id=PointId(str(record.id)),
        chunk_id=ChunkId(payload[_edge.CHUNK]),
        revision=RevisionKey(payload[_edge.REVISION]),
        groups=tuple(payload[_edge.GROUPS]),
        seq_from=Sequence(payload[_edge.SEQ_FROM]),
        seq_to=Sequence(payload[_edge.SEQ_TO]),
    )


def _check(k: int) -> None:
    if k < 1:
        raise InputError(f"k is {k}: expected at least 1 result", k=k)
