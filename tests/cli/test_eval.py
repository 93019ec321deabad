from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]

QUESTIONS: tuple[dict[str, Any], ...] = (
    {"id": "q1", "question": "refund window", "relevant": ["refund-policy#Limits"], "split": "tune"},
    {"id": "q2", "question": "order O-48214", "kind": "identifier", "relevant": ["policies/order"], "split": "frozen"},
    {
        "id": "q3",
        "question": "extension of the fraud desk",
        "kind": "unanswerable",
        "none_of": ["4471"],
        "split": "tune",
    },
)


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    file = tmp_path / "queries.jsonl"
    file.write_text("\n".join(map(json.dumps, QUESTIONS)))
    return file


def test_measures_are_shown_in_all_and_per_kind(run: Run, shop: Path, queries: Path) -> None:
    got = run("eval", "retrieval", queries, "--k", "1,3", corpus=shop)
    assert got.exit_code == 0, got.stderr
    header, overall, *_ = got.stdout.splitlines()
    assert {"recall@1", "recall@3", "ndcg@3", "mrr", "currency", "leaks"} <= set(header.split())
    assert overall.split()[:2] == ["all", "3"]
    assert "generation" in got.stdout.splitlines()[-1]


def test_a_gate_that_holds_is_passed_and_one_that_does_not_fails_with_the_value(
    run: Run, shop: Path, queries: Path
) -> None:
    passed = run("eval", "retrieval", queries, "--gate", "recall@3 >= 1 and leaks == 0", corpus=shop)
    failed = run("eval", "retrieval", queries, "--gate", "leaks > 0", corpus=shop)
    assert (passed.exit_code, passed.stderr) == (0, "The gate holds: recall@3 >= 1 and leaks == 0\n")
    assert (failed.exit_code, failed.stderr) == (1, "Gate: leaks is 0, wanted > 0\n")


def test_a_gate_that_cannot_be_read_is_refused_before_anything_runs(run: Run, shop: Path, queries: Path) -> None:
    got = run("eval", "retrieval", queries, "--gate", "recall is good", corpus=shop)
    assert (got.exit_code, got.stdout) == (2, "")


@pytest.mark.parametrize(
    ("kind", "gate", "nearest"),
    [
        ("retrieval", "recall@5 >= 0.9", "recall@3"),
        ("retrieval", "correct > 0", "recall"),
        ("answers", "corect > 0", "correct"),
    ],
)
def test_a_gate_on_what_is_not_measured_is_refused_before_anything_runs(
    run: Run, shop: Path, queries: Path, kind: str, gate: str, nearest: str
) -> None:
    kept = set(shop.glob(".pincite/results/*"))
    got = run("eval", kind, queries, "--gate", f"leaks == 0 and {gate}", corpus=shop)
    assert (got.exit_code, got.stdout) == (2, "")
    assert f"unknown measure in the gate {gate.split()[0]!r}" in got.stderr
    assert nearest in got.stderr
    assert set(shop.glob(".pincite/results/*")) == kept


def test_a_split_leaves_the_other_questions_out(run: Run, shop: Path, queries: Path) -> None:
    got = run("eval", "retrieval", queries, "--split", "frozen", "--json", corpus=shop)
    ids = [json.loads(line).get("id") for line in got.stdout.splitlines()]
    assert ids == [None, "q2"]
    assert "did you mean 'frozen'?" in run("eval", "retrieval", queries, "--split", "frzen", corpus=shop).stderr


def test_answers_measure_refusals(run: Run, shop: Path, queries: Path) -> None:
    got = run("eval", "retrieval", queries, "--answers", "--json", corpus=shop)
    values = json.loads(got.stdout.splitlines()[0])["measures"][0]["values"]
    assert values["unanswerable_refused"] == 1.0


def test_two_settings_are_compared_side_by_side(run: Run, own: Path, queries: Path) -> None:
    (own / "dense.toml").write_text((own / "pincite.toml").read_text() + '\n[retrieve]\nroute = "dense"\n')
    got = run("eval", "retrieval", queries, "--compare", "dense.toml", corpus=own)
    assert got.exit_code == 0, got.stderr
    assert got.stdout.splitlines()[0].split() == [
        *("MEASURE", "pincite.toml", "dense.toml", "CHANGE"),
        *("95%", "INTERVAL", "P"),
    ]


def test_a_run_is_written_in_trec_form(run: Run, shop: Path, queries: Path, tmp_path: Path) -> None:
    run("eval", "retrieval", queries, "--run-out", tmp_path / "run.trec", corpus=shop)
    first = (tmp_path / "run.trec").read_text().splitlines()[0].split()
    assert (first[0], first[1], first[3], first[5]) == ("q1", "Q0", "1", "pincite")


def test_qrels_take_the_place_of_the_labels(run: Run, shop: Path, queries: Path, tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("q1 0 refund-policy 1\nq2 0 nowhere 1\n")
    got = run("eval", "retrieval", queries, "--qrels", tmp_path / "qrels", "--json", corpus=shop)
    outcomes = [json.loads(line) for line in got.stdout.splitlines()[1:]]
    assert [outcome["labels"] for outcome in outcomes] == [1, 1, 0]
    assert outcomes[1]["gained"].count(None) == len(outcomes[1]["gained"])


def test_cut_offs_are_whole_numbers(run: Run, shop: Path, queries: Path) -> None:
    assert run("eval", "retrieval", queries, "--k", "three", corpus=shop).exit_code == 2


def test_a_report_is_written_and_the_result_is_kept(run: Run, own: Path, queries: Path, tmp_path: Path) -> None:
    got = run("eval", "retrieval", queries, "--report", tmp_path / "r.html", corpus=own)
    assert got.exit_code == 0, got.stderr
    assert (tmp_path / "r.html").read_text().startswith("<!DOCTYPE html>")
    kept = {file.stem for file in (own / ".pincite" / "results").glob("*.json")}
    assert got.stdout.splitlines()[-1].split(",")[0].removeprefix("result ") in kept


def test_a_label_that_names_nothing_is_warned_of_and_refused_on_request(run: Run, shop: Path, tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    labels = ["refund-policy", "refund-polcy"]
    file.write_text(json.dumps({"id": "q1", "question": "refund window", "relevant": labels}))
    got = run("eval", "retrieval", file, corpus=shop)
    assert got.exit_code == 0
    assert "Warning: question q1: the corpus holds no document of label 'refund-polcy'" in got.stderr
    assert run("eval", "retrieval", file, "--strict", corpus=shop).exit_code == 2


def test_answers_are_measured_and_a_dry_run_asks_nothing(run: Run, own: Path, queries: Path) -> None:
    shutil.rmtree(own / ".pincite" / "traces", ignore_errors=True)
    dry = run("eval", "answers", queries, "--dry-run", "--json", corpus=own)
    assert not (own / ".pincite" / "traces").exists()
    assert json.loads(dry.stdout.splitlines()[0])["calls"] == 0
    got = run("eval", "answers", queries, "--gate", "unanswerable_refused == 1", corpus=own)
    assert got.exit_code == 0, got.stderr
    assert {"correct", "citation_hit", "unanswerable_refused"} <= set(got.stdout.splitlines()[0].split())


def test_two_kept_results_are_told_apart(run: Run, own: Path, queries: Path) -> None:
    shutil.rmtree(own / ".pincite" / "results", ignore_errors=True)
    run("eval", "retrieval", queries, corpus=own)
    (own / "pincite.toml").write_text((own / "pincite.toml").read_text() + '\n[retrieve]\nroute = "lexical"\n')
    run("eval", "retrieval", queries, corpus=own)
    listed = run("eval", "list", "--json", corpus=own)
    assert [json.loads(line)["measured"] for line in listed.stdout.splitlines()] == ["retrieval", "retrieval"]
    got = json.loads(run("eval", "diff", "--json", corpus=own).stdout)
    assert {"name": "retrieve.route", "before": "auto", "after": "lexical", "plane": "data plane"} in got["changes"]
    assert run("eval", "diff", "nowhere", "last", corpus=own).exit_code == 1


def test_a_sweep_shows_every_combination_at_every_cut_off(run: Run, own: Path, queries: Path) -> None:
    args = ("--k", "1,2", "--dense-weight", "0,1", "--chunk-size", "64", "--json")
    got = run("eval", "sweep", queries, *args, corpus=own)
    assert got.exit_code == 0, got.stderr
    rows = [json.loads(line) for line in got.stdout.splitlines()]
    assert [(row["settings"]["retrieve.fusion.lexical"], row["k"]) for row in rows] == [
        ("1", 1),
        ("1", 2),
        ("0", 1),
        ("0", 2),
    ]
    assert all(row["settings"]["chunk.structural.max_tokens"] == "64" for row in rows)
    assert "unknown setting" in run("eval", "sweep", queries, "--vary", "retrieve.rout=x", corpus=own).stderr
