"""The first schema: revisions, texts, chunks, points, access, sources, files, vectors."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    _make_head()
    _make_revisions()
    _make_points()
    _make_access()
    _make_sources()


def _make_head() -> None:
    op.create_table(
        "head",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("arrival", sa.Integer(), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_head")),
    )
    op.create_table(
        "generations",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("parser", sa.Text(), nullable=False),
        sa.Column("chunker", sa.Text(), nullable=False),
        sa.Column("analyzer", sa.Text(), nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_generations")),
    )
    op.create_table(
        "commits",
        sa.Column("generation", sa.Text(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("n_opened", sa.Integer(), nullable=False),
        sa.Column("opened", sa.Text(), nullable=False),
        sa.Column("n_closed", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("generation", "sequence", name=op.f("pk_commits")),
    )


def _make_revisions() -> None:
    op.create_table(
        "texts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("n_characters", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("blocks", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_texts")),
        sa.UniqueConstraint("tenant", "digest", name=op.f("uq_texts_tenant_digest")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "revisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("text_id", sa.Integer(), nullable=False),
        sa.Column("chunks", sa.Text(), nullable=False),
        sa.Column("n_chunks", sa.Integer(), nullable=False),
        sa.Column("effective", sa.Text(), nullable=True),
        sa.Column("expires", sa.Text(), nullable=True),
        sa.Column("arrival", sa.Integer(), nullable=False),
        sa.Column("valid_from", sa.Text(), nullable=False),
        sa.Column("valid_to", sa.Text(), nullable=False),
        sa.Column("seq_from", sa.Integer(), nullable=False),
        sa.Column("seq_to", sa.Integer(), nullable=False),
        sa.Column("meta", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["text_id"], ["texts.id"], name=op.f("fk_revisions_text_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revisions")),
        sa.UniqueConstraint("key", "seq_from", name=op.f("uq_revisions_key_seq_from")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_revisions_tenant_document_id"), "revisions", ["tenant", "document_id"], unique=False)
    op.create_index(op.f("ix_revisions_tenant_seq_to"), "revisions", ["tenant", "seq_to"], unique=False)
    op.create_index(op.f("ix_revisions_tenant_topic"), "revisions", ["tenant", "topic"], unique=False)
    op.create_index(op.f("ix_revisions_text_id"), "revisions", ["text_id"], unique=False)
    op.create_table(
        "chunks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("chunk_id", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chunks")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_chunks_chunk_id"), "chunks", ["chunk_id"], unique=False)
    op.create_table(
        "identifiers",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("chunk_row", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["chunk_row"], ["chunks.id"], name=op.f("fk_identifiers_chunk_row")),
        sa.PrimaryKeyConstraint("tenant", "key", "kind", "chunk_row", name=op.f("pk_identifiers")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_identifiers_chunk_row"), "identifiers", ["chunk_row"], unique=False)


def _make_points() -> None:
    op.create_table(
        "points",
        sa.Column("generation", sa.Text(), nullable=False),
        sa.Column("chunk_id", sa.Text(), nullable=False),
        sa.Column("seq_from", sa.Integer(), nullable=False),
        sa.Column("seq_to", sa.Integer(), nullable=False),
        sa.Column("revision_row", sa.Integer(), nullable=False),
        sa.Column("chunk_row", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["chunk_row"], ["chunks.id"], name=op.f("fk_points_chunk_row")),
        sa.ForeignKeyConstraint(["revision_row"], ["revisions.id"], name=op.f("fk_points_revision_row")),
        sa.PrimaryKeyConstraint("generation", "chunk_id", "seq_from", name=op.f("pk_points")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_points_chunk_row"), "points", ["chunk_row"], unique=False)
    op.create_index(op.f("ix_points_generation_seq_from"), "points", ["generation", "seq_from"], unique=False)
    op.create_index(op.f("ix_points_generation_seq_to"), "points", ["generation", "seq_to"], unique=False)
    op.create_index(op.f("ix_points_revision_row"), "points", ["revision_row"], unique=False)
    op.create_table(
        "vectors",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vectors")),
        sa.UniqueConstraint("tenant", "space", "text", name=op.f("uq_vectors_tenant_space_text")),
    )


def _make_access() -> None:
    op.create_table(
        "access",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("groups", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("override", sa.Text(), nullable=True),
        sa.Column("effective", sa.Text(), nullable=False),
        sa.Column("pending", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_access")),
    )
    op.create_index("ix_access_pending", "access", ["pending", "tenant"], unique=False, sqlite_where=sa.text("pending"))
    op.create_table(
        "readers",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("reader", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["key"], ["access.key"], name=op.f("fk_readers_key")),
        sa.PrimaryKeyConstraint("key", "reader", name=op.f("pk_readers")),
        sqlite_with_rowid=False,
    )


def _make_sources() -> None:
    op.create_table(
        "sources",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("location", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_sources")),
    )
    op.create_table(
        "files",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("revisions", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("source", "path", name=op.f("pk_files")),
        sqlite_with_rowid=False,
    )
