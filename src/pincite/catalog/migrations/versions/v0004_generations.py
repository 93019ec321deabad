"""What a generation was made of, the one being built beside it, and the probes of every space."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what is told of generations, and make the tables."""
    for name in ("parts", "settings", "made_by", "previous"):
        op.add_column("generations", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "staging",
        sa.Column("generation", sa.Text(), nullable=False),
        sa.Column("source_row", sa.Integer(), nullable=False),
        sa.Column("revision_row", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_row"], ["revisions.id"], name=op.f("fk_staging_revision_row"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("generation", "source_row", name=op.f("pk_staging")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_staging_revision_row"), "staging", ["revision_row"], unique=False)
    op.create_table(
        "probes",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("space", "text", name=op.f("pk_probes")),
        sqlite_with_rowid=False,
    )
