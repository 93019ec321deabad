"""
Which hits govern: what applies to what is asked about, what is replaced, what binds, what is recent enough.

Runs on permitted hits, after the ranking and before anything is shown or written: relevance is not authority. What is
replaced for everything that is asked about is taken out of the texts themselves, so that nothing later sees it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pincite.documents import sections
from pincite.questions import Found
from pincite.text.words import content_words
from pincite.validity.applies import applies, named, without
from pincite.validity.asking import wants
from pincite.validity.authority import AuthorityWords, Weight
from pincite.validity.freshness import proves
from pincite.validity.masking import MaskedRevision, masked, masked_chunk
from pincite.validity.supersession import hidden_for, locate, siblings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.documents import Revision, RevisionKey, Span
    from pincite.pipeline.search import Request, Search
    from pincite.questions import Hit, Permit, Query, Ranking, Scope
    from pincite.validity.supersession import Supersession

__all__ = ["Governor", "Standing", "relevant", "stated_values", "wanted_of"]

_NEAR: Final = 10
"""Hits among which a replaced passage brings in what replaces it."""
_BROUGHT: Final = 8
"""Most hits of a replacing document that are brought in."""
_AS_NEAR: Final = 0.5
"""Share of the score of a hit that only tells from which on a hit that binds goes before it."""
_MOSTLY: Final = 0.6
"""Share of a question's words that another section has where that one is asked about."""
_LITTLE: Final = 0.01
_SHARE: Final = 0.5
"""Share of a label's words that a question has where it is about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What is said of the whole tenant on the scope's day, as far as the scope lets it be named."""

    edges: tuple[Supersession, ...]
    known: tuple[str, ...]
    """Every value of ``applies_to`` on a readable document."""


@dataclass(slots=True)
class _Counts:
    elsewhere: int = 0
    replaced: int = 0
    old: int = 0
    telling: int = 0
    brought: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Governor:
    """
    Leaves of permitted hits those that govern.

    :param words: The corpus's words for what binds and what only tells.
    """

    words: AuthorityWords

    def govern(
        self, search: Search, standing: Standing, request: Request, query: Query, scope: Scope, found: tuple[Found, ...]
    ) -> tuple[tuple[Found, ...], dict[str, Any]]:
        """
        Return the hits that govern, ranked anew, and what was left out, in numbers.

        :param search: Finds and permits what replaces a hit and was not found itself.
        :param standing: What is said of the tenant.
        """
        wanted = wanted_of(request, standing.known)
        edges = tuple(edge for edge in standing.edges if edge.touches(wanted))
        counts = _Counts()
        found = self._brought(search, edges, request, query, scope, found, wanted, counts)
        kept: list[Found] = []
        cache: dict[RevisionKey, Revision | None] = {}
        for each in found:
            left = self._left(each, edges, wanted, request, counts, cache)
            if left is not None:
                kept.append(left)
        kept = self._binding_first(kept, request)
        ranked = tuple(replace(each, rank=rank) for rank, each in enumerate(kept, start=1))
        detail = {name: value for name in _Counts.__slots__ if (value := getattr(counts, name))}
        return ranked, detail | ({"named": len(wanted)} if wanted else {})

    def _left(
        self,
        found: Found,
        edges: tuple[Supersession, ...],
        wanted: tuple[str, ...],
        request: Request,
        counts: _Counts,
        cache: dict[RevisionKey, Revision | None],
    ) -> Found | None:
        revision = found.permit.revision
        if not applies(revision.applies_to, wanted):
            counts.elsewhere += 1
            return None
        if request.binding and self._tells(revision, request):
            counts.telling += 1
            return None
        since = wants(request.question, day=request.day).since if request.fresh else None
        if request.fresh and not proves(revision, request.day, since=since):
            counts.old += 1
            return None
        if revision.key not in cache:
            cache[revision.key] = _shown(revision, edges, wanted)
        shown = cache[revision.key]
        left = None if shown is None else _permitted(found, shown)
        counts.replaced += left is None
        return left

    def _tells(self, revision: Revision, request: Request) -> bool:
        named_only = request.documents is not None and revision.document_id in request.documents
        return self.words.weight(revision.authority) is Weight.INFORMATIVE and not named_only

    def _binding_first(self, found: list[Found], request: Request) -> list[Found]:
        """Where a question asks for what must or may be, put what only tells behind what binds and is about as near."""
        asked = wants(request.question, day=request.day)
        order = [(self._tells(each.permit.revision, request), each) for each in found]
        if not asked.requirement or asked.observation or not any(tells for tells, _ in order):
            return found
        for at in reversed(range(len(order))):
            tells, each = order[at]
            if not tells:
                continue
            least = _AS_NEAR * each.hit.score
            near = [n for n, (told, other) in enumerate(order) if n > at and not told and other.hit.score >= least]
            order.insert(max(near, default=at), order.pop(at))
        return [each for _, each in order]

    def _brought(
        self,
        search: Search,
        edges: tuple[Supersession, ...],
        request: Request,
        query: Query,
        scope: Scope,
        found: tuple[Found, ...],
        wanted: tuple[str, ...],
        counts: _Counts,
    ) -> tuple[Found, ...]:
        """
        Put what replaces a near hit right before it: its best hit, the others stay where they are.

        What was not found is looked for in its document.
        """
        order = list(found)
        for edge in _asked_about(edges, found[:_NEAR], request.question, query.language):
            if query.documents is not None and edge.document not in query.documents:
                continue
            at = next((n for n, each in enumerate(order) if locate(edge.target, each.permit.revision) is not None), 0)
            own = next((n for n, each in enumerate(order) if each.permit.revision.key == edge.key), None)
            if own is None:
                order[at:at] = new = _of_document(search, edge, request, query, scope)
                counts.brought += len(new)
            elif own > at:
                order.insert(at, order.pop(own))
        return tuple(order)


def stated_values(request: Request) -> tuple[str, ...]:
    """Return the values that are stated beside the question; empty where none is."""
    if request.applies_to is None:
        return ()
    return tuple(part.strip() for part in request.applies_to.split(",") if part.strip()) or (request.applies_to,)


def wanted_of(request: Request, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the values that are asked about: those stated beside the question, else those that it names."""
    if request.applies_to is not None:
        return stated_values(request)
    for text in (request.question, *(turn.question for turn in reversed(request.history))):
        if found := named(text, known):
            return found
    return ()


def relevant(edge: Supersession, question: str, language: str, revisions: Iterable[Revision] = ()) -> bool:
    """
    Tell whether a question is about what a statement replaces; one for a whole document always is.

    :param revisions: Revisions of the document that is replaced, as far as they are at hand: where another row of the
        same section, or another section, has more words of the question, that one is asked about.
    """
    label = edge.target.section.rpartition("/")[2]
    asked = set(content_words(without(question, edge.applies_to), language))
    if "/" not in edge.target.section:
        return not edge.target.section or not any(_elsewhere(edge, each, asked) for each in revisions)
    stems = set(content_words(label, language))
    shared = len(stems & asked)
    others = (set(content_words(name, language)) for each in revisions for name in siblings(edge.target, each))
    return not stems or (shared >= _SHARE * len(stems) and all(len(other & asked) <= shared for other in others))


def _elsewhere(edge: Supersession, revision: Revision, asked: set[str]) -> bool:
    """Tell whether another section than the one that is replaced has most words of a question, and more than that."""
    if not asked or edge.target.document not in (revision.document_id, revision.topic):
        return False
    spans = locate(edge.target, revision) or ()  # nothing where it was taken out already

    def share(span: Span) -> float:
        words = set(content_words(span.cut(revision.text), revision.language))
        return len(words & asked) / len(asked)

    own = max(map(share, spans), default=0.0)
    found = sections(revision.blocks, end=len(revision.text))
    others = [share(each.own) for each in found if not any(span.overlaps(each.own) for span in spans)]
    return max(others, default=0.0) >= max(_MOSTLY, own + _LITTLE)


def _asked_about(
    edges: tuple[Supersession, ...], near: tuple[Found, ...], question: str, language: str
) -> list[Supersession]:
    """Return the statements that the reader may know of and that replace something of a near hit."""
    hit = []
    for edge in edges:
        if (
            edge.readable
            and any(_touched(edge, each) for each in near)
            and relevant(edge, question, language, [each.permit.revision for each in near])
        ):
            hit.append(edge)
    return hit


def _touched(edge: Supersession, found: Found) -> bool:
    spans = locate(edge.target, found.permit.revision)
    if spans is None:
        return False
    return not spans or any(span.overlaps(found.permit.chunk.span) for span in spans)


def _of_document(search: Search, edge: Supersession, request: Request, query: Query, scope: Scope) -> list[Found]:
    within = replace(query, documents=(edge.document,))
    ranking: Ranking = search.retriever(request.route).retrieve(within, k=_BROUGHT, scope=scope)
    permits = search.permits.permit([hit.chunk_id for hit in ranking], scope)
    return [
        _found(hit, permits[hit.chunk_id], ranking)
        for hit in ranking
        if hit.chunk_id in permits and permits[hit.chunk_id].revision.key == edge.key
    ]


def _found(hit: Hit, permit: Permit, ranking: Ranking) -> Found:
    return Found(rank=1, hit=hit, permit=permit, route=ranking.route)


def _shown(revision: Revision, edges: tuple[Supersession, ...], wanted: tuple[str, ...]) -> Revision | None:
    """Return the revision as it may be shown, masked where words are replaced; ``None`` where all of it is."""
    spans: list[Span] = []
    for _, places in hidden_for(revision, edges, wanted=wanted):
        if not places:
            return None
        spans += places
    return masked(revision, spans) if spans else revision


def _permitted(found: Found, revision: Revision) -> Found | None:
    if not isinstance(revision, MaskedRevision):
        return found
    chunk = masked_chunk(found.permit.chunk, revision)
    if chunk is None:
        return None
    return replace(found, permit=replace(found.permit, revision=revision, chunk=chunk))
