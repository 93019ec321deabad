from __future__ import annotations

from dataclasses import replace

import pytest

from pincite.evaluate import Outcome, Result, difference
from pincite.evaluate.differences import Plane
from pincite.evaluate.measures import sliced

FACTS = {"content": "c1", "generation": "g1", "space": "s1", "model": "m1", "prompt": "p1", "questions": "q1"}
RECALL = "recall@3"


def result(right: int, of: int = 100, *, measure: str = RECALL, **facts: str) -> Result:
    outcomes = tuple(
        Outcome(id=f"q{n}", kind="lookup", question="?", answerable=True, shares={measure: (float(n < right), 1.0)})
        for n in range(of)
    )
    return Result(slices=sliced(outcomes, [measure]), outcomes=outcomes, facts=FACTS | facts)


def test_a_fall_of_recall_in_the_week_of_a_model_upgrade_and_a_re_index_is_the_re_indexs() -> None:
    found = difference(result(95), result(70, model="m2", generation="g2", space="s2"))
    assert found.first is Plane.DATA
    assert [change.name for change in found.suspects] == ["generation", "space"]
    assert found.reason == (
        "recall@3 went from 0.95 to 0.70 on 100 common questions: "
        "what is found does not depend on the model that answers"
    )
    assert {change.name: change.plane for change in found.changes}["model"] is Plane.MODEL


def test_a_fall_of_right_answers_alone_is_the_models_where_both_changed() -> None:
    found = difference(result(95, measure="correct"), result(70, measure="correct", model="m2", generation="g2"))
    assert found.first is Plane.MODEL
    assert [change.name for change in found.suspects] == ["model"]


def test_a_fall_of_right_answers_is_the_datas_where_the_model_did_not_change() -> None:
    found = difference(result(95, measure="correct"), result(70, measure="correct", content="c2"))
    assert (found.first, [change.name for change in found.suspects]) == (Plane.DATA, ["content"])


def test_a_fall_of_recall_for_which_nothing_changed_says_so() -> None:
    found = difference(result(95), result(70, model="m2"))
    assert (found.first, found.suspects) == (Plane.DATA, ())
    assert "no change of it is recorded, so run pincite doctor" in found.reason


def test_a_fall_of_recall_with_other_questions_only_is_the_measurings() -> None:
    found = difference(result(95), result(70, questions="q2"))
    assert found.first is Plane.QUESTIONS


def test_a_fall_that_may_be_chance_is_told_as_such() -> None:
    found = difference(result(7, 7, measure="correct"), result(6, 7, measure="correct", content="c2"))
    assert found.first is Plane.NEITHER
    assert found.reason == (
        "correct went from 1.00 to 0.86 on 7 common questions, which may be chance; no measure is worse for certain"
    )


def test_a_leak_goes_before_any_measure() -> None:
    before, after = result(95), result(70, model="m2")
    leaking = replace(after.slices[0], values={**after.slices[0].values, "leaks": 2.0})
    found = difference(before, replace(after, slices=(leaking, *after.slices[1:])))
    assert found.first is Plane.DATA
    assert found.reason.startswith("leaks rose from 0 to 2")


def test_a_rise_names_nothing_to_look_at() -> None:
    found = difference(result(70), result(95, generation="g2"))
    assert (found.first, found.reason) == (Plane.NEITHER, "no measure that both have is worse")


@pytest.mark.parametrize(
    ("key", "plane"),
    [
        ("generate.name", Plane.MODEL),
        ("attribute.judge", Plane.MODEL),
        ("chunk.name", Plane.DATA),
        ("retrieve.fusion.dense", Plane.DATA),
        ("rerank.name", Plane.DATA),
        ("assemble.total_tokens", Plane.DATA),
        ("trace.keep", Plane.NEITHER),
    ],
)
def test_each_setting_stands_on_a_plane(key: str, plane: Plane) -> None:
    before, after = result(95), replace(result(95), settings={key: "2"})
    (change,) = difference(before, after).changes
    assert (change.name, change.before, change.after, change.plane) == (key, "", "2", plane)


def test_measures_are_compared_on_common_questions_only() -> None:
    found = difference(result(95), result(45, of=50))
    assert (found.n_common, found.measures[0].n) == (50, 50)
