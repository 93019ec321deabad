"""Names for committed states, and the way back to one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite import access
from pincite.errors import GenerationMismatch, InputError, NotFound
from pincite.lifecycle.changes import Change, Committed
from pincite.lifecycle.purged import purge_list, text_mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pincite.catalog import Catalog, RevisionState
    from pincite.catalog.upkeep import SnapshotRow
    from pincite.documents import Chunk, Revision, RevisionKey, TenantId
    from pincite.lifecycle.store import Store

__all__ = ["Restored", "create_snapshot", "delete_snapshot", "limited_to_today", "restore_snapshot"]

_LONGEST: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What going back to an earlier state did."""

    committed: Committed
    n_narrowed: int = 0
    """Revisions that came back for fewer readers than they had, since fewer may read them by what holds today."""
    n_purged: int = 0
    """Revisions that stay out, since they were purged."""


def create_snapshot(store: Store, name: str) -> SnapshotRow:
    """
    Name the committed state; what it needs is kept until the name is deleted.

    :param name: Up to 100 printable characters.
    :raises InputError: If a snapshot has that name, or it cannot be one.
    """
    if not name.strip() or not name.isprintable() or len(name) > _LONGEST:
        raise InputError(f"the name of a snapshot is {name!r}: expected 1 to {_LONGEST} printable characters")
    return store.catalog.upkeep.name_state(name)


def delete_snapshot(store: Store, name: str) -> None:
    """
    Take the name away; what only it needed goes with the next vacuum.

    :raises NotFound: If there is none of that name.
    """
    store.catalog.upkeep.forget_state(name)


def restore_snapshot(
    store: Store, name: str, *, remake: Callable[[list[Revision]], list[tuple[Chunk, ...]]] | None = None
) -> Restored:
    """
    Commit the content of a snapshot as a new sequence.

    Who may read is as it is now. A revision that had gone comes back with the access that it had when it went, and for
    no more readers than the same text has today under another name. What was purged since does not come back.

    :param remake: Cuts revisions and sees to the vectors of their texts, for a snapshot of another generation; ``None``
        to refuse those.
    :raises NotFound: If there is no snapshot of that name.
    :raises GenerationMismatch: If it is of another generation.
    """
    catalog = store.catalog
    found = next((row for row in catalog.snapshots() if row.name == name), None)
    if found is None:
        raise NotFound("snapshot", name)
    head = catalog.head()
    if found.generation != head.generation and remake is None:
        raise GenerationMismatch(
            f"the snapshot {name!r} is of generation {found.generation}, the corpus is built as {head.generation}: "
            "type pincite migrate --rollback first, or sync the sources instead",
            built=found.generation,
            wanted=head.generation,
        )
    then, now = catalog.rows_at(found.sequence), catalog.rows_at(head.sequence)
    purged = _purged(catalog, then, now)
    states = catalog.states(row for key, row in then.items() if now.get(key) != row and key not in purged)
    coming, n_narrowed = limited_to_today(catalog, states, live=now.keys())
    if found.generation == head.generation or remake is None:
        chunks = [catalog.chunks_of(state, generation=head.generation) for state in states]
    else:
        chunks = remake(list(coming))
    leaving = catalog.states(row for key, row in now.items() if key not in then or key in purged)
    change = Change(
        kind="restore",
        put=tuple(zip(coming, chunks, strict=True)),
        remove=tuple((s.revision.tenant, s.revision.document_id, s.revision.version) for s in leaving),
        arrivals=tuple((state.revision.key, state.arrival) for state in states),
    )
    return Restored(committed=store.commit(change), n_narrowed=n_narrowed, n_purged=len(purged))


def _purged(
    catalog: Catalog, then: Mapping[RevisionKey, int], now: Mapping[RevisionKey, int]
) -> frozenset[RevisionKey]:
    """Return what stays out: a backup that was restored since brought its purge list along."""
    listed = purge_list(catalog)
    states = catalog.states(then.values()) if listed else ()
    marked = (s.revision.key for s in states if listed.mark_of(s.revision, live=s.revision.key in now))
    return frozenset(marked)


def limited_to_today(
    catalog: Catalog, states: Iterable[RevisionState], *, live: Iterable[RevisionKey]
) -> tuple[tuple[Revision, ...], int]:
    """
    Return revisions that come back, for no more readers than today's corpus would give them.

    A page that was renamed and then closed to most would else be open again under its old name; so would an earlier
    version of a page that is closed today, and a page whose source belongs to another tenant now. Each comes back for
    those only who may read, today, the same text, the same document, what stands at the same path, and what its source
    gives, as far as there is such a thing today.

    :param live: Keys of what the corpus holds now; access to those is as it is.
    :returns: The revisions in their order, and how many of them lost readers.
    """
    known, states = set(live), tuple(states)
    back = any(state.revision.key not in known for state in states)
    today = _Today.of(catalog) if back else None
    coming, n_narrowed = [], 0
    for state in states:
        its = state.revision
        groups = its.access if today is None or its.key in known else today.limit(its)
        n_narrowed += set(groups) != set(its.access)
        coming.append(replace(its, access=groups))
    return tuple(coming), n_narrowed


@dataclass(frozen=True, slots=True, kw_only=True)
class _Today:
    """Who may read what today."""

    readers: Mapping[tuple[str, str], tuple[str, ...]]
    """By tenant, and by the digest of a file or a text, the name of a document or a path."""
    sources: Mapping[str, tuple[TenantId, tuple[str, ...] | None]]
    """Tenant of each source and whom it lets in; ``None`` where it says nothing."""

    @classmethod
    def of(cls, catalog: Catalog) -> _Today:
        found: dict[tuple[str, str], set[str]] = {}
        for state in catalog.all_revisions():
            its = state.revision
            for mark in _marks(its):
                found.setdefault((its.tenant, mark), set()).update(state.effective_groups)
        return cls(
            readers={key: tuple(sorted(groups)) for key, groups in found.items()},
            sources={row.name: (row.tenant, _stated(row.settings.get("access"))) for row in catalog.sources()},
        )

    def limit(self, its: Revision) -> tuple[str, ...]:
        """Return who may read a revision that comes back."""
        groups = its.access
        tenant, given = self.sources.get(its.source, (its.tenant, None))
        if tenant != its.tenant:
            return ()
        if given is not None and its.access_rule.startswith("source "):
            groups = access.effective(groups, given)
        for mark in _marks(its):
            if (its.tenant, mark) in self.readers:
                groups = access.effective(groups, self.readers[its.tenant, mark])
        return groups


def _stated(access_of_source: object) -> tuple[str, ...] | None:
    """Return whom a source lets in, as it was registered; ``None`` where it says nothing."""
    return tuple(map(str, access_of_source)) if isinstance(access_of_source, list | tuple) else None


def _marks(its: Revision) -> tuple[str, ...]:
    """Return by what a revision is known again: its file, its text, its document, its path."""
    marks = (its.original, text_mark(its.text), f"document {its.document_id}", f"path {its.path}")
    return tuple(mark for mark in marks if mark)
