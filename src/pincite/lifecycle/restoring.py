"""
A corpus made of a backup: of nothing, in place of one that is damaged, or as a new state of one that is there.

Into a corpus that is there, a backup comes as one commit: nobody reads more than they may today, and what was purged
here or there stays out. Where there is none, or it cannot be read, the backup's own catalog takes its place. In place
of one that cannot be read it comes closed: whom its sources shut out since the backup is not known, so nobody reads a
document until its source states anew who may; and what administrators narrowed stays narrow.
"""

from __future__ import annotations

import shutil
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from pincite import access
from pincite.catalog import AccessRow, open_catalog
from pincite.catalog.connections import FILE, connect_reader, translated
from pincite.catalog.private import keep_private
from pincite.documents import TenantId
from pincite.errors import Torn
from pincite.lifecycle.asides import damaged_name
from pincite.lifecycle.changes import Change
from pincite.lifecycle.narrowed import keep_narrowed, kept_narrowed
from pincite.lifecycle.points import embedded_digest
from pincite.lifecycle.purge import purge_listed
from pincite.lifecycle.purged import PurgeList, keep_aside, kept_aside, purge_list
from pincite.lifecycle.snapshots import Restored, limited_to_today

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pincite.catalog import Catalog, RevisionState
    from pincite.documents import Chunk, Revision, RevisionKey
    from pincite.lifecycle.narrowed import Narrowing
    from pincite.lifecycle.store import Store

__all__ = ["bring", "move_aside", "require_sound", "settle_in"]

_TRACES: Final = ("holder.json", "purged.json", "narrowed.json", "index", "originals")
"""What shows that a state folder without a catalog had one."""
_SPARE: Final = ("index", "traces", "pages", "parsing", "holder.json", f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal")


def require_sound(folder: Path, backup: Path) -> None:
    """
    See to it that the catalog of an extracted backup can be used, bringing old tables up to date.

    :param backup: The file that it is of, for the message.
    :raises Torn: If it cannot.
    """
    file = folder / FILE
    open_catalog(folder).close()
    with translated(file), closing(connect_reader(file)) as db:
        found = db.execute("PRAGMA integrity_check(3)").fetchall()
    if found != [("ok",)]:
        raise Torn(
            f"the catalog in the backup {backup} is damaged ({found[0][0]}); nothing was changed: use another backup",
            path=str(backup),
        )


def settle_in(extracted: Path, state: Path, *, aside: Path | None = None, trusts_access: bool = False) -> int:
    """
    Make an extracted backup the state of a corpus that has none.

    The catalog moves last, in one step. Files are read again at the next sync, so that who may read is stated anew.

    :param aside: Where the state that was there stands now; what was purged or narrowed there stays so.
    :param trusts_access: Whether who may read is what the backup says also where there was a corpus before.
    :returns: How many revisions nobody reads until then, since there was a corpus that may have let fewer in.
    """
    before = aside or state
    lost = aside is not None or any((state / name).exists() for name in _TRACES)
    n_closed = _prepare(extracted, before=before, close=lost and not trusts_access)
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name in _SPARE:
        place = state / name
        shutil.rmtree(place, ignore_errors=True) if place.is_dir() else place.unlink(missing_ok=True)
    for file in sorted((extracted / "originals").glob("*/*")):
        target = state / file.relative_to(extracted)
        target.parent.mkdir(parents=True, exist_ok=True)
        file.replace(target)
    (extracted / FILE).replace(state / FILE)
    keep_private(state)
    with closing(open_catalog(state)) as catalog:
        catalog.originals.sweep((each.tenant, each.meta.original) for each in catalog.stated())
        keep_aside(catalog)
        keep_narrowed(catalog, catalog.access_of(catalog.narrowed()).values())
    return n_closed


def move_aside(state: Path) -> Path:
    """Move a state that cannot be used out of the way, and return where it is now."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    names = (damaged_name(state, f"{stamp}{more}") for more in ("", *(f"-{n}" for n in range(2, 100))))
    aside = next(place for name in names if not (place := state.with_name(name)).exists())
    state.replace(aside)
    return aside


def bring(store: Store, extracted: Path, *, remake: Callable[[list[Revision]], list[tuple[Chunk, ...]]]) -> Restored:
    """
    Commit the content of an extracted backup as a new state of a corpus.

    :param remake: Cuts revisions and sees to their vectors, for a backup of another generation.
    """
    with closing(open_catalog(extracted)) as other, store.reserved():
        return _Bringing(store, other, remake).run()


class _Bringing:
    """One backup coming into one corpus."""

    def __init__(
        self, store: Store, other: Catalog, remake: Callable[[list[Revision]], list[tuple[Chunk, ...]]]
    ) -> None:
        self._store = store
        self._here = store.catalog
        self._other = other
        self._remake = remake
        self._same = other.head().generation == self._here.head().generation
        self._purged = PurgeList((*purge_list(self._here).marks, *other.purged()))

    def run(self) -> Restored:
        """Bring everything, and commit."""
        _ = self._store.index  # the hold, so that nobody else commits meanwhile
        here, other = self._here, self._other
        now = here.rows_at(here.head().sequence)
        states, n_purged = self._admitted(now)
        brought = other.access_of(state.revision.key for state in states)
        revisions, n_narrowed = self._narrowed(states, brought, now)
        coming = [(s, r) for s, r in zip(states, revisions, strict=True) if not self._stands(s, r, brought, now)]
        chunks = self._chunks(coming)
        self._bring_originals(coming)
        here.upkeep.list_purged(self._purged.marks)
        here.upkeep.raise_arrival(max((state.arrival for state in states), default=0))
        kept = {state.revision.key for state in states}
        leaving = here.states(row for key, row in now.items() if key not in kept)
        change = Change(
            kind="restore",
            put=tuple((revision, cut) for (_, revision), cut in zip(coming, chunks, strict=True)),
            remove=tuple((s.revision.tenant, s.revision.document_id, s.revision.version) for s in leaving),
            arrivals=tuple((state.revision.key, state.arrival) for state, _ in coming),
            overrides=tuple((key, override) for key, row in brought.items() if (override := row.override) is not None),
        )
        keep_aside(here)
        return Restored(committed=self._store.commit(change), n_narrowed=n_narrowed, n_purged=n_purged)

    def _admitted(self, now: dict[RevisionKey, int]) -> tuple[list[RevisionState], int]:
        everything = list(self._other.all_revisions())
        admitted = [s for s in everything if self._purged.mark_of(s.revision, live=s.revision.key in now) is None]
        return admitted, len(everything) - len(admitted)

    def _narrowed(
        self, states: list[RevisionState], brought: dict[RevisionKey, AccessRow], now: dict[RevisionKey, int]
    ) -> tuple[list[Revision], int]:
        """Return the revisions for those only who may read them by the backup and today."""
        today = self._here.access_of(brought)
        limited, _ = limited_to_today(self._here, states, live=now)
        found, n_narrowed = [], 0
        for state, its in zip(states, limited, strict=True):
            row, groups = today.get(its.key), its.access
            if row is not None:
                groups = access.effective(row.groups, groups)
                its = replace(its, access_rule=row.rule)
            overrides = [each.override for each in (row, brought[its.key]) if each is not None]
            after = groups
            for override in overrides:
                after = access.effective(after, override)
            n_narrowed += set(after) != set(state.effective_groups)
            found.append(replace(its, access=groups))
        return found, n_narrowed

    def _stands(
        self,
        state: RevisionState,
        its: Revision,
        brought: dict[RevisionKey, AccessRow],
        now: dict[RevisionKey, int],
    ) -> bool:
        """Tell whether the corpus has a revision already, word for word and for the same readers."""
        if its.key not in now or not self._same:
            return False
        ours, theirs = (catalog.live([its.key]).get(its.key) for catalog in (self._here, self._other))
        row, override = self._here.access_of([its.key])[its.key], brought[its.key].override
        told = ("text_digest", "chunks_digest", "meta", "topic", "arrival")
        same = all(getattr(ours, name) == getattr(theirs, name) for name in told)
        return same and override in (None, row.override) and set(its.access) == set(row.groups)

    def _chunks(self, coming: list[tuple[RevisionState, Revision]]) -> list[tuple[Chunk, ...]]:
        if not self._same:
            return self._remake([revision for _, revision in coming])
        generation = self._other.head().generation
        space = self._other.generation(generation).space.id
        found = []
        for state, _ in coming:
            chunks = self._other.chunks_of(state, generation=generation)
            texts = {embedded_digest(text) for each in chunks for text in (each.indexed, *(u.text for u in each.units))}
            tenant = state.revision.tenant
            lacking = texts - self._here.known_vectors(tenant, space, texts)
            self._here.save_vectors(tenant, space, self._other.vectors(tenant, space, lacking))
            found.append(chunks)
        return found

    def _bring_originals(self, coming: list[tuple[RevisionState, Revision]]) -> None:
        for _, its in coming:
            if its.original and self._other.originals.place(its.tenant, its.original).is_file():
                self._here.save_original(its.tenant, self._other.original(its.tenant, its.original))


def _prepare(extracted: Path, *, before: Path, close: bool) -> int:
    """Take out of an extracted backup what was purged, and see to it that its files are read again."""
    with closing(open_catalog(extracted)) as catalog:
        catalog.upkeep.list_purged((*catalog.purged(), *kept_aside(before)))
        catalog.upkeep.forget_stamps()
        purge_listed(catalog)
        return _narrow(catalog, kept_narrowed(before), close=close)


def _narrow(catalog: Catalog, narrowing: Narrowing, *, close: bool) -> int:
    """
    Lay narrowing over what a catalog that nobody uses says of who may read; return how many revisions close for now.

    :param close: Whether nobody reads a revision until its source states anew who may; its rule stays known.
    """
    known = catalog.access_of({*narrowing, *(each.key for each in catalog.stated())})
    rows = []
    for key in sorted({*known, *narrowing}):
        tenant, most = narrowing.get(key, ("", None))
        row = known.get(key) or AccessRow(
            key=key, tenant=TenantId(tenant), groups=(), rule="", override=most, effective=(), pending=False
        )
        override = row.override if most is None else access.effective(most, row.override)
        groups = () if close else row.groups
        rows.append(
            replace(row, groups=groups, override=override, effective=access.effective(groups, override), pending=False)
        )
    head = catalog.head()
    if rows:
        catalog.writing.set_access(rows, epoch=head.epoch, raises_epoch=True, fence=None)
    live = catalog.rows_at(head.sequence)
    return sum(key in live and bool(row.groups) for key, row in known.items()) if close else 0
