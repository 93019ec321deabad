"""What is written into the catalog in one commit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from pincite.catalog.rows import AccessRow, FileRow, SourceRow
    from pincite.documents import ChunkId, DocumentId, RevisionKey, Sequence, TenantId

__all__ = ["CommitEntry", "NewChunk", "NewText", "Opening"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewText:
    """A text with its blocks, to be kept once per tenant."""

    tenant: TenantId
    digest: str
    text: str
    blocks: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChunk:
    """A chunk that the catalog does not have yet."""

    chunk_id: ChunkId
    ordinal: int
    data: bytes
    identifiers: frozenset[tuple[str, str]] = frozenset()
    """Key and kind of each identifier that leads to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A revision that becomes visible."""

    key: RevisionKey
    tenant: TenantId
    document_id: DocumentId
    version: str
    topic: str
    text: int | NewText
    """The text, or the number of one that is kept already."""
    chunks: int | tuple[NewChunk, ...]
    """The chunks, or the number of the revision row whose chunks it takes over."""
    chunks_digest: str
    n_chunks: int
    meta: bytes
    effective: date | None
    expires: date | None
    arrival: int | None
    """``None`` for a revision that comes for the first time."""
    valid_from: date
    valid_to: date


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitEntry:
    """Everything that one commit writes."""

    kind: str
    sequence: Sequence
    """The sequence that it is for: one above the last."""
    generation: str
    openings: tuple[Opening, ...] = ()
    closings: tuple[int, ...] = ()
    """Numbers of the revision rows that end."""
    access: tuple[AccessRow, ...] = ()
    epoch: int | None = None
    """The access epoch at which it was worked out; ``None`` where that does not matter."""
    raises_epoch: bool = False
    n_opened: int = 0
    opened: str = ""
    n_closed: int = 0
    closed: str = ""
    sources: tuple[SourceRow, ...] = ()
    dropped_sources: tuple[str, ...] = ()
    files: tuple[FileRow, ...] = ()
    forgotten: tuple[tuple[str, str], ...] = ()
    """Source and path of each file that is gone."""

    @property
    def moves(self) -> bool:
        """Whether it changes what readers see, and so needs a sequence of its own."""
        return bool(self.openings or self.closings)
