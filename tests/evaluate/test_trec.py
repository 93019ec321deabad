from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import ir_measures
import pytest

from pincite.errors import InputError
from pincite.evaluate import Outcome, Result, Slice, load_qrels, write_run


def file_of(folder: Path, text: str) -> Path:
    file = folder / "qrels"
    file.write_text(text, encoding="utf-8")
    return file


def test_trec_judgements_are_read(tmp_path: Path) -> None:
    file = file_of(tmp_path, "q1 0 refund#Limits 2\nq1 0 other 0\n\nq2 Q0 refund 1\n")
    assert load_qrels(file) == {"q1": {"refund#Limits": 2, "other": 0}, "q2": {"refund": 1}}


def test_beir_judgements_are_read_and_their_documents_may_have_spaces(tmp_path: Path) -> None:
    file = file_of(tmp_path, "query-id\tcorpus-id\tscore\nq1\trefund#How to ask\t1\r\nq2\tdoc\t1\n")
    assert load_qrels(file) == {"q1": {"refund#How to ask": 1}, "q2": {"doc": 1}}


@pytest.mark.parametrize("line", ["q1 0 refund", "q1 0 refund high", "q1", "q1 0 a b 1"])
def test_a_line_that_is_no_judgement_is_named(tmp_path: Path, line: str) -> None:
    file = file_of(tmp_path, f"q1 0 refund 1\n{line}\n")
    with pytest.raises(InputError, match=rf"{file}, line 2: .* is no judgement: expected 'qid 0 docid rel'"):
        load_qrels(file)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read \S+none: .*name a TREC or BEIR qrels file"):
        load_qrels(tmp_path / "none")


def result(*ranking: tuple[str, float]) -> Result:
    outcome = Outcome(
        id="q 1",
        kind="lookup",
        question="x",
        answerable=True,
        ranking=ranking,
        gained=(None,) * len(ranking),
        labels={},
        current=(True,) * len(ranking),
        leaks=0,
    )
    return Result(slices=(Slice(name="all", n=1, values={}),), outcomes=(outcome,))


def test_a_run_has_a_section_once_and_no_column_has_spaces(tmp_path: Path) -> None:
    file = tmp_path / "run.trec"
    write_run(file, result(("a b#How to ask", 0.9), ("c#", 0.7), ("a b#How to ask", 0.5)))
    assert file.read_text(encoding="utf-8").splitlines() == [
        "q_1 Q0 a_b#How_to_ask 1 0.900000 pincite",
        "q_1 Q0 c# 2 0.700000 pincite",
    ]


def test_a_run_keeps_its_order_where_scores_are_equal_or_rise(tmp_path: Path) -> None:
    file = tmp_path / "run.trec"
    write_run(file, result(("z", 0.5), ("a", 0.5), ("m", 0.7)))
    read = ir_measures.read_trec_run(str(file))  # type: ignore[no-untyped-call]  # the library has no types
    rows = sorted(read, key=lambda row: -row.score)
    assert [row.doc_id for row in rows] == ["z", "a", "m"]


def test_a_run_without_hits_is_an_empty_file(tmp_path: Path) -> None:
    write_run(tmp_path / "run.trec", result())
    assert (tmp_path / "run.trec").read_text(encoding="utf-8") == ""


@pytest.mark.parametrize("header", ["query-id\tcorpus-id\tscore", "qid\tdocid\trel", "qid\tdocid\tRelevance"])
def test_a_header_line_is_passed_over(tmp_path: Path, header: str) -> None:
    (tmp_path / "q.tsv").write_text(f"{header}\n7\td1\t2\n")
    assert load_qrels(tmp_path / "q.tsv") == {"7": {"d1": 2}}


def judged(labels: dict[str, int], gained: tuple[str | None, ...]) -> Result:
    one = result(("a#How to ask", 0.9), ("b#Cap", 0.7), ("a#Limits", 0.5))
    return replace(one, outcomes=(replace(one.outcomes[0], labels=labels, gained=gained),))


def test_where_documents_are_judged_a_run_names_documents_each_once(tmp_path: Path) -> None:
    """Else whoever scores the run against the same judgements finds nothing in it."""
    file = tmp_path / "run.trec"
    write_run(file, judged({"b": 1}, (None, "b", None)))
    assert file.read_text(encoding="utf-8").splitlines() == [
        "q_1 Q0 a 1 0.900000 pincite",
        "q_1 Q0 b 2 0.700000 pincite",
    ]
    run = [line.split() for line in file.read_text(encoding="utf-8").splitlines()]
    scored = [ir_measures.ScoredDoc(question, name, float(score)) for question, _, name, _, score, _ in run]
    measures = ir_measures.calc_aggregate([ir_measures.RR], [ir_measures.Qrel("q_1", "b", 1)], scored)
    assert measures[ir_measures.RR] == 0.5


def test_a_hit_that_meets_a_label_is_named_as_the_judgements_name_it(tmp_path: Path) -> None:
    file = tmp_path / "run.trec"
    write_run(file, judged({"b#7.2": 1}, (None, "b#7.2", None)))
    assert [line.split()[2] for line in file.read_text(encoding="utf-8").splitlines()] == [
        "a#How_to_ask",
        "b#7.2",
        "a#Limits",
    ]
