"""Pieces of at most so many characters, parted at empty lines, else at lines, sentences, words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.chunk.flat import FlatChunker
from pincite.chunk.pieces import trimmed
from pincite.chunk.versions import recursive_digest
from pincite.documents import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.chunk import ChunkSettings, RecursiveSettings
    from pincite.protocols import Tokenizer

__all__ = ["Recursive", "build", "parted"]


class Recursive:
    """
    Parts a text at the first separator that it holds, parts what is still too long at the next one, and puts neighbours
    together again while they fit. A separator stays at the end of what it closes.
    """

    def __init__(self, settings: RecursiveSettings) -> None:
        self._settings = settings

    @property
    def digest(self) -> str:
        """Digest of size, overlap and separators."""
        return recursive_digest(self._settings)

    def cut(self, text: str) -> Iterator[Span]:
        """Yield the pieces of a text in order; none says only what the one before it says."""
        settings = self._settings
        reached = 0
        for start, end in parted(text, settings.size, overlap=settings.overlap, separators=settings.separators):
            span = trimmed(text, start, end)
            if span is not None and span.end > reached:
                reached = span.end
                yield span


def parted(
    text: str, size: int, *, overlap: int = 0, separators: Sequence[str], start: int = 0, end: int | None = None
) -> Iterator[tuple[int, int]]:
    """
    Yield ranges of ``text[start:end]`` in order that are at most ``size`` characters long and cover all of it.

    :param overlap: Most characters that a piece shares with the one before; whole parts only. Less than ``size``.
    :param separators: Strongest first; where none is left, a text is cut by characters.
    """
    end = len(text) if end is None else end
    if end - start <= size:
        if start < end:
            yield start, end
        return
    at = next((at for at, mark in enumerate(separators) if text.find(mark, start, end) >= 0), None)
    if at is None:
        yield from _by_characters(start, end, size, overlap)
        return
    fitting: list[tuple[int, int]] = []
    for part in _at(text, separators[at], start, end):
        if part[1] - part[0] <= size:
            fitting.append(part)
            continue
        yield from _merged(fitting, size, overlap)
        fitting = []
        yield from parted(text, size, overlap=overlap, separators=separators[at + 1 :], start=part[0], end=part[1])
    yield from _merged(fitting, size, overlap)


def _at(text: str, mark: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        found = text.find(mark, start, end)
        stop = end if found < 0 else found + len(mark)
        yield start, stop
        start = stop


def _by_characters(start: int, end: int, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    while True:
        stop = min(start + size, end)
        yield start, stop
        if stop == end:
            return
        start = stop - overlap


def _merged(parts: Sequence[tuple[int, int]], size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Put neighbours together while they fit; the next piece begins as many whole parts back as the overlap allows."""
    first = 0
    while first < len(parts):
        last = first
        while last + 1 < len(parts) and parts[last + 1][1] - parts[first][0] <= size:
            last += 1
        yield parts[first][0], parts[last][1]
        if last + 1 == len(parts):
            return
        stop, following = parts[last][1], parts[last + 1][1]
        back = last + 1
        while back - 1 > first and stop - parts[back - 1][0] <= overlap and following - parts[back - 1][0] <= size:
            back -= 1
        first = back


def build(settings: ChunkSettings, *, tokenizer: Tokenizer, **_: object) -> FlatChunker:
    """Return the recursive chunker; it counts characters, not tokens."""
    del tokenizer
    return FlatChunker(Recursive(settings.recursive))
