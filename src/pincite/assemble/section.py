"""Passages widened to the section in which a chunk stands, as far as they fit and without what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.assemble.packing import pack, required, trimmed
from pincite.documents import Span

if TYPE_CHECKING:
    from pincite.assemble import AssembleSettings
    from pincite.documents import Block
    from pincite.protocols import Packed, Tokenizer
    from pincite.questions import Found, Permit, Query

__all__ = ["Sections", "build", "clear"]


_LONGEST: Final = 20
"""Characters that a token stands for at the most, on average over a passage; prose has four or five."""


class Sections:
    """
    Shows the whole parent section where it fits ``passage_tokens``, else the chunk with its neighbours while they fit.

    Widening stops at furniture and hidden blocks: they are never shown.

    :param settings: The budget.
    :param tokenizer: Counts its tokens.
    """

    def __init__(self, settings: AssembleSettings, tokenizer: Tokenizer) -> None:
        self._settings = settings
        self._tokenizer = tokenizer

    def assemble(self, query: Query, found: tuple[Found, ...], *, k: int) -> Packed:
        """Return sections, or as much of them as fits, as passages."""
        required(k)
        return pack(found, k=k, settings=self._settings, tokenizer=self._tokenizer, widen=self.widen)

    def widen(self, permit: Permit) -> Span:
        """
        Return the span to show for a permit: its section, or the chunk with what belongs to it and its neighbours.

        :param permit: The hit's permit.
        """
        document = self._document(permit)
        if document is not None:
            return document
        room = clear(permit)
        whole = trimmed(permit, room)
        if self._fits(permit, whole):
            return whole
        start = self._with_context(permit, room)
        return trimmed(permit, self._grown(permit, room, start))

    def _document(self, permit: Permit) -> Span | None:
        """Return the whole document where it is small enough to be shown and hides nothing, else ``None``."""
        most, text, blocks = self._settings.whole_tokens, permit.revision.text, permit.revision.blocks
        if not most or len(text) > most * _LONGEST or not all(block.indexable for block in blocks):
            return None
        whole = trimmed(permit, Span(0, len(text)))
        return whole if self._tokenizer.count([whole.cut(text)])[0] <= most else None

    @property
    def _reach(self) -> int:
        """Characters beyond which nothing can fit; saves counting the tokens of long sections."""
        return self._settings.passage_tokens * _LONGEST

    def _fits(self, permit: Permit, span: Span) -> bool:
        if len(span) > self._reach:
            return False
        return self._tokenizer.count([span.cut(permit.revision.text)])[0] <= self._settings.passage_tokens

    def _with_context(self, permit: Permit, room: Span) -> Span:
        """Return the chunk with its table header, lead-in or caption, where that fits; else the chunk."""
        spans = [span for span in (permit.chunk.span, *permit.chunk.context) if room.contains(span)]
        hull = Span(min(s.start for s in spans), max(s.end for s in spans)) if spans else permit.chunk.span
        return hull if self._fits(permit, hull) else permit.chunk.span

    def _grown(self, permit: Permit, room: Span, start: Span) -> Span:
        """Return ``start`` with whole pieces of the section added, by turns after and before it, while they fit."""
        pieces = _pieces(permit.revision.blocks, room)
        after = [p for p in pieces if start.end <= p.start <= start.end + self._reach]
        before = [p for p in reversed(pieces) if start.start - self._reach <= p.end <= start.start]
        counts = self._tokenizer.count([p.cut(permit.revision.text) for p in (start, *after, *before)])
        left = self._settings.passage_tokens - counts[0]
        sides = [list(zip(after, counts[1:], strict=False)), list(zip(before, counts[1 + len(after) :], strict=True))]
        span, side = start, 0
        while any(sides):
            side = side if sides[side] else 1 - side
            piece, cost = sides[side].pop(0)
            if cost > left:
                sides[side].clear()
            else:
                left -= cost
                span = Span(min(span.start, piece.start), max(span.end, piece.end))
            side = 1 - side
        return span if self._fits(permit, span) else start


def clear(permit: Permit) -> Span:
    """Return the part of the chunk's parent section around it that holds no furniture and no hidden block."""
    chunk, parent = permit.chunk.span, permit.chunk.parent
    start, end = min(parent.start, chunk.start), max(parent.end, chunk.end)
    for block in permit.revision.blocks:
        if block.indexable:
            continue
        if block.span.end <= chunk.start:
            start = max(start, block.span.end)
        elif block.span.start >= chunk.end:
            end = min(end, block.span.start)
    return Span(start, end)


def _pieces(blocks: tuple[Block, ...], room: Span) -> list[Span]:
    """Return what a section is made of, in order: list items and table rows, and the other blocks whole."""
    found: list[Span] = []
    for block in blocks:
        spans = [part.span for part in block.parts] or [block.span]
        found.extend(span for span in spans if room.contains(span))
    return sorted(found)


def build(settings: AssembleSettings, *, tokenizer: Tokenizer) -> Sections:
    """Return the assembler that widens to sections."""
    return Sections(settings, tokenizer)
