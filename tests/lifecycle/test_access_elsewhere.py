"""Who may read is changed beside the process that holds the corpus: it waits for nobody, and nothing is lost."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from pincite.documents import RevisionKey
from pincite.errors import NotFound
from pincite.lifecycle import AccessChange
from pincite.lifecycle import access as writing
from pincite.lifecycle import plan as planning
from pincite.lifecycle.narrowed import kept_narrowed
from pincite.testing.stores import WordAnalyzer, make_store, make_written, put, reopen_store, scope_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pincite.lifecycle import Store

PAGE = make_written("page", "courier window")
KEY = PAGE[0].key
STAFF = AccessChange(override=("staff",))


@pytest.fixture
def holder(state: Path) -> Iterator[Store]:
    with make_store(state) as store:
        put(store, PAGE)
        yield store


@pytest.fixture
def beside(state: Path, holder: Store) -> Iterator[Store]:
    with reopen_store(state) as store:
        yield store


def found(store: Store, *groups: str) -> int:
    scope = scope_of(store, groups, day=date(2025, 6, 1))
    hits = store.index.lexical(WordAnalyzer().query("courier", language="en"), k=5, scope=scope)
    return len(store.catalog.permit([hit.chunk_id for hit in hits], scope))


def test_who_holds_the_corpus_goes_by_it_at_the_next_question(holder: Store, beside: Store) -> None:
    head = beside.set_access({KEY: STAFF})
    assert not beside.holds
    assert (found(holder), found(holder, "staff")) == (0, 1)
    assert holder.catalog.head() == head
    beside.set_access({KEY: AccessChange(clear_override=True)})
    assert found(holder) == 1


def test_the_index_follows_with_the_holders_next_change(holder: Store, beside: Store) -> None:
    beside.set_access({KEY: STAFF})
    assert [row.groups for row in holder.index.states()] == [("public",)]
    holder.set_access({KEY: AccessChange(groups=("public", "staff"))})
    assert [row.groups for row in holder.index.states()] == [("staff",)]
    assert holder.catalog.unsettled() == {}


def test_what_nobody_knows_is_not_found(beside: Store) -> None:
    with pytest.raises(NotFound):
        beside.set_access({RevisionKey("none"): STAFF})


def once(monkeypatch: pytest.MonkeyPatch, where: object, name: str, meanwhile: Callable[[], object]) -> None:
    """Let something happen after the first call of a function and before what it found is used."""
    real = getattr(where, name)

    def interrupted(*given: object, **how: object) -> object:
        made = real(*given, **how)
        monkeypatch.setattr(where, name, real)
        meanwhile()
        return made

    monkeypatch.setattr(where, name, interrupted)


def test_a_commit_that_was_worked_out_before_it_does_not_undo_it(
    holder: Store, beside: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    once(monkeypatch, planning, "make_plan", lambda: beside.set_access({KEY: STAFF}))
    put(holder, make_written("page", "courier edited"), make_written("other", "courier"))
    assert (found(holder), found(holder, "staff")) == (1, 2)
    assert holder.index.count() == holder.catalog.n_points(holder.generation.id) == 3
    assert {row.groups for row in holder.index.states() if row.revision == KEY} == {("staff",)}


def test_two_changes_at_one_moment_both_hold(holder: Store, beside: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    narrower = AccessChange(groups=("public", "staff"))
    once(monkeypatch, writing, "changed_rows", lambda: beside.set_access({KEY: STAFF}))
    holder.set_access({KEY: narrower})
    row = holder.catalog.access_of([KEY])[KEY]
    assert (row.groups, row.override, row.effective) == (("public", "staff"), ("staff",), ("staff",))


def test_what_is_narrowed_is_noted_beside_the_catalog_too(holder: Store, beside: Store) -> None:
    beside.set_access({KEY: STAFF})
    assert kept_narrowed(holder.catalog.state) == {KEY: ("red", ("staff",))}
    put(holder, make_written("page", "courier edited", version="2", topic="another"))
    assert {override for _, override in kept_narrowed(holder.catalog.state).values()} == {("staff",)}
    assert len(kept_narrowed(holder.catalog.state)) == 2
    holder.set_access({KEY: AccessChange(clear_override=True)})
    assert KEY not in kept_narrowed(holder.catalog.state)
