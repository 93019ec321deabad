"""``--in``: any folder, with no set-up."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def hash_embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_EMBED__NAME", "hash")


@pytest.fixture
def folder(pages: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pages, tmp_path / "docs"))


def test_a_folder_is_asked_with_no_set_up_and_left_as_it_is(run: Run, folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    got = run("ask", "--in", folder, "What is the refund window?")
    assert got.exit_code == 0, got.stderr
    assert "30 days" in got.stdout
    assert sorted(folder.rglob("*")) == before


def test_the_second_question_reads_and_embeds_nothing(run: Run, folder: Path) -> None:
    first, second = (run("ask", "--in", folder, "What is the refund window?") for _ in range(2))
    assert "4 added" in first.stderr
    assert second.stderr == ""
    assert second.stdout == first.stdout


def test_a_page_that_is_removed_vanishes(run: Run, folder: Path) -> None:
    run("ask", "--in", folder, "Where is order O-48214?")
    (folder / "policies" / "order.md").unlink()
    got = run("ask", "--in", folder, "Where is order O-48214?")
    assert "1 deleted" in got.stderr
    assert "no_such_identifier" in got.stdout


def test_pages_for_groups_and_persons_are_read_by_whoever_has_the_files(run: Run, folder: Path) -> None:
    (folder / "secret.md").write_text("---\naccess: [board, 'user:eve']\n---\n# Vault\n\nThe vault code is 9915.\n")
    assert "9915" in run("ask", "--in", folder, "What is the vault code?").stdout


def test_everything_of_it_stands_in_the_users_cache_for_the_user_alone(run: Run, folder: Path, cache: Path) -> None:
    run("search", "--in", folder, "refund")
    (state,) = (cache / "folders").iterdir()
    assert (state / "catalog.sqlite").is_file()
    assert state.stat().st_mode & 0o077 == 0


def test_open_without_a_corpus_means_the_folder_that_was_asked_last(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    run("ask", "--in", folder, "What is the refund window?")
    assert "30 days" in run("open", "1", "--terminal").stdout
    assert "30 days" in run("open", "1", "--terminal", "--in", ".").stdout


def test_a_cache_of_other_settings_is_made_anew(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("ask", "--in", folder, "What is the refund window?")
    monkeypatch.setenv("PINCITE_EMBED__DIM", "64")
    got = run("ask", "--in", folder, "What is the refund window?")
    assert got.exit_code == 0, got.stderr
    assert "4 added" in got.stderr


def test_what_nobody_asked_for_a_month_is_removed(run: Run, folder: Path, cache: Path) -> None:
    run("ask", "--in", folder, "What is the refund window?")
    (mark,) = (cache / "folders").glob("*/asked")
    os.utime(mark, (0, 0))
    run("ask", "--in", folder / "staff", "Which extension?")
    assert not mark.exists()


def test_a_single_file_can_be_asked(run: Run, folder: Path) -> None:
    assert "4471" in run("ask", "--in", folder / "staff" / "desk.md", "Which extension has the fraud desk?").stdout


def test_a_single_file_is_named_once_where_it_is_cited_and_where_it_cannot_be_read(run: Run, folder: Path) -> None:
    (folder / "staff" / "torn.pdf").write_bytes(b"%PDF-1.4\n1 0 obj\n")
    got = run("ask", "--in", folder / "staff" / "torn.pdf", "Which extension has the fraud desk?")
    assert "Skipped: staff/torn.pdf cannot be opened as a PDF" in got.stderr
    cited = run("ask", "--in", folder / "staff" / "desk.md", "Which extension has the fraud desk?")
    assert " staff/desk.md" in cited.stdout


def test_why_tells_what_became_of_a_passage_of_a_folder(run: Run, folder: Path) -> None:
    got = run("why", "--in", folder, "What is the refund window?", "--expect", "refund-policy")
    assert (got.exit_code, got.stdout) == (0, "Not lost: refund-policy was found at rank 1 and cited as [1].\n")


def test_a_missing_or_empty_folder_is_one_clear_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "void").mkdir()
    for name, words in (("nowhere", "there is no"), ("void", "holds nothing that can be read")):
        got = run("ask", "--in", tmp_path / name, "x")
        assert (got.exit_code, got.stdout) == (2, "")
        assert words in got.stderr


def test_in_and_as_contradict_each_other(run: Run, folder: Path) -> None:
    got = run("ask", "--in", folder, "--group", "staff", "x")
    assert got.exit_code == 2
    assert "leave out --as" in got.stderr
