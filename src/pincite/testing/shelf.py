"""A tiny corpus in memory: pages in, and an index, a lookup and permits out. No files, no catalog, no model."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.documents import (
    FIRST_DAY,
    LAST_DAY,
    Block,
    BlockKind,
    Chunk,
    ChunkId,
    DocumentId,
    Revision,
    Span,
    TenantId,
    Unit,
    digest,
    section_at,
    sections,
)
from pincite.protocols import Located
from pincite.questions import Found, Hit, Permit, Query
from pincite.testing.embedder import HashEmbedder
from pincite.testing.index import PlainIndex, in_scope
from pincite.testing.points import make_point
from pincite.text.analyzer import Bm25Analyzer
from pincite.text.identifiers import BUILT_IN, find, normalise
from pincite.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Sequence as Items
    from datetime import date

    from pincite.documents import Point, Section
    from pincite.protocols import Analyzer, Embedder, Index
    from pincite.questions import Scope
    from pincite.text.identifiers import IdentifierKind

__all__ = ["Page", "Shelf", "found", "question"]

_PIECE = re.compile(r"\S(?:.|\n(?!\s*\n|\s*\Z))*")
_HIDDEN: Final = "<!--"
_FURNITURE: Final = "~~"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page: blocks parted by blank lines, each one chunk; "# " opens a section, "<!--" hides, "~~" is furniture."""

    id: str
    text: str
    title: str = ""
    """``""`` for the id."""
    version: str = ""
    tenant: str = "red"
    groups: tuple[str, ...] = ("public",)
    valid: tuple[date, date] = (FIRST_DAY, LAST_DAY)
    language: str = "en"


class Shelf:
    """
    Holds pages; the ``Lookup`` and the ``Permits`` of what is on them.

    :param pages: What is in the corpus.
    :param index: Where the points go; ``None`` for a plain one.
    :param embedder: Makes the vectors; ``None`` for hashed words.
    :param analyzer: Makes the terms; ``None`` for BM25.
    :param kinds: Identifiers to look for.
    """

    def __init__(
        self,
        pages: Iterable[Page],
        *,
        index: Index | None = None,
        embedder: Embedder | None = None,
        analyzer: Analyzer | None = None,
        kinds: tuple[IdentifierKind, ...] = BUILT_IN,
    ) -> None:
        self.index: Index = index or PlainIndex()
        self.embedder: Embedder = embedder or HashEmbedder()
        self.analyzer: Analyzer = analyzer or Bm25Analyzer()
        self.kinds = kinds
        self.pages = tuple(pages)
        self.chunks: dict[ChunkId, Chunk] = {}
        """Every chunk, in order of page and place."""
        self._revisions: dict[ChunkId, Revision] = {}
        self._points: dict[ChunkId, Point] = {}
        self._about: dict[ChunkId, frozenset[str]] = {}
        for page in self.pages:
            self._put(page)

    def lookup(self, keys: Items[str], *, scope: Scope) -> tuple[Located, ...]:
        """Return where the keys stand in scope; see :class:`pincite.protocols.Lookup`."""
        return tuple(
            Located(
                key=key,
                kind=next((i.kind for i in find(key, self.kinds) if i.key == key), ""),
                document_id=chunk.document_id,
                chunk_id=chunk.chunk_id,
                subject=self._is_about(chunk, key),
                title=self._revisions[chunk.chunk_id].title,
            )
            for chunk in self._visible(scope)
            for key in keys
            if any(i.key == key for i in chunk.identifiers) or self._is_about(chunk, key)
        )

    def permit(self, chunk_ids: Items[ChunkId], scope: Scope) -> dict[ChunkId, Permit]:
        """Return a permit for each chunk in scope; see :class:`pincite.protocols.Permits`."""
        visible = {chunk.chunk_id for chunk in self._visible(scope)}
        return {
            each: Permit(scope=scope, chunk=self.chunks[each], revision=self._revisions[each], in_force=True)
            for each in chunk_ids
            if each in visible
        }

    def text(self, chunk_id: ChunkId) -> str:
        """Return the text of a chunk."""
        return self.chunks[chunk_id].text

    def _visible(self, scope: Scope) -> list[Chunk]:
        return [chunk for chunk in self.chunks.values() if in_scope(self._points[chunk.chunk_id], scope)]

    def _is_about(self, chunk: Chunk, key: str) -> bool:
        return key in self._about[chunk.chunk_id]

    def _put(self, page: Page) -> None:
        revision = _revision(page)
        made = _chunks(revision, self.kinds)
        points = [self._point(chunk, page, revision) for chunk in made]
        self.index.put(points)
        self.chunks |= {chunk.chunk_id: chunk for chunk in made}
        self._revisions |= {chunk.chunk_id: revision for chunk in made}
        self._points |= {point.chunk_id: point for point in points}
        about = frozenset((normalise(page.id), *(i.key for i in find(revision.title, self.kinds))))
        self._about |= dict.fromkeys((chunk.chunk_id for chunk in made), about)

    def _point(self, chunk: Chunk, page: Page, revision: Revision) -> Point:
        terms = self.analyzer.document(chunk.indexed, language=page.language)
        return make_point(
            chunk.chunk_id,
            vector=self.embedder.embed([chunk.indexed])[0],
            units=np.asarray(self.embedder.embed([unit.text for unit in chunk.units])),
            terms=dict(terms.items()),
            tenant=page.tenant,
            document=page.id,
            revision=revision.key,
            groups=page.groups,
            valid=page.valid,
        )


def question(
    text: str, *, kinds: tuple[IdentifierKind, ...] = BUILT_IN, documents: tuple[str, ...] | None = None
) -> Query:
    """Return the query for an English question, with the keys that stand in it."""
    narrowed = None if documents is None else tuple(map(DocumentId, documents))
    return Query(text=text, identifiers=find(text, kinds), documents=narrowed)


def found(shelf: Shelf, hits: Iterable[Hit], *, scope: Scope) -> tuple[Found, ...]:
    """Return hits with their permits, ranked from 1; what is not permitted is left out."""
    listed = list(hits)
    permits = shelf.permit([hit.chunk_id for hit in listed], scope)
    kept = [hit for hit in listed if hit.chunk_id in permits]
    return tuple(Found(rank=at, hit=hit, permit=permits[hit.chunk_id]) for at, hit in enumerate(kept, start=1))


def _revision(page: Page) -> Revision:
    return Revision(
        tenant=TenantId(page.tenant),
        document_id=DocumentId(page.id),
        version=page.version,
        topic=page.id,
        title=page.title or page.id,
        text=page.text,
        blocks=tuple(_block(Span(*match.span()), match.group()) for match in _PIECE.finditer(page.text)),
        access=page.groups,
        source="shelf",
        path=f"shelf/{page.id}",
        language=page.language,
    )


def _block(span: Span, text: str) -> Block:
    if text.startswith("#"):
        level = len(text) - len(text.lstrip("#"))
        return Block(kind=BlockKind.HEADING, span=span, level=level, title=text.lstrip("# "))
    return Block(
        kind=BlockKind.PARAGRAPH, span=span, hidden=text.startswith(_HIDDEN), furniture=text.startswith(_FURNITURE)
    )


def _chunks(revision: Revision, kinds: tuple[IdentifierKind, ...]) -> list[Chunk]:
    parents = sections(revision.blocks, end=len(revision.text))
    bodies = [block.span for block in revision.blocks if block.indexable and block.kind is not BlockKind.HEADING]
    return [_chunk(revision, span, at, parents, kinds) for at, span in enumerate(bodies)]


def _chunk(
    revision: Revision, span: Span, at: int, parents: tuple[Section, ...], kinds: tuple[IdentifierKind, ...]
) -> Chunk:
    section = section_at(parents, span.start)
    path = section.path if section else ()
    front = ". ".join((revision.title, *path))
    text = span.cut(revision.text)
    cuts = [Span(span.start + s.start, span.start + s.end) for s in sentences(text, language=revision.language)]
    return Chunk(
        chunk_id=ChunkId(digest("shelf", revision.key, str(at), text)),
        tenant=revision.tenant,
        document_id=revision.document_id,
        version=revision.version,
        ordinal=at,
        span=span,
        text=text,
        indexed=f"{front}. {text}",
        path=path,
        number=section.number if section else None,
        parent=section.span if section else span,
        units=tuple(Unit(span=each, text=f"{front}. {each.cut(revision.text)}") for each in cuts),
        identifiers=find(text, kinds),
    )
