from __future__ import annotations

from math import log

import numpy as np
import pytest
from numpy.typing import NDArray

from pincite.index.frequencies import ROUNDING, Frequencies, Known, holders, infer
from pincite.questions import Scope
from pincite.testing.points import make_scope


def scored(weights: NDArray[np.float64], numbers: list[int], n_points: int) -> NDArray[np.float64]:
    """Return the scores that the engine would give, in 32 bits."""
    idf = np.array([log((n_points + 1) / (n + 0.5)) for n in numbers], dtype=np.float32)
    sums: NDArray[np.float32] = (weights.astype(np.float32) * idf).sum(axis=1, dtype=np.float32)
    return sums.astype(np.float64)


@pytest.mark.parametrize("numbers", [[1], [1, 50, 20_000], [99_999, 100_000, 3], [7, 7, 7, 7, 7, 7]])
def test_whole_frequencies_follow_from_the_scores_of_hits(numbers: list[int]) -> None:
    n_points = 100_000
    rng = np.random.default_rng(4)
    weights = rng.uniform(0.3, 2.2, (112, len(numbers))) * (rng.random((112, len(numbers))) < 0.7)
    scores = scored(weights, numbers, n_points)
    found = infer(weights, scores, scores * len(numbers) * ROUNDING, n_points=n_points)
    for number, inferred in zip(numbers, found, strict=True):
        assert inferred in (number, None), "never a wrong number"
    assert found[-1] == numbers[-1]


def test_terms_that_always_stand_together_are_not_settled() -> None:
    weights = np.ones((20, 2))
    scores = scored(weights, [3, 9], 100)
    assert infer(weights, scores, scores * 3 * ROUNDING, n_points=100) == [None, None]


def test_fewer_hits_than_terms_settle_nothing() -> None:
    weights = np.array([[1.0, 2.0]])
    scores = scored(weights, [3, 9], 100)
    assert infer(weights, scores, scores * 3 * ROUNDING, n_points=100) == [None, None]


def test_a_number_that_the_rounding_could_hide_is_not_settled() -> None:
    weights = np.ones((1, 1))
    scores = scored(weights, [5_000_000], 10_000_000)
    assert infer(weights, scores, scores * 100 * ROUNDING, n_points=10_000_000) == [None]


def test_holders_undo_the_inverse_document_frequency() -> None:
    known = Known(n_points=1000, n_with={7: 250})
    assert holders(known.idf(7), 1000) == pytest.approx(250)


def test_terms_seem_rare_where_there_are_few_points_or_no_hits_shared_them() -> None:
    assert Known(n_points=9).seem_rare([7], 10)
    assert not Known(n_points=10).seem_rare([7], 10), "no hits were seen yet"
    seen = Known(n_points=10, often=frozenset({8}))
    assert seen.seem_rare([7], 10)
    assert not seen.seem_rare([7, 8], 10)


class Counter:
    """Counts how often it is asked for the points of a scope."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, scope: Scope) -> int:
        self.asked += 1
        return 10


def test_what_was_learned_is_known_to_the_next_question_in_the_same_scope() -> None:
    count = Counter()
    frequencies = Frequencies(count)
    frequencies.learn(make_scope(), frequencies.of(make_scope()), {1: 4})
    assert frequencies.of(make_scope(epoch=5)).n_with == {1: 4}
    assert count.asked == 1
    assert frequencies.of(make_scope(groups=["staff"])).n_with == {}


def test_a_write_makes_everything_be_counted_again() -> None:
    count = Counter()
    frequencies = Frequencies(count)
    frequencies.learn(make_scope(), frequencies.of(make_scope()), {1: 4})
    frequencies.forget()
    assert frequencies.of(make_scope()).n_with == {}
    assert count.asked == 2


def test_what_was_counted_before_a_write_is_not_kept_after_it() -> None:
    frequencies = Frequencies(Counter())
    before = frequencies.of(make_scope())
    frequencies.forget()
    assert frequencies.learn(make_scope(), before, {1: 4}).n_with == {1: 4}, "the question goes on with what it saw"
    assert frequencies.of(make_scope()).n_with == {}


def test_only_so_many_terms_are_remembered() -> None:
    frequencies, scope = Frequencies(Counter()), make_scope()
    frequencies.learn(scope, frequencies.of(scope), dict.fromkeys(range(10_000), 1))
    assert len(frequencies.learn(scope, frequencies.of(scope), {10_000: 2}).n_with) == 10_001
    assert frequencies.of(scope).n_with == {10_000: 2}


def test_only_so_many_scopes_are_remembered() -> None:
    frequencies = Frequencies(Counter())
    for sequence in range(300):
        scope = make_scope(sequence=sequence)
        frequencies.learn(scope, frequencies.of(scope), {1: 4})
    assert frequencies.of(make_scope(sequence=0)).n_with == {}
    assert frequencies.of(make_scope(sequence=299)).n_with == {1: 4}
