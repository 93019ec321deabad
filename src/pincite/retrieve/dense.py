"""The dense leg: cosine of the question to each chunk's best unit, exact inside the scope."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.errors import BadModelOutput
from pincite.likeness import likeness, unrelated
from pincite.questions import Ranking
from pincite.retrieve.lexical import searchable, single
from pincite.retrieve.remembered import Kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pincite.documents import ChunkId, DocumentId
    from pincite.protocols import Embedder, Index
    from pincite.questions import Query, Scope, Scored
    from pincite.retrieve import RetrieveSettings

__all__ = ["Dense", "build"]

_SIZES_KEPT: Final = 256


class Dense:
    """
    Ranks by meaning; alone it is a retriever, and the hybrid uses it as a leg.

    Up to ``unit_limit`` points in scope every unit is compared. Above it, chunk vectors make the first cut, and units
    score what that cut and the other leg found.

    :param index: Ranks inside a scope.
    :param embedder: Gives the embedder; called at each search and not before.
    :param settings: Candidates, unit limit and floor.
    """

    name = "dense"

    def __init__(self, index: Index, embedder: Callable[[], Embedder], settings: RetrieveSettings) -> None:
        self._index = index
        self._embedder = embedder
        self._candidates = settings.candidates
        self._unit_limit = settings.unit_limit
        self._floor = settings.floors.dense
        self._sizes: dict[Scope, int] = {}
        self._vectors: Kept[NDArray[np.float32]] = Kept(_SIZES_KEPT)

    def vector(self, query: Query, scope: Scope) -> NDArray[np.float32]:
        """
        Return the question's vector; all zeros where the text gives none.

        It is kept for the same reader alone: nobody learns from how long it takes what others asked.

        *Shape:* (dim,)

        :param query: The question.
        :param scope: What the asker may read.
        :raises BadModelOutput: If the embedder gave values that are not finite.
        """
        return self._vectors.get((scope, query.text), lambda: self._embedded(query))

    def _embedded(self, query: Query) -> NDArray[np.float32]:
        vector = self._embedder().embed_query(query.text)
        if not np.isfinite(vector).all():
            raise BadModelOutput(
                f"the embedder's vector of a question of {len(query.text)} characters has values that are not finite: "
                "expected numbers only; check the model's files with 'pincite models list'",
                length=len(query.text),
            )
        return vector

    def knows(self, language: str) -> bool:
        """Tell whether the embedder was taught a language; one that does not say was taught all."""
        taught = self._taught()
        return taught is None or language.split("-")[0].lower() in taught

    def translates(self) -> bool:
        """Tell whether the embedder says of itself that it was taught several languages, and so finds across them."""
        return len(self._taught() or ()) > 1

    def _taught(self) -> frozenset[str] | None:
        taught: frozenset[str] | None = getattr(self._embedder(), "languages", None)
        return taught

    def scored(
        self,
        query: Query,
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None,
        also: tuple[ChunkId, ...] = (),
        floor: bool = True,
    ) -> tuple[Scored, ...]:
        """
        Return the leg's chunks, best first, with the likeness of their best unit.

        :param query: The question.
        :param k: Most chunks; the settings' ``candidates`` where that is more.
        :param scope: What the asker may read.
        :param documents: Only these documents; ``None`` for all.
        :param also: Chunks that another leg found: scored too, whatever their rank and score.
        :param floor: Whether chunks below the floor that no other leg found are left out.
        """
        kept = set(also)
        vector = self.vector(query, scope)
        if not vector.any():
            return ()
        k = max(k, self._candidates)
        if self._size(scope) <= self._unit_limit:
            found = self._index.units(vector, k=k, scope=scope, documents=documents)
            if len(found) < k:  # nothing is left that could be scored
                also = ()
        else:
            found = ()
            first = self._index.dense(vector, k=k, scope=scope, documents=documents)
            also = (*(scored.chunk_id for scored in first), *also)
        rest = tuple(sorted(set(also) - {scored.chunk_id for scored in found}))
        if rest:
            late = self._index.units(vector, k=len(rest), scope=scope, documents=documents, among=rest)
            found = tuple(sorted((*found, *late), key=lambda scored: (-scored.score, scored.chunk_id)))
        found = self._likened(found)
        return tuple(s for s in found if s.score >= self._floor or s.chunk_id in kept) if floor else found

    def among(
        self,
        query: Query,
        chunks: tuple[ChunkId, ...],
        *,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        """Return every one of the named chunks that is in scope, best first, with the likeness of its best unit."""
        vector = self.vector(query, scope)
        if not vector.any() or not chunks:
            return ()
        return self._likened(self._index.units(vector, k=len(chunks), scope=scope, documents=documents, among=chunks))

    def _likened(self, found: tuple[Scored, ...]) -> tuple[Scored, ...]:
        """Return chunks with their cosines on the scale of :mod:`pincite.likeness`."""
        zero = self._zero
        return tuple(replace(s, score=likeness(s.score, zero)) for s in found) if zero else found

    @cached_property
    def _zero(self) -> float:
        return unrelated(self._embedder())

    def retrieve(self, query: Query, *, k: int, scope: Scope) -> Ranking:
        """Rank by cosine alone."""
        if not searchable(query, k=k):
            return Ranking(route=self.name, reason="nothing was asked for")
        return single(self.name, self.scored(query, k=k, scope=scope, documents=query.documents), k=k)

    def _size(self, scope: Scope) -> int:
        """Return how many points are in scope: fixed for one scope, so it is counted once."""
        size = self._sizes.get(scope)
        if size is None:
            if len(self._sizes) >= _SIZES_KEPT:
                self._sizes.clear()
            size = self._sizes[scope] = self._index.count(scope=scope)
        return size


def build(settings: RetrieveSettings, *, index: Index, embedder: Callable[[], Embedder], **_: object) -> Dense:
    """Return the dense leg as a retriever."""
    return Dense(index, embedder, settings)
