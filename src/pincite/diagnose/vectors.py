"""
Tries whether a passage was lost because it was embedded or indexed wrong.

What the index holds is compared with the catalog, what the catalog holds with what the embedder gives now, and that
with the text itself asked as a question. Where two differ, the search is run with the better vectors in place; a
difference that changes nothing is no loss.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from pincite.answers import Loss
from pincite.diagnose.case import Verdict
from pincite.diagnose.mending import Mended
from pincite.documents import TenantId
from pincite.lifecycle import embedded_digest
from pincite.pipeline.search import Searched
from pincite.questions import Principal, Ranking
from pincite.retrieve import FloorSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from pincite.diagnose.case import Case
    from pincite.diagnose.standing import Held
    from pincite.documents import Chunk, ChunkId
    from pincite.protocols import Index
    from pincite.retrieve import RetrieveSettings

__all__ = ["Vectors", "embedded", "indexed", "rank_with", "unread"]

_SAME: Final = 0.99
"""Cosine from which two vectors count as those of one text; 16 bits and other threads leave at least .999."""
_LIKE: Final = 0.3
"""Cosine below which a text is not near itself asked as a question."""
_ENOUGH: Final = 5
"""Passages that an answer is given where nothing else is said."""


@dataclass(frozen=True, kw_only=True)
class Vectors:
    """The vectors of a passage's chunks, each unit a row; what the catalog keeps and what the embedder gives now."""

    case: Case
    searched: Searched
    chunks: tuple[Chunk, ...] = field(repr=False)

    @cached_property
    def kept(self) -> Mapping[ChunkId, NDArray[np.float32]]:
        """What the catalog keeps; a chunk of which a unit has no vector is left out."""
        corpus = self.case.corpus
        tenant = TenantId(self.searched.scope.tenant)
        space = corpus.embedder().space.id
        found: dict[ChunkId, NDArray[np.float32]] = {}
        for chunk in self.chunks:
            digests = [embedded_digest(text) for text in _texts(chunk)]
            rows = corpus.store.catalog.vectors(tenant, space, digests)
            if all(each in rows for each in digests):
                found[chunk.chunk_id] = _unit(np.stack([rows[each] for each in digests]))
        return found

    @cached_property
    def fresh(self) -> Mapping[ChunkId, NDArray[np.float32]]:
        """What the embedder gives now."""
        return {c.chunk_id: _unit(self.case.corpus.embedder().embed(_texts(c))) for c in self.chunks}

    @cached_property
    def asked(self) -> Mapping[ChunkId, NDArray[np.float32]]:
        """What the embedder gives for the same texts when they are asked as questions."""
        embedder = self.case.corpus.embedder()
        return {c.chunk_id: _unit(np.stack([embedder.embed_query(t) for t in _texts(c)])) for c in self.chunks}


def embedded(vectors: Vectors) -> Verdict | None:
    """Return that the passage was lost by embedding, or ``None`` where other vectors would not have saved it."""
    kept, fresh = vectors.kept, vectors.fresh
    lacking = fresh.keys() - kept.keys()
    if lacking:
        return Verdict(
            loss=Loss.EMBED,
            evidence=f"{len(lacking)} of its {len(fresh)} chunks have a text without a vector in this space",
            fix=_AGAIN,
        )
    least, chunk = min(((_least(kept[c], fresh[c]), c) for c in fresh), default=(1.0, None))
    if chunk is not None and least < _SAME:
        said = f"the vector that is kept of its text and the one that the embedder gives now have cosine {least:.3f}"
        return _blamed(vectors, fresh, said, _AGAIN)
    likeness = min((_least(fresh[c], vectors.asked[c]) for c in fresh), default=1.0)
    if likeness < _LIKE:
        said = f"a text of it has cosine {likeness:.3f} with itself asked as a question: its vector does not say it"
        return _blamed(vectors, vectors.asked, said, "use another embedder, one that knows its language and length")
    return None


def unread(case: Case) -> Verdict | None:
    """
    Return a loss to embedding or the index of a passage that nobody may read; ``None`` where it has none.

    No search can be run for it, so what is wrong there counts, whether or not it would have been found.
    """
    target = next((h for h in reversed(case.held.chunked) if h.state.valid_from < h.state.valid_to), None)
    if target is None:
        return None
    searched = _granted(case, target)
    vectors = Vectors(case=case, searched=searched, chunks=target.chunks)
    kept, fresh = vectors.kept, vectors.fresh
    if any(chunk not in kept or _least(kept[chunk], fresh[chunk]) < _SAME for chunk in fresh):
        return Verdict(
            loss=Loss.EMBED, evidence="its text has no vector, or another one than it would get now", fix=_AGAIN
        )
    index, ids = case.corpus.store.index, tuple(fresh)
    there = index.units(fresh[ids[0]][0], k=len(ids), scope=searched.scope, among=ids)
    if there:
        return None
    return Verdict(
        loss=Loss.INDEX, evidence=f"the catalog has {len(ids)} chunks of it, the index has none", fix=_REOPEN
    )


def _granted(case: Case, target: Held) -> Searched:
    """Return an empty search in the scope that somebody would have who could read a revision."""
    revision = target.state.revision
    day = max(target.state.valid_from, min(case.request.day, target.state.valid_to - timedelta(days=1)))
    search = case.pipeline.search
    with search.lease() as lease:
        scope = search.scope(Principal(tenant=revision.tenant), lease, day)
    scope = replace(scope, granted=frozenset({revision.key}), revoked=frozenset())
    return Searched(query=search.query(case.request, scope), scope=scope, ranking=Ranking(), found=())


_REOPEN: Final = (
    "close the corpus and open it again: missing points are put back; else build the index anew: pincite rebuild"
)
_AGAIN: Final = "embed it anew: move the state folder away and run pincite sync, with the embedder that asks"


def indexed(vectors: Vectors) -> Verdict | None:
    """Return that the passage was lost by the index, or ``None`` where it holds what the catalog says."""
    wrong = {c: said for c in vectors.kept if (said := _wrong(vectors, c))}
    if not wrong:
        return None
    n_wrong, sequence = len(wrong), vectors.searched.scope.sequence
    count = "none" if n_wrong == len(vectors.chunks) else f"only {len(vectors.chunks) - n_wrong}"
    said = (
        f"the catalog has {len(vectors.chunks)} chunks of it, the index has {count} of them at sequence {sequence} as "
        f"they should be: {next(iter(wrong.values()))}"
    )
    fix = _REOPEN
    if n_wrong == len(vectors.chunks):
        return Verdict(loss=Loss.INDEX, evidence=said, fix=fix)
    verdict = _blamed(vectors, vectors.kept, said, fix)
    return replace(verdict, loss=Loss.INDEX) if verdict else None


def _wrong(vectors: Vectors, chunk: ChunkId) -> str:
    """Return how the point of a chunk differs from what the catalog says; ``""`` where it does not."""
    case, scope = vectors.case, vectors.searched.scope
    index, rows = case.corpus.store.index, vectors.kept[chunk]
    likes = [index.units(row, k=1, scope=scope, among=(chunk,)) for row in rows[:4]]
    if not all(likes):
        return "a point that should be in scope is not there"
    least = min(found[0].score for found in likes)
    if least < _SAME:
        return f"a unit has cosine {least:.3f} with its own vector"
    own = next(c for c in vectors.chunks if c.chunk_id == chunk)
    language = case.governing[0].state.revision.language
    terms = case.corpus.config.build_analyzer().query(own.indexed, language=language)
    found = index.lexical(terms, k=10_000, scope=scope, documents=case.documents) if terms.indices else ()
    return "" if not terms.indices or chunk in {s.chunk_id for s in found} else "its own words do not find it"


def _blamed(vectors: Vectors, better: Mapping[ChunkId, NDArray[np.float32]], said: str, fix: str) -> Verdict | None:
    """Return the loss where the search finds the passage earlier with better vectors, under these or plain settings."""
    case = vectors.case
    mended = Mended(index=case.corpus.store.index, vectors=better, document=case.documents[0])
    for settings in _settings(case):
        before = rank_with(case, vectors.searched, settings)
        after = rank_with(case, vectors.searched, settings, index=cast("Index", mended))  # all that a search calls
        enough = max(case.request.k, _ENOUGH)
        if after is not None and (before is None or after < before) and (before is None or before > enough):
            rank = "is not found" if before is None else f"ranks {before}"
            return Verdict(
                loss=Loss.EMBED,
                evidence=f"{said}; it {rank}, and would rank {after} with the right vectors",
                fix=fix,
                rank=before,
            )
    return None


def _settings(case: Case) -> tuple[RetrieveSettings, ...]:
    """Return the settings to try: the configured ones, and the same without floors on the open routes."""
    own = case.corpus.config.retrieve
    stated = replace(own, route=case.request.route or own.route)
    low = replace(stated, floors=FloorSettings(lexical=0.0, dense=-1.0))
    return stated, low, replace(low, route="hybrid")


def rank_with(case: Case, searched: Searched, settings: RetrieveSettings, *, index: Index | None = None) -> int | None:
    """
    Return at which rank a search under some settings finds the passage first; ``None`` where it does not.

    :param searched: The search whose question and scope are used.
    :param index: The index to search; ``None`` for the corpus's own.
    """
    retriever = case.corpus.retriever(settings, index=index)
    everything = case.corpus.store.index.count(scope=searched.scope) + 1
    hits = retriever.retrieve(searched.query, k=everything, scope=searched.scope).hits
    return next((at for at, hit in enumerate(hits, start=1) if hit.chunk_id in case.wanted), None)


def _texts(chunk: Chunk) -> list[str]:
    return [unit.text for unit in chunk.units] or [chunk.indexed]


def _least(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(np.min(np.sum(one * other, axis=1)))


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: NDArray[np.float32] = rows / np.maximum(lengths, np.float32(1e-12))
    return found
