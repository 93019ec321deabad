"""
The index inside the process: exact search on a Qdrant Edge shard.

How rankings are made the same whatever else is stored: a dense score depends on nothing but the two vectors, so it is
taken as it is; a lexical score is summed anew (:mod:`pincite.index.lexical`). Equal scores are ordered by chunk id,
also at the cut: the engine is asked for more than is wanted until a score below the cut comes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import qdrant_edge as engine

from pincite.documents import ChunkId, PointId, PointState, RevisionKey, Sequence
from pincite.errors import InputError
from pincite.index import _edge
from pincite.index.cut import best, past_the_cut
from pincite.index.lexical import Lexical
from pincite.index.names import Names
from pincite.index.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Sequence as Items
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from pincite.documents import DocumentId, Point, Sparse
    from pincite.index import IndexSettings
    from pincite.index.weights import Row
    from pincite.questions import Scope, Scored

__all__ = ["EdgeIndex", "open_edge"]

_PAGE: Final = 5_000
"""Points read from the engine at once when all are listed."""
_EXACT: Final = engine.SearchParams(exact=True)


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
        self._names = Names(self._read_names)
        self._weights = Weights(self._read_weights)
        self._leg = Lexical(lambda scope: self.count(scope=scope), self._query, self._asked, self._weights)
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
        named = {_edge.number(point.point_id): point.chunk_id for point in points}
        self._names.told(named)
        self._weights.forget(named)
        self._leg.forget()

    def close_points(self, point_ids: Items[PointId], *, at: Sequence) -> None:
        """Set ``seq_to`` of the points to ``at``; unknown ids are passed over."""
        for start in range(0, len(point_ids), _PAGE):
            these = _edge.with_ids(point_ids[start : start + _PAGE])
            self._update(engine.UpdateOperation.set_payload_by_filter(these, {_edge.SEQ_TO: int(at)}))
        self._leg.forget()

    def remove(self, point_ids: Items[PointId]) -> None:
        """Remove points; unknown ids are passed over."""
        if point_ids:
            self._update(engine.UpdateOperation.delete_points(list(point_ids)))
        self._weights.forget(map(_edge.number, point_ids))
        self._leg.forget()

    def set_groups(self, revision: RevisionKey, groups: Items[str]) -> None:
        """Replace the groups on every point of a revision."""
        payload = {_edge.GROUPS: list(groups)}
        self._update(engine.UpdateOperation.set_payload_by_filter(_edge.of_revision(revision), payload))
        self._leg.forget()

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
        points, scores = self._leg.rank(terms, k=k, scope=scope, documents=documents)
        return self._best(points, scores, k)

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
        return self._best(_edge.point_numbers(found), [max(-1.0, min(1.0, hit.score)) for hit in found], k)

    def _best(self, points: list[int], scores: list[float], k: int) -> tuple[Scored, ...]:
        """Return the best ``k`` by their chunks; a point that was removed since the search is left out."""
        chunks = self._names.of(points)
        there = [(chunk, score) for chunk, score in zip(chunks, scores, strict=True) if chunk is not None]
        return best((chunk for chunk, _ in there), (score for _, score in there), k)

    def _read_names(self, points: list[int]) -> dict[int, ChunkId]:
        if self._shard is None:
            return {}
        with _edge.translated(self._folder):
            return _edge.chunks(self._shard, points)

    def _read_weights(self, points: list[int]) -> dict[int, Row]:
        if self._shard is None:
            return {}
        with _edge.translated(self._folder):
            return _edge.term_weights(self._shard, points)

    def _query(
        self,
        query: engine.NamedVector,
        using: str,
        limit: int,
        wanted: engine.Filter,
        params: engine.SearchParams,
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
                )
            )

    def _asked(self, requests: list[engine.QueryRequest]) -> list[list[engine.ScoredPoint]]:
        if self._shard is None:
            return [[] for _ in requests]
        with _edge.translated(self._folder):
            return self._shard.query_batch(engine.QueryBatchRequest(requests))

    def _update(self, operation: engine.UpdateOperation) -> None:
        if self._shard is not None:
            self._unsaved = True
            with _edge.translated(self._folder):
                self._shard.update(operation)


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
