"""One question and the passage that should have answered it, and what a look at one stage comes to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pincite.access import may_read
from pincite.diagnose.standing import Standing, standing

if TYPE_CHECKING:
    from pincite.answers import Loss, Passage
    from pincite.corpus import Corpus
    from pincite.diagnose.standing import Held
    from pincite.documents import ChunkId
    from pincite.pipeline.ask import Ask
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
    """

    corpus: Corpus
    request: Request
    expected: str

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
