"""Cuts a passage into the smallest things that are cited: sentences, list items and table rows, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.documents import Span
from pincite.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.answers import Passage
    from pincite.documents import Block, Revision

__all__ = ["pieces"]


def pieces(passage: Passage) -> tuple[Span, ...]:
    """Return the pieces of a passage in characters of the revision's canonical text; nothing hidden is among them."""
    revision = passage.permit.revision
    cut = [
        clipped
        for block in revision.blocks
        if block.indexable and block.span.overlaps(passage.span)
        for span in _of_block(revision, block)
        for clipped in [_clipped(revision.text, span, passage.span)]
        if len(clipped)
    ]
    return tuple(sorted(dict.fromkeys(cut))) or (passage.span,)


def _of_block(revision: Revision, block: Block) -> Iterator[Span]:
    if block.parts:
        yield from (part.span for part in block.parts)
        return
    text = block.span.cut(revision.text)
    for span in sentences(text, language=revision.language):
        yield Span(block.span.start + span.start, block.span.start + span.end)


def _clipped(text: str, span: Span, within: Span) -> Span:
    """Return the part of a span that is shown, without white space at its ends."""
    start, end = max(span.start, within.start), min(span.end, within.end)
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    return Span(start, max(start, start + len(words.strip())))
