from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluate.intervals import bootstrap, paired
from pincite.evaluate.results import Outcome

SHARES = st.lists(st.sampled_from([(0.0, 1.0), (1.0, 1.0)]), min_size=2, max_size=60)


def outcomes(*values: float | None, measure: str = "recall@3") -> list[Outcome]:
    return [
        Outcome(
            id=str(at),
            kind="lookup",
            question="?",
            answerable=True,
            shares={} if value is None else {measure: (value, 1.0)},
        )
        for at, value in enumerate(values)
    ]


def test_an_interval_is_that_of_the_normal_distribution_where_questions_are_many() -> None:
    """Of 1,000 questions 800 are right: the standard error is sqrt(.8 x .2 / 1000) = .01265."""
    interval = bootstrap([(1.0, 1.0)] * 800 + [(0.0, 1.0)] * 200)
    assert interval is not None
    assert interval.low == pytest.approx(0.8 - 1.96 * 0.01265, abs=0.003)
    assert interval.high == pytest.approx(0.8 + 1.96 * 0.01265, abs=0.003)


@given(SHARES)
def test_an_interval_lies_in_the_range_and_around_the_middle(shares: list[tuple[float, float]]) -> None:
    interval = bootstrap(shares)
    assert interval is not None
    assert 0.0 <= interval.low <= np.mean([up for up, _ in shares]) <= interval.high <= 1.0


def test_one_question_has_no_interval() -> None:
    assert bootstrap([(1.0, 1.0)]) is None


def test_the_same_questions_always_give_the_same_interval() -> None:
    shares = [(1.0, 1.0), (0.0, 1.0), (1.0, 1.0)]
    assert bootstrap(shares) == bootstrap(shares)


def test_a_share_of_hits_is_drawn_by_question() -> None:
    interval = bootstrap([(3.0, 3.0), (0.0, 1.0)])
    assert interval is not None
    assert (interval.low, interval.high) == (0.0, 1.0)


def test_a_difference_on_most_questions_is_certain_and_the_chance_of_it_small() -> None:
    (found,) = paired(outcomes(*[0.0] * 20, 1.0), outcomes(*[1.0] * 20, 1.0), ["recall@3"])
    assert (found.n, found.second) == (21, 1.0)
    assert found.first == pytest.approx(1 / 21)
    assert found.certain
    assert found.p < 0.01


def test_two_questions_that_change_places_are_no_difference() -> None:
    (found,) = paired(outcomes(1.0, 0.0, 1.0), outcomes(0.0, 1.0, 1.0), ["recall@3"])
    assert found.change == 0
    assert found.p == 1.0
    assert not found.certain


def test_the_chance_is_that_of_counting_all_swaps() -> None:
    """Five differences of 1 in one direction: 2 of the 32 ways to swap them are as extreme."""
    (found,) = paired(outcomes(*[0.0] * 5), outcomes(*[1.0] * 5), ["recall@3"])
    assert found.p == pytest.approx(2 / 32, abs=0.015)


def test_only_questions_that_have_the_measure_in_both_are_compared() -> None:
    (found,) = paired(outcomes(1.0, None, 0.0), outcomes(1.0, 1.0), ["recall@3", "correct"])
    assert found.n == 1
