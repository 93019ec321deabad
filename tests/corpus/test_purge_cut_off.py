"""A purge that is cut off, wherever that is, brings nothing back: what writes next finishes it."""

from __future__ import annotations

import os
import resource
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from pincite.errors import StoreError
from pincite.lifecycle.purged import kept_aside
from pincite.lifecycle.purging import Announced, announce, announced
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]

ZEBRA = "# Alpha\n\nThe alpha page speaks of the zebra crossing at noon, and of the order O-48214."
STEP = 5


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk()
    desk.write("docs/a.md", ZEBRA)
    desk.write("docs/b.md", "# Beta\n\nThe beta page speaks of llamas in the evening sun.")
    desk.sync()
    desk.close()
    del desk.__dict__["corpus"]  # opened anew when it is used
    return desk


def killed(desk: Desk, *, ticks: int) -> bool:
    """Purge in a child that is killed after so many statements and commits; return whether it was."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            left = [ticks]

            def tick(*_: object) -> None:
                left[0] -= 1
                if not left[0]:
                    os.kill(os.getpid(), signal.SIGKILL)

            corpus = desk.opened()
            _ = corpus.store.index
            event.listen(Engine, "after_cursor_execute", tick)
            event.listen(Engine, "commit", tick)
            corpus.purge("docs/a")
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.WEXITSTATUS(status) == 0
    return False


def holding(folder: Path, piece: bytes) -> list[str]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [str(file.relative_to(folder)) for file in files if piece in file.read_bytes()]


def assert_purged(desk: Desk) -> None:
    assert [row.document_id for row in desk.corpus.documents()] == ["docs/b"]
    assert holding(desk.corpus.state, b"zebra crossing") == []
    assert announced(desk.corpus.state) == ()
    assert {each.kind for each in desk.corpus.doctor()} == set()


def test_a_purge_that_is_killed_anywhere_is_finished_by_the_next_sync(desk: Desk) -> None:
    n_killed = 0
    for ticks in range(1, 10_000, STEP):
        other = Desk(desk.folder.with_name(f"killed-{ticks}"))
        shutil.copytree(desk.folder, other.folder, dirs_exist_ok=True)
        was_killed = killed(other, ticks=ticks)
        other.corpus.sync(all_files=True)
        assert_purged(other)
        other.close()
        shutil.rmtree(other.folder)
        n_killed += was_killed
        if not was_killed:
            break
    assert n_killed > 3


def test_doctor_names_a_purge_that_was_cut_off_and_finishes_it(desk: Desk) -> None:
    assert killed(desk, ticks=10)
    found = {each.kind: each for each in desk.corpus.doctor()}
    assert found["unfinished-purge"].examples == ("docs/a",)
    desk.corpus.doctor(fix=True)
    assert_purged(desk)


def test_a_purge_that_is_repeated_after_it_was_cut_off_is_done(desk: Desk) -> None:
    assert killed(desk, ticks=10)
    assert desk.corpus.purge("docs/a").proven
    assert_purged(desk)


def test_a_purge_that_is_repeated_after_its_rows_went_is_finished(desk: Desk) -> None:
    desk.corpus.purge("docs/a")
    announce(desk.corpus.state, Announced(tenant="default", document="docs/a", version=None))
    assert desk.corpus.purge("docs/a").n_revisions == 0
    assert_purged(desk)


def test_what_only_the_list_beside_the_catalog_names_stays_out(desk: Desk) -> None:
    state = desk.corpus.state
    desk.corpus.purge("docs/a")
    desk.corpus.store.catalog.upkeep.readmit(kept_aside(state))
    report = desk.corpus.sync(all_files=True)
    assert [each.error for each in report.skipped] == ["Purged"]


def test_a_purge_that_the_disk_stops_says_that_it_began_and_what_finishes_it(desk: Desk) -> None:
    corpus = desk.corpus
    _ = corpus.store.index
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
    try:
        with pytest.raises(StoreError, match=r"the purge of 'docs/a' began and is not finished.*doctor --fix") as told:
            corpus.purge("docs/a")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert "nothing of the change is kept" not in str(told.value)
    corpus.sync(all_files=True)
    assert_purged(desk)
