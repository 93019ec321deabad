"""From what a chunker decides to the chunks: ids, texts, identifiers, neighbours."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.documents import Chunk, ChunkId, Place, Span, Unit, digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.documents import Block, Identifier, Revision

__all__ = ["Piece", "chunks", "runs", "trimmed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """All that a chunker decides of one chunk; the rest follows from the revision."""

    span: Span
    indexed: str
    units: tuple[Unit, ...]
    parent: Span
    path: tuple[str, ...] = ()
    number: str | None = None
    context: tuple[Span, ...] = ()
    place: Place = field(default_factory=Place)


def chunks(revision: Revision, pieces: Sequence[Piece], *, chunker: str) -> tuple[Chunk, ...]:
    """
    Return the chunks of a revision.

    :param pieces: In order of their place.
    :param chunker: Digest of the chunker.
    """
    text_digest = revision.text_digest
    owner = ("chunk", revision.tenant, revision.document_id, revision.version, text_digest)
    ids = [ChunkId(digest(*owner, f"{p.span.start}:{p.span.end}", chunker)) for p in pieces]
    found = sorted(revision.identifiers, key=lambda i: (i.span.start, i.span.end))
    starts = [identifier.span.start for identifier in found]
    return tuple(
        Chunk(
            chunk_id=ids[at],
            tenant=revision.tenant,
            document_id=revision.document_id,
            version=revision.version,
            ordinal=at,
            span=piece.span,
            text=piece.span.cut(revision.text),
            indexed=piece.indexed,
            path=piece.path,
            number=piece.number,
            parent=piece.parent,
            units=piece.units,
            identifiers=_inside(found, starts, piece.span),
            previous=ids[at - 1] if at else None,
            next=ids[at + 1] if at + 1 < len(ids) else None,
            context=piece.context,
            place=piece.place,
        )
        for at, piece in enumerate(pieces)
    )


def _inside(found: list[Identifier], starts: list[int], span: Span) -> tuple[Identifier, ...]:
    near = found[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
    return tuple(identifier for identifier in near if span.contains(identifier.span))


def runs(blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """Yield the indexable blocks in runs that no furniture and nothing hidden interrupts."""
    run: list[Block] = []
    for block in blocks:
        if block.indexable:
            run.append(block)
        elif run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def trimmed(text: str, start: int, end: int) -> Span | None:
    """Return the span without white space at its ends, or ``None`` where nothing else is in it."""
    inner = text[start:end]
    body = inner.strip()
    if not body:
        return None
    start += len(inner) - len(inner.lstrip())
    return Span(start, start + len(body))
