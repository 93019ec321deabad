"""The part of the writing side that keeps a catalog small and honest over years: snapshots, shedding, purging."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import delete, exc, insert, text, update

from pincite.catalog import codec, tables
from pincite.catalog.connections import BUSY_S, store_error, translated
from pincite.catalog.engine import connect
from pincite.documents import OPEN, Sequence, digest
from pincite.errors import InputError, Locked, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Sequence as Items
    from pathlib import Path

    from sqlalchemy.engine import Connection

    from pincite.documents import ChunkId, DocumentId, RevisionKey, TenantId

__all__ = ["Goods", "Mark", "Shed", "SnapshotRow", "Upkeep"]


class SnapshotRow(NamedTuple):
    """A name for a state that was committed."""

    name: str
    generation: str
    sequence: Sequence
    at: str
    """When it was named, UTC, as an ISO text."""


class Mark(NamedTuple):
    """What keeps a purged revision out; digests only, so that it says nothing of what was purged."""

    tenant: TenantId
    document: str
    """Digest of the document's id."""
    key: str
    """Key of the revision; ``""`` where every version stays out, also one that is to come."""
    original: str
    """SHA-256 of its file; ``""`` where another document has the same."""
    text: str
    """Digest of its text; ``""`` where another document has the same, or it is too short to tell texts apart."""
    at: str


class Goods(NamedTuple):
    """Revision rows of one tenant, of any sequence."""

    tenant: TenantId
    rows: tuple[int, ...]
    keys: tuple[RevisionKey, ...]
    """In the order of ``rows``."""
    documents: tuple[DocumentId, ...]
    versions: tuple[str, ...]
    text_ids: tuple[int, ...]
    originals: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Shed:
    """What left the catalog."""

    points: dict[str, list[tuple[ChunkId, Sequence]]] = field(default_factory=dict)
    """Chunk and ``seq_from`` of each point, by generation."""
    n_revisions: int = 0
    n_texts: int = 0
    n_chunks: int = 0
    n_vectors: int = 0


class Upkeep:
    """
    Each call but :meth:`compact` is one transaction: whole or not at all.

    :param file: The SQLite file.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._engine = connect(file)

    def name_state(self, name: str) -> SnapshotRow:
        """
        Name the committed state.

        :raises InputError: If a snapshot has that name.
        """
        with self._transaction() as db:
            known = db.execute(text("SELECT sequence, at FROM snapshots WHERE name = :name"), {"name": name}).first()
            if known is not None:
                raise InputError(
                    f"there is a snapshot {name!r} already, of {known[1]}: choose another name, or delete that one",
                    name=name,
                )
            sequence, generation = db.execute(text("SELECT sequence, generation FROM head")).one()
            row = SnapshotRow(name, generation, sequence, _now())
            db.execute(insert(tables.snapshots).values(row._asdict()))
            return row

    def forget_state(self, name: str) -> None:
        """
        Take a snapshot's name away.

        :raises NotFound: If there is none of that name.
        """
        with self._transaction() as db:
            if not db.execute(delete(tables.snapshots).where(tables.snapshots.c.name == name)).rowcount:
                raise NotFound("snapshot", name)

    def shed(
        self, *, floor: Sequence, leased: Items[Sequence], fence: int, ids: Callable[[Iterable[object]], str]
    ) -> Shed:
        """
        Remove what no sequence needs: neither one from ``floor`` on, nor a leased one, nor a snapshot's.

        What the generation before has of documents that are live and unchanged stays, so that it can be gone back to.

        :param floor: The lowest sequence of those that stay whole.
        :param leased: Sequences that readers hold.
        :param fence: The writer's fencing number.
        :param ids: Gives one digest of ``(chunk id, seq_from)`` of points, whatever their order.
        :raises Locked: If a writer with a higher number came in between.
        """
        with self._transaction() as db:
            self._claim(db, fence)
            kept = {*leased, *(row[0] for row in db.execute(text("SELECT sequence FROM snapshots")))}
            stay = codec.encode_json(sorted(_of_previous(db)))
            asked = {"floor": floor, "kept": codec.encode_json(sorted(kept)), "stay": stay}
            shed = Shed()
            for generation, chunk, start in db.execute(text(f"SELECT generation, chunk_id, seq_from {_OLD}"), asked):
                shed.points.setdefault(generation, []).append((chunk, start))
            db.execute(text(f"DELETE {_OLD}"), asked)
            shed.n_revisions = db.execute(text(_OLD_REVISIONS), asked).rowcount
            _drop_strays(db, shed)
            if shed.points:
                _tell_anew(db, ids)
            return shed

    def purge(
        self, goods: Goods, marks: Items[Mark], *, fence: int, ids: Callable[[Iterable[object]], str], reason: str
    ) -> Shed:
        """
        Remove revisions from every sequence, and put them on the purge list.

        An administrator's narrowing stays, under the digest that it is kept by.

        :param reason: What the files that held them are noted with.
        :raises Locked: If a writer with a higher number came in between.
        """
        with self._transaction() as db:
            db.execute(text("PRAGMA secure_delete = ON"))
            self._claim(db, fence)
            db.execute(update(tables.head).values(epoch=tables.head.c.epoch + 1))
            rows = {"rows": codec.encode_json(goods.rows), "keys": codec.encode_json(goods.keys)}
            shed = Shed(n_revisions=len(goods.rows))
            for generation, chunk, start in db.execute(text(f"SELECT generation, chunk_id, seq_from {_THEIRS}"), rows):
                shed.points.setdefault(generation, []).append((chunk, start))
            db.execute(text(f"DELETE {_THEIRS}"), rows)
            for statement in _PURGE:
                db.execute(text(statement), rows)
            _drop_strays(db, shed)
            _tell_anew(db, ids)
            _note_files(db, goods, reason)
            self._mark(db, marks)
            return shed

    def list_purged(self, marks: Items[Mark]) -> None:
        """Put marks on the purge list; those that stand there stay as they are."""
        with self._transaction() as db:
            self._mark(db, marks)

    def readmit(self, marks: Iterable[Mark]) -> None:
        """Take marks off the purge list."""
        with self._transaction() as db:
            for mark in marks:
                db.execute(text(_READMIT), mark._asdict())

    def raise_arrival(self, to: int) -> None:
        """Let what comes from now on arrive after a number."""
        head = tables.head
        with self._transaction() as db:
            db.execute(update(head).where(head.c.arrival < to).values(arrival=to))

    def forget_stamps(self) -> None:
        """Let every file be read again by the next sync."""
        with self._transaction() as db:
            db.execute(update(tables.files).values(stamp=""))

    def compact(self) -> bool:
        """
        Give room back to the disk, and leave nothing of removed rows in the catalog's files.

        :returns: Whether the log is empty now; not while another process reads.
        """
        with translated(self._file), closing(sqlite3.connect(self._file, timeout=BUSY_S, isolation_level=None)) as db:
            db.execute("PRAGMA secure_delete = ON")
            db.execute("VACUUM")
            busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def close(self) -> None:
        """Release the file."""
        self._engine.dispose()

    def _mark(self, db: Connection, marks: Items[Mark]) -> None:
        if marks:
            db.execute(insert(tables.purged).prefix_with("OR IGNORE"), [mark._asdict() for mark in marks])

    def _claim(self, db: Connection, fence: int) -> None:
        head = tables.head
        if db.execute(update(head).where(head.c.fence <= fence).values(fence=fence)).rowcount != 1:
            raise Locked(
                f"another process wrote to {self._file}, which this one held: close the corpus and open it again",
                path=str(self._file),
            )

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as db:
                yield db
        except exc.DBAPIError as error:
            raise store_error(error.orig or error, self._file) from error


_OLD: Final = """
    FROM points WHERE seq_to <= :floor AND revision_row NOT IN (SELECT value FROM json_each(:stay))
    AND NOT EXISTS (SELECT 1 FROM json_each(:kept) AS k WHERE points.seq_from <= k.value AND k.value < points.seq_to)"""
_OLD_REVISIONS: Final = """
    DELETE FROM revisions WHERE seq_to <= :floor AND id NOT IN (SELECT value FROM json_each(:stay))
    AND NOT EXISTS (
        SELECT 1 FROM json_each(:kept) AS k WHERE revisions.seq_from <= k.value AND k.value < revisions.seq_to
    )
    AND NOT EXISTS (SELECT 1 FROM points AS p WHERE p.revision_row = revisions.id)"""
_SPACES: Final = """
    SELECT g.space_id FROM generations AS g
    WHERE g.id IN (SELECT generation FROM head) OR g.id IN (SELECT generation FROM staging)
    OR EXISTS (SELECT 1 FROM points AS p WHERE p.generation = g.id)"""
_THEIRS: Final = "FROM points WHERE revision_row IN (SELECT value FROM json_each(:rows))"
_NARROWED: Final = "SELECT key FROM access WHERE override IS NOT NULL"
_PURGE: Final = (
    "DELETE FROM revisions WHERE id IN (SELECT value FROM json_each(:rows))",
    "DELETE FROM readers WHERE key IN (SELECT value FROM json_each(:keys))",
    f"DELETE FROM access WHERE key IN (SELECT value FROM json_each(:keys)) AND key NOT IN ({_NARROWED})",
    """UPDATE access SET groups = '[]', rule = '', effective = '[]', pending = 0
       WHERE key IN (SELECT value FROM json_each(:keys))""",
)
_BEFORE: Final = """
    SELECT r.id, r.key, r.text_id, r.meta, l.text_id, l.meta
    FROM head AS h JOIN generations AS g ON g.id = h.generation
    JOIN revisions AS l ON l.seq_from <= h.sequence AND h.sequence < l.seq_to
    JOIN revisions AS r ON r.key = l.key AND r.id <> l.id
    WHERE g.previous <> '' AND EXISTS (
        SELECT 1 FROM points AS p WHERE p.revision_row = r.id AND p.generation = g.previous
    )
    ORDER BY r.seq_from"""
_FILES_OF: Final = """
    SELECT f.source, f.path, f.revisions FROM files AS f JOIN sources AS s ON s.name = f.source
    WHERE s.tenant = :tenant"""
_STRAY_CHUNKS: Final = "SELECT id FROM chunks AS c WHERE NOT EXISTS (SELECT 1 FROM points WHERE chunk_row = c.id)"
_STRAY_ACCESS: Final = f"""
    SELECT key FROM access WHERE key NOT IN (SELECT key FROM revisions) AND key NOT IN ({_NARROWED})"""
_READMIT: Final = """
    DELETE FROM purged WHERE tenant = :tenant AND document = :document AND key = :key
    AND original = :original AND text = :text"""


def _of_previous(db: Connection) -> set[int]:
    """Return the rows that the generation before last had of revisions that are live and say the same."""
    latest: dict[str, int] = {}
    for row, key, text_id, meta, live_text, live_meta in db.execute(text(_BEFORE)):
        latest.pop(key, None)
        file = codec.decode_meta(meta).original
        if text_id == live_text or (file and file == codec.decode_meta(live_meta).original):
            latest[key] = row
    return set(latest.values())


def _drop_strays(db: Connection, shed: Shed) -> None:
    """Remove what no revision and no point refers to any more."""
    db.execute(text(f"DELETE FROM identifiers WHERE chunk_row IN ({_STRAY_CHUNKS})"))
    shed.n_chunks += db.execute(text(f"DELETE FROM chunks WHERE id IN ({_STRAY_CHUNKS})")).rowcount
    shed.n_texts += db.execute(text("DELETE FROM texts WHERE id NOT IN (SELECT text_id FROM revisions)")).rowcount
    db.execute(text(f"DELETE FROM readers WHERE key IN ({_STRAY_ACCESS})"))
    db.execute(text(f"DELETE FROM access WHERE key IN ({_STRAY_ACCESS})"))
    shed.n_vectors += _drop_vectors(db)


def _drop_vectors(db: Connection) -> int:
    """Remove the vectors of texts that no chunk of their tenant has, and of spaces that no point is in any more."""
    used: set[tuple[str, str]] = set()
    for tenant, data in db.execute(text("SELECT tenant, data FROM chunks")):
        stored = codec.decode_chunk(data)
        used |= {(tenant, digest("embedded", each)) for each in (stored.indexed, *(u.text for u in stored.units))}
    spaces = {row[0] for row in db.execute(text(_SPACES))}
    found = db.execute(text("SELECT id, tenant, space, text FROM vectors")).fetchall()
    stray = [row for row, tenant, space, each in found if (tenant, each) not in used or space not in spaces]
    db.execute(
        text("DELETE FROM vectors WHERE id IN (SELECT value FROM json_each(:stray))"),
        {"stray": codec.encode_json(stray)},
    )
    return len(stray)


def _tell_anew(db: Connection, ids: Callable[[Iterable[object]], str]) -> None:
    """Note anew what each commit did to the points that are left: their numbers and digests."""
    opened: dict[tuple[str, int], list[tuple[str, int]]] = {}
    closed: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for generation, chunk, start, end in db.execute(text("SELECT generation, chunk_id, seq_from, seq_to FROM points")):
        opened.setdefault((generation, start), []).append((chunk, start))
        if end != OPEN:
            closed.setdefault((generation, end), []).append((chunk, start))
    known = db.execute(text("SELECT generation, sequence FROM commits")).fetchall()
    values = []
    for each in map(tuple, known):
        ours, theirs = opened.get(each, []), closed.get(each, [])
        told = {"n_opened": len(ours), "opened": ids(ours), "n_closed": len(theirs), "closed": ids(theirs)}
        values.append({"generation": each[0], "sequence": each[1], **told})
    db.execute(
        text("""
        UPDATE commits SET n_opened = :n_opened, opened = :opened, n_closed = :n_closed, closed = :closed
        WHERE generation = :generation AND sequence = :sequence"""),
        values,
    )


def _note_files(db: Connection, goods: Goods, reason: str) -> None:
    """Note that files hold nothing of what was purged, so that the next sync looks at them again."""
    gone = {*zip(goods.documents, goods.versions, strict=True)}
    for source, path, held in db.execute(text(_FILES_OF), {"tenant": goods.tenant}).fetchall():
        pairs = codec.decode_pairs(held)
        if gone.intersection(pairs):
            values = {"revisions": codec.encode_json([pair for pair in pairs if pair not in gone])}
            noted = {**values, "stamp": "", "digest": "", "reason": reason, "error": "Purged"}
            where = (tables.files.c.source == source) & (tables.files.c.path == path)
            db.execute(update(tables.files).where(where).values(noted))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
