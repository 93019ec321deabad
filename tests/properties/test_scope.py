"""Nothing outside a scope has a part in what its reader gets: not in the hits, the scores, the order or the counts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.documents import FIRST_DAY, LAST_DAY, OPEN, Point, Sparse
from pincite.index import IndexSettings, build
from pincite.protocols import Index
from pincite.questions import Scope, Scored
from pincite.testing.index import PlainIndex, in_scope
from pincite.testing.points import TODAY, make_point, make_scope

DIM, N_TERMS = 4, 12
SCOPE = make_scope(groups=["staff"], sequence=5, granted=["granted"], revoked=["revoked"])
OUTSIDE = ("tenant", "groups", "revoked", "early", "late", "future", "expired", "generation")


@pytest.fixture(scope="module", params=["edge", "plain"])
def index(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("scope") / "index"
    found: Index = PlainIndex() if request.param == "plain" else build(IndexSettings(name="edge"))(folder)
    yield found
    found.close()


def make(rng: np.random.Generator, chunk: str, why: str = "") -> Point:
    """Return a random point that is in the scope, or outside it for the reason that is named."""
    held = rng.choice(N_TERMS, 8, replace=False).tolist()
    one_day = timedelta(1)
    valid: tuple[date, date] = {
        "future": (TODAY + one_day, LAST_DAY),
        "expired": (FIRST_DAY, TODAY),
    }.get(why, (FIRST_DAY, LAST_DAY))
    return make_point(
        chunk,
        vector=rng.standard_normal(DIM),
        units=rng.standard_normal((2, DIM)),
        terms={term: float(rng.uniform(0.3, 2.2)) for term in held},
        tenant="blue" if why == "tenant" else "red",
        groups=("legal",) if why == "groups" else ("staff",),
        revision="revoked" if why == "revoked" else "plain",
        seq={"early": (1, 5), "late": (6, OPEN)}.get(why, (2, OPEN)),
        valid=valid,
        generation="other" if why == "generation" else SCOPE.generation,
    )


def everything(index: Index, rng: np.random.Generator, scope: Scope) -> tuple[tuple[Scored, ...] | int, ...]:
    vector = rng.standard_normal(DIM).astype(np.float32)
    asked = sorted(rng.choice(N_TERMS, 7, replace=False).tolist())
    terms = Sparse(tuple(asked), (1.0,) * len(asked))
    return (
        index.lexical(terms, k=6, scope=scope),
        index.dense(vector, k=6, scope=scope),
        index.units(vector, k=6, scope=scope),
        index.count(scope=scope),
    )


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    n_mine=st.integers(0, 20),
    reasons=st.lists(st.sampled_from(OUTSIDE), min_size=1, max_size=20),
)
def test_adding_and_removing_what_is_out_of_scope_changes_nothing(
    index: Index, seed: int, n_mine: int, reasons: list[str]
) -> None:
    rng = np.random.default_rng(seed)
    index.remove([state.point_id for state in index.states()])
    mine = [make(rng, f"m{at:02}") for at in range(n_mine)]
    outside = [make(rng, f"o{at:02}", why) for at, why in enumerate(reasons)]
    assert all(in_scope(point, SCOPE) for point in mine)
    assert not any(in_scope(point, SCOPE) for point in outside)
    index.put(mine)
    alone = everything(index, np.random.default_rng(seed), SCOPE)
    index.put(outside)
    assert everything(index, np.random.default_rng(seed), SCOPE) == alone
    index.remove([point.point_id for point in outside])
    assert everything(index, np.random.default_rng(seed), SCOPE) == alone


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), data=st.data())
def test_the_order_in_which_points_came_changes_nothing(index: Index, seed: int, data: st.DataObject) -> None:
    rng = np.random.default_rng(seed)
    points = [make(rng, f"m{at:02}") for at in range(15)]
    found = []
    for order in (points, data.draw(st.permutations(points))):
        index.remove([state.point_id for state in index.states()])
        index.put(order)
        found.append(everything(index, np.random.default_rng(seed), SCOPE))
    assert found[0] == found[1]
