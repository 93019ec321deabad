"""Whether the files of a corpus are whole and agree with one another."""

from __future__ import annotations

import fcntl
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

from pincite.catalog import codec
from pincite.catalog.connections import FILE, connect_reader, store_error
from pincite.catalog.schema import schema_of
from pincite.documents import OPEN
from pincite.errors import Locked, Missing, NotFound, SpaceMismatch, StoreError, Torn
from pincite.lifecycle.asides import clear_left_over, left_over
from pincite.lifecycle.doctor.finding import finding, unreadable
from pincite.lifecycle.holder import read_holder
from pincite.lifecycle.purging import announced

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pincite.catalog import Catalog
    from pincite.documents import PointState, RevisionKey, TenantId
    from pincite.lifecycle.doctor.finding import Finding
    from pincite.protocols import Index

__all__ = [
    "broken_index",
    "damaged_originals",
    "examine_catalog",
    "examine_index",
    "examine_originals",
    "examine_purges",
    "examine_traces_left",
    "left_behind",
    "remove_traces_left",
]

_RESTORE: Final = (
    "type pincite restore FILE with a backup: the damaged state is moved aside; or move the state folder away and type "
    "pincite sync"
)
_STORED: Final = """
    SELECT r.document_id, r.meta, CAST(t.text AS BLOB), t.blocks
    FROM revisions AS r JOIN texts AS t ON t.id = r.text_id"""
_CHUNKS: Final = """
    SELECT DISTINCT r.document_id, c.data
    FROM points AS p JOIN revisions AS r ON r.id = p.revision_row JOIN chunks AS c ON c.id = p.chunk_row"""
_MEND: Final = "type pincite doctor --fix, or pincite rebuild"
_LEFT: Final = ("*.part", ".*.part", "*.tmp", "originals/*/.*.part", "traces/*.tmp", "index/.*.part")


def examine_catalog(state: Path) -> Iterator[Finding]:
    """
    Yield what SQLite finds wrong with the catalog's file, or why it cannot look.

    :raises Locked: If another process keeps it locked.
    """
    file = state / FILE
    if _never_filled(state):
        yield from finding(
            "unfinished-sync",
            [f"{file} has no tables yet, and nothing was taken in before"],
            what="The first sync was cut off before it took anything in, or has just begun; nothing is lost.",
            fix="type pincite sync; pincite doctor --fix makes the tables",
            mends=True,
        )
        return
    try:
        with closing(connect_reader(file)) as db:
            told = [row[0] for row in db.execute("PRAGMA integrity_check(20)")]
            loose = db.execute("PRAGMA foreign_key_check").fetchall()
            torn = sorted(set(_torn(db)))
    except sqlite3.Error as error:
        fault = store_error(error, file)
        if isinstance(fault, Locked):
            raise fault from error
        if not isinstance(fault, Torn):
            yield from unreadable("catalog", fault)
            return
        told, loose, torn = [str(fault)], [], []
    bad = [each for each in told if each != "ok"]
    yield from finding("broken-catalog", bad, what="The catalog's file is damaged.", fix=_RESTORE)
    yield from finding(
        "broken-catalog",
        [f"{table} row {row} points to no {other}" for table, row, other, _ in loose],
        what="Rows of the catalog point to rows that are not there.",
        fix=_RESTORE,
    )
    yield from finding(
        "broken-catalog", torn, what="Texts of documents, or what is stated of them, are damaged.", fix=_RESTORE
    )


def _never_filled(state: Path) -> bool:
    """Tell whether the catalog has no tables, and nobody has ever held the index that is made after them."""
    try:
        return schema_of(state / FILE) is None and read_holder(state) is None
    except StoreError:  # told by the look that follows
        return False


def _torn(db: sqlite3.Connection) -> Iterator[str]:
    """Yield the id of each document whose text, or what is stated of it, is not what was written."""
    for document, meta, text, blocks in db.execute(_STORED):
        try:
            codec.decode_meta(meta)
            codec.decode_blocks(blocks)
            text.decode("utf-8")
        except (Torn, UnicodeDecodeError):
            yield document
    for document, chunk in db.execute(_CHUNKS):
        try:
            codec.decode_chunk(chunk)
        except Torn:
            yield document


def left_behind(state: Path) -> Iterator[Finding]:
    """Yield the lock of a process that ended without giving the corpus back."""
    holder = read_holder(state)
    if holder is None or holder.released is not None:
        return
    try:
        with (state / "holder.lock").open("ab") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # somebody holds it now
        return
    yield from finding(
        "lock-left-behind",
        [f"process {holder.pid} on {holder.host} ({holder.command}, since {holder.since})"],
        what="A process ended without giving the corpus back; what it left unfinished is taken back at the next use.",
        fix="type pincite doctor --fix, or any command that searches",
        mends=True,
    )


def broken_index(error: StoreError) -> Iterator[Finding]:
    """Yield that the index is damaged, or where it is not, why it cannot be looked at."""
    if not isinstance(error, Torn | Missing | SpaceMismatch):
        yield from unreadable("index", error)
        return
    yield from finding("broken-index", [error], what="The index cannot be read.", fix=_MEND, mends=True)


def examine_index(catalog: Catalog, index: Index | None, *, generation: str) -> Iterator[Finding]:
    """
    Yield how the index differs from what the catalog says, point by point.

    :param index: As it stands, not recovered; ``None`` where it is lost.
    """
    rows = {row.point_id: row for row in catalog.points(generation)}
    try:
        held = {state.point_id: state for state in index.states()} if index is not None else {}
    except Locked:
        raise
    except StoreError as error:
        yield from broken_index(error)
        return
    orphans = held.keys() - rows.keys()
    yield from finding(
        "orphan-points", sorted(orphans), what="The index holds points that no commit knows.", fix=_MEND, mends=True
    )
    lacking = rows.keys() - held.keys()
    yield from finding(
        "missing-points",
        sorted({rows[each].key for each in lacking}),
        n=len(lacking),
        what="The index lacks points of committed documents.",
        fix=_MEND,
        mends=True,
    )
    wrong = [each for each, row in rows.items() if each in held and held[each].seq_to != row.seq_to]
    open_ends = sum(rows[each].seq_to == OPEN for each in wrong)
    yield from finding(
        "wrong-ends",
        wrong,
        what=f"Points of the index end at another state than the catalog says ({open_ends} of them should be open).",
        fix=_MEND,
        mends=True,
    )
    yield from finding(
        "wrong-readers",
        _regrouped(catalog, held.values()),
        what="Points of the index name other readers than the catalog; who may read is checked there, counts are not.",
        fix=_MEND,
        mends=True,
    )


def _regrouped(catalog: Catalog, held: Iterable[PointState]) -> list[RevisionKey]:
    carried: dict[RevisionKey, set[tuple[str, ...]]] = {}
    for state in held:
        carried.setdefault(state.revision, set()).add(tuple(sorted(state.groups)))
    known, pending = catalog.access_of(carried), catalog.unsettled()
    return sorted(key for key, row in known.items() if key not in pending and carried[key] != {row.effective})


def damaged_originals(catalog: Catalog) -> Iterator[tuple[TenantId, str, str, str]]:
    """Yield tenant, SHA-256, path and fault of each original that is gone or no longer what it is named for."""
    seen = set()
    for stated in catalog.stated():
        place = (stated.tenant, stated.meta.original)
        if not stated.meta.original or place in seen:
            continue
        seen.add(place)
        try:
            catalog.original(*place)
        except NotFound:
            yield *place, stated.meta.path, "is gone"
        except Torn:
            yield *place, stated.meta.path, "has other bytes than it is named for"


def examine_originals(catalog: Catalog) -> Iterator[Finding]:
    """Yield the originals that are gone or damaged."""
    yield from finding(
        "damaged-originals",
        [f"{path} {fault}" for _, _, path, fault in damaged_originals(catalog)],
        what="Kept originals are gone or damaged; their text is not.",
        fix="type pincite doctor --fix, which takes them from their sources where those still have the same bytes; or "
        "restore a backup",
        mends=True,
    )


def examine_traces_left(state: Path, home: Path) -> Iterator[Finding]:
    """
    Yield files that writes which were cut off left behind, and folders that killed restores did.

    :param home: The corpus folder, where the state folder stands elsewhere.
    """
    restores = [folder.name for place in _homes(state, home) for folder in left_over(place)]
    yield from finding(
        "leftover-files",
        [*(file.relative_to(state) for file in _left(state)), *restores],
        what="Writes that were cut off left files behind.",
        fix="type pincite doctor --fix",
        mends=True,
    )


def examine_purges(state: Path) -> Iterator[Finding]:
    """Yield the purges that were cut off; only while no other process holds the corpus, which may be at one."""
    yield from finding(
        "unfinished-purge",
        [each.document for each in announced(state)],
        what="A purge was cut off: what was purged stays out, but parts of it may be on the disk still.",
        fix="type pincite doctor --fix, or pincite sync, which finishes it first",
        mends=True,
    )


def remove_traces_left(state: Path, home: Path) -> None:
    """Remove them; only under the hold on the corpus."""
    for file in _left(state):
        file.unlink(missing_ok=True)
    for place in _homes(state, home):
        clear_left_over(place)


def _homes(state: Path, home: Path) -> list[Path]:
    """Return the folders in which restores may have left something."""
    return sorted({state.parent.resolve(), home.resolve()})


def _left(state: Path) -> list[Path]:
    found = {file for pattern in _LEFT for file in state.glob(pattern)}
    return sorted(found)
