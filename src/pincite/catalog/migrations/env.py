"""What Alembic runs: the migrations, over the one connection that the catalog hands in."""

from __future__ import annotations

from alembic import context

from pincite.catalog.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
