"""The engine against the plain index: the same hits, scores within a thousandth, the same order but for near ties."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.documents import OPEN, DocumentId, Point, Sparse
from pincite.index import IndexSettings, build
from pincite.protocols import Index
from pincite.questions import Scope, Scored
from pincite.testing.index import PlainIndex
from pincite.testing.points import make_point, make_scope

DIM, N_TERMS = 6, 9
FIRST = date(2025, 1, 1)
names = st.sampled_from(["red", "blue"])
groups = st.sampled_from(["public", "staff", "legal"])
sequences = st.integers(1, 4)
days = st.integers(0, 4).map(lambda n: FIRST + timedelta(n))


@st.composite
def point_lists(draw: st.DrawFn) -> list[Point]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return [_point(draw, rng, at) for at in range(draw(st.integers(0, 25)))]


def _point(draw: st.DrawFn, rng: np.random.Generator, at: int) -> Point:
    held = draw(st.sets(st.integers(0, N_TERMS - 1), max_size=N_TERMS))
    start = draw(sequences)
    return make_point(
        f"{at:02}",
        vector=rng.standard_normal(DIM),
        units=rng.standard_normal((draw(st.integers(1, 3)), DIM)),
        terms={term: float(rng.uniform(0.3, 2.2)) for term in held},
        tenant=draw(names),
        document=f"d{at % 4}",
        revision=f"r{at % 6}",
        groups=tuple(draw(st.sets(groups, max_size=2))),
        seq=(start, draw(st.sampled_from([OPEN, start + 1, start + 2]))),
        valid=(draw(days), draw(days)),
    )


@st.composite
def scopes(draw: st.DrawFn) -> Scope:
    revisions = st.sets(st.integers(0, 6).map("r{}".format), max_size=2)
    return make_scope(
        tenant=draw(names),
        groups=draw(st.sets(groups, max_size=2)),
        sequence=draw(st.integers(1, 6)),
        day=draw(days),
        granted=draw(revisions),
        revoked=draw(revisions),
    )


questions = st.integers(0, 2**32 - 1).map(np.random.default_rng)
narrowings = st.none() | st.sets(st.integers(0, 4).map("d{}".format), max_size=2).map(
    lambda found: tuple(map(DocumentId, sorted(found)))
)


@pytest.fixture(scope="module")
def edge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    index = build(IndexSettings(name="edge"))(tmp_path_factory.mktemp("edge") / "index")
    yield index
    index.close()


def refill(index: Index, points: list[Point]) -> None:
    index.remove([state.point_id for state in index.states()])
    index.put(points)


def rankings(
    index: Index, rng: np.random.Generator, scope: Scope, k: int, documents: tuple[DocumentId, ...] | None
) -> list[tuple[Scored, ...]]:
    vector = rng.standard_normal(DIM).astype(np.float32)
    vector /= np.linalg.norm(vector)
    asked = sorted(rng.choice(N_TERMS, 4, replace=False).tolist())
    return [
        index.lexical(Sparse(tuple(asked), (1.0,) * 4), k=k, scope=scope, documents=documents),
        index.dense(vector, k=k, scope=scope, documents=documents),
        index.units(vector, k=k, scope=scope, documents=documents),
    ]


def agree(found: tuple[Scored, ...], plain: tuple[Scored, ...]) -> None:
    assert [each.score for each in found] == pytest.approx([each.score for each in plain], abs=1e-3)
    scores = {each.chunk_id: each.score for each in plain}
    for each in found:
        assert scores.get(each.chunk_id, plain[-1].score) == pytest.approx(each.score, abs=1e-3)


@settings(max_examples=50, deadline=None)
@given(points=point_lists(), scope=scopes(), rng=questions, k=st.integers(1, 30), documents=narrowings)
def test_the_engine_ranks_as_the_plain_index_does(
    edge: Index,
    points: list[Point],
    scope: Scope,
    rng: np.random.Generator,
    k: int,
    documents: tuple[DocumentId, ...] | None,
) -> None:
    plain = PlainIndex()
    plain.put(points)
    refill(edge, points)
    seed = int(rng.integers(2**32))
    ours, judge = (rankings(each, np.random.default_rng(seed), scope, k, documents) for each in (edge, plain))
    assert ours[0] == judge[0], "lexical scores and order are the same to the last bit"
    agree(ours[1], judge[1])
    agree(ours[2], judge[2])
    assert edge.count(scope=scope) == plain.count(scope=scope)


def test_the_engine_agrees_on_a_larger_set_before_and_after_housekeeping(edge: Index) -> None:
    rng = np.random.default_rng(11)
    points = [
        make_point(
            f"{n:04}",
            vector=rng.standard_normal(DIM),
            units=rng.standard_normal((2, DIM)),
            terms={int(term): float(rng.uniform(0.3, 2.2)) for term in rng.choice(N_TERMS, 5, replace=False)},
            groups=("public",) if n % 3 else ("staff",),
        )
        for n in range(1500)
    ]
    plain = PlainIndex()
    plain.put(points)
    refill(edge, points)
    judge = rankings(plain, np.random.default_rng(1), make_scope(), 50, None)
    for _ in range(2):
        ours = rankings(edge, np.random.default_rng(1), make_scope(), 50, None)
        assert ours[0] == judge[0]
        agree(ours[1], judge[1])
        agree(ours[2], judge[2])
        edge.optimize()
