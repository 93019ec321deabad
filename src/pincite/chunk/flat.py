"""What chunkers share that do not look at structure: running text is cut, and the pieces are indexed as they are."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Protocol

from pincite.chunk.pieces import Piece, chunks
from pincite.chunk.pieces import runs as unbroken
from pincite.documents import Place, Span, Unit, sections
from pincite.text.markup import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pincite.documents import Block, Chunk, Revision, Section

    Runs = Callable[[Sequence[Block]], Iterable[tuple[Block, ...]]]

__all__ = ["Cutter", "FlatChunker"]


class Cutter(Protocol):
    """Cuts a text without looking at blocks."""

    @property
    def digest(self) -> str:
        """Changes whenever the same text could be cut otherwise."""
        ...

    def cut(self, text: str) -> Iterable[Span]:
        """Return the pieces of a text in order; none is empty."""
        ...


class FlatChunker:
    """
    Makes a chunk of each piece of a cutter. A piece is its own only unit, without title or heading in front.

    Furniture and hidden blocks end a piece, and the next begins behind them.

    :param cutter: Cuts the text of each run of blocks.
    :param runs: Gives the runs, in order and without furniture and hidden blocks.
    """

    def __init__(self, cutter: Cutter, *, runs: Runs = unbroken) -> None:
        self._cutter = cutter
        self._runs = runs

    @property
    def digest(self) -> str:
        """Digest of the cutter."""
        return self._cutter.digest

    def chunk(self, revision: Revision) -> tuple[Chunk, ...]:
        """Return the chunks of a revision; see :class:`pincite.protocols.Chunker`."""
        found = sections(revision.blocks, end=len(revision.text))
        pieces = [
            _piece(revision, span, found, run)
            for run in self._runs(revision.blocks)
            for span in self._spans(revision.text, run)
        ]
        return chunks(revision, pieces, chunker=self.digest)

    def _spans(self, text: str, run: tuple[Block, ...]) -> Iterator[Span]:
        start = run[0].span.start
        for span in self._cutter.cut(text[start : run[-1].span.end]):
            yield Span(start + span.start, start + span.end)


def _piece(revision: Revision, span: Span, found: tuple[Section, ...], run: tuple[Block, ...]) -> Piece:
    section = found[max(0, bisect_right(found, span.start, key=lambda s: s.own.start) - 1)]
    indexed = plain(span.cut(revision.text)) or span.cut(revision.text)
    return Piece(
        span=span,
        indexed=indexed,
        units=(Unit(span=span, text=indexed),),
        parent=Span(min(section.span.start, span.start), max(section.span.end, span.end)),
        path=section.path,
        number=section.number,
        place=_place(run, span),
    )


def _place(run: tuple[Block, ...], span: Span) -> Place:
    at = bisect_right(run, span.start, key=lambda block: block.span.start) - 1
    return run[max(0, at)].place
