"""An index that others may keep while the one behind it is replaced."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Condition
from typing import TYPE_CHECKING

from pincite.errors import Missing, Torn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Sequence as Items

    import numpy as np
    from numpy.typing import NDArray

    from pincite.documents import ChunkId, DocumentId, Point, PointId, PointState, RevisionKey, Sequence, Sparse
    from pincite.protocols import Index
    from pincite.questions import Scope, Scored

__all__ = ["StandingIndex"]


class StandingIndex:
    """
    Passes every call on to the index behind it, which closes only when no call is under way.

    A question that began before another generation took over still ranks in the one that its scope names.

    :param index: The index to start with.
    :param generation: Id of the generation that it holds; ``""`` where that is of no account.
    :param torn: Called when a call finds the index damaged, before the error goes on.
    """

    def __init__(self, index: Index, *, generation: str = "", torn: Callable[[], None] = lambda: None) -> None:
        self._index: Index | None = index
        self._generation = generation
        self._retired: dict[str, Index] = {}
        self._torn = torn
        self._calls: dict[int, int] = {}
        self._changed = Condition()

    def swap(self, index: Index | None) -> None:
        """
        Put another index in place, wait for the calls on the old one, and close it.

        :param index: The new one; ``None`` to close for good.
        """
        with self._changed:
            old, self._index = self._index, index
            leaving = [each for each in (old, *(() if index else self._retired.values())) if each is not None]
            if index is None:
                self._retired.clear()
        for each in leaving:
            self._close(each)

    def succeed(self, index: Index, *, generation: str) -> None:
        """Put the index of another generation in place; the old one answers on, for scopes that name it."""
        with self._changed:
            if self._index is not None:
                self._retired[self._generation] = self._index
            self._index, self._generation = index, generation
            self._retired.pop(generation, None)

    def retired(self) -> tuple[str, ...]:
        """Return the generations that only questions which began before still use."""
        with self._changed:
            return tuple(self._retired)

    def retire(self, generation: str) -> None:
        """Close the index of a generation that no question uses any more; unknown ones are passed over."""
        with self._changed:
            old = self._retired.pop(generation, None)
        if old is not None:
            self._close(old)

    def _close(self, index: Index) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._calls.get(id(index)))
        index.close()

    def put(self, points: Items[Point]) -> None:
        """Store points."""
        with self._behind() as index:
            index.put(points)

    def close_points(self, point_ids: Items[PointId], *, at: Sequence) -> None:
        """Set ``seq_to`` of the points."""
        with self._behind() as index:
            index.close_points(point_ids, at=at)

    def remove(self, point_ids: Items[PointId]) -> None:
        """Remove points."""
        with self._behind() as index:
            index.remove(point_ids)

    def set_groups(self, revision: RevisionKey, groups: Items[str]) -> None:
        """Replace the groups on every point of a revision."""
        with self._behind() as index:
            index.set_groups(revision, groups)

    def flush(self) -> None:
        """Return only when everything before is on disk."""
        with self._behind() as index:
            index.flush()

    def lexical(
        self, terms: Sparse, *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None = None
    ) -> tuple[Scored, ...]:
        """Rank by BM25."""
        with self._behind(scope.generation) as index:
            return index.lexical(terms, k=k, scope=scope, documents=documents)

    def dense(
        self, vector: NDArray[np.float32], *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None = None
    ) -> tuple[Scored, ...]:
        """Rank by each chunk's vector."""
        with self._behind(scope.generation) as index:
            return index.dense(vector, k=k, scope=scope, documents=documents)

    def units(
        self,
        vector: NDArray[np.float32],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
        among: tuple[ChunkId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        """Rank by each chunk's best unit."""
        with self._behind(scope.generation) as index:
            return index.units(vector, k=k, scope=scope, documents=documents, among=among)

    def count(self, *, scope: Scope | None = None) -> int:
        """Return how many points are stored, or are in ``scope``."""
        with self._behind(scope.generation if scope else None) as index:
            return index.count(scope=scope)

    def states(self, *, changed_after: Sequence | None = None) -> Iterator[PointState]:
        """Yield what is stored of each point."""
        with self._behind() as index:
            yield from index.states(changed_after=changed_after)

    def optimize(self) -> None:
        """Do the housekeeping."""
        with self._behind() as index:
            index.optimize()

    def close(self) -> None:
        """Close the index behind for good; calling it twice is harmless."""
        self.swap(None)

    @contextmanager
    def _behind(self, generation: str | None = None) -> Iterator[Index]:
        with self._changed:
            index = self._retired.get(generation or "", self._index)
            if index is None:
                raise Missing("the index is closed: open the corpus again")
            self._calls[id(index)] = self._calls.get(id(index), 0) + 1
        try:
            yield index
        except Torn:
            self._torn()
            raise
        finally:
            with self._changed:
                self._calls[id(index)] -= 1
                if not self._calls[id(index)]:
                    del self._calls[id(index)]
                self._changed.notify_all()
