"""Works out what a change of access writes, and with which access revisions come."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from pincite import access
from pincite.catalog import AccessRow, codec
from pincite.errors import NotFound, StoreError
from pincite.lifecycle.changes import AccessChange
from pincite.lifecycle.narrowed import keep_narrowed
from pincite.lifecycle.reserve import lend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Set

    from pincite.catalog import Catalog, FileRow, LiveRow
    from pincite.documents import Revision, RevisionKey

__all__ = ["changed_rows", "coming_rows", "shut_if_refused", "write_access"]


def write_access(
    catalog: Catalog,
    changes: Mapping[RevisionKey, AccessChange],
    *,
    fence: int | None,
    unread: Iterable[FileRow] = (),
) -> bool:
    """
    Write changes of access into the catalog, where readers go by them at once, and tell whether there were any.

    :param fence: The writer's fencing number; ``None`` for one that does not hold the index: the process that does
        goes by the change from its next question on, and brings it to the index.
    :param unread: Files to note, in the same transaction, as ones that the next sync reads again whatever their marks
        say; each with its reason and error.
    :raises NotFound: If a key is unknown; nothing is changed then.
    """
    files = tuple(unread)
    while True:
        epoch = catalog.head().epoch
        rows, raises_epoch = changed_rows(catalog, changes)
        if not rows:
            return False
        try:
            written = catalog.writing.set_access(
                rows, epoch=epoch, raises_epoch=raises_epoch, fence=fence, unread=files
            )
        except StoreError:
            if not lend(catalog.state):
                raise
            continue
        if written:
            keep_narrowed(catalog, rows)
            return True


@contextmanager
def shut_if_refused(catalog: Catalog, keys: Callable[[], Iterable[RevisionKey]]) -> Iterator[None]:
    """
    Let nobody read what was to leave where the block fails, as it does without room, and say so in the error.

    :param keys: Gives what was to leave; unknown keys are passed over.
    """
    try:
        yield
    except StoreError as error:
        with suppress(StoreError):  # what failed first is what is told
            changes = dict.fromkeys(catalog.access_of(keys()), AccessChange(at_most=()))
            write_access(catalog, changes, fence=None)
            error.message += "; nobody reads it from now on" if changes else ""
        raise


def changed_rows(catalog: Catalog, changes: Mapping[RevisionKey, AccessChange]) -> tuple[tuple[AccessRow, ...], bool]:
    """
    Return the access rows that the changes make different, and whether anybody gains or loses by them.

    :raises NotFound: If a key is unknown.
    """
    known = catalog.access_of(changes)
    for key in changes:
        if key not in known:
            raise NotFound("revision", key)
    after = {key: _after(known[key], change) for key, change in changes.items()}
    rows = tuple(row for key, row in after.items() if row != known[key])
    return rows, any(row.effective != known[row.key].effective for row in rows)


def _after(row: AccessRow, change: AccessChange) -> AccessRow:
    groups = row.groups if change.groups is None else tuple(sorted(set(change.groups)))
    override = row.override if change.override is None else tuple(sorted(set(change.override)))
    if change.clear_override:
        override = None
    effective = access.effective(groups, override)
    if change.groups is None and row.effective != access.effective(row.groups, row.override):
        effective = access.effective(effective, row.effective)  # it is about to leave
    if change.at_most is not None:
        effective = access.effective(effective, change.at_most)
    return replace(
        row,
        groups=groups,
        rule=row.rule if change.groups is None else change.rule,
        override=override,
        effective=effective,
        pending=row.pending or effective != row.effective,
    )


def coming_rows(
    catalog: Catalog,
    puts: Mapping[RevisionKey, Revision],
    *,
    live: Mapping[RevisionKey, LiveRow],
    removed: Set[RevisionKey],
    brought: Mapping[RevisionKey, tuple[str, ...]],
) -> tuple[tuple[AccessRow, ...], bool]:
    """
    Return the access rows that revisions change by coming, and whether anybody gains or loses by them.

    :param puts: What comes.
    :param live: The live rows of what comes and goes.
    :param removed: What goes.
    :param brought: Narrowing that comes along with some of them.
    """
    known = catalog.access_of(puts)
    inherited = _overrides(catalog, {key: puts[key] for key in puts if key not in live}, live, removed)
    rows = []
    raises = False
    for key, revision in puts.items():
        before = known.get(key)
        groups = tuple(sorted(set(revision.access)))
        override = before.override if before else None
        if override is None:
            override = inherited.get(key)
        if key in brought:
            override = brought[key] if override is None else access.effective(override, brought[key])
        effective = access.effective(groups, override)
        changes = before is not None and before.effective != effective
        raises |= changes
        row = AccessRow(
            key=key,
            tenant=revision.tenant,
            groups=groups,
            rule=revision.access_rule,
            override=override,
            effective=effective,
            pending=changes or (before is not None and before.pending),
        )
        if row != before:
            rows.append(row)
    return tuple(rows), raises


def _overrides(
    catalog: Catalog,
    coming: Mapping[RevisionKey, Revision],
    live: Mapping[RevisionKey, LiveRow],
    removed: Set[RevisionKey],
) -> dict[RevisionKey, tuple[str, ...]]:
    """
    Return the administrator's override that each new revision starts with, where there is one.

    It is that of the most recent live version of its document, or else of the revisions that leave with the same bytes:
    what was narrowed for a document holds for its next version and under its next name.
    """
    if not coming:
        return {}
    standing = catalog.live_of_documents((its.tenant, its.document_id) for its in coming.values())
    ordered = sorted(standing.values(), key=lambda row: (row.arrival, row.key))
    latest = {(row.tenant, row.document_id): [row.key] for row in ordered}
    leaving: dict[tuple[str, str], list[RevisionKey]] = {}
    for key in sorted(removed & live.keys()):
        leaving.setdefault((live[key].tenant, codec.decode_meta(live[key].meta).original), []).append(key)
    heirs: dict[RevisionKey, list[RevisionKey]] = {
        key: latest.get((its.tenant, its.document_id)) or leaving.get((its.tenant, its.original or "none"), [])
        for key, its in coming.items()
    }
    rows = catalog.access_of(each for old in heirs.values() for each in old)
    found: dict[RevisionKey, tuple[str, ...]] = {}
    for key, old in heirs.items():
        for row in (rows[each] for each in old if each in rows):
            if row.override is not None:
                found[key] = access.effective(row.override, found.get(key))
    return found
