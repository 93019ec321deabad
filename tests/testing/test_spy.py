from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from pincite.documents import OPEN, Sequence, Sparse
from pincite.questions import Scope
from pincite.testing.index import PlainIndex
from pincite.testing.points import make_point, make_scope
from pincite.testing.spy import SpyIndex

X = np.array([1, 0, 0, 0], dtype=np.float32)


def test_every_query_is_remembered_with_its_scope_and_what_it_found() -> None:
    spy, scope = SpyIndex(PlainIndex()), make_scope()
    spy.put([make_point("a", terms={1: 1.0})])
    found = spy.lexical(Sparse((1,), (1.0,)), k=3, scope=scope), spy.dense(X, k=2, scope=scope)
    spy.units(X, k=1, scope=scope, documents=())
    assert [(each.leg, each.k) for each in spy.asked] == [("lexical", 3), ("dense", 2), ("units", 1)]
    assert tuple(each.found for each in spy.asked[:2]) == found
    assert spy.scopes == {scope}


@pytest.mark.parametrize("scope", [None, "red"])
def test_a_query_without_a_scope_does_not_pass(scope: object) -> None:
    spy = SpyIndex(PlainIndex())
    with pytest.raises(AssertionError, match="without a scope"):
        spy.dense(X, k=1, scope=cast("Scope", scope))
    with pytest.raises(AssertionError, match="without a scope"):
        spy.lexical(Sparse((1,), (1.0,)), k=1, scope=cast("Scope", scope))
    with pytest.raises(AssertionError, match="without a scope"):
        spy.units(X, k=1, scope=cast("Scope", scope))
    assert spy.asked == []


def test_writes_pass_through() -> None:
    plain, point = PlainIndex(), make_point("a")
    spy = SpyIndex(plain)
    spy.put([point])
    spy.close_points([point.point_id], at=Sequence(4))
    spy.set_groups(point.revision, ("staff",))
    (state,) = spy.states()
    assert (state.seq_to, state.groups) == (4, ("staff",))
    spy.close_points([point.point_id], at=OPEN)
    spy.remove([point.point_id])
    spy.flush()
    spy.optimize()
    spy.close()
    assert spy.count() == plain.count() == 0
