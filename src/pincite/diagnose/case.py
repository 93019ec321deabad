"""One question and the passage that should have answered it, and what a look at one stage comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from pincite.access import may_read
from pincite.diagnose.standing import Standing, standing
from pincite.pipeline.refusing import refusals_of
from pincite.questions import PUBLIC, Principal

if TYPE_CHECKING:
    from datetime import date

    from pincite.answers import Answer, Citation, Loss, Passage
    from pincite.corpus import Corpus
    from pincite.diagnose.standing import Held
    from pincite.documents import ChunkId, DocumentId
    from pincite.pipeline.ask import Ask
    from pincite.pipeline.refusing import Check
    from pincite.pipeline.search import Request

__all__ = ["Case", "Verdict"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Where the passage was lost, with what shows it."""

    loss: Loss | None
    """``None`` where it was not lost."""
    evidence: str
    fix: str = ""
    rank: int | None = None
    """Rank of its best chunk in the search, from 1; ``None`` where it is not among the hits."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """
    What is being looked into.

    :param corpus: The corpus.
    :param request: The question, as it was asked.
    :param expected: "document" or "document#section".
    :param searched_only: Whether only the search is looked at, of whose hits the first k count.
    :param reads_day: Whether the day is read out of the question, where that names one.
    """

    corpus: Corpus
    request: Request
    expected: str
    searched_only: bool = False
    reads_day: bool = False
    """Whether the day is read out of the question, where that names one."""

    @cached_property
    def held(self) -> Standing:
        """What the stores hold of the expected passage."""
        return standing(self.corpus, self.request, self.expected)

    @cached_property
    def in_force(self) -> tuple[Held, ...]:
        """The revisions with the passage that are in force on the day asked about."""
        day = self.request.day
        return tuple(h for h in self.held.chunked if h.state.valid_from <= day < h.state.valid_to)

    @cached_property
    def governing(self) -> tuple[Held, ...]:
        """Those of them that the asker may read."""
        asker = self.request.principal
        return tuple(
            h
            for h in self.in_force
            if h.state.revision.tenant == asker.tenant and may_read(asker.readers, h.state.effective_groups)
        )

    @cached_property
    def wanted(self) -> frozenset[ChunkId]:
        """The chunks that hold the passage in the revisions that govern."""
        return frozenset(c for h in self.governing for c in h.chunk_ids)

    @cached_property
    def readable(self) -> tuple[Held, ...]:
        """The revisions with the passage that the asker may read, in force or not."""
        asker = self.request.principal
        return tuple(
            h
            for h in self.held.chunked
            if h.state.revision.tenant == asker.tenant and may_read(asker.readers, h.state.effective_groups)
        )

    @cached_property
    def opened(self) -> Case | None:
        """The same question from somebody who may read the passage, on a day on which it is in force, if there is."""
        if self.governing:
            return self
        for held in reversed((*self.held.chunked, *self.readable, *self.in_force)):
            day, reader = _day(held, self.request.day), _reader(held)
            if day and reader:
                return replace(self, request=replace(self.request, principal=reader, day=day), reads_day=False)
        return None

    @cached_property
    def whole(self) -> tuple[Answer, tuple[Check, ...]]:
        """The answer as it is given, with all that stands around search and generator, and the checks that refused."""
        answer, recorder = self.corpus.tried(self.request, reads_day=self.reads_day)
        return answer, refusals_of(recorder.events)

    @property
    def documents(self) -> tuple[DocumentId, ...]:
        """The document of the passage, as searches are narrowed to it."""
        return (self.governing[0].state.revision.document_id,) if self.governing else ()

    @property
    def pipeline(self) -> Ask:
        """The stages as they are configured."""
        return self.corpus.pipeline

    def holds(self, passage: Passage) -> bool:
        """Tell whether a passage shows some of what was expected."""
        revision = passage.permit.revision
        if passage.permit.chunk.chunk_id in self.wanted:
            return True
        return any(
            h.state.revision.key == revision.key and any(passage.span.overlaps(span) for span in h.spans)
            for h in self.governing
        )

    def inside(self, document: str, version: str, offset: int) -> bool:
        """Tell whether a place in a document is in the expected passage."""
        return document == self.held.document and any(
            h.state.revision.version == version and any(span.start <= offset < span.end for span in h.spans)
            for h in self.governing
        )

    def cites(self, citation: Citation) -> bool:
        """Tell whether an answer cites some of what was expected, of whatever version."""
        return citation.document == self.held.document and any(
            h.state.revision.version == citation.version and any(citation.span.overlaps(span) for span in h.spans)
            for h in self.held.chunked
        )


def _day(held: Held, asked: date) -> date | None:
    """Return the day nearest to the one asked about on which a revision is in force; ``None`` where there is none."""
    first, end = held.state.valid_from, held.state.valid_to
    if first >= end:
        return None
    return max(first, min(asked, end - timedelta(days=1)))


def _reader(held: Held) -> Principal | None:
    """Return somebody who may read a revision; ``None`` where nobody may."""
    name = next(iter(sorted(held.state.effective_groups)), None)
    if name is None:
        return None
    tenant = held.state.revision.tenant
    if name.startswith("user:"):
        return Principal(tenant=tenant, subject=name.removeprefix("user:"))
    return Principal(tenant=tenant, groups=() if name == PUBLIC else (name,))
