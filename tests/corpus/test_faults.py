"""What fails in the middle of a batch is told in one line, and nothing that was committed is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from pincite.errors import StoreError, Torn
from pincite.index import IndexSettings, build
from pincite.lifecycle import read_holder
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]

FULL = """
import json, resource, signal, sys
from pathlib import Path
from pincite.errors import PinciteError
from pincite.index import IndexSettings, build
from pincite.testing.desk import Desk

what, limit = sys.argv[2], int(sys.argv[3])
desk = Desk(Path(sys.argv[1]), opens=build(IndexSettings()))
desk.write("docs/a.md", "# Alpha\\n\\nThe zebra page.")
desk.sync()
desk.corpus.create_snapshot("before")
for n in range(20):
    lines = (f"Paragraph {n} {m} says something about subject {n * m}." for m in range(60))
    desk.write(f"docs/n{n}.md", "# Page\\n\\n" + "\\n\\n".join(lines))
if what == "original":
    big = "x" * 3_000_000
    desk.write("docs/big.html", f"<html><body><!-- {big} --><p>A page about llamas.</p></body></html>")
if what in ("vacuum", "backup"):
    desk.sync()
    desk.write("docs/n1.md", "# Page")
    desk.sync()

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
told = None
try:
    work = {"vacuum": desk.corpus.vacuum, "backup": lambda: desk.corpus.backup(desk.folder / "x.pincite")}
    work.get(what, desk.sync)()
except PinciteError as error:
    told = [type(error).__name__, str(error)]
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

kept = [row.document_id for row in desk.corpus.documents()]
desk.close()
again = desk.opened()
report = again.sync()
hits = again.search("zebra llamas subject", route="lexical", k=100)
found = sorted({hit.document for hit in hits})
again.restore_snapshot("before")
print(json.dumps({
    "told": told, "kept": kept, "skipped": len(report.skipped), "found": found, "doctor": len(again.doctor()) - 1,
    "restored": [row.document_id for row in again.documents()],
    "left": [path.name for path in desk.folder.glob(".*") if path.name != ".pincite"],
}))
again.close()
"""


def with_a_full_disk(folder: Path, what: str, limit: int) -> dict[str, object]:
    """Do something where no file may grow above a limit, then lift it and go on."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(folder), what, str(limit)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "limit", "words"),
    [
        ("catalog", 300_000, "could not be read or written (disk I/O error); what was being written is not kept"),
        ("original", 2_900_000, "an original could not be kept"),
        ("vacuum", 200_000, "could not be read or written (disk I/O error)"),
        ("backup", 100_000, "could not be written"),
    ],
)
def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path, what: str, limit: int, words: str) -> None:
    found = with_a_full_disk(tmp_path, what, limit)
    assert isinstance(found["told"], list)
    kind, message = found["told"]
    assert kind == "StoreError"
    assert words in message
    assert "free some space" in message
    assert "docs/a" in found["kept"]  # type: ignore[operator]  # a list
    assert {"docs/a", *(f"docs/n{n}" for n in range(2, 20))} <= set(found["found"])  # type: ignore[call-overload]  # a list
    assert (found["skipped"], found["restored"], found["left"]) == (0, ["docs/a"], [])


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk()
    desk.write("docs/a.md", "# Alpha\n\nThe alpha page speaks of the zebra crossing at noon.")
    desk.sync()
    return desk


def found(desk: Desk, question: str) -> list[str]:
    return [hit.document for hit in desk.corpus.search(question, route="lexical")]


def reopen(desk: Desk) -> None:
    desk.corpus.close()
    del desk.__dict__["corpus"]


def test_originals_that_cannot_be_kept_fail_the_batch_and_it_goes_on_when_they_can(desk: Desk) -> None:
    folder = desk.corpus.state / "originals"
    folder.rename(desk.folder / "elsewhere")
    folder.write_text("not a folder")
    desk.write("docs/b.md", "# Beta\n\nA page about llamas.")
    with pytest.raises(StoreError, match=r"an original could not be kept in .*, and nothing of the change is kept"):
        desk.sync()
    assert (found(desk, "zebra"), found(desk, "llamas")) == (["docs/a"], [])
    folder.unlink()
    (desk.folder / "elsewhere").rename(folder)
    assert desk.sync().added == 1
    assert found(desk, "llamas") == ["docs/b"]


@contextmanager
def plain_user(folder: Path) -> Iterator[None]:
    """Be the owner of a folder who is not root, for whom permissions count."""
    root = os.geteuid() == 0
    if root:
        for place in (folder, *folder.rglob("*")):
            os.chown(place, 65534, 65534)
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_folder_that_may_not_be_written_to_is_told(desk: Desk) -> None:
    desk.write("docs/b.md", "# Beta\n\nA page about llamas.")
    reopen(desk)
    with plain_user(desk.folder):
        state = desk.folder / ".pincite"
        state.chmod(0o500)
        for work in (desk.sync, lambda: found(desk, "zebra")):
            with pytest.raises(StoreError, match=r"could not be noted in .* \(permission denied\): free"):
                work()
        state.chmod(0o700)
    assert desk.sync().added == 1
    assert (found(desk, "zebra"), found(desk, "llamas")) == (["docs/a"], ["docs/b"])


def test_a_file_that_may_not_be_read_is_skipped_and_what_the_corpus_has_of_it_stays(desk: Desk) -> None:
    page = desk.write("docs/a.md", "# Alpha\n\nAn edit that nobody may see yet.")
    desk.write("docs/b.md", "# Beta\n\nA page about llamas.")
    page.chmod(0)
    with plain_user(desk.folder):
        report = desk.sync()
        assert [(each.path, each.error) for each in report.skipped] == [("docs/a.md", "Unreachable")]
        assert "cannot be read (permission denied): make it readable" in report.skipped[0].reason
        assert (found(desk, "zebra"), found(desk, "llamas")) == (["docs/a"], ["docs/b"])


def children() -> list[int]:
    """Return the processes that this one started."""
    tasks = Path("/proc/self/task").glob("*/children")
    return [int(pid) for task in tasks for pid in task.read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children of a process are told by Linux only")
def test_a_parser_that_is_killed_costs_its_file_at_most_and_the_next_sync_reads_it(desk: Desk) -> None:
    for n in range(12):
        desk.write(f"docs/{n}.html", f"<html><body><h1>Page {n}</h1><p>A page about llamas.</p></body></html>")
    stop = Event()

    def kill() -> None:
        while not stop.wait(0.02):
            for pid in children():
                if b"pincite" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)
                    stop.set()

    thread = Thread(target=kill)
    thread.start()
    report = desk.sync()
    stop.set()
    thread.join()
    assert report.added + len(report.skipped) == 12
    assert len(report.skipped) <= 2
    desk.sync()
    assert len(found(desk, "llamas")) == 10
    assert len(desk.corpus.documents()) == 13


def test_a_catalog_that_breaks_in_a_batch_says_how_to_go_on(desk: Desk) -> None:
    backup = desk.folder / "x.pincite"
    desk.corpus.backup(backup)
    reopen(desk)
    catalog = desk.folder / ".pincite" / "catalog.sqlite"
    data = bytearray(catalog.read_bytes())
    data[100:] = b"\xff" * (len(data) - 100)
    catalog.write_bytes(data)
    desk.write("docs/b.md", "# Beta\n\nA page about llamas.")
    with pytest.raises(Torn, match="type pincite restore FILE with a backup, or move that folder away"):
        desk.sync()
    import pincite

    reopen(desk)
    assert pincite.restore(backup, desk.folder).aside is not None
    assert desk.sync().added == 1
    assert (found(desk, "zebra"), found(desk, "llamas")) == (["docs/a"], ["docs/b"])


@pytest.mark.parametrize("pattern", ["*/segments/*/segment.json", "*/edge_config.json", "*/wal/open-*"])
def test_an_index_file_that_breaks_is_made_good_from_the_catalog(new_desk: NewDesk, pattern: str) -> None:
    desk = new_desk(opens=build(IndexSettings()))
    desk.write("docs/a.md", "# Alpha\n\nThe alpha page speaks of the zebra crossing at noon.")
    desk.sync()
    reopen(desk)
    files = list((desk.folder / ".pincite" / "index").glob(pattern))
    assert files
    for file in files:
        file.write_bytes(b"\xff" * 64)
    desk.write("docs/b.md", "# Beta\n\nA page about llamas.")
    assert desk.sync().added == 1
    assert (found(desk, "zebra"), found(desk, "llamas")) == (["docs/a"], ["docs/b"])
    assert desk.corpus.doctor() == ()


def test_a_holder_that_cannot_be_noted_gives_the_hold_back(desk: Desk) -> None:
    reopen(desk)
    state = desk.folder / ".pincite"
    holder = read_holder(state)
    assert holder is not None
    blocked = state / f".holder.{holder.fence + 1}.part"
    blocked.mkdir()
    with pytest.raises(StoreError, match="the holder of the index could not be noted"):
        found(desk, "zebra")
    blocked.rmdir()
    assert found(desk, "zebra") == ["docs/a"]
