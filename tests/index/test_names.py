"""Which chunk a point is of: read once, and never of a point that is gone."""

from __future__ import annotations

import pytest

from pincite.documents import ChunkId
from pincite.index import names
from pincite.index.names import Names

A, B, C = 1, 2, 3
STORED = {A: ChunkId("a"), B: ChunkId("b")}


@pytest.fixture
def asked() -> list[list[int]]:
    return []


@pytest.fixture
def known(asked: list[list[int]]) -> Names:
    def read(points: list[int]) -> dict[int, ChunkId]:
        asked.append(points)
        return {point: STORED[point] for point in points if point in STORED}

    return Names(read)


def test_a_point_is_read_once(known: Names, asked: list[list[int]]) -> None:
    assert [known.of([A]), known.of([B, A]), known.of([A, B])] == [["a"], ["b", "a"], ["a", "b"]]
    assert asked == [[A], [B]]


def test_a_point_that_was_just_stored_is_not_read(known: Names, asked: list[list[int]]) -> None:
    known.told({C: ChunkId("c")})
    assert known.of([C]) == ["c"]
    assert asked == []


def test_a_point_that_is_gone_has_no_chunk(known: Names) -> None:
    assert known.of([C, A]) == [None, "a"]


def test_past_the_bound_only_the_latest_are_kept(
    known: Names, asked: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(names, "_KEPT", 1)
    assert [known.of([A]), known.of([B]), known.of([B]), known.of([A])] == [["a"], ["b"], ["b"], ["a"]]
    assert asked == [[A], [B], [A]]
