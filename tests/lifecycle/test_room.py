from __future__ import annotations

import shutil
from datetime import date
from typing import TYPE_CHECKING

import pytest

from pincite.documents import TenantId
from pincite.errors import StoreError
from pincite.lifecycle import room
from pincite.lifecycle.holder import holding_now
from pincite.lifecycle.purge import purge
from pincite.lifecycle.room import needed_to_open, require_room
from pincite.lifecycle.vacuum import vacuum
from pincite.testing.disk import disk_with
from pincite.testing.index import PlainIndex
from pincite.testing.stores import make_store, make_written, put, reopen_store, scope_of

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.lifecycle import Store


def test_a_commit_that_the_disk_has_no_room_for_writes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", disk_with(2**20))
    with pytest.raises(StoreError, match=r"disk full: 1 MB free at .*, about 65 MB needed"):
        put(store, make_written("notes", "alpha beta"))
    assert (store.catalog.head().sequence, store.index.count()) == (0, 0)


def test_what_removes_only_needs_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", disk_with(0))
    require_room(tmp_path, n_vectors=0, dim=384)


def test_room_grows_with_the_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", disk_with(2**27))
    require_room(tmp_path, n_vectors=30_000, dim=384)
    with pytest.raises(StoreError, match="disk full"):
        require_room(tmp_path, n_vectors=40_000, dim=384)


@pytest.mark.parametrize("inspects", [False, True])
def test_an_index_whose_files_the_disk_cannot_back_is_not_opened_and_the_catalog_is_read(
    state: Path, monkeypatch: pytest.MonkeyPatch, inspects: bool
) -> None:
    with make_store(state) as store:
        put(store, make_written("notes", "alpha beta"))
    folder = state / "index" / (state / "index" / "current").read_text() / "segments" / "s" / "payload_index" / "chunk"
    folder.mkdir(parents=True)
    with (folder / "page_0.dat").open("wb") as file:
        file.truncate(16 * 2**20)
    monkeypatch.setattr(room, "_in_memory", lambda folder: True)
    monkeypatch.setattr(shutil, "disk_usage", disk_with(2**20))
    with reopen_store(state) as store:
        with pytest.raises(StoreError, match=r"disk full: 1 MB free at .*, about 17 MB needed"):
            store.inspect(lambda index: None) if inspects else store.index
        assert len(store.catalog.documents(scope_of(store, day=date(2026, 1, 1)))) == 1


def test_an_index_whose_files_are_on_the_disk_needs_no_room_to_be_opened(tmp_path: Path) -> None:
    folder = tmp_path / "segments" / "s" / "payload_index"
    folder.mkdir(parents=True)
    (folder / "page_0.dat").write_bytes(b"x" * 2**20)
    assert needed_to_open(tmp_path) < 2**16


class Stuck(PlainIndex):
    """An index that cannot be flushed, and tells whether it was closed all the same."""

    stuck = False
    n_open = 0

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(folder)
        Stuck.n_open += 1

    def flush(self) -> None:
        if Stuck.stuck:
            raise StoreError("the disk of the index is full")
        super().flush()

    def close(self) -> None:
        Stuck.n_open -= 1


def test_a_full_disk_keeps_nobody_from_opening_the_corpus_again(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = make_store(state, index=Stuck)
    put(store, make_written("page", "courier window"))
    monkeypatch.setattr(Stuck, "stuck", True)
    with pytest.raises(StoreError) as failed:
        put(store, make_written("other", "courier"))
    with pytest.raises(StoreError):
        store.close()
    assert (Stuck.n_open, holding_now(state)) == (0, None)
    monkeypatch.setattr(Stuck, "stuck", False)
    with reopen_store(state, index=Stuck) as again:
        scope = scope_of(again, day=date(2025, 6, 1))
        assert [row.document_id for row in again.catalog.documents(scope)] == ["page"]
        assert again.index.count(scope=scope) == 1
    assert failed.value.__traceback__ is not None  # whoever keeps the error keeps nothing else


def test_a_hold_that_cannot_be_noted_as_given_back_is_given_back(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = make_store(state)
    put(store, make_written("page", "courier window"))
    (state / f".holder.{store.catalog.fence()}.part").mkdir()  # stands in the way of the note
    store.close()
    assert holding_now(state) is None
    with reopen_store(state) as again:
        assert again.index.count() == 1


def test_an_index_is_written_anew_only_where_there_is_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    put(store, make_written("notes", "alpha beta"))
    monkeypatch.setattr(shutil, "disk_usage", disk_with(2**20))
    for work in (store.rebuild, lambda: purge(store, "notes", tenant=TenantId("red"))):
        with pytest.raises(StoreError, match="disk full: 1 MB free"):
            work()
    assert (store.index.count(), store.catalog.head().sequence) == (1, 1)


def test_a_vacuum_without_room_for_another_index_removes_points_from_the_one_there_is(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, make_written("notes", "alpha beta"))
    put(store, make_written("notes", "gamma delta"))
    monkeypatch.setattr(shutil, "disk_usage", disk_with(2**20))
    done = vacuum(store)
    assert (done.n_points, done.rebuilt, store.index.count()) == (1, False, 1)
