from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]


def test_two_settings_are_shown_side_by_side_with_where_they_part(run: Run, own: Path) -> None:
    (own / "words.toml").write_text((own / "pincite.toml").read_text() + '\n[retrieve]\nroute = "lexical"\n')
    args = ("compare", "What is the refund window?", "--config", "pincite.toml", "--config", "words.toml")
    got = run(*args, corpus=own)
    assert got.exit_code == 0, got.stderr
    assert got.stdout.startswith("They part at retrieve.\n\ningest: the same")
    assert "route hybrid" in got.stdout
    assert "route lexical" in got.stdout
    shown = json.loads(run(*args, "--json", corpus=own).stdout)
    assert (shown["parts_at"], [each["config"] for each in shown["configs"]]) == (
        "retrieve",
        ["pincite.toml", "words.toml"],
    )


def test_settings_that_cut_other_chunks_are_told_to_keep_a_state_of_their_own(
    run: Run, own: Path, tmp_path: Path
) -> None:
    other = (own / "pincite.toml").read_text() + "\n[chunk.structural]\nmax_tokens = 64\n"
    (own / "small.toml").write_text(other)
    queries = tmp_path / "q.jsonl"
    queries.write_text('{"id": "1", "question": "refund window", "relevant": ["refund-policy"]}')
    compared = run("compare", "window", "--config", "pincite.toml", "--config", "small.toml", corpus=own)
    measured = run("eval", "retrieval", queries, "--compare", "small.toml", corpus=own)
    for got in (compared, measured):
        assert got.exit_code == 2
        assert "chunk.structural.max_tokens 256 -> 64" in got.stderr
        assert 'give small.toml a state of its own, such as state = ".pincite-small" under [corpus]' in got.stderr
        assert "migrate" not in got.stderr


def test_two_settings_files_are_needed(run: Run, shop: Path) -> None:
    got = run("compare", "window", "--config", "pincite.toml", corpus=shop)
    assert got.exit_code == 2
    assert "compare takes two settings files, got 1" in got.stderr


def test_advice_is_printed_with_its_numbers(run: Run, own: Path, tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    questions = [
        {"id": "1", "question": "Where is order O-48214?", "kind": "identifier"},
        {"id": "2", "question": "cap"},
    ]
    file.write_text("\n".join(map(json.dumps, questions)))
    got = run("advise", file, "--as", "anna", corpus=own)
    assert got.exit_code == 0, got.stderr
    assert "documents in force may be read" in got.stdout
    assert "name an exact key" in got.stdout
    assert "Sources of which 2 questions retrieved nothing: staff." in got.stdout
    rows = [json.loads(line) for line in run("advise", file, "--as", "anna", "--json", corpus=own).stdout.splitlines()]
    assert [row.get("answer_by") for row in rows] == ["lookup", "search", None]


def test_without_a_file_the_kept_questions_are_taken(run: Run, own: Path) -> None:
    run("ask", "What is the refund window?", corpus=own)
    rows = [json.loads(line) for line in run("advise", "--json", corpus=own).stdout.splitlines()]
    assert (rows[0]["kind"], rows[0]["n"] >= 1) == ("asked", True)
