"""What every index promises, over every implementation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from math import log
from pathlib import Path

import numpy as np
import pytest

from pincite.documents import OPEN, ChunkId, DocumentId, Point, RevisionKey, Sequence, Sparse
from pincite.errors import InputError
from pincite.index import IndexSettings, build
from pincite.protocols import Index
from pincite.questions import Scope, Scored
from pincite.testing.index import PlainIndex
from pincite.testing.points import TODAY, make_point, make_scope

X = np.array([1, 0, 0, 0], dtype=np.float32)
TERM = Sparse((7,), (1.0,))
DAY = timedelta(1)

OPENERS: dict[str, Callable[[Path], Index]] = {"plain": PlainIndex, "edge": build(IndexSettings(name="edge"))}


@pytest.fixture(params=sorted(OPENERS))
def opened(request: pytest.FixtureRequest) -> Callable[[Path], Index]:
    return OPENERS[request.param]


@pytest.fixture(scope="module", params=sorted(OPENERS))
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    found = OPENERS[request.param](tmp_path_factory.mktemp(request.param) / "index")
    yield found
    found.close()


@pytest.fixture
def index(kept: Index) -> Iterator[Index]:
    """Give one index per implementation, emptied after each test: making one takes a good part of a second."""
    yield kept
    kept.remove([state.point_id for state in kept.states()])


def chunks(ranking: tuple[Scored, ...]) -> list[str]:
    return [each.chunk_id for each in ranking]


def every_leg(
    index: Index, scope: Scope, *, k: int = 10, documents: tuple[DocumentId, ...] | None = None
) -> list[list[str]]:
    return [
        chunks(index.lexical(TERM, k=k, scope=scope, documents=documents)),
        chunks(index.dense(X, k=k, scope=scope, documents=documents)),
        chunks(index.units(X, k=k, scope=scope, documents=documents)),
    ]


def seen(index: Index, scope: Scope) -> list[str]:
    """Return what a reader sees, the same through every leg and in the count."""
    legs = every_leg(index, scope)
    assert legs[0] == legs[1] == legs[2]
    assert index.count(scope=scope) == len(legs[0])
    return legs[0]


def plain_point(chunk: str, **stated: object) -> Point:
    return make_point(chunk, terms={7: 1.0}, **stated)  # type: ignore[arg-type]  # passed on by name as they come


def test_an_index_without_points_finds_nothing(opened: Callable[[Path], Index], tmp_path: Path) -> None:
    index = opened(tmp_path / "index")
    assert seen(index, make_scope()) == []
    assert index.count() == 0
    assert list(index.states()) == []


def test_housekeeping_without_points_is_harmless(opened: Callable[[Path], Index], tmp_path: Path) -> None:
    index = opened(tmp_path / "index")
    index.put(())
    index.remove([make_point("a").point_id])
    index.close_points([make_point("a").point_id], at=Sequence(2))
    index.set_groups(RevisionKey("r"), ("staff",))
    index.flush()
    index.optimize()
    assert index.count() == 0


def test_another_tenant_is_a_wall(index: Index) -> None:
    index.put([plain_point("a"), plain_point("b", tenant="blue")])
    assert seen(index, make_scope()) == ["a"]
    assert seen(index, make_scope(tenant="blue")) == ["b"]
    assert seen(index, make_scope(tenant="green")) == []


def test_a_chunk_is_seen_by_those_who_have_one_of_its_groups(index: Index) -> None:
    index.put([plain_point("a", groups=("staff", "legal")), plain_point("b"), plain_point("c", groups=())])
    assert seen(index, make_scope()) == ["b"]
    assert seen(index, make_scope(groups=["staff"])) == ["a", "b"]
    assert seen(index, make_scope(groups=["legal", "sales"])) == ["a", "b"]


@pytest.mark.parametrize(("sequence", "visible"), [(1, []), (2, ["a"]), (3, ["a"]), (4, []), (5, [])])
def test_a_chunk_is_visible_from_its_first_sequence_up_to_its_last(
    index: Index, sequence: int, visible: list[str]
) -> None:
    index.put([plain_point("a", seq=(2, 4))])
    assert seen(index, make_scope(sequence=sequence)) == visible


@pytest.mark.parametrize(
    ("day", "visible"),
    [(TODAY - DAY, []), (TODAY, ["a"]), (TODAY + DAY, ["a"]), (TODAY + 2 * DAY, []), (date.min, []), (date.max, [])],
)
def test_a_chunk_is_in_force_from_its_first_day_up_to_its_last(index: Index, day: date, visible: list[str]) -> None:
    index.put([plain_point("a", valid=(TODAY, TODAY + 2 * DAY))])
    assert seen(index, make_scope(day=day)) == visible


def test_a_reader_sees_one_generation(index: Index) -> None:
    index.put([plain_point("a"), plain_point("b", generation="other")])
    assert seen(index, make_scope()) == ["a"]


def test_a_pending_grant_admits_a_revision_and_a_pending_revocation_shuts_one_out(index: Index) -> None:
    points = [plain_point("a", revision="ra"), plain_point("b", revision="rb", groups=("staff",))]
    index.put([*points, plain_point("c", revision="rc", groups=("legal",))])
    assert seen(index, make_scope(granted=["rb"])) == ["a", "b"]
    assert seen(index, make_scope(revoked=["ra"])) == []
    assert seen(index, make_scope(granted=["rc"], revoked=["ra", "rb"], groups=["staff"])) == ["c"]
    assert seen(index, make_scope(granted=["unknown"], revoked=["unknown"])) == ["a"]


def test_a_grant_does_not_reach_into_another_tenant_sequence_or_day(index: Index) -> None:
    index.put([
        plain_point("a", revision="r", groups=(), tenant="blue"),
        plain_point("b", revision="r", groups=(), seq=(5, OPEN)),
        plain_point("c", revision="r", groups=(), valid=(TODAY + DAY, TODAY + 9 * DAY)),
    ])  # fmt: skip
    assert seen(index, make_scope(granted=["r"])) == []


def test_documents_narrow_the_hits(index: Index) -> None:
    index.put([plain_point(each, document=f"document {each}") for each in "abc"])
    two = (DocumentId("document a"), DocumentId("document c"))
    assert every_leg(index, make_scope(), documents=two) == [["a", "c"]] * 3
    assert every_leg(index, make_scope(), documents=()) == [[]] * 3


def test_documents_do_not_widen_the_scope(index: Index) -> None:
    index.put([plain_point("a", document="secret", groups=("staff",))])
    assert every_leg(index, make_scope(), documents=(DocumentId("secret"),)) == [[]] * 3


def test_units_among_chunks_are_held_to_the_scope(index: Index) -> None:
    index.put([plain_point("a"), plain_point("b", groups=("staff",)), plain_point("c")])
    among = tuple(map(ChunkId, "ab"))
    assert chunks(index.units(X, k=9, scope=make_scope(), among=among)) == ["a"]
    assert index.units(X, k=9, scope=make_scope(), among=()) == ()


def test_the_three_records_example_gives_the_readers_own(index: Index) -> None:
    refund, window, shipping = 1, 2, 3
    index.put([
        make_point("refund-red", terms={refund: 1.2, window: 1.1}),
        make_point("refund-blue", terms={refund: 1.2, window: 1.1}, tenant="blue"),
        make_point("shipping-red", terms={shipping: 1.3}),
    ])  # fmt: skip
    query = Sparse((refund, window), (1.0, 1.0))
    assert chunks(index.lexical(query, k=10, scope=make_scope(tenant="red"))) == ["refund-red"]


def test_the_lexical_score_is_bm25_over_the_scope(index: Index) -> None:
    index.put([make_point("a", terms={1: 1.5, 2: 0.5}), make_point("b", terms={1: 1.0}), make_point("c")])
    index.put([make_point(f"blue {n}", terms={1: 1.0}, tenant="blue") for n in range(20)])
    common, rare = log(4 / 2.5), log(4 / 1.5)
    found = index.lexical(Sparse((1, 2, 3), (1.0, 2.0, 1.0)), k=5, scope=make_scope())
    assert found[0].score == pytest.approx(1.5 * common + 0.5 * 2 * rare, rel=1e-9)
    assert found[1].score == pytest.approx(common, rel=1e-9)
    assert chunks(found) == ["a", "b"]


def test_forbidden_points_change_no_score(index: Index) -> None:
    rng = np.random.default_rng(3)
    terms = [dict(zip(range(8), rng.uniform(0.5, 2, 8), strict=True)) for _ in range(80)]
    query, scope = Sparse(tuple(range(8)), (1.0,) * 8), make_scope()
    index.put([make_point(f"{n:02}", terms=terms[n], vector=rng.standard_normal(4)) for n in range(40)])
    before = index.lexical(query, k=9, scope=scope), index.dense(X, k=9, scope=scope), index.units(X, k=9, scope=scope)
    index.put([make_point(f"s{n}", terms=terms[n], groups=("staff",)) for n in range(80)])
    index.put([make_point(f"b{n}", terms={n % 3: 2.0}, tenant="blue") for n in range(80)])
    index.optimize()
    after = index.lexical(query, k=9, scope=scope), index.dense(X, k=9, scope=scope), index.units(X, k=9, scope=scope)
    assert before == after


def test_narrowing_to_documents_leaves_the_scores_alone(index: Index) -> None:
    index.put([make_point(each, terms={1: 1.0}, document=each) for each in "abc"])
    whole = index.lexical(Sparse((1,), (1.0,)), k=5, scope=make_scope())
    narrow = index.lexical(Sparse((1,), (1.0,)), k=5, scope=make_scope(), documents=(DocumentId("b"),))
    assert narrow == (whole[1],)


def test_what_is_written_counts_at_once_in_the_next_score(index: Index) -> None:
    query, scope = Sparse((1,), (1.0,)), make_scope()
    index.put([make_point("a", terms={1: 1.0}, revision="ra"), make_point("b", revision="rb")])
    assert index.lexical(query, k=1, scope=scope)[0].score == pytest.approx(log(3 / 1.5))
    index.put([make_point("c", revision="rc")])
    assert index.lexical(query, k=1, scope=scope)[0].score == pytest.approx(log(4 / 1.5))
    index.set_groups(RevisionKey("rb"), ("staff",))
    assert index.lexical(query, k=1, scope=scope)[0].score == pytest.approx(log(3 / 1.5))
    index.close_points([make_point("c").point_id], at=Sequence(1))
    assert index.lexical(query, k=1, scope=scope)[0].score == pytest.approx(log(2 / 1.5))


def test_the_dense_score_is_the_cosine(index: Index) -> None:
    index.put([
        make_point("near", vector=[1, 0, 0, 0]),
        make_point("half", vector=[1, 1, 0, 0]),
        make_point("against", vector=[-1, 0, 0, 0]),
    ])  # fmt: skip
    found = index.dense(X, k=5, scope=make_scope())
    assert chunks(found) == ["near", "half", "against"]
    assert [each.score for each in found] == pytest.approx([1, 2**-0.5, -1], abs=1e-3)


def test_the_unit_score_is_that_of_the_best_unit(index: Index) -> None:
    index.put([
        make_point("a", vector=[0, 1, 0, 0], units=[[0, 1, 0, 0], [1, 0, 0, 0], [-1, 0, 0, 0]]),
        make_point("b", vector=[1, 0, 0, 0], units=[[1, 1, 0, 0]]),
    ])  # fmt: skip
    found = index.units(X, k=5, scope=make_scope())
    assert chunks(found) == ["a", "b"]
    assert [each.score for each in found] == pytest.approx([1, 2**-0.5], abs=1e-3)


def test_scores_of_zero_are_left_out_and_others_take_their_place(index: Index) -> None:
    index.put([make_point(f"{n:02}", vector=[0, 1, 0, 0], terms={1: 1.0}) for n in range(30)])
    index.put([make_point("against", vector=[-1, 1, 0, 0])])
    assert chunks(index.dense(X, k=2, scope=make_scope())) == ["against"]
    assert chunks(index.units(X, k=2, scope=make_scope())) == ["against"]
    assert index.lexical(TERM, k=2, scope=make_scope()) == ()


def test_a_question_without_terms_or_with_unknown_ones_finds_nothing(index: Index) -> None:
    index.put([plain_point("a")])
    assert index.lexical(Sparse((), ()), k=2, scope=make_scope()) == ()
    assert index.lexical(Sparse((12345,), (1.0,)), k=2, scope=make_scope()) == ()


def test_equal_scores_are_ordered_by_chunk_id_also_at_the_cut(index: Index) -> None:
    names = [f"{n:04}" for n in range(1000)]
    for start in range(0, 1000, 100):
        index.put([plain_point(name) for name in reversed(names[start : start + 100])])
    for k in (1, 10, 150):
        assert every_leg(index, make_scope(), k=k) == [names[:k]] * 3
    index.optimize()
    assert every_leg(index, make_scope(), k=10) == [names[:10]] * 3


def test_equal_sums_of_several_terms_are_equal_scores(index: Index) -> None:
    rng = np.random.default_rng(5)
    terms = dict(zip(range(12), rng.uniform(0.3, 2, 12), strict=True))
    for n in range(300):
        noise = dict(zip(range(12), rng.uniform(0.1, 0.2, 12), strict=True))
        index.put([make_point(f"n{n}", terms=noise), make_point(f"t{n:03}", terms=terms)])
    found = index.lexical(Sparse(tuple(range(12)), (1.0,) * 12), k=40, scope=make_scope())
    assert chunks(found) == [f"t{n:03}" for n in range(40)]
    assert len({each.score for each in found}) == 1


def test_fewer_than_k_are_not_padded(index: Index) -> None:
    index.put([plain_point("a"), plain_point("b")])
    assert every_leg(index, make_scope(), k=100) == [["a", "b"]] * 3


@pytest.mark.parametrize("k", [0, -1])
def test_k_below_one_is_an_error(index: Index, k: int) -> None:
    with pytest.raises(InputError, match=f"k is {k}: expected at least 1"):
        index.lexical(TERM, k=k, scope=make_scope())
    with pytest.raises(InputError, match="k is"):
        index.dense(X, k=k, scope=make_scope())
    with pytest.raises(InputError, match="k is"):
        index.units(X, k=k, scope=make_scope())


def test_a_point_that_is_put_again_is_replaced_whole(index: Index) -> None:
    index.put([make_point("a", terms={1: 1.0}, groups=("staff",), units=[[1, 0, 0, 0], [0, 1, 0, 0]])])
    index.put([make_point("a", terms={2: 1.0}, vector=[0, 0, 1, 0])])
    assert index.count() == 1
    assert index.lexical(Sparse((1,), (1.0,)), k=5, scope=make_scope()) == ()
    assert chunks(index.lexical(Sparse((2,), (1.0,)), k=5, scope=make_scope())) == ["a"]
    assert index.units(X, k=5, scope=make_scope()) == ()


def test_points_are_closed_and_reopened(index: Index) -> None:
    points = [plain_point("a"), plain_point("b")]
    index.put(points)
    index.close_points([points[0].point_id, make_point("unknown").point_id], at=Sequence(3))
    assert seen(index, make_scope(sequence=2)) == ["a", "b"]
    assert seen(index, make_scope(sequence=3)) == ["b"]
    index.close_points([points[0].point_id], at=OPEN)
    assert seen(index, make_scope(sequence=3)) == ["a", "b"]


def test_removed_points_are_gone(index: Index) -> None:
    points = [plain_point("a"), plain_point("b")]
    index.put(points)
    index.remove([points[0].point_id, make_point("unknown").point_id])
    assert seen(index, make_scope()) == ["b"]
    assert index.count() == 1


def test_setting_groups_moves_who_sees_a_revision_open_or_closed(index: Index) -> None:
    index.put([plain_point("a", revision="r", seq=(1, 2)), plain_point("b", revision="r", seq=(2, OPEN))])
    index.put([plain_point("c", revision="other", seq=(1, OPEN))])
    index.set_groups(RevisionKey("r"), ("staff", "user:ana"))
    assert seen(index, make_scope(sequence=1)) == ["c"]
    assert seen(index, make_scope(sequence=1, groups=["staff"])) == ["a", "c"]
    assert seen(index, make_scope(sequence=2, groups=["staff"])) == ["b", "c"]
    index.set_groups(RevisionKey("r"), ())
    assert seen(index, make_scope(sequence=2, groups=["staff"])) == ["c"]


def test_states_tell_what_is_stored(index: Index) -> None:
    point = plain_point("a", revision="r", groups=("legal", "staff"), seq=(2, 5))
    index.put([point])
    (state,) = index.states()
    assert (state.point_id, state.chunk_id, state.revision) == (point.point_id, "a", "r")
    assert (state.groups, state.seq_from, state.seq_to) == (("legal", "staff"), 2, 5)


def test_states_can_be_limited_to_what_changed_after_a_sequence(index: Index) -> None:
    intervals = {"old": (1, OPEN), "closed": (1, 3), "closed later": (1, 4), "new": (4, OPEN)}
    index.put([plain_point(chunk, seq=seq) for chunk, seq in intervals.items()])
    assert {state.chunk_id for state in index.states(changed_after=Sequence(3))} == {"closed later", "new"}
    assert {state.chunk_id for state in index.states()} == set(intervals)


def test_many_states_come_once_each(index: Index) -> None:
    index.put([plain_point(str(n)) for n in range(6001)])
    assert sorted(int(state.chunk_id) for state in index.states()) == list(range(6001))


def test_an_index_that_was_closed_opens_again_as_it_was(opened: Callable[[Path], Index], tmp_path: Path) -> None:
    first = opened(tmp_path / "index")
    first.put([plain_point("a"), plain_point("b", groups=("staff",)), make_point("c", vector=[1, 1, 0, 0])])
    first.flush()
    before = first.lexical(TERM, k=5, scope=make_scope()), first.dense(X, k=5, scope=make_scope())
    first.close()
    first.close()
    again = opened(tmp_path / "index")
    assert (again.lexical(TERM, k=5, scope=make_scope()), again.dense(X, k=5, scope=make_scope())) == before
    assert again.count() == 3
    again.close()
