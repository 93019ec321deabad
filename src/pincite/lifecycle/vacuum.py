"""Removes what no reader, snapshot or rule needs any more, and gives the room back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, cast

from pincite.documents import point_id
from pincite.errors import InputError
from pincite.lifecycle.leases import alone
from pincite.lifecycle.migrating import migrating
from pincite.lifecycle.points import combined
from pincite.lifecycle.room import has_room_again

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pincite.catalog import Catalog
    from pincite.documents import ChunkId, Sequence
    from pincite.lifecycle.store import Store

__all__ = ["Vacuumed", "digest_of_points", "size_of", "vacuum"]

_CHURN: Final = 0.01
"""Share of removed points from which the index is written anew: the engine's own housekeeping leaves it slow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vacuumed:
    """What was removed."""

    n_revisions: int
    """Revisions of older sequences."""
    n_points: int
    n_texts: int
    n_vectors: int
    n_originals: int
    rebuilt: bool
    """Whether the index was written anew."""
    bytes_before: int
    """What the state folder takes on the disk."""
    bytes_after: int
    n_snapshots: int
    """Snapshots whose content was kept."""
    n_readers: int
    """Older states that readers hold, whose content was kept."""


def vacuum(store: Store, *, keep_days: float = 0, wait_s: float = 10.0) -> Vacuumed:
    """
    Remove what neither the present state nor a snapshot, a reader or the last ``keep_days`` need, and compact.

    :param keep_days: How long what was replaced or deleted is kept, in days, from 0.
    :param wait_s: How long to wait for readers in other processes, in seconds.
    :raises InputError: If ``keep_days`` is negative.
    :raises Locked: If another process holds the index, still reads, or is migrating the corpus.
    """
    if keep_days < 0:
        raise InputError(f"keep_days is {keep_days}: expected 0 or more days", keep_days=keep_days)
    catalog = store.catalog
    before = size_of(catalog.state)
    with store.changing() as (index, fence), migrating(catalog.state), alone(catalog.state, wait_s=wait_s):
        leased = store.leased()
        shed = catalog.upkeep.shed(floor=_floor(catalog, keep_days), leased=leased, fence=fence, ids=digest_of_points)
        head = catalog.head()
        gone = shed.points.get(head.generation, [])
        n_all = index.count()
        rebuilt = len(gone) > _CHURN * n_all and has_room_again(catalog, store.generation)
        if gone and not rebuilt:
            index.remove([point_id(chunk, start) for chunk, start in gone])
            index.flush()
            index.optimize()
        n_originals = catalog.originals.sweep((each.tenant, each.meta.original) for each in catalog.stated())
        if rebuilt:
            store.rebuild()
        catalog.upkeep.compact()
    return Vacuumed(
        n_revisions=shed.n_revisions,
        n_points=sum(map(len, shed.points.values())),
        n_texts=shed.n_texts,
        n_vectors=shed.n_vectors,
        n_originals=n_originals,
        rebuilt=rebuilt,
        bytes_before=before,
        bytes_after=size_of(catalog.state),
        n_snapshots=len(catalog.snapshots()),
        n_readers=sum(each < head.sequence for each in leased),
    )


def digest_of_points(points: Iterable[object]) -> str:
    """Return one digest of points, each ``(chunk id, seq_from)``, as the log of commits keeps it."""
    return combined(point_id(chunk, start) for chunk, start in cast("Iterable[tuple[ChunkId, Sequence]]", points))


def size_of(folder: Path) -> int:
    """Return the bytes that the files of a folder take on the disk; those that vanish meanwhile count nothing."""
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.stat().st_blocks * 512 if file.is_file() else 0
        except FileNotFoundError:
            continue
    return total


def _floor(catalog: Catalog, keep_days: float) -> Sequence:
    head = catalog.head().sequence
    if not keep_days:
        return head
    return min(head, catalog.sequence_at(datetime.now(UTC) - timedelta(days=keep_days)))
