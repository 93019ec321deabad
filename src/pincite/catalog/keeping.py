"""What upkeep asks of the catalog: states by name and number, the purge list; no scope applies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pincite.catalog import codec, statements
from pincite.catalog.columns import RevisionColumns, state_of
from pincite.documents import Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from pincite.catalog.codec import StoredMeta
    from pincite.catalog.connections import Connections
    from pincite.catalog.reading import Texts
    from pincite.catalog.rows import RevisionState
    from pincite.catalog.upkeep import Mark, SnapshotRow
    from pincite.documents import DocumentId, RevisionKey, TenantId

__all__ = ["Keeping", "Stated"]


class Stated(NamedTuple):
    """What one revision row says, without its text."""

    row: int
    key: RevisionKey
    tenant: TenantId
    document_id: DocumentId
    version: str
    text_id: int
    meta: StoredMeta


class Keeping:
    """The side of the catalog that upkeep reads."""

    _db: Connections
    _texts: Texts

    def snapshots(self) -> tuple[SnapshotRow, ...]:
        """Return the states that have a name, the oldest first."""
        from pincite.catalog.upkeep import SnapshotRow  # imported here, as below: SQLAlchemy costs readers 0.25 s

        with self._db.borrow() as connection:
            return tuple(map(SnapshotRow._make, connection.execute(statements.SNAPSHOTS)))

    def purged(self) -> tuple[Mark, ...]:
        """Return the purge list."""
        with self._db.borrow() as connection:
            rows = connection.execute(statements.PURGED).fetchall()
        if not rows:
            return ()
        from pincite.catalog.upkeep import Mark

        return tuple(map(Mark._make, rows))

    def narrowed(self) -> dict[RevisionKey, tuple[TenantId, tuple[str, ...]]]:
        """Return what administrators narrowed: tenant and who is let in at most, by the key of each revision."""
        with self._db.borrow() as connection:
            rows = connection.execute(statements.NARROWED).fetchall()
        return {key: (tenant, codec.decode_list(override)) for key, tenant, override in rows}

    def stated(self) -> Iterator[Stated]:
        """Yield what every revision row states, of every sequence."""
        with self._db.snapshot() as connection:
            for columns in connection.execute(statements.STATED):
                yield Stated._make((*columns[:-1], codec.decode_meta(columns[-1])))

    def rows_at(self, sequence: Sequence) -> dict[RevisionKey, int]:
        """Return the revisions that are live at a sequence, with the numbers of their rows."""
        with self._db.borrow() as connection:
            return dict(connection.execute(statements.ROWS_AT, {"sequence": sequence}).fetchall())

    def states(self, rows: Iterable[int]) -> tuple[RevisionState, ...]:
        """Return revision rows in order of arrival; unknown numbers are left out."""
        with self._db.borrow() as connection:
            asked = {"rows": codec.encode_json(sorted(rows))}
            found = [RevisionColumns.of(row) for row in connection.execute(statements.STATES, asked)]
            texts = self._texts.read(connection, (columns.text_id for columns in found))
        return tuple(state_of(columns, texts[columns.text_id]) for columns in found)

    def texts_of(self, ids: Iterable[int]) -> dict[int, str]:
        """Return texts by their numbers."""
        with self._db.borrow() as connection:
            return {row: body[0] for row, body in self._texts.read(connection, ids).items()}

    def alike(self, ids: Iterable[int]) -> dict[int, int]:
        """
        Return the numbers of all texts that say the same as some, with one number for all that say the same.

        Texts with other blocks, or other white space around them, have numbers of their own.
        """
        with self._db.borrow() as connection:
            asked = {"ids": codec.encode_json(sorted(set(ids)))}
            return dict(connection.execute(statements.ALIKE, asked).fetchall())

    def was_set_apart(self) -> bool:
        """Tell whether a commit ever made the corpus hold something else than its files say: a restore, a deletion."""
        with self._db.borrow() as connection:
            return bool(connection.execute(statements.SET_APART).fetchone()[0])

    def holders(self, pieces: Iterable[bytes]) -> dict[bytes, set[DocumentId]]:
        """Return those of some pieces of text that any revision holds, of any sequence, with its documents."""
        found: dict[bytes, set[DocumentId]] = {}
        with self._db.snapshot() as connection:
            for piece in pieces:
                rows = connection.execute(statements.HOLDERS, {"piece": piece}).fetchall()
                if rows:
                    found[piece] = {row[0] for row in rows}
        return found

    def sequence_at(self, moment: datetime) -> Sequence:
        """Return the last sequence that was committed up to a moment in UTC; 0 where there is none."""
        asked = {"moment": moment.isoformat(timespec="milliseconds")}
        with self._db.borrow() as connection:
            return Sequence(connection.execute(statements.SEQUENCE_AT, asked).fetchone()[0])
