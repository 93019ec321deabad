"""Commits what a sync settled, or foretells it."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from pincite.catalog import SourceRow, codec
from pincite.documents import TenantId
from pincite.errors import PinciteError
from pincite.lifecycle import Change

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pincite.catalog import Catalog, FileRow
    from pincite.documents import Sequence
    from pincite.ingest import SourceSettings
    from pincite.lifecycle import Store
    from pincite.pipeline.drafts import Draft
    from pincite.pipeline.ledger import Outcome
    from pincite.pipeline.report import Progress

__all__ = ["Counts", "commit", "foresee", "forget_originals", "kept_originals", "source_rows"]

_COMMIT: Final = 20_000
"""Chunks from which a sync is committed in parts."""
_WRITERS: Final = 8
"""Originals that are written at once: each waits for the disk, and disks take several at a time."""


@dataclass(slots=True, kw_only=True)
class Counts:
    """Revisions that came and went."""

    added: int = 0
    changed: int = 0
    deleted: int = 0
    sequence: Sequence | None = None
    """The state that shows them; ``None`` where nothing was committed."""


def foresee(catalog: Catalog, outcome: Outcome) -> Counts:
    """Return what a commit would count."""
    access = catalog.access_of(outcome.live)
    counts = Counts(deleted=len(catalog.live([claim.key for claim in outcome.leaving])))
    for draft in outcome.owners:
        its, row = draft.revision, outcome.live.get(draft.revision.key)
        if row is None:
            counts.added += 1
            continue
        now = (codec.text_key(its), codec.encode_meta(its), its.topic, sorted(its.access))
        counts.changed += now != (row.text_digest, row.meta, row.topic, sorted(access[its.key].groups))
    return counts


@contextmanager
def kept_originals(catalog: Catalog, drafts: tuple[Draft, ...]) -> Iterator[None]:
    """
    Keep the bytes of files that are about to be committed while something else is done; those that are there are not
    written again. They stand when it ends; where it fails, none stays that no revision names.

    :raises StoreError: If one cannot be written.
    """
    with ThreadPoolExecutor(_WRITERS) as pool:
        saving = [pool.submit(catalog.save_original, draft.revision.tenant, draft.data) for draft in drafts]
        try:
            yield
            for each in saving:
                each.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            with suppress(PinciteError, OSError):  # what failed first is what is told
                forget_originals(catalog, drafts)
            raise


def forget_originals(catalog: Catalog, drafts: Iterable[Draft]) -> None:
    """Remove the bytes of files that were not committed, but for what a revision names."""
    named = {(each.tenant, each.meta.original) for each in catalog.stated()}
    for draft in drafts:
        tenant, name = draft.revision.tenant, sha256(draft.data).hexdigest()
        if (tenant, name) not in named:
            catalog.originals.remove(tenant, name)


def commit(
    store: Store,
    outcome: Outcome,
    *,
    files: Iterable[FileRow],
    sources: tuple[SourceRow, ...],
    forget: tuple[str, ...],
    progress: Progress,
) -> Counts:
    """
    Commit what was settled: deletions first, then revisions, all versions of a topic together.

    The originals of the revisions are kept already (:func:`kept_originals`).

    :param files: What became of files, where that is news.
    :param sources: Sources to register.
    :param forget: Sources to forget.
    """
    rows = {row.path: row for row in files}
    groups = list(_groups(outcome.owners)) or [[]]
    grouped = {draft.path for draft in outcome.owners}
    first = Change(
        kind="sync",
        remove=tuple((claim.tenant, claim.document_id, claim.version) for claim in outcome.leaving),
        sources=sources,
        dropped_sources=forget,
        files=tuple(row for path, row in rows.items() if path not in grouped),
        forgotten=tuple((row.source, row.path) for row in outcome.gone),
    )
    counts = Counts()
    for at, group in enumerate(groups):
        progress("commit", at, len(groups))
        _commit(store, counts, first if at == 0 else Change(kind="sync"), group, rows)
    progress("commit", len(groups), len(groups))
    return counts


def _commit(store: Store, counts: Counts, change: Change, group: list[Draft], rows: dict[str, FileRow]) -> None:
    whole = Change(
        kind=change.kind,
        put=tuple((draft.revision, draft.chunks) for draft in group),
        remove=change.remove,
        sources=change.sources,
        dropped_sources=change.dropped_sources,
        files=(*change.files, *(rows[draft.path] for draft in group if draft.path in rows)),
        forgotten=change.forgotten,
    )
    if whole == Change(kind=whole.kind):
        return
    done = store.commit(whole)
    counts.added += done.n_added
    counts.changed += done.n_changed
    counts.deleted += done.n_removed
    counts.sequence = done.sequence


def _groups(drafts: Iterable[Draft]) -> Iterator[list[Draft]]:
    """Yield drafts in groups of about the size of a commit; a topic is never in two, so that no old version shows."""
    topics: dict[tuple[TenantId, str], list[Draft]] = defaultdict(list)
    for draft in drafts:
        topics[draft.revision.tenant, draft.revision.topic].append(draft)
    group: list[Draft] = []
    size = 0
    for _, members in sorted(topics.items()):
        n_chunks = sum(len(draft.chunks) for draft in members)
        if group and size + n_chunks > _COMMIT:
            yield group
            group, size = [], 0
        group += members
        size += n_chunks
    if group:
        yield group


def source_rows(catalog: Catalog, sources: Iterable[SourceSettings], *, tenant: str) -> tuple[SourceRow, ...]:
    """Return the rows of sources that the catalog does not have so."""
    known = {row.name: row for row in catalog.sources()}
    rows = (_source_row(source, tenant) for source in sources)
    return tuple(row for row in rows if row != known.get(row.name))


def _source_row(source: SourceSettings, tenant: str) -> SourceRow:
    stated = {**source.stated(), "pattern": source.pattern, "exclude": source.exclude}
    return SourceRow(
        name=source.name,
        tenant=TenantId(source.tenant or tenant),
        location=source.path,
        kind=source.kind,
        settings={key: _plain(value) for key, value in stated.items() if value},
    )


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value
