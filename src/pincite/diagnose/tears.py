"""What chunking has torn: rows, items and sentences that no chunk holds whole, and rows without their header."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Span
from pincite.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.documents import Block, Chunk, Revision

__all__ = ["tears"]

_EXCERPT: Final = 60
_NAMES: Final = {BlockKind.TABLE: "row", BlockKind.LIST: "item"}


def tears(revision: Revision, blocks: Iterable[Block], chunks: tuple[Chunk, ...]) -> str:
    """
    Return the first piece of some blocks that is torn, and how many blocks more are, for people; ``""`` where none is.

    :param revision: The revision that the blocks and the chunks are of.
    :param blocks: The blocks to look at.
    :param chunks: All chunks of the revision.
    """
    first, *more = [said for block in blocks if (said := _torn(revision, block, chunks))] or [""]
    return f"{first}, and {len(more)} more blocks are torn" if more else first


def _torn(revision: Revision, block: Block, chunks: tuple[Chunk, ...]) -> str:
    near = [c for c in chunks if c.span.overlaps(block.span)]
    wholes = _wholes(revision, block)
    cut = [span for span in wholes if not any(c.span.contains(span) for c in near)]
    if cut:
        return _said(revision, block, cut, wholes, "cut across chunks")
    headless = [span for span in wholes if not any(_with_header(c, span, block) for c in near)]
    return _said(revision, block, headless, wholes, "parted from the header row") if headless else ""


def _wholes(revision: Revision, block: Block) -> list[Span]:
    """Return what of a block is to stand whole: its rows or items, or the sentences of a paragraph."""
    if block.parts:
        return [part.span for part in block.parts]
    if block.kind is not BlockKind.PARAGRAPH:
        return []
    at = block.span.start
    found = sentences(block.span.cut(revision.text), language=revision.language)
    return [Span(at + span.start, at + span.end) for span in found]


def _with_header(chunk: Chunk, span: Span, block: Block) -> bool:
    """Tell whether a chunk holds a row together with its table's header, in its own text or as context."""
    if not chunk.span.contains(span):
        return False
    headers = [part.span for part in block.parts if part.header]
    return all(any(held.contains(header) for held in (chunk.span, *chunk.context)) for header in headers)


def _said(revision: Revision, block: Block, torn: list[Span], wholes: list[Span], how: str) -> str:
    excerpt = " ".join(torn[0].cut(revision.text).split())[:_EXCERPT]
    noun = _NAMES.get(block.kind, "sentence")
    return f"a {block.kind} of {len(block.span)} characters has {len(torn)} of {len(wholes)} {noun}s {how}: {excerpt!r}"
