from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import date
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from pincite.documents import Sequence
from pincite.errors import Locked
from pincite.lifecycle import Change, read_holder
from pincite.testing.stores import WordAnalyzer, make_written, put, reopen_store, save_vectors, scope_of

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.lifecycle import Store

TODAY = date(2025, 6, 1)


def other_process(state: Path, work: str, *, wait_s: float = 0.2) -> str:
    """Run some work on the same corpus in another process and return what it prints."""
    program = f"""
import pathlib
from pincite.errors import Locked
from pincite.testing.stores import reopen_store
store = reopen_store(pathlib.Path({str(state)!r}), wait_s={wait_s})
{work}
store.close()
"""
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_a_second_process_waits_and_then_names_the_holder(store: Store, state: Path) -> None:
    put(store, make_written("a", "alpha"))
    work = "try:\n    store.index\nexcept Locked as error:\n    print(error.pid, error)"
    pid, _, message = other_process(state, work).partition(" ")
    assert int(pid) == os.getpid()
    assert f"is held by process {os.getpid()} on " in message
    assert "waited 0.2 s" in message


def test_reading_the_catalog_does_not_wait(store: Store, state: Path) -> None:
    put(store, make_written("a", "alpha"))
    assert other_process(state, "print(store.catalog.head().sequence)", wait_s=600) == "1"


def test_a_second_store_in_the_same_process_is_kept_out_too(store: Store, state: Path) -> None:
    _ = store.index
    with reopen_store(state) as second, pytest.raises(Locked, match="waited 0 s"):
        _ = second.index


def test_the_one_who_waits_gets_in_when_the_holder_ends(store: Store, state: Path) -> None:
    _ = store.index
    with reopen_store(state, wait_s=600) as second:
        waiting = Thread(target=lambda: second.index)
        waiting.start()
        time.sleep(0.1)
        store.close()
        waiting.join()
        assert second.index.count() == 0


def test_the_hold_is_taken_when_the_index_is_first_used(store: Store, state: Path) -> None:
    assert read_holder(state) is None
    _ = store.index
    holder = read_holder(state)
    assert holder is not None
    assert (holder.pid, holder.fence, holder.released) == (os.getpid(), 1, None)


def test_the_fencing_number_grows_with_every_holder(store: Store, state: Path) -> None:
    _ = store.index
    store.close()
    other_process(state, "store.index")
    holder = read_holder(state)
    assert holder is not None
    assert holder.fence == 2
    assert holder.released is not None


def test_the_fencing_number_goes_on_where_the_holder_file_is_lost(store: Store, state: Path) -> None:
    put(store, make_written("a", "alpha"))
    store.close()
    (state / "holder.json").unlink()
    with reopen_store(state) as again:
        _ = again.index
        holder = read_holder(state)
    assert holder is not None
    assert holder.fence == 2


def test_a_writer_that_lost_its_hold_is_refused(store: Store) -> None:
    put(store, make_written("a", "alpha"))
    with store.catalog.writing.transaction() as db:
        db.exec_driver_sql("UPDATE head SET fence = 7")  # as a holder with a higher number would
    with pytest.raises(Locked, match="another process wrote to"):
        put(store, make_written("a", "beta"))
    assert store.catalog.revision(scope_of(store, day=TODAY), "a").text == "alpha"


def test_a_reader_keeps_seeing_its_sequence_while_others_commit(store: Store) -> None:
    written = [make_written("a", f"alpha {at}\nbeta") for at in range(12)]
    save_vectors(store.catalog, written)
    put(store, written[0])
    stop = Event()

    def write(start: int) -> None:
        for each in written[start::2]:
            store.commit(Change(kind="edit", put=(each,)))
        stop.set()

    with store.reading() as lease:
        scope = scope_of(store, day=TODAY, sequence=lease.sequence)
        writers = [Thread(target=write, args=(start,)) for start in (1, 2)]
        for writer in writers:
            writer.start()
        seen_texts = set()
        while not stop.is_set():
            hits = store.index.lexical(WordAnalyzer().query("alpha", language="en"), k=9, scope=scope)
            permits = store.catalog.permit([hit.chunk_id for hit in hits], scope)
            seen_texts.add(tuple(permit.chunk.text for permit in permits.values()))
        for writer in writers:
            writer.join()
        assert store.leased()[0] == Sequence(1)
    assert seen_texts == {("alpha 0",)}
    assert store.catalog.head().sequence == 12
    assert store.leased() == ()
