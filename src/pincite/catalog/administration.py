"""What ingest, lifecycle and administrators ask of the catalog; no scope applies, so none of it is for readers."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import msgspec

from pincite.catalog import codec, statements
from pincite.catalog.columns import RevisionColumns, chunk_of, state_of
from pincite.catalog.rows import (
    AccessRow,
    CommitRow,
    FileRow,
    LiveRow,
    PointRow,
    PointSeed,
    RevisionState,
    SourceRow,
)
from pincite.documents import OPEN, ChunkId, DocumentId, Generation, RevisionKey, Sequence, Space, point_id
from pincite.errors import NotFound, Torn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from pincite.catalog.connections import Connections
    from pincite.catalog.reading import Texts
    from pincite.documents import Chunk, TenantId

__all__ = ["Administration"]

_space = msgspec.json.Decoder(Space)


class Administration:
    """The administration side of the catalog."""

    _db: Connections
    _texts: Texts

    def fence(self) -> int:
        """Return the highest fencing number that ever wrote."""
        with self._db.borrow() as connection:
            return int(connection.execute(statements.HEAD).fetchone()[3])

    def generation(self, generation: str) -> Generation:
        """
        Return what a generation is made of.

        :raises NotFound: If the catalog has none of this id.
        """
        with self._db.borrow() as connection:
            row = connection.execute(statements.GENERATION, {"generation": generation}).fetchone()
        if row is None:
            raise NotFound("generation", generation)
        return Generation(parser=row[0], chunker=row[1], analyzer=row[2], space=_space.decode(row[3]))

    def sources(self) -> tuple[SourceRow, ...]:
        """Return the registered sources in order of name."""
        with self._db.borrow() as connection:
            rows = connection.execute(statements.SOURCES).fetchall()
        return tuple(
            SourceRow(name=n, tenant=t, kind=k, location=where, settings=codec.decode_mapping(s))
            for n, t, k, where, s in rows
        )

    def files(self, source: str) -> dict[str, FileRow]:
        """Return what became of each file of a source, by its path; empty for an unknown source."""
        with self._db.borrow() as connection:
            rows = connection.execute(statements.FILES, {"source": source}).fetchall()
        return {row[1]: _file_row(row) for row in rows}

    def files_at(self, paths: Iterable[str]) -> dict[str, FileRow]:
        """Return what became of some files, by path; those that were never read are left out."""
        with self._db.borrow() as connection:
            asked = {"paths": codec.encode_json(sorted(set(paths)))}
            return {row[1]: _file_row(row) for row in connection.execute(statements.FILES_AT, asked)}

    def all_revisions(
        self, tenant: TenantId | None = None, *, document: str | None = None, sequence: Sequence | None = None
    ) -> Iterator[RevisionState]:
        """
        Yield every revision, readable by anybody or not, in order of tenant, document and arrival.

        :param tenant: Only this tenant's; ``None`` for all.
        :param document: Only this document's; ``None`` for all.
        :param sequence: As of this sequence; ``None`` for the last one.
        """
        with self._db.snapshot() as connection:
            at = connection.execute(statements.HEAD).fetchone()[0] if sequence is None else sequence
            asked = {"sequence": at, "tenant": tenant, "document": document}
            rows = connection.execute(statements.REVISIONS, asked)
            for columns in map(RevisionColumns.of, rows):
                body = self._texts.read(connection, [columns.text_id])[columns.text_id]
                yield state_of(columns, body)

    def chunks_of(self, state: RevisionState, *, generation: str) -> tuple[Chunk, ...]:
        """Return the chunks of a revision in order of their place; empty where the generation has none of it."""
        with self._db.borrow() as connection:
            asked = {"generation": generation, "row": state.row}
            rows = connection.execute(statements.CHUNKS, asked).fetchall()
        return tuple(chunk_of(row, state.revision) for row in rows)

    def access_of(self, keys: Iterable[RevisionKey]) -> dict[RevisionKey, AccessRow]:
        """Return who may read each revision and why; keys that the catalog never had are left out."""
        with self._db.borrow() as connection:
            rows = connection.execute(statements.ACCESS, {"keys": codec.encode_json(sorted(keys))}).fetchall()
        return {
            key: AccessRow(
                key=key,
                tenant=tenant,
                groups=codec.decode_list(groups),
                rule=rule,
                override=None if override is None else codec.decode_list(override),
                effective=codec.decode_list(effective),
                pending=bool(pending),
            )
            for key, tenant, groups, rule, override, effective, pending in rows
        }

    def unsettled(self) -> dict[RevisionKey, tuple[str, ...]]:
        """Return the effective groups of every revision whose points may not carry them yet."""
        with self._db.borrow() as connection:
            rows = connection.execute(statements.PENDING, {"tenant": None}).fetchall()
        return {RevisionKey(key): codec.decode_list(groups) for key, groups in rows}

    def live(self, keys: Iterable[RevisionKey]) -> dict[RevisionKey, LiveRow]:
        """Return the live row of each revision that has one."""
        return self._live(statements.LIVE, sorted(set(keys)))

    def live_of_topics(self, topics: Iterable[tuple[TenantId, str]]) -> dict[RevisionKey, LiveRow]:
        """Return every live revision of these topics, each in its tenant."""
        return self._live(statements.LIVE_OF_TOPICS, sorted(set(topics)))

    def live_of_documents(self, documents: Iterable[tuple[TenantId, str]]) -> dict[RevisionKey, LiveRow]:
        """Return every live revision of these documents, each in its tenant."""
        return self._live(statements.LIVE_OF_DOCUMENTS, sorted(set(documents)))

    def text_of(self, row: LiveRow) -> str:
        """Return the canonical text of a live revision."""
        with self._db.borrow() as connection:
            return self._texts.read(connection, [row.text_id])[row.text_id][0]

    def text_ids(self, wanted: Iterable[tuple[TenantId, str]]) -> dict[tuple[TenantId, str], int]:
        """Return the numbers of the texts that are kept already, by tenant and digest."""
        with self._db.borrow() as connection:
            rows = connection.execute(
                statements.TEXT_IDS, {"wanted": codec.encode_json(sorted(set(wanted)))}
            ).fetchall()
        return {(tenant, digest): row for tenant, digest, row in rows}

    def stored_chunks(self, rows: Iterable[int], *, generation: str) -> dict[int, tuple[tuple[ChunkId, bytes], ...]]:
        """Return ids and data of the chunks of each revision row, in order of their place."""
        found: dict[int, list[tuple[ChunkId, bytes]]] = {}
        with self._db.borrow() as connection:
            asked = {"rows": codec.encode_json(rows), "generation": generation}
            for row, chunk_id, data in connection.execute(statements.STORED_CHUNKS, asked):
                found.setdefault(row, []).append((chunk_id, data))
        return {row: tuple(chunks) for row, chunks in found.items()}

    def n_points(self, generation: str) -> int:
        """Return how many points the index has to hold, open and closed."""
        with self._db.borrow() as connection:
            return int(connection.execute(statements.N_POINTS, {"generation": generation}).fetchone()[0])

    def points(self, generation: str, *, between: tuple[Sequence, Sequence] | None = None) -> tuple[PointRow, ...]:
        """
        Return the points that the index has to hold.

        :param between: Only those whose ``seq_from`` is in this closed range; ``None`` for all.
        """
        low, high = between or (None, None)
        with self._db.borrow() as connection:
            rows = connection.execute(
                statements.POINTS, {"generation": generation, "low": low, "high": high}
            ).fetchall()
        return tuple(PointRow(point_id(chunk, start), chunk, key, start, end) for chunk, key, start, end in rows)

    def seeds(self, generation: str, *, between: tuple[Sequence, Sequence]) -> Iterator[PointSeed]:
        """Yield what the points with ``seq_from`` in a closed range are made of, in order of sequence and chunk id."""
        asked = {"generation": generation, "low": between[0], "high": between[1]}
        with self._db.snapshot() as connection:
            for chunk_id, key, tenant, document, meta, groups, start, end, first, last, data in connection.execute(
                statements.SEEDS, asked
            ):
                stored = codec.decode_chunk(data)
                yield PointSeed(
                    chunk_id=chunk_id,
                    key=key,
                    tenant=tenant,
                    document_id=document,
                    language=codec.decode_meta(meta).language,
                    groups=codec.decode_list(groups),
                    seq_from=start,
                    seq_to=end,
                    valid_from=date.fromisoformat(first),
                    valid_to=date.fromisoformat(last),
                    indexed=stored.indexed,
                    units=tuple(unit.text for unit in stored.units),
                )

    def commits(self, generation: str) -> tuple[CommitRow, ...]:
        """Return what each commit did to the points of a generation, in order."""
        with self._db.borrow() as connection:
            rows = connection.execute(statements.COMMITS, {"generation": generation}).fetchall()
        return tuple(CommitRow._make(row) for row in rows)

    def vectors(self, tenant: TenantId, space: str, texts: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """
        Return the vectors that are kept, always as the 16-bit floats that they are kept as.

        *Shape:* each (dim,)

        :param space: Id of the embedding space.
        :param texts: Digests of embedded texts; those without a vector are left out.
        """
        asked = {"tenant": tenant, "space": space, "texts": codec.encode_json(sorted(set(texts)))}
        with self._db.borrow() as connection:
            rows = connection.execute(statements.VECTORS, asked).fetchall()
        if not rows:
            return {}
        import numpy as np  # imported here: a command that shows documents need not pay for it

        stacked = np.frombuffer(b"".join(row[1] for row in rows), dtype="<f2").astype(np.float32)
        if stacked.size % len(rows):
            raise Torn(f"vectors of space {space} differ in length: move the state folder away and run pincite sync")
        return dict(zip((row[0] for row in rows), stacked.reshape(len(rows), -1), strict=True))

    def known_vectors(self, tenant: TenantId, space: str, texts: Iterable[str]) -> frozenset[str]:
        """Return those of the digests of embedded texts that have a vector in the space."""
        asked = {"tenant": tenant, "space": space, "texts": codec.encode_json(sorted(set(texts)))}
        with self._db.borrow() as connection:
            return frozenset(row[0] for row in connection.execute(statements.KNOWN_VECTORS, asked))

    def _live(self, statement: str, wanted: Iterable[object]) -> dict[RevisionKey, LiveRow]:
        asked = {"wanted": codec.encode_json(wanted), "open": OPEN}
        with self._db.borrow() as connection:
            return {row[1]: _live_row(row) for row in connection.execute(statement, asked)}


def _file_row(row: tuple[str, ...]) -> FileRow:
    source, path, stamp, digest, revisions, reason, error = row
    return FileRow(
        source=source,
        path=path,
        stamp=stamp,
        digest=digest,
        revisions=tuple((DocumentId(each), version) for each, version in codec.decode_pairs(revisions)),
        reason=reason,
        error=error,
    )


def _live_row(row: tuple[object, ...]) -> LiveRow:
    names = LiveRow.__dataclass_fields__
    values = dict(zip(names, row, strict=True))
    for name in ("effective", "expires", "valid_from", "valid_to"):
        if isinstance(day := values[name], str):
            values[name] = date.fromisoformat(day)
    return LiveRow(**values)  # type: ignore[arg-type]  # the statement gives the columns in the order of the fields
