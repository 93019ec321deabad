from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from pincite.documents import DocumentId, TenantId, revision_key
from pincite.errors import InputError, NotFound
from pincite.lifecycle import AccessChange, Change
from pincite.lifecycle.snapshots import create_snapshot, delete_snapshot, restore_snapshot
from pincite.testing.stores import make_written, put, save_vectors, scope_of, seen

if TYPE_CHECKING:
    from pincite.lifecycle import Store

DAY = date(2025, 6, 1)


def view(store: Store, *groups: str) -> tuple[object, ...]:
    return seen(store, scope_of(store, groups, day=DAY), ["alpha", "beta window"])


def delete(store: Store, document: str, version: str = "") -> None:
    store.commit(Change(kind="delete", remove=((TenantId("red"), DocumentId(document), version),)))


def test_what_was_edited_deleted_and_added_is_as_it_was(store: Store) -> None:
    put(store, make_written("a", "alpha one"), make_written("b", "beta window"))
    before = view(store)
    create_snapshot(store, "first")
    put(store, make_written("a", "alpha two"), make_written("c", "alpha beta"))
    delete(store, "b")
    done = restore_snapshot(store, "first").committed
    assert (done.n_added, done.n_changed, done.n_removed) == (1, 1, 1)
    assert view(store) == before


def test_a_restore_is_a_new_state_and_the_one_before_it_can_be_restored_too(store: Store) -> None:
    put(store, make_written("a", "alpha one"))
    create_snapshot(store, "one")
    put(store, make_written("a", "alpha two"))
    create_snapshot(store, "two")
    after = view(store)
    sequence = store.catalog.head().sequence
    assert restore_snapshot(store, "one").committed.sequence == sequence + 1
    restore_snapshot(store, "two")
    assert view(store) == after


def test_restoring_what_is_there_already_changes_nothing(store: Store) -> None:
    put(store, make_written("a", "alpha"))
    create_snapshot(store, "now")
    head = store.catalog.head()
    restore_snapshot(store, "now")
    assert store.catalog.head() == head


def test_access_that_was_revoked_since_stays_revoked(store: Store) -> None:
    put(store, make_written("a", "alpha", readers=["public"]))
    create_snapshot(store, "open")
    put(store, make_written("a", "alpha beta", readers=["staff"]))
    restore_snapshot(store, "open")
    assert view(store)[0] == ()
    assert view(store, "staff")[1] == ("alpha",)


def test_an_override_holds_over_deletion_and_restore(store: Store) -> None:
    put(store, make_written("a", "alpha", readers=["public"]))
    create_snapshot(store, "open")
    key = revision_key(TenantId("red"), DocumentId("a"), "")
    store.set_access({key: AccessChange(override=("legal",))})
    delete(store, "a")
    restore_snapshot(store, "open")
    assert view(store)[0] == ()
    assert view(store, "legal")[1] == ("alpha",)


def test_a_page_that_was_renamed_and_closed_is_not_open_again_under_its_old_name(store: Store) -> None:
    put(store, make_written("a", "alpha alpha", readers=["public"]))
    create_snapshot(store, "open")
    renamed = make_written("z", "alpha alpha", readers=["staff"])
    red = TenantId("red")
    save_vectors(store.catalog, [renamed])
    store.commit(Change(kind="sync", put=(renamed,), remove=((red, DocumentId("a"), ""),)))
    assert restore_snapshot(store, "open").n_narrowed == 1
    assert view(store)[0] == ()
    assert view(store, "staff")[1] == ("alpha alpha",)


def test_versions_without_dates_come_back_in_the_order_in_which_they_came(store: Store) -> None:
    put(store, make_written("a", "alpha", topic="t"))
    put(store, make_written("b", "beta window", topic="t"))
    before = view(store)
    create_snapshot(store, "both")
    delete(store, "a")
    restore_snapshot(store, "both")
    assert view(store) == before


def test_a_name_is_given_once_and_names_something(store: Store) -> None:
    create_snapshot(store, "one")
    with pytest.raises(InputError, match=r"there is a snapshot 'one' already, of .*: choose another name"):
        create_snapshot(store, "one")
    for bad in ("", "  ", "a\nb", "x" * 101):
        with pytest.raises(InputError, match=r"expected 1 to 100 printable characters"):
            create_snapshot(store, bad)


def test_a_snapshot_that_is_not_there_is_not_found(store: Store) -> None:
    for call in (delete_snapshot, restore_snapshot):
        with pytest.raises(NotFound, match=r"no snapshot 'gone'"):
            call(store, "gone")
