from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.answers import Loss
from pincite.errors import NotFound, Torn
from pincite.evaluate import Outcome, Result, ResultStore
from pincite.evaluate.measures import sliced
from pincite.evaluate.results import LossRecord, loss_counts

OUTCOME = Outcome(
    id="q1",
    kind="lookup",
    question="What is the refund window?",
    answerable=True,
    ranking=(("refund#Limits", 0.5),),
    gained=("refund#Limits",),
    labels={"refund#Limits": 1, "refund#Cap": 1},
    current=(True,),
    losses=(LossRecord(label="refund#Cap", loss=Loss.BUDGET, rank=11, evidence="it ranks 11", fix="ask with -k 11"),),
    shares={"recall@3": (0.5, 1.0)},
    text="The refund window is 30 days [1].",
)


def result(n: int = 0) -> Result:
    return Result(
        slices=sliced([OUTCOME, OUTCOME], ["recall@3"]),
        outcomes=(OUTCOME,),
        facts={"sequence": 3, "questions": "abc"},
        settings={"chunk.name": "structural"},
        name="pincite.toml",
        at=f"2026-01-0{n + 1}T00:00:00+00:00",
        warnings=("question q1: x",),
    )


def saved(state: Path, *results: Result) -> ResultStore:
    """Save results a second apart."""
    store = ResultStore(state)
    for at, each in enumerate(results):
        os.utime(state / "results" / f"{store.save(each)}.json", (at, at))
    return store


def test_what_was_kept_comes_back_but_for_the_texts_of_answers(tmp_path: Path) -> None:
    store = saved(tmp_path, result())
    assert store.get(result().id) == replace(result(), outcomes=(replace(OUTCOME, text=""),))
    (file,) = (tmp_path / "results").iterdir()
    assert b"30 days" not in file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0, "for this user alone"


def test_evidence_that_quotes_a_document_is_not_kept(tmp_path: Path) -> None:
    torn = LossRecord(
        label="refund#Cap", loss=Loss.CHUNK, evidence="a row is cut: '| Refund window | 30 days |'", fix="x"
    )
    store = saved(tmp_path, replace(result(), outcomes=(replace(OUTCOME, losses=(torn, *OUTCOME.losses)),)))
    (kept,) = store.all()
    assert [(r.loss, r.evidence) for r in kept.outcomes[0].losses] == [(Loss.CHUNK, ""), (Loss.BUDGET, "it ranks 11")]


def test_a_result_is_named_by_the_beginning_of_its_id_or_by_its_place(tmp_path: Path) -> None:
    store = saved(tmp_path, result(0), result(1))
    assert store.get(result(0).id[:8]).at == result(0).at
    assert (store.get("last").at, store.get("last-1").at) == (result(1).at, result(0).at)
    assert [each.at for each in store.all()] == [result(0).at, result(1).at]


@pytest.mark.parametrize("name", ["", "zz", "last-2", "last-x", "../results"])
def test_a_result_that_is_not_there_is_not_found(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotFound, match="no result"):
        saved(tmp_path, result(0), result(1)).get(name)


def test_a_damaged_result_is_told_by_name_and_passed_over_in_the_list(tmp_path: Path) -> None:
    store = saved(tmp_path, result(0))
    (tmp_path / "results" / "ffff.json").write_text("{")
    with pytest.raises(Torn, match=r"ffff\.json is damaged"):
        store.get("ffff")
    assert len(store.all()) == 1


def test_the_waterfall_counts_every_stage_of_the_enumeration_in_order() -> None:
    counts = loss_counts(result())
    assert list(counts) == list(Loss)
    assert {loss: n for loss, n in counts.items() if n} == {Loss.BUDGET: 1}
