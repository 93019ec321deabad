"""
What is told of generations, and the one that is built beside the one that readers use.

A revision of the generation that is being built stands in the same tables as every other, over the sequences
``[at, at + 1)`` with ``at`` far above every commit: no reader and no change comes across it, and whatever looks through
the tables for what is to be purged finds it. The switch makes ``at`` the sequence of the corpus.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from pincite.catalog import codec
from pincite.catalog.columns import RevisionColumns
from pincite.catalog.rows import PointSeed, RevisionState
from pincite.catalog.statements import REVISION_COLUMNS
from pincite.documents import OPEN, DocumentId, RevisionKey, Sequence, TenantId, digest
from pincite.errors import Locked, NotFound

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from collections.abc import Sequence as Items

    import numpy as np
    from numpy.typing import NDArray
    from sqlalchemy.engine import Connection

    from pincite.catalog.connections import Connections
    from pincite.catalog.entries import CommitEntry, Opening
    from pincite.catalog.writing import Writing
    from pincite.documents import ChunkId, Generation, Space

__all__ = ["AHEAD", "STATEMENTS", "Generations", "Kept", "MadeOf", "Staged", "Switch"]

AHEAD: Final = 2**20
"""How far above the last commit a generation is built; commits made meanwhile never get there."""

STATEMENTS: Final = {
    "MADE_OF": "SELECT parts, settings, made_by, previous, created FROM generations WHERE id = :generation",
    "AT": """
        SELECT r.seq_from FROM staging AS s JOIN revisions AS r ON r.id = s.revision_row
        WHERE s.generation = :generation LIMIT 1""",
    "STAGING": "SELECT DISTINCT generation FROM staging",
    "COUNT": "SELECT count(*) FROM staging WHERE generation = :generation",
    "N_LIVE": "SELECT count(*) FROM revisions WHERE seq_to = :open",
    "NOTES": """
        SELECT r.document_id, r.version, s.note FROM staging AS s JOIN revisions AS r ON r.id = s.revision_row
        WHERE s.generation = :generation AND s.note <> '' ORDER BY r.document_id, r.version""",
    "LACKING": """
        SELECT r.id FROM revisions AS r LEFT JOIN staging AS s ON s.generation = :generation AND s.source_row = r.id
        WHERE r.seq_to = :open AND s.source_row IS NULL ORDER BY r.id""",
    "STALE": """
        SELECT s.revision_row FROM staging AS s LEFT JOIN revisions AS r ON r.id = s.source_row AND r.seq_to = :open
        WHERE s.generation = :generation AND r.id IS NULL""",
    "STATES": f"""
        SELECT {REVISION_COLUMNS}
        FROM json_each(:rows) AS w CROSS JOIN revisions AS r ON r.id = w.value
        JOIN access AS a ON a.key = r.key JOIN texts AS t ON t.id = r.text_id""",
    "SEEDS_OF": """
        SELECT p.chunk_id, r.key, r.tenant, r.document_id, r.meta, a.effective, p.seq_from, p.seq_to,
            r.valid_from, r.valid_to, c.data, r.id
        FROM json_each(:rows) AS w
        CROSS JOIN revisions AS r ON r.id = w.value
        CROSS JOIN points AS p ON p.revision_row = r.id AND p.generation = :generation
        JOIN chunks AS c ON c.id = p.chunk_row JOIN access AS a ON a.key = r.key
        ORDER BY r.id, p.chunk_id""",
    "STAGED": "SELECT source_row, revision_row FROM staging WHERE generation = :generation ORDER BY revision_row",
    "KEPT": """
        SELECT l.id, r.id, r.text_id, r.meta, r.chunks, r.n_chunks, max(r.seq_from)
        FROM json_each(:rows) AS w
        CROSS JOIN revisions AS l ON l.id = w.value
        CROSS JOIN revisions AS r ON r.key = l.key AND r.id <> l.id AND r.seq_from < :below
        WHERE EXISTS (SELECT 1 FROM points AS p WHERE p.revision_row = r.id AND p.generation = :generation)
        GROUP BY l.id""",
    "N_VECTORS": "SELECT count(*) FROM vectors WHERE space = :space",
    "MISSHAPEN": "SELECT text FROM vectors WHERE space = :space AND length(vector) <> :size ORDER BY id",
    "DRAWN": """
        SELECT c.tenant, c.data FROM points AS p JOIN chunks AS c ON c.id = p.chunk_row
        WHERE p.generation = :generation AND p.seq_to = :open AND (p.chunk_row % :step) = :step - 1
        LIMIT :sample""",
    "N_OPEN": "SELECT count(*) FROM points WHERE generation = :generation AND seq_to = :open",
    "PROBES": "SELECT text, vector FROM probes WHERE space = :space",
}
"""The SQL of the reading side, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeOf:
    """What is told of a generation."""

    parts: Mapping[str, str] = field(default_factory=dict)
    """What decides what it is, in words; empty where that is not known."""
    settings: Mapping[str, object] = field(default_factory=dict)
    """The settings that made it where they were changed to make another; else empty."""
    made_by: str = ""
    """Version of Pincite; ``""`` where that is not known."""
    previous: str = ""
    """Id of the generation that it took over from; ``""`` for none."""
    created: str = ""
    """UTC, as an ISO text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """A live revision as the generation that is being built has it."""

    source: int
    """Number of the live row."""
    opening: Opening
    note: str = ""
    """What an administrator should know of it; ``""`` for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What an earlier generation still has of a revision that is live."""

    row: int
    text_id: int
    meta: bytes
    chunks_digest: str
    n_chunks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """One generation taking over from another."""

    old: str
    new: str
    sequence: Sequence
    """The committed one that the new generation was brought up to."""
    at: Sequence
    """The one at which the new generation is visible."""
    opened: tuple[int, str]
    """Number and digest of the points that open."""
    closed: tuple[int, str]
    """Number and digest of those that end."""
    stamps: tuple[tuple[str, str, str], ...] = ()
    """Source, path and new mark of files that the new generation has as their next reading would give them."""
    settings: Mapping[str, object] = field(default_factory=dict)
    """The settings of the old generation that are changed for the new one."""


class Generations:
    """
    The generations of a catalog.

    :param db: Reads.
    :param writing: Gives the writing side.
    """

    def __init__(self, db: Connections, writing: Callable[[], Writing]) -> None:
        self._db = db
        self._writing = writing

    def made_of(self, generation: str) -> MadeOf:
        """
        Return what is told of a generation.

        :raises NotFound: If there is none of this id.
        """
        rows = self._rows("MADE_OF", generation=generation)
        if not rows:
            raise NotFound("generation", generation)
        parts, settings, made_by, previous, created = rows[0]
        return MadeOf(
            parts={name: str(value) for name, value in codec.decode_mapping(parts or "{}").items()},
            settings=codec.decode_mapping(settings or "{}"),
            made_by=made_by,
            previous=previous,
            created=created,
        )

    def being_built(self) -> tuple[str, ...]:
        """Return the ids of the generations that were begun and are not used yet."""
        return tuple(row[0] for row in self._rows("STAGING"))

    def at(self, generation: str) -> Sequence | None:
        """Return the sequence that a generation is being built at, or ``None`` where nothing of it is there."""
        rows = self._rows("AT", generation=generation)
        return Sequence(rows[0][0]) if rows else None

    def n_staged(self, generation: str) -> int:
        """Return how many revisions of a generation that is being built are there."""
        return int(self._rows("COUNT", generation=generation)[0][0])

    def n_live(self) -> int:
        """Return how many revisions are live."""
        return int(self._rows("N_LIVE", open=OPEN)[0][0])

    def n_open(self, generation: str) -> int:
        """Return how many points of a generation are open."""
        return int(self._rows("N_OPEN", generation=generation, open=OPEN)[0][0])

    def notes(self, generation: str) -> tuple[tuple[str, str, str], ...]:
        """Return document, version and note of each revision that was staged with one."""
        return tuple((row[0], row[1], row[2]) for row in self._rows("NOTES", generation=generation))

    def lacking(self, generation: str) -> tuple[int, ...]:
        """Return the numbers of the live rows that the generation does not have yet."""
        return tuple(row[0] for row in self._rows("LACKING", generation=generation, open=OPEN))

    def stale(self, generation: str) -> tuple[int, ...]:
        """Return the numbers of its rows that were made of rows which are not live any more."""
        return tuple(row[0] for row in self._rows("STALE", generation=generation, open=OPEN))

    def staged(self, generation: str) -> tuple[tuple[int, int], ...]:
        """Return the live row and the row made of it, for each that was staged, in the order of staging."""
        return tuple((row[0], row[1]) for row in self._rows("STAGED", generation=generation))

    def states(self, rows: Iterable[int], read: Callable[[sqlite3.Connection, list[int]], Any]) -> list[RevisionState]:
        """
        Return revisions by the numbers of their rows.

        :param read: Gives texts and blocks by their numbers.
        """
        with self._db.snapshot() as connection:
            found = connection.execute(STATEMENTS["STATES"], {"rows": codec.encode_json(rows)})
            columns = [RevisionColumns.of(row) for row in found]
            bodies = read(connection, [each.text_id for each in columns])
        return [
            RevisionState(
                row=each.row,
                revision=each.revision(bodies[each.text_id]),
                valid_from=date.fromisoformat(each.valid_from),
                valid_to=date.fromisoformat(each.valid_to),
                seq_from=Sequence(each.seq_from),
                seq_to=Sequence(each.seq_to),
                arrival=each.arrival,
                effective_groups=codec.decode_list(each.effective),
            )
            for each in columns
        ]

    def seeds(self, generation: str, rows: Iterable[int]) -> Iterator[PointSeed]:
        """Yield what the points of revision rows are made of."""
        asked = {"generation": generation, "rows": codec.encode_json(rows)}
        with self._db.snapshot() as connection:
            for row in connection.execute(STATEMENTS["SEEDS_OF"], asked):
                stored = codec.decode_chunk(row[10])
                yield PointSeed(
                    chunk_id=row[0],
                    key=row[1],
                    tenant=TenantId(row[2]),
                    document_id=DocumentId(row[3]),
                    language=codec.decode_meta(row[4]).language,
                    groups=codec.decode_list(row[5]),
                    seq_from=Sequence(row[6]),
                    seq_to=Sequence(row[7]),
                    valid_from=date.fromisoformat(row[8]),
                    valid_to=date.fromisoformat(row[9]),
                    indexed=stored.indexed,
                    units=tuple(unit.text for unit in stored.units),
                )

    def points_of(self, generation: str, rows: Iterable[int]) -> tuple[tuple[ChunkId, Sequence, RevisionKey], ...]:
        """Return chunk, ``seq_from`` and revision of each point of revision rows."""
        found = self._rows("SEEDS_OF", generation=generation, rows=codec.encode_json(rows))
        return tuple((row[0], Sequence(row[6]), RevisionKey(row[1])) for row in found)

    def kept(self, generation: str, rows: Iterable[int], *, below: Sequence) -> dict[int, Kept]:
        """
        Return what an earlier generation still has of live revisions, by the numbers of their live rows.

        :param below: Only what came before this sequence.
        """
        found = self._rows("KEPT", generation=generation, rows=codec.encode_json(rows), below=below)
        return {
            live: Kept(row=row, text_id=text, meta=meta, chunks_digest=chunks, n_chunks=n)
            for live, row, text, meta, chunks, n, _ in found
        }

    def probes(self, space: str) -> dict[str, NDArray[np.float32]]:
        """
        Return the vectors that the probe texts had when the space was first used; empty where none are kept.

        *Shape:* each (dim,)
        """
        import numpy as np  # imported here: what only shows documents need not pay for it

        rows = self._rows("PROBES", space=space)
        return {text: np.frombuffer(vector, dtype="<f4").astype(np.float32) for text, vector in rows}

    def n_vectors(self, space: str) -> int:
        """Return how many vectors are kept in a space."""
        return int(self._rows("N_VECTORS", space=space)[0][0])

    def misshapen(self, space: Space) -> tuple[str, ...]:
        """Return the digests of texts whose vector has not as many dimensions as its space."""
        return tuple(row[0] for row in self._rows("MISSHAPEN", space=space.id, size=2 * space.dim))

    def drawn(self, generation: str, sample: int) -> tuple[tuple[TenantId, str, str], ...]:
        """
        Return tenant, digest and text of embedded texts of chunks that are spread over all that readers see.

        :param sample: How many texts at most, from 0.
        """
        step = max(1, self.n_open(generation) // max(1, sample))
        rows = self._rows("DRAWN", generation=generation, open=OPEN, step=step, sample=sample)
        texts = [(TenantId(tenant), codec.decode_chunk(data).indexed) for tenant, data in rows]
        return tuple((tenant, digest("embedded", text), text) for tenant, text in texts)

    def save_probes(self, space: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Keep the vectors of the probe texts; a text that has one in the space keeps it."""
        import numpy as np
        from sqlalchemy.dialects.sqlite import insert as upsert

        from pincite.catalog import tables

        rows = [
            {"space": space, "text": text, "vector": np.asarray(vector, dtype="<f4").tobytes()}
            for text, vector in vectors.items()
        ]
        with self._writing().transaction() as db:
            if rows:
                db.execute(upsert(tables.probes).on_conflict_do_nothing(), rows)

    def replace_vectors(self, space: str, vectors: Mapping[tuple[TenantId, str], NDArray[np.float32]]) -> None:
        """
        Keep vectors in place of those that their texts have.

        :param vectors: By tenant and digest of the embedded text.
        """
        import numpy as np
        from sqlalchemy.dialects.sqlite import insert as upsert

        from pincite.catalog import tables

        rows = [
            {"tenant": tenant, "space": space, "text": text, "vector": np.asarray(vector, dtype="<f2").tobytes()}
            for (tenant, text), vector in vectors.items()
        ]
        with self._writing().transaction() as db:
            put = upsert(tables.vectors)
            same = ["tenant", "space", "text"]
            if rows:
                db.execute(put.on_conflict_do_update(index_elements=same, set_={"vector": put.excluded.vector}), rows)

    def begin(self, generation: Generation, *, parts: Mapping[str, str]) -> None:
        """Note a generation that is to be built; one that is known gets the parts of now."""
        from sqlalchemy.dialects.sqlite import insert as upsert

        from pincite.catalog import tables
        from pincite.catalog.writing import generation_values

        values = generation_values(generation, parts)
        again = {name: values[name] for name in ("parts", "made_by")} if parts else {"parser": values["parser"]}
        with self._writing().transaction() as db:
            put = upsert(tables.generations).values(values)
            db.execute(put.on_conflict_do_update(index_elements=["id"], set_=again))

    def stage(self, generation: str, made: Items[Staged], *, at: Sequence) -> tuple[int, ...]:
        """Write revisions of the generation that is being built, and return the numbers of their rows."""
        from sqlalchemy import insert, update

        from pincite.catalog import tables
        from pincite.catalog.entries import CommitEntry
        from pincite.catalog.writing import write_revisions

        if not made:
            return ()
        openings = tuple(each.opening for each in made)
        entry: CommitEntry = CommitEntry(kind="migrate", sequence=at, generation=generation, openings=openings)
        with self._writing().transaction() as db:
            rows = write_revisions(db, entry, 0)
            ours = tables.revisions.c.id.between(rows.start, rows.stop - 1)
            db.execute(update(tables.revisions).where(ours).values(seq_to=at + 1))
            values = [
                {"generation": generation, "source_row": each.source, "revision_row": row, "note": each.note}
                for each, row in zip(made, rows, strict=True)
            ]
            db.execute(insert(tables.staging), values)
        return tuple(rows)

    def unstage(self, rows: Iterable[int]) -> None:
        """Remove revisions of a generation that is being built, with all that only they have."""
        with self._writing().transaction() as db:
            _remove(db, rows)

    def forget(self, generation: str) -> None:
        """Remove all of a generation that is being built."""
        self.unstage(row for _, row in self.staged(generation))

    def switch(self, switch: Switch, *, fence: int) -> None:
        """
        Let a generation that was built take over: the one instant at which readers see it, whole.

        :param fence: The writer's fencing number.
        :raises Locked: If a writer with a higher number, or a commit, came in between.
        """
        values = {"old": switch.old, "new": switch.new, "at": switch.at, "sequence": switch.sequence, "fence": fence}
        with self._writing().transaction() as db:
            if db.exec_driver_sql(_TAKE_OVER, values).rowcount != 1:
                raise Locked("another process wrote to the corpus, which this one held: type pincite migrate again")
            for statement in _SWITCH:
                db.exec_driver_sql(statement, {**values, "open": OPEN})
            _note_commits(db, switch)
            _note_files(db, switch, codec.encode_json(switch.settings) if switch.settings else "")

    def _rows(self, name: str, **asked: object) -> list[Any]:
        with self._db.borrow() as connection:
            return connection.execute(STATEMENTS[name], asked).fetchall()


_TAKE_OVER: Final = """
    UPDATE head SET sequence = :at, generation = :new, fence = :fence
    WHERE sequence = :sequence AND generation = :old AND fence <= :fence AND sequence < :at"""

_SWITCH: Final = (
    "UPDATE points SET seq_to = :at WHERE generation = :old AND seq_to = :open",
    "UPDATE revisions SET seq_to = :at WHERE seq_to = :open",
    """UPDATE revisions SET seq_to = :open
       WHERE id IN (SELECT revision_row FROM staging WHERE generation = :new)""",
    "DELETE FROM staging WHERE generation = :new",
    "UPDATE generations SET previous = :old WHERE id = :new",
)

_REMOVE: Final = (
    "DELETE FROM staging WHERE revision_row IN (SELECT value FROM json_each(:rows))",
    "DELETE FROM points WHERE revision_row IN (SELECT value FROM json_each(:rows))",
    "DELETE FROM revisions WHERE id IN (SELECT value FROM json_each(:rows))",
    """DELETE FROM identifiers WHERE chunk_row IN (SELECT value FROM json_each(:chunks))
       AND NOT EXISTS (SELECT 1 FROM points AS p WHERE p.chunk_row = identifiers.chunk_row)""",
    """DELETE FROM chunks WHERE id IN (SELECT value FROM json_each(:chunks))
       AND NOT EXISTS (SELECT 1 FROM points AS p WHERE p.chunk_row = chunks.id)""",
    """DELETE FROM texts WHERE id IN (SELECT value FROM json_each(:texts))
       AND NOT EXISTS (SELECT 1 FROM revisions AS r WHERE r.text_id = texts.id)""",
)


def _remove(db: Connection, rows: Iterable[int]) -> None:
    listed = codec.encode_json(list(rows))
    of_rows = "IN (SELECT value FROM json_each(:rows))"
    chunks = db.exec_driver_sql(f"SELECT DISTINCT chunk_row FROM points WHERE revision_row {of_rows}", {"rows": listed})
    values = {"rows": listed, "chunks": codec.encode_json([row[0] for row in chunks])}
    texts = db.exec_driver_sql(f"SELECT DISTINCT text_id FROM revisions WHERE id {of_rows}", {"rows": listed})
    values["texts"] = codec.encode_json([row[0] for row in texts])
    for statement in _REMOVE:
        db.exec_driver_sql(statement, values)


def _note_commits(db: Connection, switch: Switch) -> None:
    from datetime import UTC, datetime

    from sqlalchemy import insert

    from pincite.catalog import tables

    nothing = (0, "0" * 32)
    same = {"sequence": switch.at, "kind": "migrate", "at": datetime.now(UTC).isoformat(timespec="milliseconds")}
    rows = [
        {**same, "generation": generation, "n_opened": o[0], "opened": o[1], "n_closed": c[0], "closed": c[1]}
        for generation, o, c in ((switch.old, nothing, switch.closed), (switch.new, switch.opened, nothing))
    ]
    db.execute(insert(tables.commits), rows)


def _note_files(db: Connection, switch: Switch, settings: str) -> None:
    if settings:
        told = {"old": switch.old, "settings": settings}
        db.exec_driver_sql("UPDATE generations SET settings = :settings WHERE id = :old", told)
    for source, path, stamp in switch.stamps:
        db.exec_driver_sql(
            "UPDATE files SET stamp = :stamp WHERE source = :source AND path = :path",
            {"source": source, "path": path, "stamp": stamp},
        )
