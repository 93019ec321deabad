from __future__ import annotations

import os
from contextlib import contextmanager
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING

import pytest

from pincite.catalog import create_catalog
from pincite.catalog.connections import FILE
from pincite.errors import Locked
from pincite.lifecycle import ensure_catalog, open_store
from pincite.lifecycle.holder import try_lock
from pincite.testing.index import PlainIndex
from pincite.testing.stores import GENERATION, WordAnalyzer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pincite.lifecycle import Store


def ensured(state: Path, *, wait_s: float) -> Store:
    ensure_catalog(state, generation=GENERATION, wait_s=wait_s)
    return open_store(state, index=PlainIndex, analyzer=WordAnalyzer(), generation=GENERATION, wait_s=wait_s)


@contextmanager
def being_made(state: Path) -> Iterator[Event]:
    """Let another maker of the corpus be at its first moment until the event is set."""
    begun, end = Event(), Event()

    def make() -> None:
        state.mkdir(exist_ok=True)
        handle = os.open(state, os.O_RDONLY)
        assert try_lock(handle)
        (state / FILE).touch()
        begun.set()
        end.wait(30)
        create_catalog(state, generation=GENERATION).close()
        os.close(handle)

    maker = Thread(target=make)
    maker.start()
    begun.wait(30)
    try:
        yield end
    finally:
        end.set()
        maker.join()


def test_who_comes_while_a_corpus_is_made_waits_for_it(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with being_made(state) as end:
        Timer(0.2, end.set).start()
        with ensured(state, wait_s=30) as store:
            assert store.catalog.head().sequence == 0


def test_who_does_not_wait_is_told_that_it_is_being_made(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with being_made(state), pytest.raises(Locked, match=r"another process is just making the corpus .*; waited 0 s"):
        ensured(state, wait_s=0)


def test_a_corpus_whose_maker_died_at_its_first_moment_is_made(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with ensured(tmp_path, wait_s=0) as store:
        assert store.catalog.head().generation == GENERATION.id
