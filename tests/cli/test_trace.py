from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def asked(run: Run, own: Path) -> str:
    """Ask a question of a corpus of its own; return the id of the answer."""
    got = run("ask", "What is the refund window?", "--json", corpus=own)
    return str(json.loads(got.stdout)["trace_id"])


def test_the_receipt_of_the_last_answer_is_shown(run: Run, own: Path, asked: str) -> None:
    got = run("trace", "show", corpus=own)
    assert got.exit_code == 0, got.stderr
    assert got.stdout.startswith(f"ask {asked} at ")
    for said in ("PASSAGE", "refund-policy", "VERDICT", "[1]", "settings", "request.k", "usage.input_tokens"):
        assert said in got.stdout
    assert "30 days" not in got.stdout


@pytest.mark.parametrize("command", ["show", "replay", "accept"])
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_receipt_of_somebody_who_may_read_more_is_unknown(
    run: Run, own: Path, command: str, form: tuple[str, ...]
) -> None:
    """By its id as one that never was; and without one, the last answer is the last that may be looked at."""
    mine = json.loads(run("ask", "What is the refund window?", "--json", corpus=own).stdout)["trace_id"]
    got = run("ask", "What is the refund window?", "--as", "anna", "--json", corpus=own)
    theirs = json.loads(got.stdout)["trace_id"]
    visitor = ("--tenant", "shop", *form)
    refused = run("trace", command, theirs, *visitor, corpus=own)
    absent = run("trace", command, "0" * 16, *visitor, corpus=own)
    assert (refused.exit_code, refused.stdout) == (absent.exit_code, absent.stdout)
    assert refused.exit_code != 0
    assert refused.stderr == absent.stderr.replace("0" * 16, theirs)
    assert mine in run("trace", command, *visitor, corpus=own).stdout


def test_an_answer_is_replayed_the_same(run: Run, own: Path, asked: str) -> None:
    got = run("trace", "replay", corpus=own)
    assert got.exit_code == 0, got.stderr
    assert f"The same as {asked}" in got.stdout
    shown = json.loads(run("trace", "replay", asked, "--json", corpus=own).stdout)
    assert (shown["same"], shown["differences"], shown["prompt"]) == (True, [], None)


def test_a_replay_that_differs_says_what_and_fails(run: Run, own: Path, asked: str) -> None:
    (own / "pincite.toml").write_text(
        (own / "pincite.toml").read_text() + "\n[generate.extractive]\nthreshold = 0.999\n"
    )
    got = run("trace", "replay", asked, corpus=own)
    assert got.exit_code == 1
    assert "the first cause first:\n  the settings: " in got.stdout


def test_a_prompt_that_there_was_none_of_is_told(run: Run, own: Path, asked: str) -> None:
    got = run("trace", "replay", asked, "--prompt", corpus=own)
    assert got.exit_code == 2
    assert "no model was asked for this answer" in got.stderr


def test_accepted_answers_are_written_as_labels_that_can_be_measured(
    run: Run, own: Path, asked: str, tmp_path: Path
) -> None:
    assert "wants refund-policy#Limits" in run("trace", "accept", "--kind", "numeric", corpus=own).stdout
    (line,) = run("eval", "from-traces", corpus=own).stdout.splitlines()
    label = json.loads(line)
    assert (label["id"], label["kind"], label["cites"]) == (f"trace-{asked}", "numeric", ["refund-policy#Limits"])
    run("eval", "from-traces", "--out", tmp_path / "labels.jsonl", corpus=own)
    got = run("eval", "retrieval", tmp_path / "labels.jsonl", "--gate", "recall@3 == 1", corpus=own)
    assert got.exit_code == 0, got.stderr


def test_without_an_accepted_answer_the_way_to_one_is_told(run: Run, own: Path) -> None:
    got = run("eval", "from-traces", corpus=own)
    assert got.exit_code == 2
    assert "pincite trace accept" in got.stderr
