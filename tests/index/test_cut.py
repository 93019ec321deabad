from __future__ import annotations

from dataclasses import dataclass

import pytest

from pincite.documents import ChunkId
from pincite.index.cut import best, past_the_cut
from pincite.questions import Scored


@dataclass(frozen=True)
class Hit:
    score: float


class Engine:
    """Gives the same hits each time and keeps how many were asked for."""

    def __init__(self, scores: list[float]) -> None:
        self.hits = [Hit(score) for score in sorted(scores, reverse=True)]
        self.limits: list[int] = []

    def __call__(self, limit: int) -> list[Hit]:
        self.limits.append(limit)
        return self.hits[:limit]


def test_one_query_is_enough_where_the_scores_differ() -> None:
    engine = Engine([float(n) for n in range(1, 100)])
    assert [hit.score for hit in past_the_cut(engine, 3)] == [99.0, 98.0, 97.0]
    assert engine.limits == [7]


def test_more_is_asked_for_until_the_score_at_the_cut_is_passed() -> None:
    engine = Engine([2.0] * 100 + [1.0] * 5)
    assert len(past_the_cut(engine, 3)) == 100
    assert engine.limits == [7, 28, 112]


def test_scores_within_the_noise_of_the_cut_are_kept() -> None:
    engine = Engine([3.0, 2.0, 2.0 - 1e-7, 1.0])
    assert len(past_the_cut(engine, 2, noise=1e-6)) == 3
    assert len(past_the_cut(engine, 2)) == 2
    assert len(past_the_cut(engine, 2, floor=1e-6)) == 3


def test_zeros_take_no_place_and_what_is_below_them_moves_up() -> None:
    engine = Engine([1.0, *[0.0] * 40, -1.0, -2.0])
    assert [hit.score for hit in past_the_cut(engine, 2)] == [1.0, -1.0]


def test_nothing_found_is_nothing() -> None:
    assert past_the_cut(Engine([]), 5) == []


@pytest.mark.parametrize("k", [1, 2, 3, 9])
def test_equal_scores_are_in_order_of_chunk_id(k: int) -> None:
    found = best([ChunkId("c"), ChunkId("a"), ChunkId("b")], [1.0, 1.0, 2.0], k)
    assert found == (Scored(ChunkId("b"), 2.0), Scored(ChunkId("a"), 1.0), Scored(ChunkId("c"), 1.0))[:k]
