"""
Which chunk a point is of, remembered.

A point's id is made from its chunk's and never becomes another's, so that what was read once holds for good; reading it
with each hit again would take a fifth of a search's time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pincite.documents import ChunkId

__all__ = ["Names"]

_KEPT: Final = 100_000
"""Most points remembered, some 25 MB; past it, only those of the latest search are kept."""


class Names:
    """
    Tells the chunks of points. Threads may share it.

    :param read: Returns the chunks of points from the store; points that are gone by then are left out.
    """

    def __init__(self, read: Callable[[list[int]], Mapping[int, ChunkId]]) -> None:
        self._read = read
        self._known: dict[int, ChunkId] = {}

    def of(self, points: list[int]) -> list[ChunkId | None]:
        """Return the chunk of each point; ``None`` where the point is gone."""
        found = [self._known.get(point) for point in points]
        unknown = [point for point, chunk in zip(points, found, strict=True) if chunk is None]
        if not unknown:
            return found
        read = self._read(unknown)
        self.told(read)
        return [chunk or read.get(point) for point, chunk in zip(points, found, strict=True)]

    def told(self, chunks: Mapping[int, ChunkId]) -> None:
        """Remember the chunks of points, read or just stored."""
        known = self._known if len(self._known) + len(chunks) <= _KEPT else {}
        known.update(chunks)
        self._known = known
