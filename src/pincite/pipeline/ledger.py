"""
What every file holds before a sync and after it.

A file that cannot be taken in keeps what it held; a file that is gone gives its claims back; a revision that no file
claims any more leaves the corpus.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from pincite.catalog import FileRow
from pincite.documents import revision_key
from pincite.errors import Purged, SourceError, Unreachable
from pincite.pipeline.claims import Claim, rank, settle, unordered

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Set

    from pincite.catalog import Catalog, LiveRow
    from pincite.documents import DocumentId, RevisionKey, TenantId
    from pincite.errors import PinciteError
    from pincite.pipeline.drafts import Draft, Unread
    from pincite.pipeline.survey import Survey

__all__ = ["Ledger", "Outcome", "claim_of", "reason"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What is to be committed."""

    owners: tuple[Draft, ...]
    """Drafts that state a revision."""
    drafts: tuple[Draft, ...]
    """Those, and drafts of further files with the same text."""
    leaving: tuple[Claim, ...]
    """Revisions that no file claims any more."""
    gone: tuple[FileRow, ...]
    """Files that are not there any more."""
    live: Mapping[RevisionKey, LiveRow]
    """What the corpus has now of the revisions that the drafts claim."""


@dataclass(slots=True, kw_only=True)
class Ledger:
    """Who claims what while a sync reads."""

    catalog: Catalog
    found: Survey
    forget: Collection[str]
    """Sources that are registered no more."""
    synced: Set[str]
    """Sources that were listed, or should have been."""
    tenants: Mapping[str, TenantId]
    """The tenant that each known source had at the last sync."""
    order: tuple[str, ...] = ()
    """Names of the sources, in the order of the settings."""
    drafts: dict[str, Draft] = field(default_factory=dict)
    """What was read and may differ, by path."""
    touched: list[Unread] = field(default_factory=list)
    """Files with a new mark and the same content."""
    failed: dict[str, tuple[Unread | None, PinciteError]] = field(default_factory=dict)
    """Files and sources that cannot be taken in, by path or name."""
    all_files: bool = False
    """Whether what no file states leaves too, however it came."""
    _before: dict[str, list[tuple[FileRow, Unread | None]]] | None = None

    def left(self, unread: Unread, found: str) -> Iterator[RevisionKey]:
        """
        Yield what other files held that had these bytes at the last sync and have them no more.

        :param unread: The file that has them now.
        :param found: Their SHA-256.
        """
        if self._before is None:
            self._before = defaultdict(list)
            forgotten = (row for name in self.forget for row in self.catalog.files(name).values())
            for row in (*self.found.missing, *forgotten):
                self._before[row.digest].append((row, None))
            for each in self.found.unread:
                if each.known:
                    self._before[each.known.digest].append((each.known, each))
        for row, still in self._before.get(found, ()):
            if row.path != unread.path and not (still and _has(still, found)):
                yield from (claim.key for claim in self.claims_of(row))

    def settle(self) -> Outcome:
        """Decide which drafts stand; a refused file holds again what it held, so this goes on until none is refused."""
        gone = self.gone()
        if not self.drafts and not gone and not self.all_files:
            return Outcome(owners=(), drafts=(), leaving=(), gone=(), live={})
        while True:
            drafts = tuple(draft for path, draft in self.drafts.items() if path not in self.failed)
            standing = (claim for row in self.standing(gone) for claim in self.claims_of(row))
            claims = [*(claim_of(draft, self.order) for draft in drafts), *standing]
            live = self.catalog.live({draft.revision.key for draft in drafts})
            owners, refused = settle(claims, live=live, text_of=self.catalog.text_of)
            leaving = self._leaving(gone, claims)
            refusals: dict[str, PinciteError] = {**refused} or {**self._unordered(owners, leaving)}
            if not refusals:
                return Outcome(owners=owners, drafts=drafts, leaving=leaving, gone=tuple(gone), live=live)
            self.failed |= {path: (self.drafts[path].unread, error) for path, error in refusals.items()}

    def claims_of(self, row: FileRow) -> Iterator[Claim]:
        """Yield what a file held at the last sync."""
        tenant = self.tenants[row.source]
        for document_id, version in row.revisions:
            key = revision_key(tenant, document_id, version)
            yield Claim(path=row.path, tenant=tenant, document_id=document_id, version=version, key=key)

    def failures(self) -> list[PinciteError]:
        """Return what failed, in order of path; what was purged is meant to stay out."""
        return [error for _, (_, error) in sorted(self.failed.items()) if not isinstance(error, Purged)]

    def n_held(self) -> int:
        """Return how many revisions files hold which are all right."""
        quiet = [*self.found.kept, *(unread.known for unread in self.touched if unread.known)]
        drafts = (draft.revision for path, draft in self.drafts.items() if path not in self.failed)
        held: set[tuple[str, str, str]] = {(its.tenant, its.document_id, its.version) for its in drafts}
        for row in quiet:
            if not row.error:
                held |= {(self.tenants[row.source], *each) for each in row.revisions}
        return len(held)

    def rows(self, outcome: Outcome) -> Iterator[FileRow]:
        """Yield what became of each file where that is news."""
        for draft in outcome.drafts:
            its = draft.revision
            yield _row(draft.unread, digest=draft.digest, revisions=((its.document_id, its.version),))
        for unread in self.touched:
            if unread.known:
                yield replace(unread.known, stamp=unread.stamp)
        for failing, error in self.failed.values():
            if failing is None:
                continue
            old = failing.known
            blank = _row(failing, digest=old.digest if old else "", revisions=old.revisions if old else ())
            row = replace(blank, reason=reason(failing.path, error), error=type(error).__name__)
            if row != old:
                yield row

    def gone(self, unreachable: Iterable[str] = ()) -> list[FileRow]:
        """
        Return the files that are not there any more; those below a folder that cannot be read may still be.

        :param unreachable: Paths that cannot be read, beside those that are known to have failed.
        """
        failed = (path for path, (_, error) in self.failed.items() if isinstance(error, Unreachable))
        closed = tuple(f"{path}/" for path in (*failed, *unreachable))
        missing = [row for row in self.found.missing if not (closed and row.path.startswith(closed))]
        return missing + [row for name in self.forget for row in self.catalog.files(name).values()]

    def standing(self, gone: list[FileRow]) -> Iterator[FileRow]:
        """Yield the rows of files that hold what they held."""
        paths = {row.path for row in gone}
        yield from self.found.kept
        yield from (row for row in self.found.missing if row.path not in paths)
        yield from (unread.known for unread in self.touched if unread.known)
        yield from (unread.known for unread, _ in self.failed.values() if unread and unread.known)
        elsewhere = (name for name in self.tenants if name not in self.forget and name not in self.synced)
        yield from (row for name in elsewhere for row in self.catalog.files(name).values())

    def _leaving(self, gone: list[FileRow], claims: list[Claim]) -> tuple[Claim, ...]:
        kept = {claim.key for claim in claims}
        known = (draft.unread.known for draft in self.drafts.values())
        before = {claim.key: claim for row in (*gone, *known) if row for claim in self.claims_of(row)}
        if self.all_files:
            before |= {claim.key: claim for claim in self._restored()}
        return tuple(claim for key, claim in sorted(before.items()) if key not in kept)

    def _restored(self) -> Iterator[Claim]:
        """Yield what the corpus holds of sources that were listed, whether a file states it or not."""
        listed = self.synced - self.found.failed.keys()
        for state in self.catalog.all_revisions():
            its = state.revision
            if its.source in listed:
                yield Claim(
                    path=its.path, tenant=its.tenant, document_id=its.document_id, version=its.version, key=its.key
                )

    def _unordered(self, owners: tuple[Draft, ...], leaving: tuple[Claim, ...]) -> Mapping[str, PinciteError]:
        topics = {(owner.revision.tenant, owner.revision.topic) for owner in owners}
        if not topics:
            return {}
        live = self.catalog.live_of_topics(topics)
        return unordered(owners, live=live, leaving={claim.key for claim in leaving}, sources=self.order)


def claim_of(draft: Draft, sources: tuple[str, ...]) -> Claim:
    """
    Return what a draft claims.

    :param sources: Names of the sources, in the order of the settings.
    """
    its = draft.revision
    return Claim(
        path=draft.path,
        tenant=its.tenant,
        document_id=its.document_id,
        version=its.version,
        key=its.key,
        draft=draft,
        rank=rank(draft, sources),
    )


def _has(unread: Unread, digest: str) -> bool:
    """Tell whether a file has these bytes now."""
    try:
        return sha256(unread.item.read()).hexdigest() == digest
    except SourceError:
        return False


def reason(path: str, error: PinciteError) -> str:
    """Return one line that says why a file was skipped, and which file."""
    line = " ".join(str(error).split())
    return line if path.rpartition("/")[2] in line else f"{path}: {line}"


def _row(unread: Unread, *, digest: str, revisions: tuple[tuple[DocumentId, str], ...]) -> FileRow:
    return FileRow(source=unread.source.name, path=unread.path, stamp=unread.stamp, digest=digest, revisions=revisions)
