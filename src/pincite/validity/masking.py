"""
A revision without the words that are replaced.

The words are blanked, so that every other character keeps its place and quotes stay exact; their blocks, rows and
items are taken out. Whoever comes after, a model too, does not see them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Revision

if TYPE_CHECKING:
    from collections.abc import Collection

    from pincite.documents import Block, Chunk, Span

__all__ = ["MaskedRevision", "masked", "masked_chunk"]

_INK: Final = re.compile(r"\S")


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedRevision(Revision):
    """A revision some of whose words are blanked."""

    whole_digest: str
    """The digest of the text with all its words."""

    @property
    def text_digest(self) -> str:
        """Digest of the canonical text as it is kept: what records of answers name."""
        return self.whole_digest


def masked(revision: Revision, spans: Collection[Span]) -> MaskedRevision:
    """
    Return a revision without the words of some spans.

    :param spans: Table rows, list items, paragraphs or whole sections.
    """
    stated = {each.name: getattr(revision, each.name) for each in fields(Revision)}
    text = revision.text
    for span in spans:
        text = text[: span.start] + _INK.sub(" ", span.cut(text)) + text[span.end :]
    stated["text"] = text
    stated["blocks"] = tuple(_without(block, spans) for block in revision.blocks)
    return MaskedRevision(**stated, whole_digest=revision.text_digest)


def _without(block: Block, spans: Collection[Span]) -> Block:
    if not any(span.overlaps(block.span) for span in spans):
        return block
    if any(span.contains(block.span) for span in spans):
        return replace(block, hidden=True, parts=())
    parts = tuple(part for part in block.parts if not any(span.overlaps(part.span) for span in spans))
    return replace(block, parts=parts)


def masked_chunk(chunk: Chunk, revision: MaskedRevision) -> Chunk | None:
    """Return the chunk as the revision shows it, or ``None`` where nothing but headings and table heads is left."""
    left = [block for block in revision.blocks if block.indexable and block.span.overlaps(chunk.span)]
    if not any(_says_something(block, chunk, revision) for block in left):
        return None
    return replace(chunk, text=chunk.span.cut(revision.text))


def _says_something(block: Block, chunk: Chunk, revision: MaskedRevision) -> bool:
    if block.kind is BlockKind.HEADING:
        return False
    if block.kind is BlockKind.TABLE:
        return any(not part.header and part.span.overlaps(chunk.span) for part in block.parts)
    start, end = max(block.span.start, chunk.span.start), min(block.span.end, chunk.span.end)
    return bool(revision.text[start:end].strip())
