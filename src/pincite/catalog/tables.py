"""
The catalog's tables, as SQLAlchemy Core sees them. Only the writing side and migrations import this.

A revision row lives over one interval of sequences; its points have the same interval. A text with its blocks is kept
once per tenant, a chunk once per revision text, a vector once per tenant, space and text. Access stands apart, one row
per revision key, and is always now's. Days are ISO texts, which sort as days do. Numbers of texts, revisions and chunks
are never given twice, so that what was read once may be kept in memory under them. Long columns stand last, since
SQLite walks over them to reach what stands behind.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "access",
    "chunks",
    "commits",
    "files",
    "generations",
    "governs",
    "head",
    "identifiers",
    "metadata",
    "points",
    "probes",
    "purged",
    "readers",
    "revisions",
    "snapshots",
    "sources",
    "staging",
    "texts",
    "vectors",
]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

head = Table(
    "head",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("sequence", Integer, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("arrival", Integer, nullable=False),
    Column("fence", Integer, nullable=False),
    Column("generation", Text, nullable=False),
)

generations = Table(
    "generations",
    metadata,
    Column("id", Text, primary_key=True),
    Column("parser", Text, nullable=False),
    Column("chunker", Text, nullable=False),
    Column("analyzer", Text, nullable=False),
    Column("space", Text, nullable=False),
    Column("space_id", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("parts", Text, nullable=False, server_default=""),
    Column("settings", Text, nullable=False, server_default=""),
    Column("made_by", Text, nullable=False, server_default=""),
    Column("previous", Text, nullable=False, server_default=""),
)

commits = Table(
    "commits",
    metadata,
    Column("generation", Text, primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("n_opened", Integer, nullable=False),
    Column("opened", Text, nullable=False),
    Column("n_closed", Integer, nullable=False),
    Column("closed", Text, nullable=False),
)

texts = Table(
    "texts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("n_characters", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("blocks", LargeBinary, nullable=False),
    UniqueConstraint("tenant", "digest"),
    sqlite_autoincrement=True,
)

revisions = Table(
    "revisions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False),
    Column("tenant", Text, nullable=False),
    Column("document_id", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("topic", Text, nullable=False),
    Column("text_id", Integer, ForeignKey("texts.id"), nullable=False),
    Column("chunks", Text, nullable=False),
    Column("n_chunks", Integer, nullable=False),
    Column("effective", Text),
    Column("expires", Text),
    Column("arrival", Integer, nullable=False),
    Column("valid_from", Text, nullable=False),
    Column("valid_to", Text, nullable=False),
    Column("seq_from", Integer, nullable=False),
    Column("seq_to", Integer, nullable=False),
    Column("meta", LargeBinary, nullable=False),
    UniqueConstraint("key", "seq_from"),
    Index(None, "tenant", "document_id"),
    Index(None, "tenant", "topic"),
    Index(None, "tenant", "seq_to"),
    Index(None, "text_id"),
    sqlite_autoincrement=True,
)

chunks = Table(
    "chunks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("chunk_id", Text, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index(None, "chunk_id"),
    sqlite_autoincrement=True,
)

identifiers = Table(
    "identifiers",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("chunk_row", Integer, ForeignKey("chunks.id"), primary_key=True),
    Index(None, "chunk_row"),
    sqlite_with_rowid=False,
)

governs = Table(
    "governs",
    metadata,
    Column("revision_row", Integer, ForeignKey("revisions.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    Column("tenant", Text, nullable=False),
    Index(None, "tenant", "kind"),
    sqlite_with_rowid=False,
)

points = Table(
    "points",
    metadata,
    Column("generation", Text, primary_key=True),
    Column("chunk_id", Text, primary_key=True),
    Column("seq_from", Integer, primary_key=True),
    Column("seq_to", Integer, nullable=False),
    Column("revision_row", Integer, ForeignKey("revisions.id"), nullable=False),
    Column("chunk_row", Integer, ForeignKey("chunks.id"), nullable=False),
    Index(None, "generation", "seq_from"),
    Index(None, "generation", "seq_to"),
    Index(None, "revision_row"),
    Index(None, "chunk_row"),
    sqlite_with_rowid=False,
)

access = Table(
    "access",
    metadata,
    Column("key", Text, primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("groups", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("override", Text),
    Column("effective", Text, nullable=False),
    Column("pending", Boolean, nullable=False),
)
Index("ix_access_pending", access.c.pending, access.c.tenant, sqlite_where=access.c.pending)

readers = Table(
    "readers",
    metadata,
    Column("key", Text, ForeignKey("access.key"), primary_key=True),
    Column("reader", Text, primary_key=True),
    sqlite_with_rowid=False,
)

sources = Table(
    "sources",
    metadata,
    Column("name", Text, primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("location", Text, nullable=False),
    Column("settings", Text, nullable=False),
)

files = Table(
    "files",
    metadata,
    Column("source", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    Column("stamp", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("revisions", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("error", Text, nullable=False),
    sqlite_with_rowid=False,
)

vectors = Table(
    "vectors",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("space", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    UniqueConstraint("tenant", "space", "text"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("name", Text, primary_key=True),
    Column("generation", Text, nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("at", Text, nullable=False),
)

purged = Table(
    "purged",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("document", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("original", Text, primary_key=True),
    Column("text", Text, primary_key=True),
    Column("at", Text, nullable=False),
    sqlite_with_rowid=False,
)

staging = Table(
    "staging",
    metadata,
    Column("generation", Text, primary_key=True),
    Column("source_row", Integer, primary_key=True),
    Column("revision_row", Integer, ForeignKey("revisions.id", ondelete="CASCADE"), nullable=False),
    Column("note", Text, nullable=False),
    Index(None, "revision_row"),
    sqlite_with_rowid=False,
)

probes = Table(
    "probes",
    metadata,
    Column("space", Text, primary_key=True),
    Column("text", Text, primary_key=True),
    Column("vector", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
