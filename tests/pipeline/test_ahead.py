from __future__ import annotations

import os
from hashlib import sha256
from threading import Barrier, Lock
from typing import TYPE_CHECKING

import pytest

from pincite.catalog import FileRow
from pincite.documents import Parsed
from pincite.errors import Damaged, SourceError
from pincite.ingest import SourceSettings
from pincite.pipeline.ahead import Ahead
from pincite.pipeline.drafts import Unread
from pincite.protocols import SourceItem

if TYPE_CHECKING:
    from collections.abc import Callable

SETTINGS = SourceSettings(name="docs", path="docs")


class Noting:
    """A parser that notes what it is asked for, and does more where a test says so."""

    digest = "noting"

    def __init__(self, more: Callable[[str], None] = lambda path: None) -> None:
        self.asked: list[str] = []
        self._more = more
        self._lock = Lock()

    def parse(self, data: bytes, *, path: str) -> Parsed:
        with self._lock:
            self.asked.append(path)
        self._more(path)
        return Parsed(text=data.decode(), blocks=())


def unread(path: str, *, known: FileRow | None = None, stamp: str = "1|x") -> Unread:
    item = SourceItem(path=path, stamp="1", read=path.encode)
    return Unread(source=SETTINGS, item=item, stamp=stamp, known=known)


def row(path: str, stamp: str) -> FileRow:
    return FileRow(source="docs", path=path, stamp=stamp, digest=sha256(path.encode()).hexdigest())


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core parses one file at a time")
def test_as_many_files_as_there_are_cores_are_parsed_at_a_time() -> None:
    together = Barrier(2, timeout=30)

    def meet(path: str) -> None:
        together.wait()

    files = [unread("docs/a"), unread("docs/b")]
    parser = Noting(meet)
    with Ahead(parser, files) as ahead:
        assert [ahead.parse(f.path.encode(), path=f.path).text for f in files] == ["docs/a", "docs/b"]
    assert sorted(parser.asked) == ["docs/a", "docs/b"]


def test_every_file_is_parsed_once_and_only_a_few_wait_to_be_asked_for() -> None:
    files = [unread(f"docs/{n}") for n in range(50)]
    parser = Noting()
    with Ahead(parser, files) as ahead:
        for at, file in enumerate(files):
            assert ahead.parse(file.path.encode(), path=file.path).text == file.path
            assert len(parser.asked) <= at + 2 + (os.cpu_count() or 1)
            ahead.passed(file)
    assert sorted(parser.asked) == sorted(file.path for file in files)


def test_what_is_wrong_with_a_file_is_raised_in_its_turn_and_not_tried_twice() -> None:
    def refuse(path: str) -> None:
        raise Damaged(f"{path} is broken", path=path)

    parser = Noting(refuse)
    with Ahead(parser, [unread("docs/a")]) as ahead, pytest.raises(SourceError, match="docs/a is broken"):
        ahead.parse(b"docs/a", path="docs/a")
    assert parser.asked == ["docs/a"]


def test_a_file_that_changed_meanwhile_is_parsed_anew() -> None:
    with Ahead(Noting(), [unread("docs/a")]) as ahead:
        assert ahead.parse(b"other words", path="docs/a").text == "other words"


@pytest.mark.parametrize(("stamp", "parsed"), [("2|x", ["docs/b"]), ("1|y", ["docs/a", "docs/b"])])
def test_an_unchanged_file_is_not_parsed_unless_settings_are_others(stamp: str, parsed: list[str]) -> None:
    parser = Noting()
    files = [unread("docs/a", known=row("docs/a", stamp)), unread("docs/b")]
    with Ahead(parser, files) as ahead:
        ahead.parse(b"docs/b", path="docs/b")  # begun after the other
    assert sorted(parser.asked) == parsed
