"""What readers may ask of the catalog; the scope is part of every statement."""

from __future__ import annotations

import re
from collections import OrderedDict
from datetime import date
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING

from pincite.access import pending as pending_for
from pincite.access.evening import even_out
from pincite.catalog import codec, statements
from pincite.catalog.columns import Body, RevisionColumns, chunk_of
from pincite.catalog.rows import Head
from pincite.documents import RevisionKey, Sequence
from pincite.errors import NotFound, Torn, VersionOrderError
from pincite.protocols import Located
from pincite.questions import Permit
from pincite.validity import order

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from collections.abc import Sequence as Items
    from collections.abc import Set as Names

    from pincite.catalog.connections import Connections
    from pincite.catalog.rows import DocumentRow, VersionRow
    from pincite.documents import Chunk, ChunkId, DocumentId, Revision, TenantId
    from pincite.questions import Scope
    from pincite.validity.supersession import Supersession

__all__ = ["Reading", "Texts"]

_KEPT_CHARACTERS = 32_000_000
_BETWEEN = r"[-\u2010-\u2015\u2212\s_]*"


class Texts:
    """Texts and blocks that were decoded lately, by their number in the catalog; several threads may use it."""

    def __init__(self, *, limit: int = _KEPT_CHARACTERS) -> None:
        self._limit = limit
        self._kept: OrderedDict[int, Body] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def read(self, connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, Body]:
        """Return the text and blocks of each number, read where they are not kept."""
        wanted = set(ids)
        with self._lock:
            found = {each: self._kept[each] for each in wanted if each in self._kept}
            for each in found:
                self._kept.move_to_end(each)
        missing = codec.encode_json(sorted(wanted - found.keys()))
        for row, text, blocks in connection.execute(statements.TEXTS, {"ids": missing}) if missing != "[]" else ():
            found[row] = (text, codec.decode_blocks(blocks))
            self._keep(row, found[row])
        return found

    def forget(self) -> None:
        """Drop everything that is kept."""
        with self._lock:
            self._kept.clear()
            self._size = 0

    def _keep(self, row: int, entry: Body) -> None:
        with self._lock:
            if row not in self._kept:
                self._kept[row] = entry
                self._size += len(entry[0])
            while self._size > self._limit:
                _, (text, _) = self._kept.popitem(last=False)
                self._size -= len(text)


class Reading:
    """The reading side: absent and not allowed are the same :class:`NotFound`."""

    _db: Connections
    _texts: Texts

    def head(self) -> Head:
        """
        Return the committed state.

        :raises Torn: If the catalog has no state.
        """
        with self._db.borrow() as connection:
            row = connection.execute(statements.HEAD).fetchone()
        if row is None:
            raise Torn("the catalog has no head: its creation was cut off; remove the folder and create it again")
        return Head(sequence=Sequence(row[0]), epoch=row[1], generation=row[2])

    def permit(self, chunk_ids: Items[ChunkId], scope: Scope) -> dict[ChunkId, Permit]:
        """Return a permit for each chunk that is live and readable now; the others are left out."""
        asked = _asked(scope, ids=codec.encode_json(chunk_ids))
        with self._db.borrow() as connection:
            rows = [(RevisionColumns.of(row), row[-3:]) for row in connection.execute(statements.PERMIT, asked)]
            texts = self._texts.read(connection, (columns.text_id for columns, _ in rows))
        distinct = {columns.row: columns for columns, _ in rows}
        revisions = {row: columns.revision(texts[columns.text_id]) for row, columns in distinct.items()}
        return {
            chunk[0]: Permit(
                scope=scope,
                chunk=chunk_of(chunk, revisions[columns.row]),
                revision=revisions[columns.row],
                in_force=columns.in_force(scope.day),
            )
            for columns, chunk in rows
        }

    def lookup(self, keys: Items[str], *, scope: Scope) -> tuple[Located, ...]:
        """
        Return where the normalised keys stand among what is in force in scope, in order of document, version and place.

        :returns: Empty where none is in scope.
        """
        start = perf_counter()
        asked = _asked(scope, keys=codec.encode_json(sorted(set(keys))))
        with self._db.borrow() as connection:
            rows = connection.execute(statements.LOOKUP, asked).fetchall()
        if not rows:
            even_out(start)
        return tuple(
            Located(
                key=key,
                kind=kind,
                document_id=document,
                chunk_id=chunk,
                subject=_carries(key, document, title),
                title=title,
            )
            for key, kind, document, chunk, meta in rows
            for title in [codec.decode_meta(meta).title]
        )

    def pending(self, tenant: TenantId, readers: Names[str]) -> tuple[frozenset[RevisionKey], frozenset[RevisionKey]]:
        """Return the revisions whose access changed and whose points may not show it yet: ``(granted, revoked)``."""
        with self._db.borrow() as connection:
            rows = connection.execute(statements.PENDING, {"tenant": tenant}).fetchall()
        return pending_for({RevisionKey(key): codec.decode_list(groups) for key, groups in rows}, readers)

    def applies_to(self, scope: Scope) -> tuple[str, ...]:
        """Return every value of ``applies_to`` on a readable revision in force, in order."""
        with self._db.borrow() as connection:
            return tuple(row[0] for row in connection.execute(statements.APPLIES_TO, _asked(scope)))

    def supersessions(self, scope: Scope) -> tuple[Supersession, ...]:
        """
        Return what is said to be replaced, by every revision of the tenant in force on the scope's day.

        Those that the reader may not read are among them: what they replace is replaced for everyone, as a version
        that nobody but staff may read still ends the one before it.
        """
        with self._db.borrow() as connection:
            rows = connection.execute(statements.SUPERSESSIONS, _asked(scope)).fetchall()
        if not rows:
            return ()
        from pincite.validity.supersession import Supersession, read_target  # imported here: few corpora need it

        return tuple(
            Supersession(
                key=key,
                document=document,
                version=version,
                title=codec.decode_meta(meta).title,
                target=read_target(value),
                applies_to=codec.decode_meta(meta).applies_to,
                since=date.fromisoformat(since),
                readable=bool(readable),
            )
            for value, key, document, version, meta, since, readable in rows
        )

    def documents(self, scope: Scope) -> tuple[DocumentRow, ...]:
        """Return every readable revision in force on the scope's day, in order of document id."""
        with self._db.borrow() as connection:
            rows = connection.execute(statements.DOCUMENTS, _asked(scope)).fetchall()
        return tuple(RevisionColumns.of(row).document(scope) for row in rows)

    def ends(self, scope: Scope, *, first: date) -> tuple[date, ...]:
        """
        Return the days on which readable revisions ended, latest first: the first on which each was not in force.

        :param first: Only days after this one, up to the scope's.
        """
        with self._db.borrow() as connection:
            rows = connection.execute(statements.ENDS, _asked(scope, first=first.isoformat())).fetchall()
        return tuple(date.fromisoformat(row[0]) for row in rows)

    def versions(self, scope: Scope, document_id: DocumentId | str) -> tuple[VersionRow, ...]:
        """
        Return every readable revision of a document, in force or not, from the lowest version to the highest.

        A revision is not shown before its first day.

        :raises NotFound: If there is none, or none that may be read.
        """
        found = self._columns(scope, document_id)
        if not found:
            raise NotFound("document", document_id)
        return tuple(columns.version_row(scope) for columns in found)

    def of_topic(self, scope: Scope, topic: str) -> tuple[VersionRow, ...]:
        """
        Return every readable revision of a topic, of one document or several, from the lowest version to the highest.

        :returns: Empty where there is none; a revision is not shown before its first day.
        """
        with self._db.borrow() as connection:
            rows = connection.execute(statements.OF_TOPIC, _asked(scope, topic=topic)).fetchall()
        by_key = {columns.key: columns for columns in map(RevisionColumns.of, rows)}
        ordered = order((columns.dated() for columns in by_key.values()), topic=topic)
        return tuple(by_key[each.key].version_row(scope) for each in ordered)

    def revision(self, scope: Scope, document_id: DocumentId | str, version: str | None = None) -> Revision:
        """
        Return one revision of a document.

        :param version: As stated; ``None`` for the one in force on the scope's day.
        :raises NotFound: If there is none, or it may not be read.
        """
        columns = self._one(scope, document_id, version)
        with self._db.borrow() as connection:
            return columns.revision(self._texts.read(connection, [columns.text_id])[columns.text_id])

    def chunks(self, scope: Scope, document_id: DocumentId | str, version: str | None = None) -> tuple[Chunk, ...]:
        """
        Return the chunks of one revision in order of their place.

        :param version: As stated; ``None`` for the one in force on the scope's day.
        :raises NotFound: If there is no such revision, or it may not be read.
        """
        columns = self._one(scope, document_id, version)
        with self._db.borrow() as connection:
            revision = columns.revision(self._texts.read(connection, [columns.text_id])[columns.text_id])
            asked = {"generation": scope.generation, "row": columns.row}
            found = connection.execute(statements.CHUNKS, asked).fetchall()
        return tuple(chunk_of(each, revision) for each in found)

    def _columns(self, scope: Scope, document_id: str) -> list[RevisionColumns]:
        start = perf_counter()
        asked = _asked(scope, document_id=document_id)
        with self._db.borrow() as connection:
            rows = connection.execute(statements.REVISION, asked).fetchall()
        if not rows:
            even_out(start)
        by_key = {columns.key: columns for columns in map(RevisionColumns.of, rows)}
        dated = [columns.dated() for columns in by_key.values()]
        try:
            return [by_key[each.key] for each in order(dated, topic=document_id)]
        except VersionOrderError:  # versions of one document that state different topics need not have an order
            return sorted(by_key.values(), key=lambda columns: (columns.valid_from, columns.arrival))

    def _one(self, scope: Scope, document_id: str, version: str | None) -> RevisionColumns:
        for columns in reversed(self._columns(scope, document_id)):
            if columns.version == version or (version is None and columns.in_force(scope.day)):
                return columns
        if version is None:
            raise NotFound("document", document_id)
        raise NotFound("version", f"{document_id} {version}")


def _asked(scope: Scope, **more: object) -> dict[str, object]:
    return {
        "tenant": scope.tenant,
        "sequence": scope.sequence,
        "day": scope.day.isoformat(),
        "readers": codec.encode_json(sorted(scope.readers)),
        "generation": scope.generation,
        **more,
    }


def _carries(key: str, document_id: str, title: str) -> bool:
    """Tell whether a document's id or title holds the key as a word of its own, with any kind of dash."""
    parts = (re.escape(part) for part in re.split(r"[\s-]+", key))
    pattern = re.compile(rf"(?<![A-Z0-9]){_BETWEEN.join(parts)}(?![A-Z0-9])")
    return any(pattern.search(text.upper()) for text in (document_id, title))
