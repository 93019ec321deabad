"""
A plain index: the judge of the engine, and an index for tests that need no engine.

Everything is a loop over points in memory. Vectors are read in 16 bits as the engine keeps them, term weights in 32.
"""

from __future__ import annotations

import pickle
from dataclasses import replace
from math import log
from typing import TYPE_CHECKING

import numpy as np

from pincite.documents import OPEN, PointState
from pincite.errors import InputError
from pincite.questions import Scored

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from collections.abc import Sequence as Items
    from pathlib import Path

    from numpy.typing import NDArray

    from pincite.documents import ChunkId, DocumentId, Point, PointId, RevisionKey, Sequence, Sparse
    from pincite.questions import Scope

__all__ = ["PlainIndex", "in_scope"]


def in_scope(point: Point, scope: Scope) -> bool:
    """Tell whether a point is in a scope, condition by condition as :class:`pincite.questions.Scope` states them."""
    admitted = not scope.readers.isdisjoint(point.groups) and point.revision not in scope.revoked
    return (
        point.tenant == scope.tenant
        and point.generation == scope.generation
        and point.seq_from <= scope.sequence < point.seq_to
        and point.valid_from <= scope.day < point.valid_to
        and (admitted or point.revision in scope.granted)
    )


class PlainIndex:
    """
    An :class:`pincite.protocols.Index` in plain Python.

    :param folder: Where points are kept from ``flush`` or ``close`` to the next opening; ``None`` for in memory only.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._file = folder / "points.pickle" if folder else None
        self._points: dict[PointId, Point] = {}
        if self._file and self._file.exists():
            self._points = pickle.loads(self._file.read_bytes())

    def put(self, points: Items[Point]) -> None:
        """Store points; one that is there already is replaced whole."""
        self._points |= {point.point_id: point for point in points}

    def close_points(self, point_ids: Items[PointId], *, at: Sequence) -> None:
        """Set ``seq_to`` of the points to ``at``."""
        for each in set(point_ids) & set(self._points):
            self._points[each] = replace(self._points[each], seq_to=at)

    def remove(self, point_ids: Items[PointId]) -> None:
        """Remove points."""
        for each in point_ids:
            self._points.pop(each, None)

    def set_groups(self, revision: RevisionKey, groups: Items[str]) -> None:
        """Replace the groups on every point of a revision."""
        for each, point in list(self._points.items()):
            if point.revision == revision:
                self._points[each] = replace(point, groups=tuple(groups))

    def flush(self) -> None:
        """Write the points to the folder, if there is one."""
        if self._file:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = self._file.with_suffix(".new")
            unfinished.write_bytes(pickle.dumps(self._points))
            unfinished.replace(self._file)

    def optimize(self) -> None:
        """Do nothing: a loop has no housekeeping."""

    def close(self) -> None:
        """Flush."""
        self.flush()

    def count(self, *, scope: Scope | None = None) -> int:
        """Return how many points are stored, or how many are in ``scope``."""
        return sum(scope is None or in_scope(point, scope) for point in list(self._points.values()))

    def states(self, *, changed_after: Sequence | None = None) -> Iterator[PointState]:
        """Yield what is stored of each point, in order of point id."""
        for each in sorted(self._points):
            point = self._points[each]
            closed_at = 0 if point.seq_to == OPEN else point.seq_to
            if changed_after is None or max(point.seq_from, closed_at) > changed_after:
                yield PointState(
                    point_id=point.point_id,
                    chunk_id=point.chunk_id,
                    revision=point.revision,
                    groups=point.groups,
                    seq_from=point.seq_from,
                    seq_to=point.seq_to,
                )

    def lexical(
        self, terms: Sparse, *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None = None
    ) -> tuple[Scored, ...]:
        """Rank by BM25."""
        scoped = self._scoped(scope)
        weights = _weights(terms, scoped)
        scores = {
            point.chunk_id: sum(
                weights[term] * float(np.float32(w)) for term, w in point.terms.items() if term in weights
            )
            for point in _narrowed(scoped, documents)
        }
        return _best(scores, k)

    def dense(
        self,
        vector: NDArray[np.float32],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        """Rank by the cosine to each chunk's vector."""
        found = _narrowed(self._scoped(scope), documents)
        return _best({point.chunk_id: _cosine(vector, point.vector[None, :]) for point in found}, k)

    def units(
        self,
        vector: NDArray[np.float32],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
        among: tuple[ChunkId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        """Rank by the cosine to each chunk's best unit."""
        found = _narrowed(self._scoped(scope), documents)
        scores = {point.chunk_id: _cosine(vector, point.units) for point in found}
        return _best({chunk: score for chunk, score in scores.items() if among is None or chunk in among}, k)

    def _scoped(self, scope: Scope) -> list[Point]:
        return [point for point in list(self._points.values()) if in_scope(point, scope)]


def _narrowed(points: list[Point], documents: Collection[DocumentId] | None) -> list[Point]:
    return [point for point in points if documents is None or point.document_id in documents]


def _weights(terms: Sparse, scoped: list[Point]) -> dict[int, float]:
    holders = {term: sum(term in point.terms.indices for point in scoped) for term in terms.indices}
    return {term: weight * log((len(scoped) + 1) / (holders[term] + 0.5)) for term, weight in terms.items()}


def _cosine(vector: NDArray[np.float32], rows: NDArray[np.float32]) -> float:
    """Return the cosine of the best row. *Shape:* ``vector`` (dim,), ``rows`` (n_rows, dim)."""
    best = float((_stored(rows) @ _stored(vector[None, :])[0]).max())
    return max(-1.0, min(1.0, best))


def _stored(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit = rows / np.where(lengths == 0, 1, lengths)
    return unit.astype(np.float16).astype(np.float32)


def _best(scores: dict[ChunkId, float], k: int) -> tuple[Scored, ...]:
    if k < 1:
        raise InputError(f"k is {k}: expected at least 1 result", k=k)
    found = [Scored(chunk, score) for chunk, score in scores.items() if score != 0.0]
    return tuple(sorted(found, key=lambda each: (-each.score, each.chunk_id))[:k])
