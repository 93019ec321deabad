from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.documents import ChunkId
from pincite.errors import ConfigError
from pincite.questions import Scored, Signal
from pincite.retrieve import FusionSettings
from pincite.retrieve.fusion import convex, distributed, fuse, reciprocal


def leg(**scores: float) -> tuple[Scored, ...]:
    return tuple(Scored(ChunkId(name), score) for name, score in scores.items())


def test_reciprocal_rank_fusion_is_weight_over_60_plus_rank_from_1() -> None:
    total = reciprocal({"dense": leg(a=0.9, b=0.5), "lexical": leg(b=7.0)}, {"dense": 2.0, "lexical": 1.0})
    assert total == {"a": 2 / 61, "b": 2 / 62 + 1 / 61}


def test_a_convex_score_is_the_weighted_mean_of_scores_as_shares_of_the_best() -> None:
    legs = {"dense": leg(a=0.8, b=0.6, c=0.4), "lexical": leg(b=10.0, c=5.0)}
    expected = {"a": 0.7, "b": 0.7 * 0.75 + 0.3, "c": 0.7 * 0.5 + 0.3 * 0.5}
    assert convex(legs, {"dense": 0.7, "lexical": 0.3}) == pytest.approx(expected)


def test_a_leg_whose_scores_are_all_equal_counts_each_of_its_hits_fully() -> None:
    assert convex({"dense": leg(a=0.4), "lexical": ()}, {"dense": 1.0, "lexical": 1.0}) == {"a": 0.5}


def test_a_score_below_0_counts_as_0_and_its_hit_survives() -> None:
    assert convex({"dense": leg(a=0.4, b=-0.2)}, {"dense": 1.0}) == {"a": 1.0, "b": 0.0}


@pytest.mark.parametrize("name", ["convex", "dbsf", "rrf"])
def test_a_hit_that_one_leg_found_survives_with_the_signal_of_that_leg_alone(name: str) -> None:
    hits = fuse({"dense": leg(a=0.9), "lexical": leg(b=3.0)}, FusionSettings(name=name))
    assert {hit.chunk_id: dict(hit.signals) for hit in hits} == {
        "a": {"dense": Signal(1, 0.9)},
        "b": {"lexical": Signal(1, 3.0)},
    }


@pytest.mark.parametrize("name", ["convex", "dbsf", "rrf"])
def test_equal_scores_are_ordered_by_chunk_id(name: str) -> None:
    settings = FusionSettings(name=name, dense=1.0, lexical=1.0)
    hits = fuse({"dense": leg(z=0.9), "lexical": leg(a=3.0)}, settings)
    assert [hit.chunk_id for hit in hits] == ["a", "z"]


def test_a_bonus_is_added_to_the_fused_score() -> None:
    hits = fuse({"dense": leg(a=0.9, b=0.2), "lexical": ()}, FusionSettings(), bonus={ChunkId("b"): 1.0})
    assert [(hit.chunk_id, hit.score) for hit in hits] == [("b", pytest.approx(1.0 + 0.6 * 0.2 / 0.9)), ("a", 0.6)]


def test_a_chunk_with_a_bonus_is_a_hit_although_no_leg_found_it() -> None:
    hits = fuse({"dense": leg(a=0.9), "lexical": ()}, FusionSettings(), bonus={ChunkId("b"): 1.0})
    assert [(hit.chunk_id, dict(hit.signals)) for hit in hits] == [("b", {}), ("a", {"dense": Signal(1, 0.9)})]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": "sum"}, "retrieve.fusion.name is 'sum': expected convex, dbsf or rrf"),
        ({"dense": -1.0}, "expected weights of at least 0"),
        ({"dense": 0.0, "lexical": 0.0}, "one of them above 0"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        FusionSettings(**wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_a_distributed_score_is_spread_over_three_deviations_from_the_mean() -> None:
    total = distributed({"dense": leg(a=3.0, b=2.0, c=1.0)}, {"dense": 1.0})
    step = 1 / (6 * (2 / 3) ** 0.5)
    assert total == pytest.approx({"a": 0.5 + step, "b": 0.5, "c": 0.5 - step})


def test_a_leg_of_equal_scores_is_spread_to_the_middle() -> None:
    assert distributed({"dense": leg(a=0.4), "lexical": ()}, {"dense": 1.0, "lexical": 1.0}) == {"a": 0.25}


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 5), max_size=8),
    st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 5), max_size=8),
)
def test_reciprocal_rank_fusion_is_what_a_plain_one_gives(dense: dict[str, int], lexical: dict[str, int]) -> None:
    legs = {
        name: tuple(
            Scored(ChunkId(c), float(s)) for c, s in sorted(found.items(), key=lambda each: (-each[1], each[0]))
        )
        for name, found in (("dense", dense), ("lexical", lexical))
    }
    weights = {"dense": 0.6, "lexical": 0.4}
    plain = {
        chunk: sum(
            weights[name] / (60 + 1 + [scored.chunk_id for scored in legs[name]].index(ChunkId(chunk)))
            for name in ("dense", "lexical")
            if chunk in (dense if name == "dense" else lexical)
        )
        for chunk in {*dense, *lexical}
    }
    assert reciprocal(legs, weights) == pytest.approx(plain)
    assert {hit.chunk_id for hit in fuse(legs, FusionSettings(name="rrf"))} == set(plain)
