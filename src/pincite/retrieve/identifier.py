"""The identifier route: exact keys are looked up, never guessed, and nothing beside them is returned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.questions import Ranking
from pincite.retrieve.dense import Dense
from pincite.retrieve.fusion import ranked
from pincite.retrieve.hybrid import Hybrid
from pincite.retrieve.lexical import Lexical, searchable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from pincite.documents import ChunkId, DocumentId, Identifier
    from pincite.protocols import Analyzer, Embedder, Index, Located, Lookup
    from pincite.questions import Hit, Query, Scope
    from pincite.retrieve import RetrieveSettings

__all__ = ["Exact", "Targets", "absent", "build", "gathered", "locate", "narrowed", "targets"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """What the keys of a question come to in scope."""

    documents: tuple[DocumentId, ...] = ()
    """Documents that are about a key: searched whole."""
    mentions: tuple[Located, ...] = ()
    """Where the keys stand that no document is about."""
    carrying: tuple[ChunkId, ...] = ()
    """Every chunk in which a key stands."""


class Exact:
    """
    Returns what carries the question's keys, and nothing else.

    :param lookup: Finds exact keys inside a scope.
    :param hybrid: Orders what was found.
    """

    name = "identifier"

    def __init__(self, lookup: Lookup, hybrid: Hybrid) -> None:
        self._lookup = lookup
        self._hybrid = hybrid

    def retrieve(self, query: Query, *, k: int, scope: Scope) -> Ranking:
        """Look up every key of the question; a question without one finds nothing."""
        if not searchable(query, k=k):
            return Ranking(route=self.name, reason="nothing was asked for")
        if not query.identifiers:
            return Ranking(route=self.name, reason="the question names no exact key")
        everywhere = locate(self._lookup, query.identifiers, scope=scope)
        found = targets(query.identifiers, narrowed(everywhere, query))
        return Ranking(
            hits=self.find(query, found, k=k, scope=scope),
            route=self.name,
            reason="exact keys alone were asked for",
            absent=absent(query, query.identifiers, everywhere),
        )

    def find(self, query: Query, found: Targets, *, k: int, scope: Scope) -> tuple[Hit, ...]:
        """
        Return at most ``k`` hits: chunks of the documents that are about a key, and chunks in which another key stands.

        :param query: The question, by which they are ordered.
        :param found: What the keys came to, from :func:`targets`.
        :param k: Most hits, at least 1.
        :param scope: What the asker may read.
        """
        inside: tuple[Hit, ...] = ()
        if found.documents:
            inside = self._hybrid.inside(query, k=k, scope=scope, documents=found.documents, carrying=found.carrying)
        if not found.mentions:
            return inside
        chunks = tuple(dict.fromkeys(each.chunk_id for each in found.mentions))
        homes = tuple(dict.fromkeys(each.document_id for each in found.mentions))
        beside = self._hybrid.order(query, chunks, scope=scope, documents=homes)
        return ranked({hit.chunk_id: hit for hit in (*beside, *inside)}.values())[:k]


def locate(
    lookup: Lookup, keys: Iterable[Identifier], *, scope: Scope, more: Iterable[str] = ()
) -> tuple[Located, ...]:
    """
    Return where the keys stand in scope.

    :param more: Other keys to look up: those between the ends of a range.
    """
    return lookup.lookup(tuple(dict.fromkeys((*(each.key for each in keys), *more))), scope=scope)


def narrowed(located: tuple[Located, ...], query: Query) -> tuple[Located, ...]:
    """Return what stands in the documents that the question is narrowed to."""
    return tuple(each for each in located if query.documents is None or each.document_id in query.documents)


def targets(keys: Iterable[Identifier], located: tuple[Located, ...]) -> Targets:
    """
    Return what the keys come to: for each key the documents that are about it, else the chunks in which it stands.

    :param keys: The keys to take into account.
    :param located: Where keys stand, in scope; other keys are passed over.
    """
    return gathered({each.key for each in keys}, located)


def gathered(wanted: Collection[str], located: tuple[Located, ...]) -> Targets:
    """
    Return what normalised keys come to, as :func:`targets` does.

    :param wanted: The keys to take into account.
    :param located: Where keys stand, in scope; other keys are passed over.
    """
    mine = tuple(each for each in located if each.key in wanted)
    about = {each.key for each in mine if each.subject}
    return Targets(
        documents=tuple(dict.fromkeys(each.document_id for each in mine if each.subject)),
        mentions=tuple(each for each in mine if each.key not in about),
        carrying=tuple(dict.fromkeys(each.chunk_id for each in mine)),
    )


def absent(query: Query, keys: Iterable[Identifier], located: tuple[Located, ...]) -> tuple[str, ...]:
    """Return the keys of exhaustive kinds that stand nowhere in scope, as the question writes them, each once."""
    there = {each.key for each in located}
    missing = {each.key: each.span.cut(query.text) for each in reversed(tuple(keys)) if each.exhaustive}
    ordered = dict.fromkeys(each.key for each in query.identifiers)
    return tuple(missing[key] for key in ordered if key in missing and key not in there)


def build(
    settings: RetrieveSettings,
    *,
    index: Index,
    embedder: Callable[[], Embedder],
    analyzer: Analyzer,
    lookup: Lookup,
) -> Exact:
    """Return the identifier route."""
    hybrid = Hybrid(Lexical(index, analyzer, settings), Dense(index, embedder, settings), settings)
    return Exact(lookup, hybrid)
