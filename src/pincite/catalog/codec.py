"""How nouns become bytes in the catalog and nouns again."""

from __future__ import annotations

import zlib
from datetime import date  # msgspec reads annotations at run time
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from pincite.documents import Block, ChunkId, Identifier, Place, Span, Unit, digest
from pincite.errors import Torn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.documents import Chunk, Revision

__all__ = [
    "StoredChunk",
    "StoredMeta",
    "decode_blocks",
    "decode_chunk",
    "decode_list",
    "decode_mapping",
    "decode_meta",
    "decode_pairs",
    "encode_blocks",
    "encode_chunk",
    "encode_json",
    "encode_meta",
    "text_key",
]


class StoredMeta(msgspec.Struct, array_like=True, frozen=True):
    """What is stated about a revision, apart from its key, text and access."""

    title: str
    source: str
    path: str
    language: str
    original: str
    effective: date | None
    expires: date | None
    applies_to: tuple[str, ...]
    authority: str | None
    supersedes: tuple[str, ...]
    identifiers: tuple[Identifier, ...]
    extra: dict[str, object]
    max_age: int | None = None
    """Last, and left out where nothing is stated, so that what older versions wrote stays equal."""


class StoredChunk(msgspec.Struct, array_like=True, frozen=True):
    """A chunk without what its row and its revision know: ids, tenant, version, ordinal, text."""

    span: Span
    indexed: str
    path: tuple[str, ...]
    number: str | None
    parent: Span
    units: tuple[Unit, ...]
    identifiers: tuple[Identifier, ...]
    previous: ChunkId | None
    next: ChunkId | None
    context: tuple[Span, ...]
    place: Place


_encoder = msgspec.msgpack.Encoder(order="deterministic")
_blocks = msgspec.msgpack.Decoder(tuple[Block, ...])
_meta = msgspec.msgpack.Decoder(StoredMeta)
_chunk = msgspec.msgpack.Decoder(StoredChunk)
_json = msgspec.json.Encoder(order="deterministic")
_list = msgspec.json.Decoder(tuple[str, ...])
_pairs = msgspec.json.Decoder(tuple[tuple[str, str], ...])
_mapping = msgspec.json.Decoder(dict[str, object])


_UNREADABLE: Final = (zlib.error, ValueError, TypeError)  # msgspec's errors and those of UTF-8 are of ValueError


def _damaged(what: str) -> Torn:
    """Return the error for bytes that cannot be read, without any of them: they may be of a document."""
    return Torn(
        f"the catalog is damaged: {what} cannot be read; type pincite doctor to see whose, and pincite restore FILE "
        "with a backup, or move the state folder away and type pincite sync"
    )


def encode_blocks(blocks: tuple[Block, ...]) -> bytes:
    """Return the blocks as compressed bytes; field names repeat, so they shrink to about a tenth."""
    return zlib.compress(_encoder.encode(blocks), 1)


def decode_blocks(data: bytes) -> tuple[Block, ...]:
    """
    Return the blocks that :func:`encode_blocks` was given.

    :raises Torn: If they are damaged.
    """
    try:
        return _blocks.decode(zlib.decompress(data))
    except _UNREADABLE as error:
        raise _damaged("the blocks of a text") from error


def text_key(revision: Revision) -> str:
    """Return the digest under which a text and its blocks are kept once per tenant."""
    return digest("text and blocks", revision.text, _encoder.encode(revision.blocks))


def encode_meta(revision: Revision) -> bytes:
    """Return everything that is stated about a revision; equal statements give equal bytes."""
    values = [getattr(revision, name) for name in StoredMeta.__struct_fields__ if name not in ("extra", "max_age")]
    values.append(dict(revision.extra))
    if revision.max_age is not None:
        values.append(revision.max_age)
    return _encoder.encode(values)


@lru_cache(maxsize=1024)
def decode_meta(data: bytes) -> StoredMeta:
    """
    Return what :func:`encode_meta` was given; what was decoded lately is kept, since every hit asks.

    :raises Torn: If it is damaged.
    """
    try:
        return _meta.decode(data)
    except _UNREADABLE as error:
        raise _damaged("what is stated of a document") from error


def encode_chunk(chunk: Chunk) -> bytes:
    """Return a chunk as bytes; equal chunks give equal bytes."""
    return _encoder.encode(StoredChunk(*(getattr(chunk, name) for name in StoredChunk.__struct_fields__)))


def decode_chunk(data: bytes) -> StoredChunk:
    """
    Return what :func:`encode_chunk` was given, as it is stored.

    :raises Torn: If it is damaged.
    """
    try:
        return _chunk.decode(data)
    except _UNREADABLE as error:
        raise _damaged("a chunk") from error


def encode_json(value: Iterable[object]) -> str:
    """Return a list or mapping as JSON text, as SQL's ``json_each`` takes it."""
    return _json.encode(value).decode()


def decode_list(text: str) -> tuple[str, ...]:
    """Return a list of texts from JSON."""
    return _list.decode(text)


def decode_pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Return a list of pairs of texts from JSON."""
    return _pairs.decode(text)


def decode_mapping(text: str) -> dict[str, object]:
    """Return a mapping from JSON."""
    return _mapping.decode(text)
