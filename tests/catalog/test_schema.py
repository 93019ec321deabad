from __future__ import annotations

import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from pincite.catalog import create_catalog, open_catalog, statements
from pincite.catalog.connections import FILE
from pincite.catalog.engine import connect
from pincite.catalog.schema import SCHEMA, migrations, schema_of
from pincite.catalog.tables import metadata
from pincite.errors import InputError, Missing, Torn
from pincite.testing.stores import GENERATION

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.lifecycle import Store


def test_the_migrations_make_exactly_the_tables_that_the_code_uses(store: Store, state: Path) -> None:
    engine = connect(state / FILE)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()
    assert differences == []


def test_the_newest_migration_is_the_one_that_opening_expects() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations))
    assert ScriptDirectory.from_config(config).get_current_head() == SCHEMA


@pytest.mark.parametrize("name", sorted({*statements.__all__} - {"REVISION_COLUMNS", "READABLE"}))
def test_every_statement_of_the_reading_side_fits_the_schema(name: str, store: Store, state: Path) -> None:
    statement = getattr(statements, name)
    connection = sqlite3.connect(state / FILE)
    wanted = {part.split()[0].strip("(),[]'\"") for part in statement.split(":")[1:]}
    values = {each.rstrip("),"): "[]" for each in wanted}
    connection.execute(f"EXPLAIN {statement}", values)
    connection.close()


def test_the_catalog_writes_ahead_and_waits_for_the_disk(store: Store, state: Path) -> None:
    engine = connect(state / FILE)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    engine.dispose()


def test_reading_imports_neither_sqlalchemy_nor_alembic(store: Store, state: Path) -> None:
    program = f"""
import pathlib, sys
from pincite.catalog import open_catalog
catalog = open_catalog(pathlib.Path({str(state)!r}))
assert catalog.head().sequence == 0
print([name for name in sys.modules if name.startswith(("sqlalchemy", "alembic"))])
"""
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_there_is_no_catalog_where_none_was_made(tmp_path: Path) -> None:
    with pytest.raises(Missing, match=r"there is no corpus at .*: create one with pincite init"):
        open_catalog(tmp_path)


def test_a_catalog_is_not_made_twice(store: Store, state: Path) -> None:
    with pytest.raises(InputError, match=r"there is a corpus at .* already") as caught:
        create_catalog(state, generation=GENERATION)
    assert caught.value.path == str(state)


def test_a_creation_that_was_cut_off_can_be_done_again(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    catalog = create_catalog(tmp_path, generation=GENERATION)
    assert catalog.head().sequence == 0
    catalog.close()


def test_a_catalog_of_a_newer_version_is_refused(store: Store, state: Path) -> None:
    connection = sqlite3.connect(state / FILE)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(Torn, match=r"has schema 9999, this version knows up to .*: upgrade pincite"):
        open_catalog(state)


def test_a_file_that_is_not_a_catalog_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"this is not a database at all" * 100)
    with pytest.raises(Torn, match=r"catalog\.sqlite cannot be used: file is not a database"):
        open_catalog(tmp_path)


def test_an_empty_file_has_no_schema(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    assert schema_of(tmp_path / FILE) is None
