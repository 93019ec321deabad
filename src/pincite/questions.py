"""
The nouns of asking: who asks, in what scope, and what retrieval returns.

A :class:`Scope` is an argument of every retrieval. It is made by :mod:`pincite.access` and by nothing else, and a
:class:`Permit` is proof that access to one chunk was checked against the catalog for that scope.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from pincite.documents import Chunk, ChunkId, DocumentId, Identifier, Revision, RevisionKey, Sequence, TenantId

__all__ = [
    "PUBLIC",
    "Found",
    "Hit",
    "Permit",
    "Principal",
    "Query",
    "Ranking",
    "Scope",
    "Scored",
    "Signal",
    "Turn",
    "is_text",
]

PUBLIC: Final = "public"
"""The group that everyone in a tenant has."""
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def is_text(value: object) -> TypeGuard[str]:
    """Tell whether a value is a text that can be written as UTF-8: one with no lone surrogates."""
    return isinstance(value, str) and _SURROGATE.search(value) is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """
    Who asks. Made only from a trusted identity, never from a question or a request body.

    The default is a reader with no groups: inside the tenant, with ``public`` only.
    """

    tenant: TenantId | str
    subject: str | None = None
    groups: tuple[str, ...] | list[str] | frozenset[str] = ()
    """Group names; a name with a colon is refused, since "user:NAME" stands for a subject."""
    name: str | None = field(default=None, compare=False)
    """What the settings call this principal, ``None`` where they do not name it; it gives no access."""

    def __post_init__(self) -> None:
        if isinstance(self.groups, str):
            raise ValueError(f"groups is a list of names, got the text {self.groups!r}: write [{self.groups!r}]")
        torn = [s for s in (*self.groups, str(self.tenant), self.subject) if s is not None and not is_text(s)]
        if torn:
            raise ValueError(f"names are Unicode text; got {torn[0]!r}, which has a lone surrogate: decode it first")
        bad = [g for g in self.groups if ":" in g or not g.strip()]
        if bad or not str(self.tenant).strip():
            raise ValueError(
                f"group names have no colon and are not blank, and a tenant is named; got {bad or self.tenant!r}"
            )
        object.__setattr__(self, "groups", tuple(sorted(set(self.groups))))

    @property
    def readers(self) -> frozenset[str]:
        """All names under which access may be given to this principal: groups, ``public``, ``user:SUBJECT``."""
        own = {f"user:{self.subject}"} if self.subject else set()
        return frozenset({*self.groups, PUBLIC, *own})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """
    What one principal may read, at one sequence and on one day; an argument of every retrieval.

    A chunk is in scope when its tenant is ``tenant``; ``seq_from <= sequence < seq_to``; ``valid_from <= day <
    valid_to``; and either its groups meet ``readers`` and its revision is not in ``revoked``, or its revision is in
    ``granted``.
    """

    tenant: TenantId
    readers: frozenset[str]
    sequence: Sequence
    day: date
    generation: str
    epoch: int = 0
    """The access epoch, raised by every access change; part of every cache key."""
    granted: frozenset[RevisionKey] = frozenset()
    """Revisions that the principal may read although the index does not know it yet."""
    revoked: frozenset[RevisionKey] = frozenset()
    """Revisions that the principal may no longer read although the index does not know it yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What to look for inside a scope."""

    text: str
    identifiers: tuple[Identifier, ...] = ()
    """Exact keys found in the text, in order."""
    language: str = "en"
    """BCP 47 code of the question."""
    documents: tuple[DocumentId, ...] | None = None
    """Only these documents; ``None`` for all in scope. Narrows hits, never the scope's statistics."""
    applies_to: str | None = None
    others: tuple[str, ...] = ()
    """Other wordings and parts of the question, searched for beside it."""
    history: tuple[Turn, ...] = ()
    """Earlier turns of the conversation, oldest first; what they quote gives no access to anything."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One leg's opinion of a chunk."""

    rank: int
    """From 1."""
    score: float
    """Higher is better."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A chunk with one leg's score."""

    chunk_id: ChunkId
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A chunk with its score and the signals that made it."""

    chunk_id: ChunkId
    score: float
    signals: Mapping[str, Signal] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Hits best first, ties in order of chunk id; never padded."""

    hits: tuple[Hit, ...] = ()
    route: str = ""
    """How they were found: lexical, dense, hybrid, identifier."""
    reason: str = ""
    """Why this route was taken."""
    absent: tuple[str, ...] = ()
    """Identifiers of exhaustive kinds that were asked for and are not in scope, as the question writes them."""

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Permit:
    """
    Proof that the catalog let ``scope`` read one chunk, with what it may now be shown.

    Only the catalog makes permits; a passage cannot be made without one.
    """

    scope: Scope
    chunk: Chunk
    revision: Revision
    in_force: bool
    """Whether the revision is in force on the scope's day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One result of a search: the hit and the permit to show it."""

    rank: int
    """From 1."""
    hit: Hit
    permit: Permit
    route: str = ""
    """How the search that found it ran: lexical, dense, hybrid, identifier."""

    @property
    def chunk_id(self) -> ChunkId:
        """Id of the chunk."""
        return self.hit.chunk_id

    @property
    def score(self) -> float:
        """Higher is better."""
        return self.hit.score

    @property
    def document(self) -> DocumentId:
        """Id of the document."""
        return self.permit.revision.document_id

    @property
    def title(self) -> str:
        """Title of the document."""
        return self.permit.revision.title

    @property
    def version(self) -> str:
        """Version as stated; ``""`` where none is."""
        return self.permit.revision.version

    @property
    def section(self) -> str:
        """Innermost heading; ``""`` before the first."""
        return self.permit.chunk.section

    @property
    def text(self) -> str:
        """The chunk's text, exactly as it stands in the document."""
        return self.permit.chunk.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One earlier question of a conversation with its answer's text."""

    question: str
    answer: str = ""
    """``""`` where there was none, or where the reader may no longer read what it rests on."""
    chunks: tuple[ChunkId, ...] = ()
    """What the answer rests on; an answer that rests on nothing that is named is not looked at again."""
