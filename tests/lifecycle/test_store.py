from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pincite.documents import OPEN, Generation, Sequence, TenantId
from pincite.errors import GenerationMismatch, InputError, Missing, Torn, VersionOrderError
from pincite.index import IndexSettings, build
from pincite.lifecycle import Change, Committed, open_store
from pincite.testing.index import PlainIndex
from pincite.testing.stores import (
    SPACE,
    WordAnalyzer,
    make_store,
    make_written,
    put,
    reopen_store,
    save_vectors,
    scope_of,
    seen,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.lifecycle import Store
    from pincite.protocols import Index

TODAY = date(2025, 6, 1)
RED = TenantId("red")
QUESTIONS = ("window", "alpha beta", "gamma")
V1 = make_written("refund", "window is 14 days", version="1")
V2 = make_written("refund", "window is 30 days\nmore", version="2", effective=date(2025, 1, 1))
EDGE: Callable[[Path], Index] = build(IndexSettings())


def texts(store: Store, question: str, *, sequence: int | None = None) -> list[str]:
    scope = scope_of(store, day=TODAY, sequence=None if sequence is None else Sequence(sequence))
    hits = store.index.lexical(WordAnalyzer().query(question, language="en"), k=10, scope=scope)
    permits = store.catalog.permit([hit.chunk_id for hit in hits], scope)
    return [permits[hit.chunk_id].chunk.text for hit in hits]


def test_what_is_committed_is_found(store: Store) -> None:
    committed = put(store, V1)
    assert (committed.sequence, committed.n_points, committed.n_added) == (1, 1, 1)
    assert texts(store, "window") == ["window is 14 days"]


def test_the_same_again_changes_nothing(store: Store) -> None:
    put(store, V1, V2)
    again = put(store, V2, V1)
    assert again == Committed(sequence=Sequence(1), n_unchanged=2)
    assert store.index.count() == 3


def test_a_new_version_ends_the_days_of_the_old_one(store: Store) -> None:
    put(store, V1)
    committed = put(store, V2)
    assert (committed.n_added, committed.n_moved, committed.n_closed) == (1, 1, 1)
    assert texts(store, "window") == ["window is 30 days"]


def test_the_old_version_is_in_force_again_when_the_new_one_is_deleted(store: Store) -> None:
    put(store, V1, V2)
    committed = store.commit(Change(kind="delete", remove=((RED, V2[0].document_id, "2"),)))
    assert (committed.n_removed, committed.n_moved) == (1, 1)
    assert texts(store, "window") == ["window is 14 days"]


def test_an_edit_in_place_replaces_the_text_at_the_next_sequence(store: Store) -> None:
    put(store, make_written("a", "old words\nkept"))
    put(store, make_written("a", "new words\nkept"))
    assert texts(store, "words") == ["new words"]
    assert texts(store, "words", sequence=1) == ["old words"]
    assert texts(store, "kept") == ["kept"]


def test_a_changed_paragraph_needs_only_its_own_vectors(store: Store) -> None:
    put(store, make_written("a", "one two\nthree four"))
    assert save_vectors(store.catalog, [make_written("a", "one two\nthree five")]) == 2


def test_a_change_of_title_alone_makes_other_points_of_the_same_chunks(store: Store) -> None:
    put(store, make_written("a", "words"))
    put(store, make_written("a", "words", title="courier"))
    assert texts(store, "courier") == ["words"]
    assert texts(store, "courier", sequence=1) == []


def test_a_change_of_date_needs_no_vector_and_moves_the_points(store: Store) -> None:
    put(store, V1, V2)
    later = make_written("refund", "window is 30 days\nmore", version="2", effective=date(2026, 1, 1))
    committed = store.commit(Change(kind="sync", put=(later,)))
    assert (committed.n_changed, committed.n_moved) == (1, 1)
    assert texts(store, "window") == ["window is 14 days"]
    assert texts(store, "window", sequence=1) == ["window is 30 days"]


def test_a_change_of_topic_moves_what_was_left_behind(store: Store) -> None:
    put(store, V1, V2)
    apart = make_written("refund", "window is 30 days\nmore", version="2", effective=date(2025, 1, 1), topic="other")
    committed = store.commit(Change(kind="sync", put=(apart,)))
    assert (committed.n_changed, committed.n_moved) == (1, 1)
    assert sorted(texts(store, "window")) == ["window is 14 days", "window is 30 days"]


def test_a_text_that_comes_back_does_not_disturb_its_earlier_life(store: Store) -> None:
    for text in ("alpha", "beta", "alpha"):
        put(store, make_written("a", text))
    assert [texts(store, "alpha", sequence=at) for at in (1, 2, 3)] == [["alpha"], [], ["alpha"]]
    assert store.index.count() == 3


def test_a_revision_with_nothing_to_index_is_kept(store: Store) -> None:
    committed = put(store, make_written("empty", ""))
    assert (committed.n_added, committed.n_points) == (1, 0)
    assert store.catalog.revision(scope_of(store, day=TODAY), "empty").text == ""


def test_one_text_of_two_documents_is_kept_once(store: Store) -> None:
    put(store, make_written("a", "same words"), make_written("b", "same words"))
    with store.catalog._db.borrow() as connection:
        assert connection.execute("SELECT count(*) FROM texts").fetchone() == (1,)


def test_versions_without_an_order_are_refused_and_nothing_is_written(store: Store) -> None:
    put(store, V1)
    with pytest.raises(VersionOrderError):
        put(store, make_written("refund", "window", version="C"))
    assert store.catalog.head().sequence == 1
    assert store.index.count() == 1


def test_a_revision_that_stands_twice_in_a_change_is_refused(store: Store) -> None:
    with pytest.raises(InputError, match="version '1' of document 'refund' stands twice in one change") as caught:
        put(store, V1, V1)
    assert caught.value.document == "refund"


def test_a_commit_without_vectors_fails_and_the_next_one_finds_nothing_of_it(store: Store) -> None:
    with pytest.raises(Torn, match=r"have no vector in space .*: save vectors before the commit"):
        store.commit(Change(kind="add", put=(V1,)))
    put(store, V2)
    assert {state.seq_from for state in store.index.states()} == {1}
    assert store.catalog.head().sequence == 1


def test_deleting_what_is_not_there_changes_nothing(store: Store) -> None:
    committed = store.commit(Change(kind="delete", remove=((RED, V1[0].document_id, "1"),)))
    assert committed == Committed(sequence=Sequence(0))


def test_settings_that_make_another_generation_are_refused(store: Store, state: Path) -> None:
    other = Generation(parser="lines", chunker="words", analyzer=WordAnalyzer.digest, space=SPACE)
    with pytest.raises(
        GenerationMismatch, match=r"would now be built as .* \(chunker lines -> words\): type pincite migrate"
    ) as caught:
        open_store(state, index=PlainIndex, analyzer=WordAnalyzer(), generation=other)
    assert caught.value.built != caught.value.wanted == other.id


@pytest.mark.parametrize("index", [PlainIndex, EDGE], ids=["plain", "edge"])
def test_a_rebuilt_index_ranks_as_the_old_one_did(index: Callable[[Path], Index], state: Path) -> None:
    with make_store(state, index=index) as store:
        put(store, V1, make_written("a", "alpha beta\ngamma window"))
        put(store, V2, make_written("a", "alpha beta\ngamma"))
        scopes = [scope_of(store, day=TODAY, sequence=Sequence(at)) for at in (1, 2)]
        before = [seen(store, scope, QUESTIONS) for scope in scopes]
        kept = store.index
        assert store.rebuild() == kept.count() == 8
        assert [seen(store, scope, QUESTIONS) for scope in scopes] == before
    assert len([folder for folder in (state / "index").iterdir() if folder.is_dir()]) == 1


def test_an_index_that_somebody_keeps_stays_valid_over_a_rebuild(store: Store) -> None:
    put(store, V1)
    kept = store.index
    store.rebuild()
    assert kept.count() == 1


def test_a_store_that_is_closed_says_so(store: Store) -> None:
    index = store.index
    store.close()
    store.close()
    with pytest.raises(Missing, match="closed"):
        index.count()
    with pytest.raises(Missing, match="is closed: open it again"):
        _ = store.index


def test_everything_is_there_after_opening_again(store: Store, state: Path) -> None:
    put(store, V1, V2)
    before = seen(store, scope_of(store, day=TODAY), QUESTIONS)
    store.close()
    with reopen_store(state) as again:
        assert seen(again, scope_of(again, day=TODAY), QUESTIONS) == before
        assert {row.seq_to for row in again.index.states()} == {OPEN}
