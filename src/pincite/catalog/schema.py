"""Makes the catalog's tables and brings old ones up to date; imports Alembic only when there is something to do."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pincite.catalog.connections import connect_reader, translated
from pincite.errors import Missing, StoreError, Torn

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

__all__ = ["SCHEMA", "migrate", "migrations", "require", "schema_of"]

SCHEMA: Final = "0004"
"""Name of the newest migration."""

migrations: Final = Path(__file__).parent / "migrations"
"""Folder of the migrations."""


def schema_of(file: Path) -> str | None:
    """
    Return the name of the migration that a catalog stands at.

    :returns: ``None`` where there is no file, or nothing of ours in it yet.
    :raises Torn: If the file is not a SQLite file.
    :raises StoreError: If this user may not look into its folder.
    """
    try:
        if not file.is_file():
            return None
    except PermissionError as error:
        raise StoreError(
            f"the folder {file.parent} is closed to this user: work as its owner, or let the owner open it to a group "
            "with chmod 2770, which every member can then read past all rules of access",
            path=str(file.parent),
        ) from error
    with (
        translated(file),
        closing(connect_reader(file)) as db,
    ):
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone() is None:
            return None
        row = db.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def require(file: Path) -> None:
    """
    See to it that a catalog has this version's tables, migrating it if they are older.

    :raises Missing: If there is no catalog.
    :raises Torn: If the catalog was made by a newer version.
    """
    found = schema_of(file)
    if found is None:
        raise Missing(
            f"there is no corpus at {file.parent}: create one with pincite init, or name its folder with --corpus",
            path=str(file.parent),
        )
    if found > SCHEMA:
        raise Torn(
            f"the catalog {file} has schema {found}, this version knows up to {SCHEMA}: upgrade pincite",
            path=str(file),
            found=found,
            expected=SCHEMA,
        )
    if found < SCHEMA:
        from pincite.catalog.engine import connect  # imported here: costs 0.5 s that an up-to-date catalog need not pay

        engine = connect(file)
        with engine.begin() as connection:
            migrate(connection)
        engine.dispose()


def migrate(connection: Connection, *, to: str = "head") -> None:
    """
    Run the migrations that a catalog lacks, inside the caller's transaction.

    :param connection: A SQLAlchemy connection with a transaction that is open.
    :param to: Name of the last migration to run.
    """
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
