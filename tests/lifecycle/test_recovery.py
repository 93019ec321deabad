from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pincite.documents import OPEN, Sequence
from pincite.errors import Torn
from pincite.index import IndexSettings, build
from pincite.lifecycle import Recovered
from pincite.lifecycle.folders import IndexFolders
from pincite.testing.index import PlainIndex
from pincite.testing.points import make_point
from pincite.testing.stores import make_store, make_written, put, reopen_store, scope_of, seen

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.lifecycle import Store
    from pincite.protocols import Index
    from pincite.questions import Scored

TODAY = date(2025, 6, 1)
QUESTIONS = ("window days", "alpha")
EDGE: Callable[[Path], Index] = build(IndexSettings())


def whole(store: Store) -> list[object]:
    return [seen(store, scope_of(store, day=TODAY, sequence=Sequence(at)), QUESTIONS) for at in (1, 2, 3)]


@pytest.fixture(params=[PlainIndex, EDGE], ids=["plain", "edge"])
def opens(request: pytest.FixtureRequest) -> Callable[[Path], Index]:
    found: Callable[[Path], Index] = request.param
    return found


@pytest.fixture
def content(state: Path, opens: Callable[[Path], Index]) -> list[object]:
    with make_store(state, index=opens) as store:
        put(store, make_written("refund", "window is 14 days\nalpha", version="1"))
        put(store, make_written("refund", "window is 30 days\nalpha", version="2", effective=date(2025, 1, 1)))
        put(store, make_written("notes", "alpha beta\ngamma"))
        return whole(store)


def tamper(state: Path, opens: Callable[[Path], Index], change: Callable[[Index], None]) -> None:
    folder = IndexFolders(state).current()
    assert folder is not None
    index = opens(folder)
    change(index)
    index.flush()
    index.close()


def forget_release(state: Path) -> None:
    """Make it look as if the last holder had died."""
    file = state / "holder.json"
    file.write_text(file.read_text().replace('"released":"', '"was":"'))


def test_a_lost_index_is_filled_from_the_catalog(
    state: Path, opens: Callable[[Path], Index], content: list[object]
) -> None:
    shutil.rmtree(state / "index")
    with reopen_store(state, index=opens) as store:
        assert whole(store) == content
        assert store.recovered.n_replayed == 8


def test_an_index_that_cannot_be_opened_is_filled_from_the_catalog(
    state: Path, opens: Callable[[Path], Index], content: list[object]
) -> None:
    broken = IndexFolders(state).current()

    def opens_others(folder: Path) -> Index:
        if folder == broken:
            raise Torn("a file is damaged")
        return opens(folder)

    with reopen_store(state, index=opens_others) as store:
        assert whole(store) == content


def test_points_that_a_power_cut_took_are_replayed(
    state: Path, opens: Callable[[Path], Index], content: list[object]
) -> None:
    tamper(state, opens, lambda index: index.remove([each.point_id for each in index.states()][::2]))
    with reopen_store(state, index=opens) as store:
        assert whole(store) == content
        assert store.recovered == Recovered(n_replayed=4)


def test_points_of_an_unfinished_commit_are_removed_and_its_ends_taken_back(
    state: Path, opens: Callable[[Path], Index], content: list[object]
) -> None:
    def unfinished(index: Index) -> None:
        some = [each.point_id for each in index.states() if each.seq_to == OPEN][:2]
        vector = [1.0] * 8
        index.put(
            [make_point("stray", vector=vector, seq=(4, OPEN)), make_point("other", vector=vector, seq=(4, OPEN))]
        )
        index.close_points(some, at=Sequence(4))

    tamper(state, opens, unfinished)
    with reopen_store(state, index=opens) as store:
        assert whole(store) == content
        assert store.recovered == Recovered(n_removed=2, n_reopened=2)


def test_after_a_crash_ends_and_groups_are_compared_even_where_the_number_is_right(
    state: Path, opens: Callable[[Path], Index], content: list[object]
) -> None:
    def lose(index: Index) -> None:
        index.close_points([each.point_id for each in index.states() if each.seq_to == 2], at=OPEN)
        for revision in {each.revision for each in index.states()}:
            index.set_groups(revision, ["staff"])

    tamper(state, opens, lose)
    forget_release(state)
    with reopen_store(state, index=opens) as store:
        assert whole(store) == content
        assert store.recovered == Recovered(n_reopened=2, n_settled=3)


def test_points_that_no_commit_knows_are_removed_after_a_crash(
    state: Path, opens: Callable[[Path], Index], content: list[object]
) -> None:
    tamper(state, opens, lambda index: index.put([make_point("stray", vector=[1.0] * 8, seq=(2, OPEN))]))
    forget_release(state)
    with reopen_store(state, index=opens) as store:
        assert whole(store) == content
        assert store.recovered == Recovered(n_removed=1)


def test_a_store_in_good_order_needs_no_mending(
    state: Path, opens: Callable[[Path], Index], content: list[object]
) -> None:
    forget_release(state)
    with reopen_store(state, index=opens) as store:
        assert whole(store) == content
        assert store.recovered == Recovered()


def in_current(state: Path, pattern: str) -> Path:
    folder = IndexFolders(state).current()
    assert folder is not None
    return next(folder.glob(pattern))


@pytest.mark.parametrize("opens", [EDGE], ids=["edge"])
def test_an_index_without_its_settings_is_filled_from_the_catalog(
    state: Path, opens: Callable[[Path], Index], content: list[object]
) -> None:
    in_current(state, "edge_config.json").unlink()
    with reopen_store(state, index=opens) as store:
        assert whole(store) == content
    with reopen_store(state, index=opens) as store:
        assert whole(store) == content
        assert store.recovered == Recovered()


@pytest.mark.parametrize("opens", [EDGE], ids=["edge"])
def test_damage_that_the_engine_meets_late_is_mended_by_the_next_opening(
    state: Path, opens: Callable[[Path], Index], content: list[object]
) -> None:
    in_current(state, "**/vector_storage-units/vectors/status.dat").unlink()
    with reopen_store(state, index=opens) as store, pytest.raises(Torn, match="run the command again"):
        whole(store)
    with reopen_store(state, index=opens) as store:
        assert whole(store) == content


@pytest.mark.parametrize("written", [b"\xff\xfe\x00", b"", b"..", b"a/b"])
def test_an_unreadable_name_of_the_current_index_makes_a_new_one(
    state: Path, opens: Callable[[Path], Index], content: list[object], written: bytes
) -> None:
    (state / "index" / "current").write_bytes(written)
    with reopen_store(state, index=opens) as store:
        assert whole(store) == content


def test_damage_that_a_question_meets_is_mended_by_the_next_opening(state: Path) -> None:
    class Failing(PlainIndex):
        def lexical(self, *given: object, **named: object) -> tuple[Scored, ...]:
            raise Torn("a file is damaged: run the command again: the index is built anew")

    with make_store(state) as store:
        put(store, make_written("notes", "alpha beta"))
        before = IndexFolders(state).current()
    with reopen_store(state, index=Failing) as store, pytest.raises(Torn, match="run the command again"):
        seen(store, scope_of(store, day=TODAY), QUESTIONS)
    with reopen_store(state) as store:
        assert (store.index.count(), store.recovered.n_replayed) == (1, 1)
        assert IndexFolders(state).current() != before
