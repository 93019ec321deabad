from __future__ import annotations

import os
from pathlib import Path

import pytest

from pincite.errors import ConfigError, NotFound, StoreError, Torn
from pincite.trace import Event, Trace, TraceSettings, TraceStore


def trace(n: int, kind: str = "ask") -> Trace:
    event = Event(kind="pack", stage="assemble", title="passages", detail={"passages": n}, ms=1.5)
    return Trace(trace_id=f"{n:016x}", kind=kind, at="2026-01-01", facts={"citations": [{"label": n}]}, events=(event,))


def saved(store: TraceStore, folder: Path, *traces: Trace) -> None:
    """Save traces a second apart."""
    for at, each in enumerate(traces):
        store.save(each)
        os.utime(folder / f"{each.trace_id}.json", (at, at))


def test_what_was_saved_comes_back_whole(tmp_path: Path) -> None:
    store = TraceStore(tmp_path / "traces")
    store.save(trace(1))
    assert store.get(trace(1).trace_id) == trace(1)
    assert [file.suffix for file in (tmp_path / "traces").iterdir()] == [".json"]


@pytest.mark.parametrize("name", ["0" * 16, "../catalog", "", "zz", "a/b"])
def test_a_trace_that_is_not_there_is_not_found(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotFound, match="no trace"):
        TraceStore(tmp_path).get(name)


def test_the_newest_of_a_kind_is_the_latest(tmp_path: Path) -> None:
    store = TraceStore(tmp_path)
    saved(store, tmp_path, trace(3), trace(1), trace(2, kind="search"))
    assert store.latest("ask") == trace(1)
    assert store.latest("search") == trace(2, kind="search")
    assert store.latest("ingest") is None


def test_a_folder_that_is_not_there_has_no_latest(tmp_path: Path) -> None:
    assert TraceStore(tmp_path / "none").latest("ask") is None


def test_the_oldest_are_removed_past_the_limit(tmp_path: Path) -> None:
    store = TraceStore(tmp_path, TraceSettings(keep=10))
    saved(store, tmp_path, *(trace(n) for n in range(11)))
    assert len(list(tmp_path.iterdir())) == 11, "a tenth more than the limit is let stand"
    store.save(trace(11))
    assert {file.stem for file in tmp_path.iterdir()} == {trace(n).trace_id for n in range(2, 12)}


def test_a_record_that_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "traces").write_text("no folder")
    with pytest.raises(StoreError, match=r"the record of the answer could not be written to .*: free some space"):
        TraceStore(tmp_path / "traces").save(trace(1))
    assert [each.name for each in tmp_path.iterdir()] == ["traces"]


def test_a_limit_of_nought_keeps_nothing(tmp_path: Path) -> None:
    TraceStore(tmp_path / "traces", TraceSettings(keep=0)).save(trace(1))
    assert not (tmp_path / "traces").exists()


def test_a_limit_below_nought_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"trace\.keep is -1: expected 0 or more"):
        TraceSettings(keep=-1)


@pytest.mark.parametrize("content", ["", "{", "[]", "[1]", '{"kind": "ask"}', '{"events": [{"x": 1}]}', "\ufeff"])
def test_a_damaged_file_is_told_by_name_and_no_older_one_stands_in_for_it(tmp_path: Path, content: str) -> None:
    store = TraceStore(tmp_path)
    saved(store, tmp_path, trace(1), trace(2))
    (tmp_path / f"{trace(2).trace_id}.json").write_text(content)
    with pytest.raises(Torn, match=r"the trace \S+\.json is damaged .*: remove the file"):
        store.get(trace(2).trace_id)
    with pytest.raises(Torn, match=trace(2).trace_id):
        store.latest("ask")
    assert list(store.all("ask", whole=False)) == [trace(1)]


def test_a_damaged_file_that_is_older_than_the_latest_is_not_looked_at(tmp_path: Path) -> None:
    store = TraceStore(tmp_path)
    saved(store, tmp_path, trace(1), trace(2))
    older = tmp_path / f"{trace(1).trace_id}.json"
    older.write_text("[]")
    os.utime(older, (0, 0))
    assert store.latest("ask") == trace(2)
