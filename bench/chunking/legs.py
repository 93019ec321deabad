"""Ranks the chunks of a collection as the default retriever does, exactly and without an index."""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.documents import digest
from pincite.questions import Scored
from pincite.retrieve import FusionSettings
from pincite.retrieve.fusion import fuse
from pincite.text.analyzer import Bm25Analyzer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from pincite.documents import Chunk, ChunkId
    from pincite.protocols import Embedder

__all__ = ["WAYS", "Ranker", "Vectors"]

WAYS: Final = ("hybrid", "units", "vector", "bm25")
"""Both legs fused as by default; the best unit; the chunk's own vector; terms alone."""
_CANDIDATES: Final = 100


class Vectors:
    """
    Vectors of texts, kept in a file so that a text is embedded once for all runs.

    :param embedder: Makes what the file lacks.
    :param folder: Where the file stands.
    """

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self._embedder = embedder
        self._file = folder / f"vectors-{embedder.space.id}.npz"
        self._known: dict[str, NDArray[np.float32]] = {}
        if self._file.exists():
            with np.load(self._file) as stored:
                self._known = dict(zip(stored["digests"].tolist(), stored["vectors"].astype(np.float32), strict=True))

    def of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """
        Return the vectors of some texts.

        *Shape:* (n_texts, dim)
        """
        keys = [digest("embedded", text) for text in texts]
        new = sorted({key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}.items())
        for start in range(0, len(new), 4_000):
            batch = new[start : start + 4_000]
            made = self._embedder.embed([text for _, text in batch])
            self._known |= {key: vector for (key, _), vector in zip(batch, made, strict=True)}
            print(f"  embedded {start + len(batch):,} of {len(new):,}", file=sys.stderr, flush=True)
            self._keep()
        return np.array([self._known[key] for key in keys], np.float32)

    def _keep(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        vectors = np.array(list(self._known.values()), np.float16)
        np.savez(self._file.with_suffix(".new.npz"), digests=np.array(list(self._known)), vectors=vectors)
        self._file.with_suffix(".new.npz").replace(self._file)


@dataclass(slots=True, kw_only=True)
class _Terms:
    """Postings of all chunks: frequencies count the whole scope, whatever a question is narrowed to."""

    postings: dict[int, list[tuple[int, float]]] = field(default_factory=lambda: defaultdict(list))
    n_chunks: int = 0

    def scores(self, terms: Iterable[int]) -> dict[int, float]:
        found: dict[int, float] = defaultdict(float)
        for term in terms:
            held = self.postings.get(term, [])
            idf = math.log(1 + (self.n_chunks - len(held) + 0.5) / (len(held) + 0.5))
            for at, weight in held:
                found[at] += idf * weight
        return found


class Ranker:
    """
    Ranks chunks for questions.

    :param chunks: All of them.
    :param vectors: Gives their vectors, and those of questions.
    """

    def __init__(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        self.chunks = chunks
        self._vectors = vectors
        self._analyzer = Bm25Analyzer()
        self._units = vectors.of([unit.text for chunk in chunks for unit in chunk.units])
        self._starts = np.cumsum([0, *(len(chunk.units) for chunk in chunks)])[:-1]
        self._places: dict[str, list[int]] = defaultdict(list)
        for at, chunk in enumerate(chunks):
            self._places[chunk.document_id].append(at)
        self._by_id = {chunk.chunk_id: chunk for chunk in chunks}
        self._terms = _Terms(n_chunks=len(chunks))
        for at, chunk in enumerate(chunks):
            for term, weight in self._analyzer.document(chunk.indexed, language="en").items():
                self._terms.postings[term].append((at, weight))

    def ranked(self, question: str, *, way: str, document: str | None) -> list[Chunk]:
        """
        Return the chunks that a way of ranking finds, best first.

        :param way: One of ``WAYS``.
        :param document: Only this document; ``None`` for all.
        """
        places = self._places[document] if document else list(range(len(self.chunks)))
        vector = self._vectors.of([question])[0]
        if way == "vector":
            whole = self._vectors.of([chunk.indexed for chunk in self.chunks])
            return self._best(whole @ vector, places)
        cosines = np.maximum.reduceat(self._units @ vector, self._starts)
        if way == "units":
            return self._best(cosines, places)
        inside = set(places)
        terms = self._terms.scores(self._analyzer.query(question, language="en").indices)
        terms = {at: score for at, score in terms.items() if at in inside}
        lexical = sorted(terms, key=lambda at: (-terms[at], at))
        if way == "bm25":
            return [self.chunks[at] for at in lexical]
        return self._fused(cosines, places, terms, lexical[:_CANDIDATES])

    def _fused(
        self, cosines: NDArray[np.float32], places: list[int], terms: dict[int, float], lexical: list[int]
    ) -> list[Chunk]:
        first = sorted(places, key=lambda at: (-cosines[at], at))[:_CANDIDATES]
        dense = sorted({*first, *lexical}, key=lambda at: (-cosines[at], at))
        legs = {
            "dense": [Scored(self._id(at), float(cosines[at])) for at in dense],
            "lexical": [Scored(self._id(at), terms[at]) for at in lexical],
        }
        return [self._by_id[hit.chunk_id] for hit in fuse(legs, FusionSettings())]

    def _best(self, scores: NDArray[np.float32], places: list[int]) -> list[Chunk]:
        return [self.chunks[at] for at in sorted(places, key=lambda at: (-scores[at], at))[:_CANDIDATES]]

    def _id(self, at: int) -> ChunkId:
        return self.chunks[at].chunk_id
