from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from pincite.documents import RevisionKey, TenantId
from pincite.errors import NotFound, StoreError
from pincite.lifecycle import AccessChange, Change
from pincite.testing.index import PlainIndex
from pincite.testing.stores import WordAnalyzer, make_store, make_written, put, reopen_store, save_vectors, scope_of

if TYPE_CHECKING:
    from collections.abc import Sequence as Items
    from pathlib import Path

    from pincite.lifecycle import Store

TODAY = date(2025, 6, 1)
PAGE = make_written("page", "courier window")
KEY = PAGE[0].key


def found(store: Store, *groups: str) -> int:
    scope = scope_of(store, groups, day=TODAY)
    return len(store.index.lexical(WordAnalyzer().query("courier", language="en"), k=5, scope=scope))


class FailingIndex(PlainIndex):
    """An index whose payload cannot be written."""

    def set_groups(self, revision: RevisionKey, groups: Items[str]) -> None:
        raise StoreError("the disk is full")


def test_access_is_taken_away_and_given_at_once(store: Store) -> None:
    put(store, PAGE)
    store.set_access({KEY: AccessChange(groups=("staff",), rule="by hand")})
    assert (found(store), found(store, "staff")) == (0, 1)
    assert store.catalog.access_of([KEY])[KEY].rule == "by hand"


def test_every_change_of_access_raises_the_epoch_and_never_the_sequence(store: Store) -> None:
    put(store, PAGE)
    head = store.set_access({KEY: AccessChange(groups=())})
    assert (head.sequence, head.epoch) == (1, 1)
    assert store.set_access({KEY: AccessChange(groups=())}) == head


def test_an_override_narrows_and_never_widens(store: Store) -> None:
    put(store, make_written("page", "courier window", readers=["sales", "staff"]))
    store.set_access({KEY: AccessChange(override=("staff", "interns"))})
    assert (found(store, "sales"), found(store, "staff"), found(store, "interns")) == (0, 1, 0)
    store.set_access({KEY: AccessChange(clear_override=True)})
    assert found(store, "sales") == 1


def test_an_override_stays_when_the_source_is_read_again(store: Store) -> None:
    put(store, PAGE)
    store.set_access({KEY: AccessChange(override=("staff",))})
    put(store, make_written("page", "courier edited"))
    assert (found(store), found(store, "staff")) == (0, 1)


def test_an_unknown_revision_is_not_found_and_nothing_changes(store: Store) -> None:
    put(store, PAGE)
    with pytest.raises(NotFound):
        store.set_access({KEY: AccessChange(groups=()), RevisionKey("none"): AccessChange(groups=())})
    assert found(store) == 1


def test_a_change_that_the_index_does_not_have_yet_holds_all_the_same(state: Path) -> None:
    with make_store(state, index=FailingIndex) as store:
        secret = make_written("secret", "courier", readers=["staff"])
        put(store, PAGE, secret)
        changes = {KEY: AccessChange(groups=("staff",)), secret[0].key: AccessChange(groups=("public",))}
        with pytest.raises(StoreError, match="the disk is full"):
            store.set_access(changes)
        assert store.catalog.pending(TenantId("red"), frozenset({"public"})) == (
            frozenset({secret[0].key}),
            frozenset({KEY}),
        )
        scope = scope_of(store, day=TODAY)
        hits = store.index.lexical(WordAnalyzer().query("courier", language="en"), k=5, scope=scope)
        permits = store.catalog.permit([hit.chunk_id for hit in hits], scope)
        assert [permit.revision.document_id for permit in permits.values()] == ["secret"]


def test_a_change_that_the_index_missed_follows_at_the_next_opening(state: Path) -> None:
    with make_store(state, index=FailingIndex) as store:
        put(store, PAGE)
        with pytest.raises(StoreError):
            store.set_access({KEY: AccessChange(groups=("staff",))})
    with reopen_store(state) as again:
        assert [row.groups for row in again.index.states()] == [("staff",)]
        assert again.recovered.n_settled == 1
        assert again.catalog.unsettled() == {}


def test_an_edit_that_takes_access_away_does_so_for_earlier_texts_too(store: Store) -> None:
    put(store, PAGE)
    put(store, make_written("page", "courier edited", readers=["staff"]))
    assert {row.groups for row in store.index.states()} == {("staff",)}
    assert store.catalog.head().epoch == 1


def test_a_document_that_was_deleted_comes_back_with_the_access_it_comes_with(store: Store) -> None:
    put(store, PAGE)
    store.commit(Change(kind="delete", remove=((PAGE[0].tenant, PAGE[0].document_id, ""),)))
    put(store, make_written("page", "courier window", readers=["staff"]))
    assert (found(store), found(store, "staff")) == (0, 1)


def test_nobody_reads_what_no_rule_lets_in(store: Store) -> None:
    put(store, make_written("page", "courier", readers=[]))
    assert found(store, "staff", "admins") == 0


def test_an_override_holds_for_versions_that_come_later(store: Store) -> None:
    old = make_written("page", "courier window", version="1")
    put(store, old)
    store.set_access({old[0].key: AccessChange(override=("staff",))})
    put(store, make_written("page", "courier later", version="2", topic="another"))
    assert (found(store), found(store, "staff")) == (0, 2)


def test_a_later_version_follows_the_most_recent_one(store: Store) -> None:
    first, second = (make_written("page", f"courier {n}", version=n) for n in "12")
    put(store, first)
    put(store, second)
    store.set_access({first[0].key: AccessChange(override=("staff",)), second[0].key: AccessChange(override=("hr",))})
    third = make_written("page", "courier 3", version="3")
    put(store, third)
    assert store.catalog.access_of([third[0].key])[third[0].key].override == ("hr",)


def test_a_version_in_place_of_another_keeps_its_override(store: Store) -> None:
    old = make_written("page", "courier window", version="1")
    put(store, old)
    store.set_access({old[0].key: AccessChange(override=("staff",))})
    new = make_written("page", "courier later", version="2")
    save_vectors(store.catalog, [new])
    gone = (old[0].tenant, old[0].document_id, old[0].version)
    store.commit(Change(kind="sync", put=(new,), remove=(gone,)))
    assert (found(store), found(store, "staff")) == (0, 1)
