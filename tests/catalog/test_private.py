from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pincite.catalog.private import keep_private
from pincite.catalog.schema import schema_of
from pincite.errors import StoreError
from pincite.index import IndexSettings, build
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def synced(new_desk: NewDesk) -> Desk:
    desk = new_desk(opens=build(IndexSettings()))
    desk.write("docs/a.md", "# Alpha\n\nThe alpha page speaks of the zebra crossing at noon.")
    desk.sync()
    return desk


def open_to_others(state: Path, *, bits: int = 0o077) -> list[str]:
    places = [state, *state.rglob("*")]
    return [str(place.relative_to(state)) for place in places if stat.S_IMODE(place.stat().st_mode) & bits]


def test_nobody_else_may_open_a_file_of_a_corpus_whatever_the_umask_is(new_desk: NewDesk) -> None:
    desk = synced(new_desk)
    state = desk.corpus.state
    catalog = [each.name for each in state.glob("catalog.sqlite*")]
    assert len(catalog) == 3
    assert not set(catalog) & set(open_to_others(desk.corpus.state))
    assert "." not in open_to_others(desk.corpus.state)
    desk.close()
    assert open_to_others(desk.corpus.state) == []


def test_a_corpus_that_stood_open_is_closed_when_it_is_opened_by_a_writer(new_desk: NewDesk) -> None:
    desk = synced(new_desk)
    state = desk.corpus.state
    desk.close()
    for place in (state, *state.glob("*"), *state.glob("index/**/*")):
        place.chmod(0o755 if place.is_dir() else 0o644)
    with desk.opened() as corpus:
        _ = corpus.store.index
        assert open_to_others(state) == []


def test_a_folder_that_was_opened_to_its_group_stays_open_to_it_and_to_nobody_else(new_desk: NewDesk) -> None:
    desk = synced(new_desk)
    state = desk.corpus.state
    desk.close()
    state.chmod(0o2775)
    keep_private(state)
    assert open_to_others(state, bits=0o007) == []
    assert stat.S_IMODE((state / "catalog.sqlite").stat().st_mode) == 0o660
    assert {stat.S_IMODE(each.stat().st_mode) for each in state.glob("originals/*/*")} == {0o660}
    assert stat.S_IMODE((state / "originals").stat().st_mode) == 0o2770


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can become somebody else")
def test_somebody_else_is_told_that_the_corpus_is_its_owners(new_desk: NewDesk) -> None:
    state = synced(new_desk).corpus.state
    state.parent.chmod(0o755)
    os.seteuid(65534)
    try:
        with pytest.raises(StoreError, match=r"is closed to this user.*chmod 2770"):
            schema_of(state / "catalog.sqlite")
    finally:
        os.seteuid(0)
