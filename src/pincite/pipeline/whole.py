"""All that a reader may read, as passages: for corpora that are small enough to be shown whole."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from pincite.answers import Passage
from pincite.documents import Span
from pincite.errors import InputError
from pincite.pipeline.mode import Size
from pincite.pipeline.search import Searched
from pincite.protocols import Packed
from pincite.questions import Found, Hit, Ranking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pincite.catalog import DocumentRow
    from pincite.documents import Chunk, Revision
    from pincite.lifecycle import Lease
    from pincite.pipeline.search import Request, Search
    from pincite.questions import Permit, Query, Scope
    from pincite.trace import Recorder

__all__ = ["Whole"]

_CHARACTERS = 3
"""Characters that are taken for a token: fewer than there are, so that the estimate is rather too high."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """Shows everything in scope."""

    search: Search
    documents: Callable[[Scope], tuple[DocumentRow, ...]]
    """Gives the readable documents in force."""
    chunks: Callable[[Scope, str], tuple[Chunk, ...]]
    """Gives the chunks of one of them."""

    def size(self, request: Request, scope: Scope) -> Size:
        """Return how much the reader may read of what the request asks about."""
        rows = self._rows(request, scope)
        return Size(documents=len(rows), tokens=sum(row.n_characters for row in rows) // _CHARACTERS)

    def gather(
        self, request: Request, lease: Lease, *, recorder: Recorder, most_tokens: int
    ) -> tuple[Searched, Packed]:
        """
        Return every readable document in force as passages, in order of document and place.

        :param most_tokens: What the generator takes at once.
        :raises InputError: If there is more than that.
        """
        with recorder.step("scope", "access", "scope") as detail:
            scope = self.search.scope(request.principal, lease, request.day)
            detail |= {"tenant": scope.tenant, "sequence": scope.sequence, "day": scope.day.isoformat()}
        size = self.size(request, scope)
        if size.tokens > most_tokens:
            raise InputError(
                f"{size.documents} documents with about {size.tokens:,} tokens may be read, and the generator takes "
                f"{most_tokens:,}: ask with mode search, or about some documents only",
                tokens=size.tokens,
            )
        query = self.search.query(request, scope)
        with recorder.step("whole", "retrieve", "everything that may be read") as detail:
            found = self._found(request, query, scope, recorder)
            passages = tuple(_passages(found))
            detail |= {"documents": size.documents, "tokens": size.tokens, "passages": len(passages)}
        ranking = Ranking(hits=tuple(each.hit for each in found), route="whole", reason="everything that may be read")
        searched = Searched(query=query, scope=scope, ranking=ranking, found=found, recorder=recorder)
        return searched, Packed(passages=passages)

    def _rows(self, request: Request, scope: Scope) -> tuple[DocumentRow, ...]:
        rows = self.documents(scope)
        return rows if request.documents is None else tuple(r for r in rows if r.document_id in request.documents)

    def _found(self, request: Request, query: Query, scope: Scope, recorder: Recorder) -> tuple[Found, ...]:
        chunks = [chunk for row in self._rows(request, scope) for chunk in self.chunks(scope, row.document_id)]
        permits = self.search.permits.permit([chunk.chunk_id for chunk in chunks], scope)
        shown = [permits[c.chunk_id] for c in chunks if c.chunk_id in permits and permits[c.chunk_id].in_force]
        found = tuple(
            Found(rank=at, hit=Hit(chunk_id=permit.chunk.chunk_id, score=0.0), permit=permit, route="whole")
            for at, permit in enumerate(shown, start=1)
        )
        return (
            found
            if self.search.govern is None
            else self.search.govern(self.search, request, query, scope, found, recorder)
        )


def _passages(found: tuple[Found, ...]) -> Iterable[Passage]:
    """Yield one passage per stretch of a document that hides nothing."""
    permits = sorted((each.permit for each in found), key=lambda p: (p.revision.key, p.chunk.span.start))
    label = 0
    for _, group in groupby(permits, key=lambda p: p.revision.key):
        for span, permit in _stretches(list(group)):
            label += 1
            yield Passage(label=label, permit=permit, span=span)


def _stretches(permits: list[Permit]) -> Iterable[tuple[Span, Permit]]:
    """Yield the spans of a document's chunks joined, where nothing that is not shown lies between them."""
    revision = permits[0].revision
    span, first = permits[0].chunk.span, permits[0]
    for permit in permits[1:]:
        wide = Span(span.start, max(span.end, permit.chunk.span.end))
        if _clear(revision, Span(span.end, max(span.end, permit.chunk.span.start))):
            span = wide
        else:
            yield span, first
            span, first = permit.chunk.span, permit
    yield span, first


def _clear(revision: Revision, between: Span) -> bool:
    """Tell whether nothing but headings and white space lies between two chunks."""
    return not len(between) or not any(
        not block.indexable and block.span.overlaps(between) for block in revision.blocks
    )
