"""Both legs under one scope, fused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.questions import Hit, Ranking, Signal
from pincite.retrieve.dense import Dense
from pincite.retrieve.fusion import RANK_OFFSET, fuse
from pincite.retrieve.lexical import Lexical, searchable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pincite.documents import ChunkId, DocumentId
    from pincite.protocols import Analyzer, Embedder, Index
    from pincite.questions import Query, Scope, Scored
    from pincite.retrieve import FusionSettings, RetrieveSettings

__all__ = ["Hybrid", "build"]

_EXACT: Final = "identifier"
_DEEPER: Final = 2
"""How many times as deep the words are read for the scores of what meanings found: a hit of both is one of both."""


class Hybrid:
    """
    Fuses the lexical and the dense leg. A leg that fails fails the search: half a search looks like a whole one.

    :param lexical: Leg over terms.
    :param dense: Leg over vectors.
    :param settings: Fusion, and how many candidates a leg brings.
    """

    name = "hybrid"

    def __init__(self, lexical: Lexical, dense: Dense, settings: RetrieveSettings) -> None:
        self._lexical = lexical
        self._dense = dense
        self._settings = settings

    def retrieve(self, query: Query, *, k: int, scope: Scope) -> Ranking:
        """Rank by both legs."""
        if not searchable(query, k=k):
            return Ranking(route=self.name, reason="nothing was asked for")
        return Ranking(hits=self.search(query, k=k, scope=scope), route=self.name, reason="both legs were asked for")

    def search(
        self, query: Query, *, k: int, scope: Scope, favoured: Mapping[ChunkId, float] | None = None
    ) -> tuple[Hit, ...]:
        """
        Return at most ``k`` hits of an open search, best first.

        :param query: The question; its ``documents`` narrow the search.
        :param k: Most hits, at least 1.
        :param scope: What the asker may read.
        :param favoured: Chunks that carry a key of the question, found whatever the legs say, with what that adds to
            their score: a share of the best possible fused score, 1 for before all others.
        """
        shares = favoured or {}
        legs = self._legs(query, k=k, scope=scope, documents=query.documents, also=tuple(shares), floor=True)
        best = self._best()
        bonus = {chunk: share * best for chunk, share in shares.items()}
        return _marked(fuse(legs, self._weights(query, legs, scope), bonus=bonus), tuple(shares))[:k]

    def inside(
        self, query: Query, *, k: int, scope: Scope, documents: tuple[DocumentId, ...], carrying: tuple[ChunkId, ...]
    ) -> tuple[Hit, ...]:
        """
        Return the hits of a search inside whole documents that are known to be what is asked about: no floor applies.

        :param query: The question.
        :param k: Most hits, at least 1.
        :param scope: What the asker may read.
        :param documents: The documents.
        :param carrying: The chunks among them in which the key itself stands; for the signal only.
        """
        legs = self._legs(query, k=k, scope=scope, documents=documents, also=(), floor=False)
        return _marked(fuse(legs, self._weights(query, legs, scope)), carrying)[:k]

    def order(
        self, query: Query, chunks: tuple[ChunkId, ...], *, scope: Scope, documents: tuple[DocumentId, ...]
    ) -> tuple[Hit, ...]:
        """
        Return the named chunks and no others, in the order that both legs give them; those that no leg scores last.

        :param query: The question.
        :param chunks: The chunks, all of them in scope and in ``documents``.
        :param scope: What the asker may read.
        :param documents: The documents that hold them.
        """
        wanted = set(chunks)
        lexical = self._lexical.scored(query, k=len(chunks), scope=scope, documents=documents, floor=False)
        dense = self._dense.among(query, chunks, scope=scope)
        legs = {"dense": dense, "lexical": tuple(s for s in lexical if s.chunk_id in wanted)}
        hits = fuse(legs, self._settings.fusion)
        unscored = sorted(wanted - {hit.chunk_id for hit in hits})
        return _marked((*hits, *(Hit(chunk_id=chunk, score=0.0) for chunk in unscored)), chunks)

    def beyond(self, query: Query, documents: tuple[DocumentId, ...], *, scope: Scope) -> tuple[int, int]:
        """
        Return how many terms a question has, and how many of them stand in scope and not in these documents.

        :param query: The question.
        :param documents: The documents.
        :param scope: What the asker may read.
        """
        return self._lexical.beyond(query, documents, scope=scope)

    def _legs(
        self,
        query: Query,
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None,
        also: tuple[ChunkId, ...],
        floor: bool,
    ) -> dict[str, tuple[Scored, ...]]:
        """Return what each leg finds, with the other leg's score of it as far as that one has any."""
        n = max(k, self._settings.candidates)
        deep = self._lexical.scored(query, k=_DEEPER * n, scope=scope, documents=documents, floor=floor)
        lexical, further = deep[:n], deep[n:]
        if lexical and not self._dense.knows(query.language):
            return {"dense": (), "lexical": lexical}  # likeness of words that a model cannot read is noise
        others = tuple(scored.chunk_id for scored in lexical) + also
        dense = self._dense.scored(query, k=k, scope=scope, documents=documents, also=others, floor=floor)
        near = {scored.chunk_id for scored in dense}
        return {"dense": dense, "lexical": (*lexical, *(scored for scored in further if scored.chunk_id in near))}

    def _weights(self, query: Query, legs: Mapping[str, Sequence[Scored]], scope: Scope) -> FusionSettings:
        """
        Return how the legs are fused for one question.

        A question whose words are not those of the pages is most likely in another language, and what it shares with
        them is chance: names, numbers. An embedder that finds across languages then decides: words weigh by the third
        power of the share of them that stand in scope. ``bench/crosslingual.py`` measures it.
        """
        fusion = self._settings.fusion
        if not (legs["lexical"] and legs["dense"] and fusion.dense and self._dense.translates()):
            return fusion
        return replace(fusion, lexical=fusion.lexical * self._lexical.share(query, scope=scope) ** 3)

    def _best(self) -> float:
        """Return the highest score that the fusion can give."""
        fusion = self._settings.fusion
        return 1.0 if fusion.name != "rrf" else (fusion.dense + fusion.lexical) / (RANK_OFFSET + 1)


def _marked(hits: tuple[Hit, ...], carrying: tuple[ChunkId, ...]) -> tuple[Hit, ...]:
    """Return the hits with a signal of their own on those in which a key of the question stands."""
    exact = set(carrying)
    ranks = {hit.chunk_id: rank for rank, hit in enumerate((h for h in hits if h.chunk_id in exact), start=1)}
    return tuple(
        replace(hit, signals={**hit.signals, _EXACT: Signal(ranks[hit.chunk_id], 1.0)})
        if hit.chunk_id in ranks
        else hit
        for hit in hits
    )


def build(
    settings: RetrieveSettings, *, index: Index, embedder: Callable[[], Embedder], analyzer: Analyzer, **_: object
) -> Hybrid:
    """Return the fusion of both legs."""
    return Hybrid(Lexical(index, analyzer, settings), Dense(index, embedder, settings), settings)
