"""A spy around an index: records every query and lets none pass without a scope."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.questions import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Sequence as Items

    import numpy as np
    from numpy.typing import NDArray

    from pincite.documents import ChunkId, DocumentId, Point, PointId, PointState, RevisionKey, Sequence, Sparse
    from pincite.protocols import Index
    from pincite.questions import Scored

__all__ = ["Asked", "SpyIndex"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One query that reached the index."""

    leg: str
    """``lexical``, ``dense`` or ``units``."""
    k: int
    scope: Scope
    documents: tuple[DocumentId, ...] | None
    among: tuple[ChunkId, ...] | None = None
    found: tuple[Scored, ...] = ()


class SpyIndex:
    """
    An :class:`pincite.protocols.Index` that passes everything on to another and remembers what was asked.

    :param index: The index that does the work.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self.asked: list[Asked] = []
        """Every query so far, in order."""

    @property
    def scopes(self) -> frozenset[Scope]:
        """The scopes of all queries so far."""
        return frozenset(each.scope for each in self.asked)

    def lexical(
        self, terms: Sparse, *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None = None
    ) -> tuple[Scored, ...]:
        """Pass on and remember."""
        _require(scope)
        found = self._index.lexical(terms, k=k, scope=scope, documents=documents)
        self.asked.append(Asked(leg="lexical", k=k, scope=scope, documents=documents, found=found))
        return found

    def dense(
        self,
        vector: NDArray[np.float32],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        """Pass on and remember."""
        _require(scope)
        found = self._index.dense(vector, k=k, scope=scope, documents=documents)
        self.asked.append(Asked(leg="dense", k=k, scope=scope, documents=documents, found=found))
        return found

    def units(
        self,
        vector: NDArray[np.float32],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
        among: tuple[ChunkId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        """Pass on and remember."""
        _require(scope)
        found = self._index.units(vector, k=k, scope=scope, documents=documents, among=among)
        self.asked.append(Asked(leg="units", k=k, scope=scope, documents=documents, among=among, found=found))
        return found

    def put(self, points: Items[Point]) -> None:
        """Pass on."""
        self._index.put(points)

    def close_points(self, point_ids: Items[PointId], *, at: Sequence) -> None:
        """Pass on."""
        self._index.close_points(point_ids, at=at)

    def remove(self, point_ids: Items[PointId]) -> None:
        """Pass on."""
        self._index.remove(point_ids)

    def set_groups(self, revision: RevisionKey, groups: Items[str]) -> None:
        """Pass on."""
        self._index.set_groups(revision, groups)

    def flush(self) -> None:
        """Pass on."""
        self._index.flush()

    def count(self, *, scope: Scope | None = None) -> int:
        """Pass on."""
        return self._index.count(scope=scope)

    def states(self, *, changed_after: Sequence | None = None) -> Iterator[PointState]:
        """Pass on."""
        return self._index.states(changed_after=changed_after)

    def optimize(self) -> None:
        """Pass on."""
        self._index.optimize()

    def close(self) -> None:
        """Pass on."""
        self._index.close()


def _require(scope: object) -> None:
    if not isinstance(scope, Scope) or not scope.readers:
        raise AssertionError(f"a query left without a scope: expected a Scope with readers, got {scope!r}")
