from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from pincite.catalog import open_catalog
from pincite.catalog.connections import FILE, store_error
from pincite.errors import StoreError, Torn
from pincite.testing.stores import make_store, make_written, put, reopen_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOBODY = 65534


@contextmanager
def read_only(state: Path) -> Iterator[None]:
    """Let this process, also one of the superuser, read the folder and not write to it."""
    folders = [state.parent, state]
    modes = [folder.stat().st_mode for folder in folders]
    state.parent.chmod(0o755)
    state.chmod(0o555)
    for file in state.glob("*.*"):
        file.chmod(0o444)
    user = os.geteuid()
    os.seteuid(NOBODY if user == 0 else user)
    try:
        if not os.access(state / FILE, os.R_OK, effective_ids=True):
            pytest.skip("the temporary folder is closed to other users")
        yield
    finally:
        os.seteuid(user)
        for folder, mode in zip(folders, modes, strict=True):
            folder.chmod(mode)


@pytest.fixture
def kept(state: Path) -> Path:
    with make_store(state) as store:
        put(store, make_written("notes", "alpha beta"))
    return state


def test_a_catalog_in_a_read_only_folder_can_be_read(kept: Path) -> None:
    with read_only(kept):
        catalog = open_catalog(kept)
        assert (catalog.head().sequence, len(list(catalog.all_revisions()))) == (1, 1)
        catalog.close()


def test_writing_to_a_read_only_folder_says_that_it_is_read_only(kept: Path) -> None:
    with read_only(kept):
        store = reopen_store(kept)
        with pytest.raises(StoreError, match="read-only for this user"):
            put(store, make_written("more", "gamma"))
        store.close()


def test_a_log_that_cannot_be_read_is_never_passed_over(kept: Path) -> None:
    (kept / f"{FILE}-wal").write_bytes(b"x" * 64)
    with read_only(kept), pytest.raises(StoreError, match="read-only for this user"):
        open_catalog(kept)


def test_a_full_disk_is_told_as_such(tmp_path: Path) -> None:
    error = store_error(sqlite3.OperationalError("database or disk is full"), tmp_path / FILE)
    assert not isinstance(error, Torn)
    assert str(error).startswith("disk full: ")
