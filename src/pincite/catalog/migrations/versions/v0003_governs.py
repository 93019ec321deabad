"""What revisions say about one another: what they apply to, and what they supersede."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pincite.catalog.codec import decode_meta

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, and fill it from what is stated about the revisions that are there."""
    op.create_table(
        "governs",
        sa.Column("revision_row", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_row"], ["revisions.id"], name=op.f("fk_governs_revision_row"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("revision_row", "kind", "value", name=op.f("pk_governs")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_governs_tenant_kind"), "governs", ["tenant", "kind"], unique=False)
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT id, tenant, meta FROM revisions")).fetchall()
    values = [
        {"row": row, "kind": kind, "value": value, "tenant": tenant}
        for row, tenant, meta in rows
        for kind in ("applies_to", "supersedes")
        for value in dict.fromkeys(getattr(decode_meta(meta), kind))
    ]
    if values:
        put = "INSERT INTO governs (revision_row, kind, value, tenant) VALUES (:row, :kind, :value, :tenant)"
        connection.execute(sa.text(put), values)
