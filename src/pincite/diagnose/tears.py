"""What chunking has torn: rows, items and sentences that no chunk holds whole, and rows without their header."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Span
from pincite.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.documents import Block, Chunk, Revision

__all__ = ["Piece", "pieces", "tears"]

_EXCERPT: Final = 60
_NAMES: Final = {BlockKind.TABLE: "row", BlockKind.LIST: "item"}
_CUT: Final = "cut across chunks"
_PARTED: Final = "parted from the header row"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A row, item or sentence of a passage, and how it was torn."""

    block: Block
    span: Span
    torn: str = ""
    """"cut across chunks" or "parted from the header row"; ``""`` where a chunk holds it whole."""

    def text(self, revision: Revision) -> str:
        """Return what it says, with its table's header in front."""
        headers = [part.span for part in self.block.parts if part.header and part.span != self.span]
        return "\n".join(span.cut(revision.text) for span in (*headers, self.span))


def pieces(revision: Revision, blocks: Iterable[Block], chunks: Sequence[Chunk]) -> tuple[Piece, ...]:
    """
    Return what of some blocks is to stand whole, and what does not.

    :param revision: The revision that the blocks and the chunks are of.
    :param blocks: The blocks to look at.
    :param chunks: All chunks of the revision.
    """
    return tuple(piece for block in blocks for piece in _of_block(revision, block, chunks))


def tears(revision: Revision, found: Sequence[Piece]) -> str:
    """Return the first piece that is torn, and how many blocks more are, for people; ``""`` where none is."""
    blocks = [
        block for block in dict.fromkeys(p.block for p in found) if any(p.torn for p in found if p.block == block)
    ]
    if not blocks:
        return ""
    first = _said(revision, [piece for piece in found if piece.block == blocks[0]])
    return f"{first}, and {len(blocks) - 1} more blocks are torn" if len(blocks) > 1 else first


def _of_block(revision: Revision, block: Block, chunks: Sequence[Chunk]) -> list[Piece]:
    near = [c for c in chunks if c.span.overlaps(block.span)]
    return [Piece(block=block, span=span, torn=_torn(block, span, near)) for span in _wholes(revision, block)]


def _torn(block: Block, span: Span, near: Sequence[Chunk]) -> str:
    if not any(chunk.span.contains(span) for chunk in near):
        return _CUT
    return "" if any(_with_header(chunk, span, block) for chunk in near) else _PARTED


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


def _said(revision: Revision, found: Sequence[Piece]) -> str:
    how = _CUT if any(piece.torn == _CUT for piece in found) else _PARTED
    torn = [piece for piece in found if piece.torn == how]
    block = torn[0].block
    excerpt = " ".join(torn[0].span.cut(revision.text).split())[:_EXCERPT]
    noun = _NAMES.get(block.kind, "sentence")
    return f"a {block.kind} of {len(block.span)} characters has {len(torn)} of {len(found)} {noun}s {how}: {excerpt!r}"
