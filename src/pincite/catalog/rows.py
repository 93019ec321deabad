"""What the catalog gives out and takes in beside the nouns of the glossary."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from pincite.documents import ChunkId, DocumentId, PointId, Revision, RevisionKey, Sequence, TenantId

__all__ = [
    "AccessRow",
    "CommitRow",
    "DocumentRow",
    "FileRow",
    "Head",
    "LiveRow",
    "PointRow",
    "PointSeed",
    "RevisionState",
    "SourceRow",
    "VersionRow",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The state that a reader starts from."""

    sequence: Sequence
    """Number of the last commit; 0 for a new corpus."""
    epoch: int
    """Raised by every access change."""
    generation: str
    """Id of the generation that readers use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """What a list shows of one revision, without its text."""

    key: RevisionKey
    tenant: TenantId
    document_id: DocumentId
    version: str
    topic: str
    title: str
    source: str
    path: str
    language: str
    original: str
    """SHA-256 of the original's bytes; ``""`` where none is kept."""
    effective: date | None
    expires: date | None
    valid_from: date
    valid_to: date
    """First day on which it is no longer in force; a day to come only where the revision itself states it."""
    authority: str | None
    applies_to: tuple[str, ...]
    supersedes: tuple[str, ...]
    access: tuple[str, ...]
    """Those of the reader's own names that may read it now."""
    n_characters: int
    n_chunks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow(DocumentRow):
    """What a list of versions shows of one revision."""

    in_force: bool
    """Whether it is in force on the scope's day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRow:
    """A registered source."""

    name: str
    tenant: TenantId
    location: str
    """Folder, file or address, as the source's kind has it."""
    kind: str = "folder"
    settings: Mapping[str, object] = field(default_factory=dict)
    """Whatever else the source was registered with; texts, numbers, lists and mappings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """What became of one file of a source when it was last read."""

    source: str
    path: str
    """Source name and path below it, with "/"."""
    stamp: str
    """The source's cheap mark of change."""
    digest: str
    """SHA-256 of the bytes; ``""`` where they were not read."""
    revisions: tuple[tuple[DocumentId, str], ...] = ()
    """Document id and version of every revision that the file holds; empty for a skipped file."""
    reason: str = ""
    """Why it was skipped; ``""`` for a file that was taken in."""
    error: str = ""
    """Class name of the error that made it skipped."""

    @property
    def documents(self) -> tuple[DocumentId, ...]:
        """The ids of the documents that the file holds."""
        return tuple(document_id for document_id, _ in self.revisions)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessRow:
    """Who may read one revision, and why."""

    key: RevisionKey
    tenant: TenantId
    groups: tuple[str, ...]
    """As the source states it."""
    rule: str
    """Which rule decided, in words for an administrator."""
    override: tuple[str, ...] | None
    """The administrator's narrowing; ``None`` where there is none."""
    effective: tuple[str, ...]
    """Who may read it now."""
    pending: bool
    """Whether the index may not know it yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionState:
    """One revision over one interval of sequences, for administration."""

    row: int
    """The catalog's own number of this row."""
    revision: Revision
    valid_from: date
    valid_to: date
    seq_from: Sequence
    seq_to: Sequence
    arrival: int
    """Order in which revisions first came; an edit keeps it."""
    effective_groups: tuple[str, ...]
    """Who may read it now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRow:
    """What a live revision is compared by when a change comes in."""

    row: int
    """The catalog's own number of this row."""
    key: RevisionKey
    tenant: TenantId
    document_id: DocumentId
    version: str
    topic: str
    text_id: int
    text_digest: str
    """Digest of text and blocks."""
    chunks_digest: str
    """Digest of every chunk as it is stored."""
    n_chunks: int
    meta: bytes
    """Everything else that is stated, as it is stored."""
    effective: date | None
    expires: date | None
    arrival: int
    valid_from: date
    valid_to: date
    seq_from: Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSeed:
    """What a point is made of, apart from vectors and terms."""

    chunk_id: ChunkId
    key: RevisionKey
    tenant: TenantId
    document_id: DocumentId
    language: str
    groups: tuple[str, ...]
    """Who may read it now."""
    seq_from: Sequence
    seq_to: Sequence
    valid_from: date
    valid_to: date
    indexed: str
    units: tuple[str, ...]
    """The units' texts, at least one."""


class PointRow(NamedTuple):
    """One point that the index has to hold; a tuple, since there are 100,000 of them."""

    point_id: PointId
    chunk_id: ChunkId
    key: RevisionKey
    seq_from: Sequence
    seq_to: Sequence


class CommitRow(NamedTuple):
    """What one commit did to the points of one generation; the digests are of point ids, in any order."""

    sequence: Sequence
    n_opened: int
    opened: str
    n_closed: int
    closed: str
