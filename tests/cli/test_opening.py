"""Opening a citation: under whose rights, and what is left on the disk of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

DESK = "At which extension is the fraud desk reached?"


@pytest.fixture(autouse=True)
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: False)


def settings(own: Path, was: str, becomes: str) -> None:
    file = own / "pincite.toml"
    file.write_text(file.read_text().replace(was, becomes))


def page_of(run: Run, own: Path) -> Path:
    run("ask", DESK, "--as", "anna", corpus=own)
    got = run("open", "1", corpus=own)
    assert got.exit_code == 0, got.stderr
    return Path(got.stdout.splitlines()[-1])


def test_a_principal_is_opened_for_with_the_groups_of_now(run: Run, own: Path) -> None:
    run("ask", DESK, "--as", "anna", corpus=own)
    assert "4471" in run("open", "1", "--terminal", corpus=own).stdout
    settings(own, 'groups = ["staff"]', "groups = []")
    after = run("open", "1", "--terminal", corpus=own)
    assert (after.exit_code, after.stdout) == (1, "")


def test_a_principal_that_is_gone_is_the_default_reader(run: Run, own: Path) -> None:
    run("ask", DESK, "--as", "anna", corpus=own)
    settings(own, '[principals.anna]\ngroups = ["staff"]', "")
    after = run("open", "1", "--terminal", corpus=own)
    assert (after.exit_code, after.stdout) == (1, "")
    assert "no principal 'anna' any more" in after.stderr


def test_what_was_asked_with_a_group_is_opened_with_the_group_again(run: Run, own: Path) -> None:
    run("ask", DESK, "--group", "staff", corpus=own)
    without = run("open", "1", "--terminal", corpus=own)
    assert (without.exit_code, without.stdout) == (1, "")
    assert "--tenant and --group" in without.stderr
    assert "4471" in run("open", "1", "--terminal", "--group", "staff", corpus=own).stdout


def test_what_everyone_may_read_is_opened_without_a_word(run: Run, own: Path) -> None:
    run("ask", "What is the refund window?", corpus=own)
    got = run("open", "1", "--terminal", corpus=own)
    assert (got.exit_code, got.stderr) == (0, "")


def test_a_citation_of_another_day_is_opened_on_that_day(run: Run, own: Path) -> None:
    (own / "policies" / "gift.md").write_text(
        "---\neffective: 2999-01-01\n---\n# Gifts\n\nA gift card lasts nine years.\n"
    )
    run("sync", corpus=own)
    asked = run("ask", "How long does a gift card last?", "--as-of", "2999-06-01", corpus=own)
    assert "nine years" in asked.stdout
    assert "nine years" in run("open", "1", "--terminal", corpus=own).stdout


def test_a_page_is_for_its_user_alone_and_replaces_every_earlier_one(run: Run, own: Path) -> None:
    file = page_of(run, own)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    (file.parent / "2.html").write_text("an earlier one")
    file.chmod(0o644)
    assert run("open", "1", corpus=own).exit_code == 0
    assert [each.name for each in file.parent.iterdir()] == ["1.html"]
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "command",
    [
        ("access", "set", "staff/desk", ""),
        ("access", "clear", "staff/desk"),
        ("delete", "staff/desk"),
        ("sync",),
        ("add", "policies", "--access", "public"),
        ("open", "9"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_page_is_gone_after_the_next_command_that_may_take_its_text_away(
    run: Run, own: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = page_of(run, own)
    monkeypatch.chdir(own)
    run(*command, corpus=own)
    assert not file.exists()
