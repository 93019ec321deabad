"""The nouns of answering: passages, drafts, claims, citations, verdicts, answers, and where evidence gets lost."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from pincite.documents import ChunkId, DocumentId, Place, Span
    from pincite.questions import Permit

__all__ = [
    "Answer",
    "Citation",
    "Claim",
    "Conflict",
    "Draft",
    "DraftClaim",
    "Dropped",
    "Loss",
    "Passage",
    "Quote",
    "Reason",
    "Side",
    "Stage",
    "Status",
    "Usage",
    "Verdict",
]


class Stage(StrEnum):
    """The ten stages, in order."""

    INGEST = "ingest"
    PARSE = "parse"
    CHUNK = "chunk"
    EMBED = "embed"
    INDEX = "index"
    RETRIEVE = "retrieve"
    RERANK = "rerank"
    ASSEMBLE = "assemble"
    GENERATE = "generate"
    ATTRIBUTE = "attribute"


class Loss(StrEnum):
    """Where evidence is lost: the one enumeration that ``why``, the waterfall and error records use."""

    NOT_INGESTED = "not_ingested"
    PARSE = "parse"
    CHUNK = "chunk"
    EMBED = "embed"
    INDEX = "index"
    OUT_OF_SCOPE = "out_of_scope"
    NOT_IN_FORCE = "not_in_force"
    RECALL = "recall"
    RANKING = "ranking"
    RERANK = "rerank"
    BUDGET = "budget"
    IGNORED = "ignored"
    CITATION = "citation"

    @property
    def stage(self) -> Stage:
        """The stage in which this loss happens."""
        return _STAGE_OF[self]


_STAGE_OF = {
    Loss.NOT_INGESTED: Stage.INGEST,
    Loss.PARSE: Stage.PARSE,
    Loss.CHUNK: Stage.CHUNK,
    Loss.EMBED: Stage.EMBED,
    Loss.INDEX: Stage.INDEX,
    Loss.OUT_OF_SCOPE: Stage.RETRIEVE,
    Loss.NOT_IN_FORCE: Stage.RETRIEVE,
    Loss.RECALL: Stage.RETRIEVE,
    Loss.RANKING: Stage.RETRIEVE,
    Loss.RERANK: Stage.RERANK,
    Loss.BUDGET: Stage.ASSEMBLE,
    Loss.IGNORED: Stage.GENERATE,
    Loss.CITATION: Stage.ATTRIBUTE,
}


class Verdict(StrEnum):
    """What the checks say of one claim; without a judge never better than ``consistent``."""

    QUOTED = "quoted"
    CONSISTENT = "consistent"
    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"


class Status(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    PARTIAL = "partial"
    ABSTAINED = "abstained"
    FAILED = "failed"


class Reason(StrEnum):
    """Why a question was not answered."""

    NOTHING_IN_SCOPE = "nothing_in_scope"
    NO_SUCH_IDENTIFIER = "no_such_identifier"
    EVIDENCE_INSUFFICIENT = "evidence_insufficient"
    NEEDS_APPLIES_TO = "needs_applies_to"
    NEEDS_DOCUMENT = "needs_document"
    STALE_ONLY = "stale_only"
    CONFLICT_UNRESOLVED = "conflict_unresolved"
    MODEL_REFUSED = "model_refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """What the generator is shown: a labelled chunk, perhaps widened to its section."""

    label: int
    """From 1, unique in one answer."""
    permit: Permit
    """Proof that the reader may see it; also its chunk and revision."""
    span: Span
    """What is shown, in characters of the revision's canonical text; contains the chunk's span."""
    score: float = 0.0
    """The ranking's score of its chunk; higher is better."""

    @property
    def text(self) -> str:
        """What is shown."""
        return self.span.cut(self.permit.revision.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A hit that was not packed into the passages, and why."""

    chunk_id: ChunkId
    reason: str
    """"budget", "duplicate", "other revision" or "below floor"."""
    shown_by: ChunkId | None = None
    """For a duplicate: the chunk of the passage that shows the same words; ``None`` otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Words of a passage that a draft rests on."""

    label: int
    span: Span | None = None
    """Where they stand in the revision's canonical text, where the generator knows it."""
    text: str = ""
    """The words as the generator gives them; checked against the passage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftClaim:
    """One sentence that a generator wrote, before it is checked."""

    text: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a model call cost."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    """In the currency of the price table; ``None`` where no price is known."""
    cached_tokens: int = 0
    """How many of the input tokens came from a provider's cache."""

    def plus(self, other: Usage) -> Usage:
        """Return both together; the cost is known where that of either is, and nothing was spent without one."""
        costs = [each.cost for each in (self, other) if each.input_tokens or each.output_tokens or each.cost]
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=None if not costs or None in costs else sum(cost for cost in costs if cost),
            cached_tokens=self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a generator makes of a question and its passages."""

    claims: tuple[DraftClaim, ...] = ()
    missing: tuple[str, ...] = ()
    """What the documents would have to say to answer the rest."""
    reason: Reason | None = None
    """Why there are no claims; ``None`` where there are."""
    usage: Usage = field(default_factory=Usage)
    template: str = ""
    """Name of the prompt's template; ``""`` where no model was asked."""
    prompt: str = ""
    """Digest of every character that the model was sent."""
    mark: str = ""
    """What the fences of that prompt end in: with the passages' spans it gives the prompt again, byte for byte."""
    shown: tuple[int, ...] = ()
    """Labels of the passages that stand in that prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """The exact place that a claim rests on."""

    label: int
    """The number in the answer's text, from 1."""
    document: DocumentId
    title: str
    version: str
    section: str
    section_number: str | None
    source: str
    """Source name and path below it."""
    place: Place
    quote: str
    """Exactly the characters of ``span`` in the revision's canonical text."""
    span: Span
    chunk_id: ChunkId
    confidence: float | None = None
    """Lowest certainty of the recognised (OCR) text that it quotes, in [0, 1]; ``None`` where none was recognised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One sentence of an answer with the labels of its citations."""

    text: str
    citations: tuple[int, ...]
    verdict: Verdict
    findings: tuple[str, ...] = ()
    """What the checks found wrong; empty for a claim that stands in an answer."""
    applies_to: tuple[str, ...] = ()
    """What it holds for, where the answer is another one for other values; empty where it is not."""
    since: date | None = None
    """First day on which it held, where the question asks about that."""
    until: date | None = None
    """First day on which it held no more; ``None`` for what holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One value in a conflict."""

    value: str
    citation: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Governing passages that disagree on the same thing."""

    about: str
    sides: tuple[Side, ...]
    authority: int | None = None
    """Label of the citation that governs, where metadata says so."""
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A cited answer, or an abstention that says what is missing."""

    question: str
    status: Status
    text: str
    """The answer with ``[n]`` markers; for an abstention one sentence that says so."""
    claims: tuple[Claim, ...] = ()
    citations: tuple[Citation, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    missing: tuple[str, ...] = ()
    reason: Reason | None = None
    passages: tuple[Passage, ...] = ()
    mode: str = "search"
    route: str = ""
    generator: str = ""
    sequence: str = ""
    """Opaque name of the state that was read."""
    generation: str = ""
    trace_id: str = ""
    warnings: tuple[str, ...] = ()
    """What whoever relies on it should know, one sentence each: a page that is past its age, a file that changed."""
    usage: Usage = field(default_factory=Usage)
    timings_ms: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return it as the command line prints it (:func:`pincite.answers.render.plain_answer`)."""
        from pincite.answers.render import plain_answer  # imported here: it imports this module

        return plain_answer(self)
