from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pincite.errors import StoreError
from pincite.lifecycle.room import require_room
from pincite.testing.stores import make_written, put

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.lifecycle import Store


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_a_commit_that_the_disk_has_no_room_for_writes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(2**30, 2**30 - 2**20, 2**20))
    with pytest.raises(StoreError, match=r"disk full: 1 MB free at .*, about 65 MB needed"):
        put(store, make_written("notes", "alpha beta"))
    assert (store.catalog.head().sequence, store.index.count()) == (0, 0)


def test_what_removes_only_needs_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(2**30, 2**30, 0))
    require_room(tmp_path, n_vectors=0, dim=384)


def test_room_grows_with_the_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(2**30, 0, 2**27))
    require_room(tmp_path, n_vectors=30_000, dim=384)
    with pytest.raises(StoreError, match="disk full"):
        require_room(tmp_path, n_vectors=40_000, dim=384)
