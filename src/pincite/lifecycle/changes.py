"""What is asked of the two stores, and what they report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.catalog import FileRow, SourceRow
    from pincite.documents import Chunk, DocumentId, Revision, RevisionKey, Sequence, TenantId

__all__ = ["AccessChange", "Change", "Committed", "Lease", "Recovered"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one commit brings; all of it becomes visible at once."""

    kind: str
    """What it is, in a word for people: "add", "sync", "delete"."""
    put: tuple[tuple[Revision, tuple[Chunk, ...]], ...] = ()
    """Revisions with their chunks, new or in place of the live ones of the same key; unchanged ones cost nothing."""
    remove: tuple[tuple[TenantId, DocumentId, str], ...] = ()
    """Tenant, document and version of revisions that end; unknown ones are passed over."""
    sources: tuple[SourceRow, ...] = ()
    """Sources to register, or to register anew."""
    dropped_sources: tuple[str, ...] = ()
    """Names of sources to forget with what is known of their files."""
    files: tuple[FileRow, ...] = ()
    """What became of files."""
    forgotten: tuple[tuple[str, str], ...] = ()
    """Source name and path of files that are gone."""
    arrivals: tuple[tuple[RevisionKey, int], ...] = ()
    """Order of arrival of revisions that come back from an earlier state; the others keep theirs, or come last."""
    overrides: tuple[tuple[RevisionKey, tuple[str, ...]], ...] = ()
    """Narrowing that revisions bring along; it is laid over the one that there is, and never widens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """What a commit did."""

    sequence: Sequence
    """The sequence at which it is visible; that of before where nothing changed for readers."""
    n_points: int = 0
    """Points written, moved revisions included."""
    n_closed: int = 0
    """Points that ended."""
    n_added: int = 0
    """Revisions that are new."""
    n_changed: int = 0
    """Revisions that came again with another text, chunks, topic or statement."""
    n_moved: int = 0
    """Revisions that did not come, and whose days of force changed because of others of their topic."""
    n_removed: int = 0
    """Revisions that ended without a successor of the same key."""
    n_unchanged: int = 0
    """Revisions that came again as they were."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessChange:
    """What changes in who may read one revision."""

    groups: tuple[str, ...] | None = None
    """What the source states from now on; ``None`` keeps what it stated."""
    rule: str = ""
    """The rule that states it, in words; used with ``groups``."""
    override: tuple[str, ...] | None = None
    """The administrator's narrowing from now on; ``None`` keeps the one there is."""
    clear_override: bool = False
    """Whether the administrator's narrowing ends."""
    at_most: tuple[str, ...] | None = None
    """
    Whom it is open to at most until it is committed anew or its source's rule is stated: what is about to leave keeps
    its rule, for whoever restores it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """A reader's hold on one state: nothing that it needs is removed before it ends."""

    sequence: Sequence
    epoch: int
    generation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """What recovery found and mended."""

    n_removed: int = 0
    """Points that no commit knows."""
    n_reopened: int = 0
    """Points whose end was written or lost without a commit."""
    n_replayed: int = 0
    """Points of commits that the index had lost."""
    n_settled: int = 0
    """Revisions whose groups the index did not carry yet."""
