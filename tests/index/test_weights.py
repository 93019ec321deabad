"""The stored term weights of points: read once, anew once they were put again, and never of a point that is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pincite.index import weights
from pincite.index.weights import Weights, of_terms, shared_terms

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.index.weights import Row

A, B, C = 1, 2, 3


def row(**weights_of: float) -> Row:
    terms = [int(term.removeprefix("t")) for term in weights_of]
    return np.array(terms, dtype=np.int64), np.array(list(weights_of.values()))


class Store:
    """Holds two points and keeps which were read, and what to do while they are."""

    def __init__(self) -> None:
        self.rows = {A: row(t2=0.5, t7=1.5), B: row(t7=2.0)}
        self.read: list[list[int]] = []
        self.meanwhile: Callable[[], None] = lambda: None

    def __call__(self, points: list[int]) -> dict[int, Row]:
        self.read.append(points)
        found = {point: self.rows[point] for point in points if point in self.rows}
        self.meanwhile()
        return found


def table(known: Weights, *points: int) -> list[list[float]]:
    rows: list[list[float]] = of_terms([each for each in known.of(list(points)) if each is not None], (7, 2)).tolist()
    return rows


def test_a_point_is_read_once() -> None:
    store = Store()
    known = Weights(store)
    assert [table(known, A), table(known, B, A)] == [[[1.5, 0.5]], [[2.0, 0.0], [1.5, 0.5]]]
    assert store.read == [[A], [B]]


def test_a_point_that_was_put_again_is_read_again() -> None:
    store = Store()
    known = Weights(store)
    table(known, A)
    store.rows[A] = row(t7=9.0)
    known.forget([A])
    assert table(known, A) == [[9.0, 0.0]]


def test_what_was_read_while_a_point_was_put_again_is_not_kept() -> None:
    store = Store()
    known = Weights(store)

    def put_again() -> None:
        store.rows[A] = row(t7=9.0)
        known.forget([A])

    store.meanwhile = put_again
    table(known, A)
    store.meanwhile = lambda: None
    assert table(known, A) == [[9.0, 0.0]]


def test_a_point_that_is_gone_has_no_weights() -> None:
    assert Weights(Store()).of([C]) == [None]


def test_past_the_bound_only_the_latest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "_KEPT", 1)
    store = Store()
    known = Weights(store)
    assert [table(known, point) for point in (A, B, B, A)] == [[[1.5, 0.5]], [[2.0, 0.0]], [[2.0, 0.0]], [[1.5, 0.5]]]
    assert store.read == [[A], [B], [A]]


def test_a_point_without_terms_weighs_nothing() -> None:
    assert of_terms([row(), row(t2=1.0)], (7, 2)).tolist() == [[0.0, 0.0], [0.0, 1.0]]


def test_terms_of_several_points_are_shared() -> None:
    assert shared_terms([row(t2=0.5, t7=1.5), row(t7=2.0)]) == {7}
