"""From a question to permitted hits: scope, route, legs, permits, rerank. No going back."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from pincite.documents import DocumentId
from pincite.errors import InputError, QueryError
from pincite.pipeline.aspects import asked_aspect_first
from pincite.pipeline.understanding import resolved, slips, spellings, widened
from pincite.protocols import Attempting
from pincite.questions import Found, Hit, Query, is_text
from pincite.text.identifiers import find
from pincite.trace import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager
    from datetime import date

    from pincite.documents import ChunkId, Identifier
    from pincite.lifecycle import Lease
    from pincite.pipeline.rewriting import Rewriter
    from pincite.protocols import Permits, Reranker, Retriever
    from pincite.questions import Permit, Principal, Ranking, Scope, Turn
    from pincite.text.identifiers import IdentifierKind

__all__ = ["MAX_QUESTION", "Govern", "Request", "Search", "Searched", "govern_permits"]

MAX_QUESTION = 10_000
"""Longest question, in characters."""
_FIRST = 60
"""Hits that are checked and reranked before the cut to k."""
_BY_WORDS = ("hybrid", "lexical")
"""Routes that look for a question's words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One question, with everything that decides what is searched."""

    question: str
    principal: Principal
    k: int = 10
    """Most results, at least 1."""
    day: date
    """The day whose versions in force are read."""
    documents: tuple[str, ...] | None = None
    """Only these documents; ``None`` for all that may be read."""
    applies_to: str | None = None
    route: str | None = None
    """Overrides the configured route: auto, lexical, dense, hybrid, identifier."""
    history: tuple[Turn, ...] = ()
    """Earlier turns of the conversation, oldest first."""
    mode: str | None = None
    """How to answer: auto, search, whole or model-led; ``None`` for the configured one."""
    fresh: bool = False
    """Leave out what is too old to say how something stands now."""
    binding: bool = False
    """Leave out what only tells and does not bind."""
    covers: date | None = None
    """The day on which what answers has to have held; ``None`` where the question asks of no other time."""

    def __post_init__(self) -> None:
        if not isinstance(self.k, int) or isinstance(self.k, bool):
            raise InputError(f"k is {self.k!r}: expected a whole number, at least 1", k=self.k)
        if self.k < 1:
            raise InputError(f"k is {self.k}: expected at least 1", k=self.k)
        if not is_text(self.question):
            shown = repr(self.question)[:80]
            raise QueryError(f"the question {shown} is no text, or has a lone surrogate in it: decode it first")
        if not self.question.strip():
            raise QueryError("the question is empty: expected a few words; write what you want to know")
        if len(self.question) > MAX_QUESTION:
            n = len(self.question)
            raise QueryError(
                f"the question has {n:,} characters: expected at most {MAX_QUESTION:,}; shorten it", length=n
            )
        if not any(map(_says, self.question)):
            raise QueryError(
                f"the question {self.question.strip()[:80]!r} has nothing to search for: expected a word, a number or "
                "a key; write what you want to know"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What a search came to."""

    query: Query
    scope: Scope
    ranking: Ranking
    """As the retriever gave it, before permits."""
    found: tuple[Found, ...]
    """Permitted and reranked, best first; not yet cut to k."""
    recorder: Recorder = field(default_factory=Recorder)
    unheld: tuple[str, ...] = ()
    """Documents that the question names and that are not there."""


class Govern(Protocol):
    """Decides over permitted hits by what is stated about their documents."""

    def __call__(
        self, search: Search, request: Request, query: Query, scope: Scope, found: tuple[Found, ...], recorder: Recorder
    ) -> tuple[Found, ...]:
        """Return the hits that govern, ranked anew."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """
    The stages from question to hits, built once and used from any thread.

    The scope is made first and is an argument of everything after it.
    """

    lease: Callable[[], AbstractContextManager[Lease]]
    """Holds the committed state while a question is answered."""
    scope: Callable[[Principal, Lease, date], Scope]
    """Makes the scope of a principal at a leased state on a day, with access as it is now."""
    permits: Permits
    retriever: Callable[[str | None], Retriever]
    """The retriever of a route; ``None`` for the configured one."""
    reranker: Reranker
    kinds: tuple[IdentifierKind, ...]
    language: Callable[[str], str]
    """Tells the language of a question."""
    rewriter: Rewriter | None = None
    """Writes other wordings of a question; ``None`` to search for what is asked alone."""
    govern: Govern | None = None
    """Leaves of the permitted hits those that govern; ``None`` for all of them."""

    def run(self, request: Request, *, recorder: Recorder | None = None) -> Searched:
        """Return the permitted hits for a request under a lease on the committed state."""
        with self.lease() as lease:
            return self.run_at(request, lease, recorder=recorder or Recorder())

    def run_at(self, request: Request, lease: Lease, *, recorder: Recorder) -> Searched:
        """Return the permitted hits at a state that the caller holds a lease on."""
        with recorder.step("scope", "access", "scope") as detail:
            scope = self.scope(request.principal, lease, request.day)
            detail |= {"tenant": scope.tenant, "sequence": scope.sequence, "day": scope.day.isoformat()}
        query = self.query(request, scope)
        query = self._rewritten(query, scope, recorder)
        ranking, found = self._found(request, query, scope, recorder)
        if not ranking.absent and (wider := self._wider(query, scope, ranking, found, recorder)) is not None:
            query = wider
            ranking, found = self._found(request, query, scope, recorder)
        with recorder.step("rerank", "rerank", self.reranker.name) as detail:
            found, noted = _reranked(self.reranker, query, found)
            detail |= {"hits": len(found), **noted}
        if self.govern is not None:
            found = self.govern(self, request, query, scope, found, recorder)
        found = _aspect_first(query, found, recorder)
        return Searched(query=query, scope=scope, ranking=ranking, found=found, recorder=recorder)

    def _rewritten(self, query: Query, scope: Scope, recorder: Recorder) -> Query:
        """Return the question with other wordings of it, where a chat model is to write some."""
        if self.rewriter is None:
            return query
        with recorder.step("rewrite", "retrieve", "other wordings of the question") as detail:
            rewritten = self.rewriter.rewrite(query.text, query.history, key=(scope, query.language))
            detail |= {"wordings": len(rewritten.texts)} | ({"note": rewritten.note} if rewritten.note else {})
        first, *others = rewritten.texts
        return replace(query, text=first, identifiers=find(first, self.kinds), others=tuple(others))

    def _found(
        self, request: Request, query: Query, scope: Scope, recorder: Recorder
    ) -> tuple[Ranking, tuple[Found, ...]]:
        """Return what the retriever gives, and those of its hits that have a permit."""
        with recorder.step("route", "retrieve", "search") as detail:
            ranking = self._ranked(request, query, scope)
            detail |= {"route": ranking.route, "hits": len(ranking), "reason": ranking.reason}
        with recorder.step("permit", "retrieve", "check every hit against the catalog") as detail:
            found = _permitted(ranking, self.permits.permit([hit.chunk_id for hit in ranking], scope))
            detail |= {"permitted": len(found), "refused": len(ranking) - len(found)}
            found, n_twins = _without_twins(query, ranking, found, self.kinds)
            if n_twins:
                detail |= {"of another key": n_twins}
        return ranking, found

    def _ranked(self, request: Request, query: Query, scope: Scope) -> Ranking:
        """Return the ranking of a question, fused with those of its other wordings unless it is about exact keys."""
        retriever, k = self.retriever(request.route), max(request.k, _FIRST)
        ranking = retriever.retrieve(query, k=k, scope=scope)
        if not query.others or ranking.route == "identifier":
            return ranking
        from pincite.retrieve.merging import merged  # imported here: most questions have one wording

        others = (replace(query, text=text, identifiers=find(text, self.kinds), others=()) for text in query.others)
        return merged([ranking, *(retriever.retrieve(each, k=k, scope=scope) for each in others)], k=k)

    def _wider(
        self, query: Query, scope: Scope, ranking: Ranking, found: tuple[Found, ...], recorder: Recorder
    ) -> Query | None:
        """Return the question with long and short forms and likely spellings; ``None`` where there are none."""
        more = widened(query, [each.permit.chunk.text for each in found])
        if not more and ranking.route in _BY_WORDS and not any("lexical" in each.hit.signals for each in found):
            more = self._meant(query, scope)
        if not more:
            return None
        with recorder.step("widen", "retrieve", "abbreviations and spellings among the hits") as detail:
            detail |= {"added": len(more)}  # the words are the documents' own: not for traces
        return replace(query, text=" ".join((query.text, *more)))

    def _meant(self, query: Query, scope: Scope) -> tuple[str, ...]:
        """Return the words in scope that the question may have meant, where it shares no word with anything there."""
        near = slips(query)
        if not near:
            return ()
        hits = self.retriever("lexical").retrieve(replace(query, text=near, identifiers=()), k=_FIRST, scope=scope)
        permits = self.permits.permit([hit.chunk_id for hit in hits], scope)
        return spellings(query, [permit.chunk.indexed for permit in permits.values()])

    def keys(self, question: str) -> tuple[Identifier, ...]:
        """Return the exact keys of exhaustive kinds that a question names."""
        return tuple(each for each in find(question, self.kinds) if each.exhaustive)

    def query(self, request: Request, scope: Scope) -> Query:
        """Return what is looked for; earlier turns are in it as far as the reader may read now what they quote."""
        question = request.question.strip()
        history = request.history
        if history:
            from pincite.pipeline.history import readable  # imported here: a search has no history

            history = readable(history, scope, self.permits)
            question = resolved(question, history) if self.rewriter is None else question
        return Query(
            text=question,
            identifiers=find(question, self.kinds),
            language=self.language(question),
            documents=None if request.documents is None else tuple(DocumentId(d) for d in request.documents),
            applies_to=request.applies_to,
            history=history,
        )


def govern_permits(
    search: Search, request: Request, scope: Scope, permits: Mapping[ChunkId, Permit], *, recorder: Recorder
) -> dict[ChunkId, Permit]:
    """
    Return the permits whose chunks govern, without the words that are replaced, for what is read past the ranking.

    :param permits: Of what is about to be read, by chunk.
    """
    if search.govern is None or not permits:
        return dict(permits)
    found = tuple(
        Found(rank=at, hit=Hit(chunk_id=chunk_id, score=0.0), permit=permit)
        for at, (chunk_id, permit) in enumerate(permits.items(), start=1)
    )
    within = replace(request, documents=tuple({permit.revision.document_id for permit in permits.values()}))
    kept = search.govern(search, within, search.query(within, scope), scope, found, recorder)
    return {each.chunk_id: each.permit for each in kept if each.chunk_id in permits}


def _says(char: str) -> bool:
    """Tell whether a character is one that may be searched for: signs such as an emoji are, punctuation is not."""
    return char.isalnum() or (not char.isascii() and unicodedata.category(char)[0] not in "PZC")


def _reranked(reranker: Reranker, query: Query, found: tuple[Found, ...]) -> tuple[tuple[Found, ...], dict[str, str]]:
    """Return the hits in their new order, and for the trace who gave it where that is not the reranker itself."""
    if not isinstance(reranker, Attempting):
        return reranker.rerank(query, found), {}
    reranked = reranker.attempt(query, found)
    return reranked.found, {"by": reranked.by, "note": reranked.note} if reranked.note else {}


def _aspect_first(query: Query, found: tuple[Found, ...], recorder: Recorder) -> tuple[Found, ...]:
    """Return the hits with those on another aspect than the asked one put back; a step only where some are."""
    ordered, n_back = asked_aspect_first(query.text, found)
    if n_back:
        with recorder.step("aspects", "rerank", "what tells the asked aspect goes first") as detail:
            detail |= {"hits": len(ordered), "put back": n_back}
    return ordered


def _without_twins(
    query: Query, ranking: Ranking, found: tuple[Found, ...], kinds: tuple[IdentifierKind, ...]
) -> tuple[tuple[Found, ...], int]:
    """
    Return the hits of a search for keys without the documents about other keys of the same kinds, and how many went.

    Only what a question asks beyond its keys is searched openly, and then "order O-48216" is no answer about O-48214.
    """
    if ranking.route != "identifier":
        return found, 0
    asked = {each.kind for each in query.identifiers if each.exhaustive}
    kept = [
        each
        for each in found
        if "identifier" in each.hit.signals
        or not any(i.kind in asked for i in find(f"{each.title} {each.document}", kinds))
        or any(each.document == other.document for other in found if "identifier" in other.hit.signals)
    ]
    return tuple(replace(each, rank=rank) for rank, each in enumerate(kept, start=1)), len(found) - len(kept)


def _permitted(ranking: Ranking, permits: dict[ChunkId, Permit]) -> tuple[Found, ...]:
    """Return the hits that have a permit, ranked anew: the place of one that fails goes to the next."""
    kept = [hit for hit in ranking if hit.chunk_id in permits]
    return tuple(
        Found(rank=at, hit=hit, permit=permits[hit.chunk_id], route=ranking.route)
        for at, hit in enumerate(kept, start=1)
    )
