"""Works out what a change of access writes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pincite import access
from pincite.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.catalog import AccessRow, Catalog
    from pincite.documents import RevisionKey
    from pincite.lifecycle.changes import AccessChange

__all__ = ["changed_rows"]


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
    return replace(
        row,
        groups=groups,
        rule=row.rule if change.groups is None else change.rule,
        override=override,
        effective=effective,
        pending=row.pending or effective != row.effective,
    )
