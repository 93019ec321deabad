"""The columns of one revision as SQL gives them, and the nouns that are made of them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from pincite.catalog import codec
from pincite.catalog.rows import DocumentRow, RevisionState, VersionRow
from pincite.documents import LAST_DAY, Chunk, ChunkId, DocumentId, Revision, RevisionKey, Sequence, TenantId
from pincite.validity import Dated

if TYPE_CHECKING:
    from pincite.documents import Block
    from pincite.questions import Scope

__all__ = ["Body", "RevisionColumns", "chunk_of", "state_of"]

Body = tuple[str, "tuple[Block, ...]"]
"""A canonical text and its blocks."""


class RevisionColumns(NamedTuple):
    """One row of ``statements.REVISION_COLUMNS``, in its order."""

    row: int
    key: RevisionKey
    tenant: TenantId
    document_id: DocumentId
    version: str
    topic: str
    text_id: int
    meta: bytes
    arrival: int
    valid_from: str
    valid_to: str
    seq_from: int
    seq_to: int
    groups: str
    rule: str
    effective: str
    n_chunks: int
    n_characters: int

    @classmethod
    def of(cls, values: tuple[Any, ...]) -> Self:
        """Return the columns at the start of a row that SQL gave."""
        return cls._make(values[: len(cls._fields)])

    def in_force(self, day: date) -> bool:
        """Tell whether the revision is in force on a day."""
        return self.valid_from <= day.isoformat() < self.valid_to

    def dated(self) -> Dated:
        """Return what decides the revision's place in its topic."""
        meta = codec.decode_meta(self.meta)
        return Dated(
            key=self.key,
            version=self.version,
            effective=meta.effective,
            expires=meta.expires,
            arrival=self.arrival,
        )

    def document(self, scope: Scope) -> DocumentRow:
        """Return the row of a list of documents, as a reader sees it."""
        return DocumentRow(**self._listed(scope))

    def version_row(self, scope: Scope) -> VersionRow:
        """Return the row of a list of versions, as a reader sees it."""
        return VersionRow(**self._listed(scope), in_force=self.in_force(scope.day))

    def revision(self, body: Body) -> Revision:
        """
        Return the revision.

        :param body: Its canonical text and its blocks.
        """
        meta = codec.decode_meta(self.meta)
        return Revision(
            tenant=self.tenant,
            document_id=self.document_id,
            version=self.version,
            topic=self.topic,
            title=meta.title,
            text=body[0],
            blocks=body[1],
            access=codec.decode_list(self.groups),
            source=meta.source,
            path=meta.path,
            language=meta.language,
            original=meta.original,
            effective=meta.effective,
            expires=meta.expires,
            applies_to=meta.applies_to,
            authority=meta.authority,
            supersedes=meta.supersedes,
            max_age=meta.max_age,
            identifiers=meta.identifiers,
            extra=meta.extra,
            access_rule=self.rule,
        )

    def _listed(self, scope: Scope) -> dict[str, Any]:
        """
        Return what a reader may know of the revision beside its text.

        A day that is yet to come is shown where the revision itself states it: what will replace it is not known
        before its day. Of those who may read it, only the reader's own names are shown.
        """
        meta = codec.decode_meta(self.meta)
        until = date.fromisoformat(self.valid_to)
        stated = ("title", "source", "path", "language", "original", "effective", "expires")
        more = ("authority", "applies_to", "supersedes")
        return {
            "key": self.key,
            "tenant": self.tenant,
            "document_id": self.document_id,
            "version": self.version,
            "topic": self.topic,
            "valid_from": date.fromisoformat(self.valid_from),
            "valid_to": until if until <= scope.day else meta.expires or LAST_DAY,
            "access": tuple(name for name in codec.decode_list(self.effective) if name in scope.readers),
            "n_characters": self.n_characters,
            "n_chunks": self.n_chunks,
            **{name: getattr(meta, name) for name in (*stated, *more)},
        }


def chunk_of(row: tuple[ChunkId, int, bytes], revision: Revision) -> Chunk:
    """
    Return the chunk of a row of the table of chunks.

    :param row: Its id, its place in the revision and its data.
    :param revision: The revision that it belongs to.
    """
    chunk_id, ordinal, data = row
    stored = codec.decode_chunk(data)
    return Chunk(
        chunk_id=chunk_id,
        tenant=revision.tenant,
        document_id=revision.document_id,
        version=revision.version,
        ordinal=ordinal,
        span=stored.span,
        text=stored.span.cut(revision.text),
        indexed=stored.indexed,
        path=stored.path,
        number=stored.number,
        parent=stored.parent,
        units=stored.units,
        identifiers=stored.identifiers,
        previous=stored.previous,
        next=stored.next,
        context=stored.context,
        place=stored.place,
    )


def state_of(columns: RevisionColumns, body: Body) -> RevisionState:
    """
    Return a revision over its interval of sequences.

    :param body: Its canonical text and its blocks.
    """
    return RevisionState(
        row=columns.row,
        revision=columns.revision(body),
        valid_from=date.fromisoformat(columns.valid_from),
        valid_to=date.fromisoformat(columns.valid_to),
        seq_from=Sequence(columns.seq_from),
        seq_to=Sequence(columns.seq_to),
        arrival=columns.arrival,
        effective_groups=codec.decode_list(columns.effective),
    )
