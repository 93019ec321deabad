"""What a revision is written as: its text, its chunks with the keys that lead to them, and a digest of them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.catalog import codec
from pincite.catalog.entries import NewChunk, NewText
from pincite.documents import digest

if TYPE_CHECKING:
    from pincite.documents import Chunk, Revision

__all__ = ["digest_of", "new_chunks", "new_text"]


def new_chunks(revision: Revision, chunks: tuple[Chunk, ...]) -> tuple[NewChunk, ...]:
    """Return the chunks of a revision as they are kept."""
    return tuple(_new_chunk(chunk, revision) for chunk in chunks)


def digest_of(chunks: tuple[NewChunk, ...]) -> str:
    """Return the digest of every chunk as it is kept."""
    return digest("chunks", *(part for each in chunks for part in _parts(each)))


def new_text(revision: Revision, text_digest: str) -> NewText:
    """
    Return the text of a revision as it is kept.

    :param text_digest: What :func:`pincite.catalog.codec.text_key` gives for it.
    """
    blocks = codec.encode_blocks(revision.blocks)
    return NewText(tenant=revision.tenant, digest=text_digest, text=revision.text, blocks=blocks)


def _new_chunk(chunk: Chunk, revision: Revision) -> NewChunk:
    """Keep a chunk with the keys that lead to it; keys of the whole document (of no span) lead to its first chunk."""
    of_document = [each for each in revision.identifiers if not each.span] if chunk.ordinal == 0 else []
    return NewChunk(
        chunk_id=chunk.chunk_id,
        ordinal=chunk.ordinal,
        data=codec.encode_chunk(chunk),
        identifiers=frozenset((each.key, each.kind) for each in (*chunk.identifiers, *of_document)),
    )


def _parts(chunk: NewChunk) -> tuple[str | bytes, ...]:
    return (chunk.chunk_id, chunk.data, repr(sorted(chunk.identifiers)))
