"""Going on with what was asked before, and choosing how it is answered, at the command line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from pincite.testing.messages_server import Message, MessagesServer

Run = Callable[..., Result]
QUESTION = "What is the refund window?"


def questions(file: Path) -> list[str]:
    return [turn["question"] for turn in json.loads(file.read_text())["turns"]]


def test_a_question_goes_on_with_the_last_one_and_another_begins_anew(run: Run, own: Path) -> None:
    kept = own / ".pincite" / "conversation.json"
    run("ask", QUESTION, corpus=own)
    run("ask", "--continue", "And what is the refund cap?", corpus=own)
    assert questions(kept) == [QUESTION, "And what is the refund cap?"]
    run("ask", QUESTION, corpus=own)
    assert questions(kept) == [QUESTION]


def test_there_must_be_something_to_go_on_with(run: Run, own: Path) -> None:
    got = run("ask", "--continue", QUESTION, corpus=own)
    assert got.exit_code == 2
    assert "there is no conversation to go on with: ask without --continue first" in got.stderr


def test_a_file_of_ones_own_is_made_and_added_to(run: Run, own: Path, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    for _ in range(2):
        assert run("ask", "--history", str(file), QUESTION, corpus=own).exit_code == 0
    assert questions(file) == [QUESTION] * 2


def test_an_answer_whose_conversation_cannot_be_kept_is_told_with_a_warning(run: Run, own: Path) -> None:
    run("ask", QUESTION, corpus=own)
    kept = own / ".pincite" / "conversation.json"
    kept.unlink()
    kept.mkdir()
    got = run("ask", "--json", QUESTION, corpus=own)
    assert (got.exit_code, "30 days" in json.loads(got.stdout)["text"]) == (0, True)
    assert f"Warning: the conversation was not kept: {kept} cannot be written" in got.stderr
    assert not list(kept.parent.glob("*.tmp"))


def test_an_answer_whose_record_cannot_be_kept_is_told_with_a_warning(run: Run, own: Path) -> None:
    shutil.rmtree(own / ".pincite" / "traces", ignore_errors=True)
    (own / ".pincite" / "traces").write_text("")
    got = run("ask", "--json", QUESTION, corpus=own)
    shape = json.loads(got.stdout)
    assert (got.exit_code, "30 days" in shape["text"]) == (0, True)
    assert any("not recorded: the record of the answer could not be written" in each for each in shape["warnings"])


def test_a_question_before_the_first_sync_is_told_to_sync(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text('[embed]\nname = "hash"\n')
    for command in ("ask", "search"):
        assert "Type pincite sync." in run(command, QUESTION, corpus=tmp_path).stderr


def test_one_conversation_at_a_time(run: Run, own: Path, tmp_path: Path) -> None:
    got = run("ask", "--continue", "--history", str(tmp_path / "talk.json"), QUESTION, corpus=own)
    assert got.exit_code == 2


def test_a_corpus_that_keeps_no_questions_keeps_no_conversation(run: Run, own: Path) -> None:
    (own / "pincite.toml").write_text((own / "pincite.toml").read_text() + "\n[trace]\nquestion = false\n")
    run("ask", QUESTION, corpus=own)
    assert not (own / ".pincite" / "conversation.json").exists()


def test_the_mode_is_in_the_answer_and_one_that_needs_a_model_says_so(run: Run, own: Path) -> None:
    whole = json.loads(run("ask", "--mode", "whole", "--json", QUESTION, corpus=own).stdout)
    assert (whole["mode"], whole["claims"][0]["citations"]) == ("whole", [1])
    got = run("ask", "--mode", "model-led", QUESTION, corpus=own)
    assert got.exit_code != 0
    assert "needs a model that calls tools: set generate.name to claude or openai" in got.stderr


def test_a_model_without_its_key_says_which_variable_to_set(run: Run, own: Path) -> None:
    (own / "pincite.toml").write_text((own / "pincite.toml").read_text() + '\n[generate]\nname = "claude"\n')
    got = run("ask", QUESTION, corpus=own)
    assert got.exit_code == 2
    assert "ANTHROPIC_API_KEY is not set" in got.stderr


def test_where_only_a_key_chooses_a_model_it_is_said_that_passages_are_sent(
    run: Run, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with MessagesServer(Message(text='{"claims": [], "missing": ["it"]}')) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "none")
        monkeypatch.setenv("PINCITE_GENERATE__CLAUDE__BASE_URL", server.url)
        got = run("ask", QUESTION, corpus=own)
        assert server.messages
    assert got.exit_code == 0
    assert "Claude (claude-sonnet-5-5) writes, since ANTHROPIC_API_KEY is set: passages are sent to it." in got.stderr
