"""On a disk without a free byte questions are answered, and access is taken away."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pincite.errors import StoreError
from pincite.index import IndexSettings, build
from pincite.lifecycle import Store, room
from pincite.lifecycle.reserve import RESERVE, lend, put_by, require_spare
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk
from pincite.testing.disk import disk_with

STAFF = Principal(tenant="default", groups=["staff"])
TEXT = "# Refund\n\nThe refund window is 30 days."


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return a file system of 128 MB of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=128m", "none", str(place)], capture_output=True, text=True, check=False
    )
    if made.returncode:
        pytest.skip(f"NOT TESTED on a full disk: this user may mount none ({made.stderr.strip()})")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=False)


@pytest.fixture
def desk(disk: Path) -> Iterator[Desk]:
    made = Desk(disk / "desk", f"{PUBLIC_DOCS}\n[trace]\nkeep = 5\n", opens=build(IndexSettings()))
    made.write("docs/pay.md", TEXT, access="[staff, hr]")
    made.sync()
    reopen(made)
    yield made
    made.close()


def reopen(desk: Desk) -> None:
    desk.close()
    desk.__dict__.pop("corpus", None)


def fill(disk: Path) -> None:
    """Leave not a byte."""
    with suppress(OSError), (disk / "fill").open("ab", buffering=0) as file:
        while True:
            file.write(bytes(2**20) if shutil.disk_usage(disk).free > 2**20 else bytes(512))
    assert shutil.disk_usage(disk).free == 0


def seen(desk: Desk, principal: Principal = STAFF) -> set[str]:
    return {str(hit.document) for hit in desk.corpus.search("refund window", principal=principal, route="lexical")}


def test_a_question_is_answered_on_a_full_disk_as_often_as_it_is_asked(desk: Desk, disk: Path) -> None:
    fill(disk)
    for _ in range(20):
        answer = desk.corpus.ask("What is the refund window?", principal=STAFF)
        assert [claim.text for claim in answer.claims] == ["The refund window is 30 days."]
        reopen(desk)


def test_a_sync_on_a_full_disk_takes_access_away(desk: Desk, disk: Path) -> None:
    desk.write("docs/pay.md", f"{TEXT} Edited.", access="[hr]")
    fill(disk)
    with pytest.raises(StoreError, match=r"access was narrowed first, and that holds: docs/pay\.md"):
        desk.sync()
    reopen(desk)
    assert seen(desk) == set()


def test_any_number_of_files_are_narrowed_in_the_same_little_room(
    desk: Desk, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(600):
        desk.write(f"docs/{n}.md", f"# Page {n}\n\nThe refund window is {n} days.", access="[staff, hr]")
    desk.sync()
    reopen(desk)
    (desk.folder / ".pincite" / RESERVE).unlink()  # so that it is known how much there is
    for n in range(600):
        desk.write(f"docs/{n}.md", f"# Page {n}\n\nThe refund window is {n} days.", access="[hr]")
    fill(disk)
    with (disk / "fill").open("ab") as file:
        file.truncate((disk / "fill").stat().st_size - 300 * 2**10)
    with pytest.raises(StoreError, match=r"narrowed first, and that holds: [^;]* and 597 more; not taken in"):
        desk.sync()
    reopen(desk)
    (disk / "fill").unlink()
    assert seen(desk) == {"docs/pay"}


@pytest.mark.parametrize(
    "work",
    [
        lambda corpus: corpus.set_access("docs/pay", ["hr"]),
        lambda corpus: corpus.delete("docs/pay"),
        lambda corpus: corpus.purge("docs/pay"),
    ],
    ids=["set", "delete", "purge"],
)
def test_an_administrator_on_a_full_disk_takes_access_away(
    desk: Desk, disk: Path, work: Callable[[object], object]
) -> None:
    fill(disk)
    with suppress(StoreError):
        work(desk.corpus)
    reopen(desk)
    assert seen(desk) == set()


def test_a_deletion_that_is_refused_lets_nobody_read_and_says_so(
    new_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = new_desk()
    desk.write("docs/pay.md", TEXT)
    desk.sync()

    def torn(self: Store) -> object:
        raise StoreError("disk full: the index cannot be opened")

    with monkeypatch.context() as without:
        without.setattr(Store, "index", property(torn))
        for work in (desk.corpus.delete, desk.corpus.purge):
            with pytest.raises(StoreError, match=r"disk full.*; nobody reads it from now on"):
                work("docs/pay")
    assert seen(desk, Principal(tenant="default")) == set()


def test_a_process_that_was_there_before_the_disk_was_full_takes_access_away(desk: Desk, disk: Path) -> None:
    assert seen(desk) == {"docs/pay"}
    fill(disk)
    desk.corpus.set_access("docs/pay", ["hr"])
    assert seen(desk) == set()


def test_where_nothing_was_put_by_it_is_said_what_is_needed(desk: Desk, disk: Path) -> None:
    (desk.folder / ".pincite" / RESERVE).unlink()
    fill(disk)
    with pytest.raises(StoreError, match=r"disk full: .* its log needs 64 KB or more"):
        seen(desk)


def test_what_was_given_away_is_put_by_again(desk: Desk, disk: Path) -> None:
    fill(disk)
    assert seen(desk) == {"docs/pay"}
    assert not (desk.folder / ".pincite" / RESERVE).exists()
    (disk / "fill").unlink()
    reopen(desk)
    assert (desk.folder / ".pincite" / RESERVE).stat().st_size == 2**20


def test_room_is_given_away_only_where_the_disk_has_less_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_by(tmp_path)
    assert not lend(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", disk_with(2**19))
    assert lend(tmp_path)
    assert not lend(tmp_path), "there is nothing more to give"


def test_what_is_put_by_is_for_its_owner_alone_and_no_file_system_makes_it_smaller(tmp_path: Path) -> None:
    put_by(tmp_path)
    put_by(tmp_path)
    data = (tmp_path / RESERVE).read_bytes()
    assert (len(data), len(set(data)), (tmp_path / RESERVE).stat().st_mode & 0o077) == (2**20, 256, 0)


def test_a_record_does_not_use_up_what_is_put_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", disk_with(2**18))
    with pytest.raises(StoreError, match=r"disk full: 256 KB free at .*, at least 512 KB needed"):
        require_spare(tmp_path)


@pytest.mark.parametrize("kind", ["ext4", "tmpfs"])
def test_holes_of_an_index_need_room_only_where_a_file_system_gives_pages_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    folder = tmp_path / "segments" / "s" / "payload_index"
    folder.mkdir(parents=True)
    with (folder / "page_0.dat").open("wb") as file:
        file.truncate(2**24)
    mounts = f"1 0 8:1 / / rw - ext4 x rw\n2 1 0:9 / {tmp_path} rw - {kind} none rw\n"
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: mounts)
    assert room.needed_to_open(tmp_path) == 2**15 + (2**24 if kind == "tmpfs" else 0)


def test_a_file_system_in_memory_is_known_as_one() -> None:
    memory = Path("/dev/shm")
    if not memory.is_mount() or not os.access("/proc/self/mountinfo", os.R_OK):
        pytest.skip("there is no file system in memory here")
    assert room._in_memory(memory)
    assert not room._in_memory(Path("/proc"))
