from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pincite.documents import DocumentId, TenantId, revision_key
from pincite.errors import InputError, Locked
from pincite.index import IndexSettings, build
from pincite.lifecycle import AccessChange, Change
from pincite.lifecycle.leases import shared
from pincite.lifecycle.snapshots import create_snapshot, delete_snapshot, restore_snapshot
from pincite.lifecycle.vacuum import vacuum
from pincite.testing.index import PlainIndex
from pincite.testing.stores import make_store, make_written, put, reopen_store, scope_of, seen

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.documents import Sequence
    from pincite.lifecycle import Store
    from pincite.protocols import Index

DAY = date(2025, 6, 1)
RED = TenantId("red")
EDGE = build(IndexSettings())


def view(store: Store, *, sequence: Sequence | None = None) -> tuple[object, ...]:
    return seen(store, scope_of(store, day=DAY, sequence=sequence), ["alpha", "beta window"])


def churned(store: Store) -> None:
    """Make, edit, date anew and delete some documents."""
    put(store, make_written("a", "alpha one\nalpha"), make_written("b", "beta window"), make_written("c", "gone"))
    put(store, make_written("a", "alpha two\nalpha"))
    put(store, make_written("b", "beta window", effective=date(2025, 1, 1)))
    store.commit(Change(kind="delete", remove=((RED, DocumentId("c"), ""),)))


@pytest.mark.parametrize("index", [PlainIndex, EDGE], ids=["plain", "edge"])
def test_the_present_state_is_the_same_before_and_after(index: Callable[[Path], Index], tmp_path: Path) -> None:
    with make_store(tmp_path / "state", index=index) as store:
        churned(store)
        before = view(store)
        done = vacuum(store)
        assert view(store) == before
        assert (done.n_revisions, done.n_points, done.n_texts) == (3, 4, 2)
        assert store.index.count() == 3


def test_the_stores_agree_afterwards_also_where_every_point_is_compared(store: Store, state: Path) -> None:
    churned(store)
    vacuum(store)
    store.close()
    (state / "holder.json").unlink()
    with reopen_store(state) as again:
        _ = again.index
        assert again.recovered == type(again.recovered)()


def test_what_nobody_needs_is_gone_from_the_bytes_on_the_disk(store: Store, state: Path) -> None:
    put(store, make_written("a", "zebra crossing at noon"))
    put(store, make_written("a", "alpha"))
    vacuum(store)
    assert not [file for file in state.rglob("*") if file.is_file() and b"zebra" in file.read_bytes()]


def test_what_a_reader_holds_is_kept_until_they_end(store: Store) -> None:
    put(store, make_written("a", "alpha one"))
    with store.reading() as lease:
        put(store, make_written("a", "alpha two"))
        before = view(store, sequence=lease.sequence)
        assert vacuum(store).n_readers == 1
        assert view(store, sequence=lease.sequence) == before
    assert vacuum(store).n_revisions == 1


def test_only_the_states_that_are_needed_are_kept_and_not_those_in_between(store: Store) -> None:
    for text in ("alpha one", "alpha two", "alpha three", "alpha four"):
        put(store, make_written("a", text))
        if text == "alpha two":
            create_snapshot(store, "two")
    assert vacuum(store).n_revisions == 2
    restore_snapshot(store, "two")
    assert view(store)[1] == ("alpha two",)
    delete_snapshot(store, "two")
    assert vacuum(store).n_revisions == 2


def test_what_was_replaced_lately_is_kept_where_that_is_asked_for(store: Store) -> None:
    churned(store)
    assert vacuum(store, keep_days=1).n_revisions == 0
    with pytest.raises(InputError, match="keep_days is -1: expected 0 or more"):
        vacuum(store, keep_days=-1)


def test_a_reader_in_another_process_is_waited_for(store: Store, state: Path) -> None:
    churned(store)
    with shared(state), pytest.raises(Locked, match=r"another process still reads .* nothing was removed"):
        vacuum(store, wait_s=0.05)
    assert vacuum(store).n_revisions == 3


def test_an_administrators_override_outlives_the_document(store: Store) -> None:
    put(store, make_written("a", "alpha"))
    key = revision_key(RED, DocumentId("a"), "")
    store.set_access({key: AccessChange(override=("staff",))})
    store.commit(Change(kind="delete", remove=((RED, DocumentId("a"), ""),)))
    vacuum(store)
    put(store, make_written("a", "alpha"))
    assert store.catalog.access_of([key])[key].effective == ("staff",)


def test_vectors_and_originals_that_others_use_stay(store: Store) -> None:
    name = store.catalog.save_original(RED, b"kept")
    stray = store.catalog.save_original(RED, b"stray")
    one, chunks = make_written("a", "alpha one", title="same")
    put(store, (replace(one, original=name), chunks), make_written("b", "alpha two", title="same"))
    store.commit(Change(kind="delete", remove=((RED, DocumentId("b"), ""),)))
    assert vacuum(store).n_originals == 1
    assert store.catalog.original(RED, name) == b"kept"
    assert not store.catalog.originals.place(RED, stray).exists()
    assert store.rebuild() == 1


def test_a_second_vacuum_finds_nothing(store: Store) -> None:
    churned(store)
    vacuum(store)
    done = vacuum(store)
    assert (done.n_revisions, done.n_points, done.n_vectors, done.rebuilt) == (0, 0, 0, False)
