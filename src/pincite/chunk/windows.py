"""Windows of so many words, each sharing some with the one before; headings, tables and sentences are not looked at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pincite.chunk.flat import FlatChunker
from pincite.chunk.versions import windows_digest
from pincite.documents import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.chunk import ChunkSettings, WindowsSettings
    from pincite.protocols import Tokenizer

__all__ = ["Windows", "build", "steps"]

_WORD = re.compile(r"\S+")


class Windows:
    """Cuts a text into windows of words."""

    def __init__(self, settings: WindowsSettings) -> None:
        self._settings = settings

    @property
    def digest(self) -> str:
        """Digest of width and overlap."""
        return windows_digest(self._settings)

    def cut(self, text: str) -> Iterator[Span]:
        """Yield the windows of a text in order; the last ends with it."""
        words = [match.span() for match in _WORD.finditer(text)]
        for first, last in steps(len(words), self._settings.words, self._settings.overlap):
            yield Span(words[first][0], words[last - 1][1])


def steps(n_items: int, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """
    Yield the half-open ranges of windows over ``n_items`` things.

    :param size: Things in a window, at least 1.
    :param overlap: Things shared with the window before, less than ``size``.
    """
    start = 0
    while start < n_items:
        end = min(start + size, n_items)
        yield start, end
        if end == n_items:
            return
        start = end - overlap


def build(settings: ChunkSettings, *, tokenizer: Tokenizer) -> FlatChunker:
    """Return the chunker of word windows; it counts words, not tokens."""
    del tokenizer
    return FlatChunker(Windows(settings.windows))
