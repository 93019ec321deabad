"""An index in which some chunks have other vectors: what a search would find if they had been embedded right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pincite.questions import Scored

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Sequence as Items

    from numpy.typing import NDArray

    from pincite.documents import ChunkId, DocumentId, Sparse
    from pincite.protocols import Index
    from pincite.questions import Scope

__all__ = ["Mended"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """
    Ranks as an index does, with some chunks scored by vectors that are given instead of those that it holds.

    Only the questions of a search are answered; nothing is written.
    """

    index: Index
    vectors: Mapping[ChunkId, NDArray[np.float32]]
    """The vectors of each chunk's units, in scope of every search that is tried. *Shape:* each (n_units, dim)"""
    document: DocumentId
    """The document that the chunks are of."""

    def lexical(
        self, terms: Sparse, *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None = None
    ) -> tuple[Scored, ...]:
        """Rank as the index does."""
        return self.index.lexical(terms, k=k, scope=scope, documents=documents)

    def dense(
        self, vector: NDArray[np.float32], *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None = None
    ) -> tuple[Scored, ...]:
        """Rank with the given vectors; a chunk's best unit stands for its own vector."""
        found = self.index.dense(vector, k=k + len(self.vectors), scope=scope, documents=documents)
        return self._with(found, vector, k=k, documents=documents, among=None)

    def units(
        self,
        vector: NDArray[np.float32],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
        among: tuple[ChunkId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        """Rank with the given vectors."""
        found = self.index.units(vector, k=k + len(self.vectors), scope=scope, documents=documents, among=among)
        return self._with(found, vector, k=k, documents=documents, among=among)

    def count(self, *, scope: Scope | None = None) -> int:
        """Count as the index does."""
        return self.index.count(scope=scope)

    def _with(
        self,
        found: Items[Scored],
        vector: NDArray[np.float32],
        *,
        k: int,
        documents: tuple[DocumentId, ...] | None,
        among: tuple[ChunkId, ...] | None,
    ) -> tuple[Scored, ...]:
        others = [scored for scored in found if scored.chunk_id not in self.vectors]
        if documents is not None and self.document not in documents:
            return tuple(others[:k])
        mended = [
            Scored(chunk, float(np.max(rows @ vector)))
            for chunk, rows in self.vectors.items()
            if among is None or chunk in among
        ]
        return tuple(sorted((*others, *mended), key=lambda scored: (-scored.score, scored.chunk_id))[:k])
