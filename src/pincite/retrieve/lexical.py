"""The lexical leg: BM25 over the scope's own statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.documents import Sparse
from pincite.errors import InputError
from pincite.questions import Hit, Ranking
from pincite.retrieve.fusion import ranked, signals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.documents import DocumentId
    from pincite.protocols import Analyzer, Index
    from pincite.questions import Query, Scope, Scored
    from pincite.retrieve import RetrieveSettings

__all__ = ["Lexical", "build", "floored", "searchable", "single"]


class Lexical:
    """
    Ranks by shared terms; alone it is a retriever, and the hybrid uses it as a leg.

    :param index: Ranks inside a scope.
    :param analyzer: Makes the question's terms.
    :param settings: Candidates and floor.
    """

    name = "lexical"

    def __init__(self, index: Index, analyzer: Analyzer, settings: RetrieveSettings) -> None:
        self._index = index
        self._analyzer = analyzer
        self._candidates = settings.candidates
        self._floor = settings.floors.lexical

    def scored(
        self, query: Query, *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None, floor: bool = True
    ) -> tuple[Scored, ...]:
        """
        Return the leg's chunks, best first, raw BM25 scores above 0.

        :param query: The question.
        :param k: Most chunks; the settings' ``candidates`` where that is more.
        :param scope: What the asker may read.
        :param documents: Only these documents; ``None`` for all.
        :param floor: Whether chunks below the floor are left out.
        """
        terms = self._analyzer.query(query.text, language=query.language)
        if not terms.indices:
            return ()
        found = self._index.lexical(terms, k=max(k, self._candidates), scope=scope, documents=documents)
        return floored(found, self._floor) if floor else found

    def beyond(self, query: Query, documents: tuple[DocumentId, ...], *, scope: Scope) -> tuple[int, int]:
        """Return how many terms a question has, and how many of them stand in scope and not in these documents."""
        n_terms, there = self._standing(query, scope)
        outside = [term for term in there if not self._index.lexical(term, k=1, scope=scope, documents=documents)]
        return n_terms, len(outside)

    def share(self, query: Query, *, scope: Scope) -> float:
        """Return which share of a question's terms stand in scope, from 0 to 1; 0 where it has none."""
        n_terms, there = self._standing(query, scope)
        return len(there) / n_terms if n_terms else 0.0

    def _standing(self, query: Query, scope: Scope) -> tuple[int, list[Sparse]]:
        """Return how many terms a question has, and those that stand in scope."""
        terms = self._analyzer.query(query.text, language=query.language)
        single = [Sparse(indices=(term,), values=(1.0,)) for term in terms.indices]
        return len(single), [term for term in single if self._index.lexical(term, k=1, scope=scope)]

    def retrieve(self, query: Query, *, k: int, scope: Scope) -> Ranking:
        """Rank by BM25 alone."""
        if not searchable(query, k=k):
            return Ranking(route=self.name, reason="nothing was asked for")
        found = self.scored(query, k=k, scope=scope, documents=query.documents)
        return single(self.name, found, k=k)


def floored(found: Sequence[Scored], floor: float) -> tuple[Scored, ...]:
    """Return the chunks whose raw score is at least the floor."""
    return tuple(scored for scored in found if scored.score >= floor)


def searchable(query: Query, *, k: int) -> bool:
    """
    Tell whether there is anything to look for, and among anything.

    :raises InputError: If ``k`` is less than 1.
    """
    if k < 1:
        raise InputError(f"k is {k}: expected at least 1", k=k)
    return bool(query.text.strip()) and query.documents != ()


def single(leg: str, found: Sequence[Scored], *, k: int) -> Ranking:
    """Return the ranking of one leg alone, whose scores are the leg's own."""
    seen = signals({leg: found})
    hits = ranked(Hit(chunk_id=s.chunk_id, score=s.score, signals=seen[s.chunk_id]) for s in found)
    return Ranking(hits=hits[:k], route=leg, reason=f"the {leg} leg alone was asked for")


def build(settings: RetrieveSettings, *, index: Index, analyzer: Analyzer, **_: object) -> Lexical:
    """Return the lexical leg as a retriever."""
    return Lexical(index, analyzer, settings)
