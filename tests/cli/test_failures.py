from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from pincite.cli.failures import exit_code, line, report
from pincite.errors import Locked, MissingExtra, NotFound, QueryError

Run = Callable[..., Result]


def test_what_the_caller_can_put_right_ends_with_2_and_the_rest_with_1() -> None:
    assert exit_code(QueryError("empty")) == 2
    assert exit_code(Locked("held")) == 1
    assert exit_code(MissingExtra("measuring", "eval")) == 1


def test_a_failure_is_one_line_whatever_its_message_holds() -> None:
    assert line(NotFound("document", "a\nb")) == "Error: no document 'a\\nb' among what you may read"
    assert line(QueryError("one\n\ntwo")) == "Error: one two"


def test_a_missing_extra_shows_the_line_that_installs_it() -> None:
    assert line(MissingExtra("measuring", "eval")).endswith("pip install 'pincite[eval]'")


def test_a_failure_of_the_system_names_the_file() -> None:
    assert line(PermissionError(errno.EACCES, "Permission denied", "/x/y")) == "Error: /x/y: permission denied"


def test_a_fault_of_our_own_says_how_to_see_more() -> None:
    assert "--debug" in line(KeyError("x"))


def test_a_closed_pipe_is_passed_on() -> None:
    with pytest.raises(BrokenPipeError):
        report(BrokenPipeError(errno.EPIPE, "Broken pipe"), debug=False)


def test_without_a_corpus_the_next_step_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    got = run("search", "x")
    assert got.exit_code == 1
    assert got.stdout == ""
    assert "run pincite init" in got.stderr
    assert len(got.stderr.splitlines()) == 1


def test_debug_shows_the_traceback_before_or_after_the_command(run: Run, shop: Path) -> None:
    for args in (("--debug", "show", "nope"), ("show", "nope", "--debug")):
        got = run(*args, corpus=shop)
        assert "Traceback (most recent call last)" in got.stderr
        assert got.stderr.splitlines()[-1] == "Error: no document 'nope' among what you may read"


def test_an_empty_question_is_wrong_usage(run: Run, shop: Path) -> None:
    got = run("ask", "  ", corpus=shop)
    assert got.exit_code == 2
    assert "the question is empty" in got.stderr


def test_a_question_of_100_000_characters_is_refused_with_its_length(run: Run, shop: Path) -> None:
    got = run("ask", "-", corpus=shop, typed="x" * 100_000)
    assert got.exit_code == 2
    assert "100,000 characters" in got.stderr


def test_a_day_that_is_none_is_wrong_usage(run: Run, shop: Path) -> None:
    got = run("search", "x", "--as-of", "yesterday", corpus=shop)
    assert got.exit_code == 2
    assert "expected YYYY-MM-DD" in got.stderr


def test_an_unknown_principal_names_those_there_are(run: Run, shop: Path) -> None:
    got = run("search", "x", "--as", "ana", corpus=shop)
    assert got.exit_code == 2
    assert "did you mean 'anna'?" in got.stderr


def test_as_and_group_contradict_each_other(run: Run, shop: Path) -> None:
    got = run("search", "x", "--as", "anna", "--group", "staff", corpus=shop)
    assert got.exit_code == 2
    assert "--as NAME says tenant and groups" in got.stderr


def test_a_group_with_a_colon_is_refused(run: Run, shop: Path) -> None:
    got = run("search", "x", "--group", "user:anna", corpus=shop)
    assert got.exit_code == 2
    assert "--as NAME" in got.stderr
