"""Sections of a document by its headings, cut where they are longer than so many characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.chunk.flat import FlatChunker
from pincite.chunk.pieces import runs, trimmed
from pincite.chunk.recursive import parted
from pincite.chunk.versions import markdown_digest
from pincite.documents import BlockKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.chunk import ChunkSettings, MarkdownSettings
    from pincite.documents import Block, Span
    from pincite.protocols import Tokenizer

__all__ = ["BySections", "build"]

_SEPARATORS: Final = ("\n\n", "\n", ". ", " ")


class BySections:
    """
    Begins a piece at each heading down to a level; longer sections are cut at empty lines, lines, sentences, words.

    Headings are those that the parser found, so that this serves every format.
    """

    def __init__(self, settings: MarkdownSettings) -> None:
        self._settings = settings

    @property
    def digest(self) -> str:
        """Digest of size and levels."""
        return markdown_digest(self._settings)

    def cut(self, text: str) -> Iterator[Span]:
        """Yield the pieces of one section in order."""
        for start, end in parted(text, self._settings.size, separators=_SEPARATORS):
            span = trimmed(text, start, end)
            if span is not None:
                yield span

    def runs(self, blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
        """Yield the blocks of each section; headings with nothing under them go with the section that follows."""
        for run in runs(blocks):
            section: list[Block] = []
            for block in run:
                opens = block.kind is BlockKind.HEADING and block.level <= self._settings.levels
                if opens and any(held.kind is not BlockKind.HEADING for held in section):
                    yield tuple(section)
                    section = []
                section.append(block)
            yield tuple(section)


def build(settings: ChunkSettings, *, tokenizer: Tokenizer, **_: object) -> FlatChunker:
    """Return the chunker of sections; it counts characters, not tokens."""
    del tokenizer
    cutter = BySections(settings.markdown)
    return FlatChunker(cutter, runs=cutter.runs)
