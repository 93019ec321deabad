"""The writing side of the catalog: each call is one transaction."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from sqlalchemy import bindparam, delete, exc, insert, select, text, update
from sqlalchemy.dialects.sqlite import insert as upsert

from pincite.catalog import codec, schema, tables
from pincite.catalog.connections import BUSY_S, store_error, translated
from pincite.catalog.engine import connect
from pincite.catalog.entries import NewText
from pincite.documents import OPEN
from pincite.errors import Locked
from pincite.installed import version_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Sequence as Items
    from pathlib import Path

    from numpy.typing import NDArray
    from sqlalchemy import Table
    from sqlalchemy.engine import Connection

    from pincite.catalog.entries import CommitEntry, Opening
    from pincite.catalog.rows import AccessRow, FileRow
    from pincite.documents import Generation, RevisionKey, Sequence, TenantId

__all__ = ["Writing", "generation_values", "write_revisions"]

Values = dict[str, Any]


class Writing:
    """
    Writes whole or not at all.

    :param file: The SQLite file.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._engine = connect(file)

    def create(self, generation: Generation, *, parts: Mapping[str, str]) -> None:
        """
        Make every table and the empty state of a corpus that is built as ``generation`` says.

        :param parts: What the generation is made of, in words.
        """
        with self.transaction() as db:
            schema.migrate(db)
            db.execute(insert(tables.generations).values(generation_values(generation, parts)))
            start = {"id": 1, "sequence": 0, "epoch": 0, "arrival": 0, "fence": 0}
            db.execute(insert(tables.head).values(**start, generation=generation.id))

    def commit(self, entry: CommitEntry, *, fence: int) -> bool:
        """
        Write a commit: the one instant at which all of it becomes visible.

        :param fence: The writer's fencing number.
        :returns: False where who may read was changed since it was worked out; nothing is written then.
        :raises Locked: If a writer with a higher number, or another commit, came in between.
        """
        with self.transaction() as db:
            if entry.epoch not in (None, _epoch(db)):
                return False
            arrival = self._claim(db, entry, fence)
            if entry.moves:
                write_revisions(db, entry, arrival)
                _insert(db, tables.commits, [_commit_values(entry)])
            _write_access(db, entry.access)
            _write_sources(db, entry)
            return True

    def set_access(
        self,
        rows: Items[AccessRow],
        *,
        epoch: int,
        raises_epoch: bool,
        fence: int | None,
        unread: Items[FileRow] = (),
    ) -> bool:
        """
        Write who may read some revisions from now on.

        :param epoch: The access epoch at which the rows were worked out.
        :param raises_epoch: Whether anybody gains or loses by it.
        :param fence: The writer's fencing number; ``None`` for one without the hold, who always raises the epoch, so
            that the holder notices.
        :param unread: Files to note as not taken in, with their reasons; one that is noted so keeps its own.
        :returns: False where who may read was changed since; nothing is written then.
        :raises Locked: If a writer with a higher number came in between.
        """
        head = tables.head
        with self.transaction() as db:
            if _epoch(db) != epoch:
                return False
            values = {"epoch": head.c.epoch + int(raises_epoch or fence is None)}
            raised = update(head).values(values)
            if fence is not None:
                raised = raised.where(head.c.fence <= fence).values(fence=fence)
            self._require_one(db.execute(raised).rowcount)
            _write_access(db, rows)
            _write_unread(db, unread)
            return True

    def settle(self, groups: Mapping[RevisionKey, tuple[str, ...]]) -> None:
        """Note that the points of these revisions carry these groups; access that changed since stays pending."""
        access = tables.access
        same = (access.c.key == bindparam("of_key")) & (access.c.effective == bindparam("carried"))
        values = [{"of_key": key, "carried": codec.encode_json(carried)} for key, carried in groups.items()]
        with self.transaction() as db:
            if values:
                db.execute(update(access).where(same).values(pending=False), values)

    def save_vectors(self, tenant: TenantId, space: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """
        Keep vectors as 16-bit floats; a text that has one already keeps it.

        :param space: Id of the embedding space.
        :param vectors: By digest of the embedded text.
        """
        rows = [
            {"tenant": tenant, "space": space, "text": digest, "vector": np.asarray(vector, dtype="<f2").tobytes()}
            for digest, vector in vectors.items()
        ]
        with self.transaction() as db:
            if rows:
                db.execute(upsert(tables.vectors).on_conflict_do_nothing(), rows)

    def fold(self) -> None:
        """Bring what the log holds into the file, as far as nobody reads it, so that it takes the same room again."""
        with translated(self._file), closing(sqlite3.connect(self._file, timeout=BUSY_S, isolation_level=None)) as db:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def close(self) -> None:
        """Release the file."""
        self._engine.dispose()

    def _claim(self, db: Connection, entry: CommitEntry, fence: int) -> int:
        """Take the entry's sequence, and return the number of revisions that arrived before it."""
        head = tables.head
        new = sum(opening.arrival is None for opening in entry.openings)
        taken = (
            update(head)
            .where(
                head.c.sequence == entry.sequence - 1,
                head.c.generation == entry.generation,
                head.c.fence <= fence,
            )
            .values(
                sequence=entry.sequence if entry.moves else head.c.sequence,
                epoch=head.c.epoch + int(entry.raises_epoch),
                arrival=head.c.arrival + new,
                fence=fence,
            )
        )
        self._require_one(db.execute(taken).rowcount)
        return int(db.execute(select(head.c.arrival)).scalar_one()) - new

    def _require_one(self, n_changed: int) -> None:
        if n_changed != 1:
            raise Locked(
                f"another process wrote to {self._file}, which this one held: close the corpus and open it again",
                path=str(self._file),
            )

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Give a connection whose statements land whole or not at all."""
        try:
            with self._engine.begin() as db:
                yield db
        except exc.DBAPIError as error:
            raise store_error(error.orig or error, self._file) from error


def _epoch(db: Connection) -> int:
    return int(db.execute(select(tables.head.c.epoch)).scalar_one())


def generation_values(generation: Generation, parts: Mapping[str, str]) -> Values:
    """
    Return the row of a generation.

    :param parts: What it is made of, in words; empty where that is not known.
    """
    return {
        "id": generation.id,
        "parser": generation.parser,
        "chunker": generation.chunker,
        "analyzer": generation.analyzer,
        "space": msgspec.json.encode(generation.space).decode(),
        "space_id": generation.space.id,
        "created": _now(),
        "parts": codec.encode_json(parts),
        "made_by": version_of("pincite"),
    }


def write_revisions(db: Connection, entry: CommitEntry, arrived: int) -> range:
    """
    Write what a commit opens and closes, and return the numbers of the rows that open, in its order.

    :param arrived: How many revisions came before it.
    """
    text_ids = _write_texts(db, entry.openings)
    first = _next_id(db, tables.revisions)
    rows, carried, chunks, points, identifiers = [], [], [], [], []
    chunk_row = _next_id(db, tables.chunks)
    for row, opening in enumerate(entry.openings, first):
        arrived += opening.arrival is None
        rows.append(_revision_values(opening, row, arrived, entry.sequence, text_ids))
        if isinstance(opening.chunks, int):
            carried.append({"new_row": row, "old_row": opening.chunks})
            continue
        for chunk in opening.chunks:
            where = {"chunk_id": chunk.chunk_id, "chunk_row": chunk_row}
            chunks.append(
                {
                    "id": chunk_row,
                    "tenant": opening.tenant,
                    "chunk_id": chunk.chunk_id,
                    "ordinal": chunk.ordinal,
                    "data": chunk.data,
                }
            )
            points.append({**where, "revision_row": row})
            identifiers += [
                {"tenant": opening.tenant, "key": key, "kind": kind, "chunk_row": chunk_row}
                for key, kind in sorted(chunk.identifiers)
            ]
            chunk_row += 1
    same = {"generation": entry.generation, "seq_from": entry.sequence, "seq_to": OPEN}
    _insert(db, tables.revisions, rows)
    _insert(db, tables.governs, [said for row in rows for said in _governs(row)])
    _insert(db, tables.chunks, chunks)
    _insert(db, tables.identifiers, identifiers)
    _insert(db, tables.points, [{**point, **same} for point in points])
    if carried:
        db.execute(_CARRY, [{**each, **same} for each in carried])
    _close(db, entry)
    return range(first, first + len(rows))


_CARRY = text("""
    INSERT INTO points (generation, chunk_id, seq_from, seq_to, revision_row, chunk_row)
    SELECT generation, chunk_id, :seq_from, :seq_to, :new_row, chunk_row
    FROM points WHERE revision_row = :old_row AND generation = :generation""")


def _close(db: Connection, entry: CommitEntry) -> None:
    rows = [{"of_row": row} for row in entry.closings]
    revisions, points = tables.revisions.c, tables.points.c
    if rows:
        db.execute(
            update(tables.revisions).where(revisions.id == bindparam("of_row")).values(seq_to=entry.sequence), rows
        )
        db.execute(
            update(tables.points).where(points.revision_row == bindparam("of_row")).values(seq_to=entry.sequence), rows
        )


def _write_texts(db: Connection, openings: Iterable[Opening]) -> dict[tuple[str, str], int]:
    new = {(o.text.tenant, o.text.digest): o.text for o in openings if isinstance(o.text, NewText)}
    ids: dict[tuple[str, str], int] = {key: row for row, key in enumerate(new, _next_id(db, tables.texts))}
    _insert(
        db,
        tables.texts,
        [
            {
                "id": ids[key],
                "tenant": each.tenant,
                "digest": each.digest,
                "text": each.text,
                "n_characters": len(each.text),
                "blocks": each.blocks,
            }
            for key, each in new.items()
        ],
    )
    return ids


def _revision_values(
    opening: Opening, row: int, arrived: int, sequence: Sequence, text_ids: Mapping[tuple[str, str], int]
) -> Values:
    kept = opening.text
    return {
        "id": row,
        "key": opening.key,
        "tenant": opening.tenant,
        "document_id": opening.document_id,
        "version": opening.version,
        "topic": opening.topic,
        "text_id": kept if isinstance(kept, int) else text_ids[kept.tenant, kept.digest],
        "chunks": opening.chunks_digest,
        "n_chunks": opening.n_chunks,
        "meta": opening.meta,
        "effective": opening.effective and opening.effective.isoformat(),
        "expires": opening.expires and opening.expires.isoformat(),
        "arrival": arrived if opening.arrival is None else opening.arrival,
        "valid_from": opening.valid_from.isoformat(),
        "valid_to": opening.valid_to.isoformat(),
        "seq_from": sequence,
        "seq_to": OPEN,
    }


def _governs(row: Values) -> list[Values]:
    """Return what a revision says that decides over others, as the table has it."""
    meta = codec.decode_meta(row["meta"])
    same = {"revision_row": row["id"], "tenant": row["tenant"]}
    return [
        {**same, "kind": kind, "value": value}
        for kind, values in (("applies_to", meta.applies_to), ("supersedes", meta.supersedes))
        for value in dict.fromkeys(values)
    ]


def _commit_values(entry: CommitEntry) -> Values:
    names = ("generation", "sequence", "kind", "n_opened", "opened", "n_closed", "closed")
    return {name: getattr(entry, name) for name in names} | {"at": _now()}


def _write_access(db: Connection, rows: Items[AccessRow]) -> None:
    values = [
        {
            "key": row.key,
            "tenant": row.tenant,
            "groups": codec.encode_json(row.groups),
            "rule": row.rule,
            "override": None if row.override is None else codec.encode_json(row.override),
            "effective": codec.encode_json(row.effective),
            "pending": row.pending,
        }
        for row in rows
    ]
    if not values:
        return
    _replace(db, tables.access, values)
    of_key = tables.readers.c.key == bindparam("of_key")
    db.execute(delete(tables.readers).where(of_key), [{"of_key": row.key} for row in rows])
    _insert(db, tables.readers, [{"key": row.key, "reader": reader} for row in rows for reader in row.effective])


def _write_unread(db: Connection, rows: Items[FileRow]) -> None:
    files = tables.files.c
    its = (files.source == bindparam("of_source")) & (files.path == bindparam("of_path")) & (files.error == "")
    values = [{"of_source": r.source, "of_path": r.path, "why": r.reason, "kind": r.error} for r in rows]
    if values:
        noted: Values = {"reason": bindparam("why"), "error": bindparam("kind")}
        db.execute(update(tables.files).where(its).values(noted), values)


def _write_sources(db: Connection, entry: CommitEntry) -> None:
    files, sources = tables.files.c, tables.sources.c
    if entry.forgotten:
        gone = (files.source == bindparam("of_source")) & (files.path == bindparam("of_path"))
        db.execute(delete(tables.files).where(gone), [{"of_source": s, "of_path": p} for s, p in entry.forgotten])
    for name in entry.dropped_sources:
        db.execute(delete(tables.files).where(files.source == name))
        db.execute(delete(tables.sources).where(sources.name == name))
    _replace(
        db,
        tables.sources,
        [
            {
                "name": row.name,
                "tenant": row.tenant,
                "kind": row.kind,
                "location": row.location,
                "settings": codec.encode_json(row.settings),
            }
            for row in entry.sources
        ],
    )
    names = ("source", "path", "stamp", "digest", "reason", "error")
    _replace(
        db,
        tables.files,
        [
            {name: getattr(row, name) for name in names} | {"revisions": codec.encode_json(row.revisions)}
            for row in entry.files
        ],
    )


def _insert(db: Connection, table: Table, rows: list[Values]) -> None:
    if rows:
        db.execute(insert(table), rows)


def _replace(db: Connection, table: Table, rows: list[Values]) -> None:
    if not rows:
        return
    put = upsert(table)
    changed = {column.name: put.excluded[column.name] for column in table.columns if not column.primary_key}
    db.execute(put.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=changed), rows)


def _next_id(db: Connection, table: Table) -> int:
    given = db.execute(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name}).scalar()
    return int(given or 0) + 1


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
