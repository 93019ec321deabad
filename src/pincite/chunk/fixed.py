"""Pieces of one size in characters or tokens, wherever that falls."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pincite.chunk.flat import FlatChunker
from pincite.chunk.pieces import trimmed
from pincite.chunk.versions import fixed_digest
from pincite.chunk.windows import steps
from pincite.documents import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.chunk import ChunkSettings, FixedSettings
    from pincite.chunk.flat import Cutter
    from pincite.protocols import Tokenizer

__all__ = ["Characters", "Tokens", "build"]

_WORD = re.compile(r"\w+|[^\w\s]")


class Characters:
    """Cuts a text every so many characters; white space at the ends of a piece is left out of it."""

    def __init__(self, settings: FixedSettings) -> None:
        self._settings = settings

    @property
    def digest(self) -> str:
        """Digest of size and overlap."""
        return fixed_digest(self._settings, tokenizer="")

    def cut(self, text: str) -> Iterator[Span]:
        """Yield the pieces of a text in order; the last ends with it."""
        reached = 0
        for start, end in steps(len(text), self._settings.size, self._settings.overlap):
            span = trimmed(text, start, end)
            if span is not None and span.end > reached:  # no piece says only what the one before it says
                reached = span.end
                yield span


class Tokens:
    """Cuts a text after the last word or mark that still fits a number of tokens."""

    def __init__(self, settings: FixedSettings, tokenizer: Tokenizer) -> None:
        self._settings = settings
        self._tokenizer = tokenizer

    @property
    def digest(self) -> str:
        """Digest of size, overlap and the tokenizer."""
        return fixed_digest(self._settings, tokenizer=self._tokenizer.digest)

    def cut(self, text: str) -> Iterator[Span]:
        """Yield the pieces of a text in order; a single word of more tokens than the size is a piece."""
        words = [match.span() for match in _WORD.finditer(text)]
        counts = self._tokenizer.count([text[start:end] for start, end in words])
        first = 0
        while first < len(words):
            last = self._forward(counts, first)
            yield Span(words[first][0], words[last - 1][1])
            if last == len(words):
                return
            first = self._back(counts, first, last)

    def _forward(self, counts: list[int], first: int) -> int:
        last, total = first + 1, counts[first]
        while last < len(counts) and total + counts[last] <= self._settings.size:
            total += counts[last]
            last += 1
        return last

    def _back(self, counts: list[int], first: int, last: int) -> int:
        """Return where the next piece starts: as far back as the overlap reaches, and ahead of this one."""
        start, total = last, 0
        while start - 1 > first and total + counts[start - 1] <= self._settings.overlap:
            start -= 1
            total += counts[start]
        return start


def build(settings: ChunkSettings, *, tokenizer: Tokenizer) -> FlatChunker:
    """Return the chunker of fixed sizes."""
    by_tokens = settings.fixed.unit == "tokens"
    cutter: Cutter = Tokens(settings.fixed, tokenizer) if by_tokens else Characters(settings.fixed)
    return FlatChunker(cutter)
