"""A long file whose sync is killed: nobody sees anything of it, and the next sync goes on from there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.parse.simple_pdf import long_pdf

from pincite.testing.desk import Desk

pytestmark = pytest.mark.slow

PAGES = 400


def killed_while_parsing(folder: Path) -> None:
    """Run ``pincite sync`` and kill all of it as soon as the first pages are kept."""
    command = [sys.executable, "-m", "pincite", "--corpus", str(folder), "sync"]
    env = {**os.environ, "PINCITE_EMBED__NAME": "hash", "PINCITE_EMBED__DIM": "64"}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not list(folder.glob(".pincite/parsing/*")):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    (tmp_path / "docs" / "long.pdf").write_bytes(long_pdf(PAGES))
    killed_while_parsing(tmp_path)
    return desk


def test_a_killed_sync_shows_nothing_and_leaves_its_pages_to_the_next(desk: Desk) -> None:
    parsing = desk.folder / ".pincite" / "parsing"
    kept = {file.name: file.stat().st_mtime_ns for file in parsing.iterdir() if file.suffix != ".part"}
    assert kept
    with desk.opened() as corpus:
        assert not corpus.documents()
        assert corpus.sync().added == 1
        assert f"Page {PAGES} says" in corpus.show("docs/long").text
    assert not parsing.exists()


def test_a_purge_of_another_document_removes_what_was_kept(desk: Desk) -> None:
    (desk.folder / "docs" / "long.pdf").unlink()
    (desk.folder / "docs" / "small.md").write_text("# Small\n\nIt says little that is of any use.\n")
    with desk.opened() as corpus:
        corpus.sync()
        (desk.folder / ".pincite" / "parsing").mkdir()
        (desk.folder / ".pincite" / "parsing" / "left").write_text("It says little that is of any use.")
        assert corpus.purge("docs/small").proven
    assert not (desk.folder / ".pincite" / "parsing").exists()


def test_a_dry_run_keeps_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    (tmp_path / "docs" / "long.pdf").write_bytes(long_pdf(70))
    with desk.opened() as corpus:
        corpus.sync(dry_run=True)
    assert not list(tmp_path.glob(".pincite/parsing"))
