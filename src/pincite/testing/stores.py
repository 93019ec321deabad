"""Small revisions, chunks and stores for tests, made from what a test cares about; no model and no engine is needed."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from zlib import crc32

import numpy as np

from pincite import access
from pincite.documents import (
    Block,
    BlockKind,
    Chunk,
    ChunkId,
    DocumentId,
    Generation,
    Identifier,
    Revision,
    Space,
    Span,
    Sparse,
    TenantId,
    Unit,
    digest,
)
from pincite.lifecycle import Change, create_store, embedded_digest, open_store
from pincite.questions import Principal
from pincite.testing.index import PlainIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from datetime import date
    from pathlib import Path

    from numpy.typing import NDArray

    from pincite.catalog import Catalog
    from pincite.documents import Sequence
    from pincite.lifecycle import Committed, Store
    from pincite.protocols import Index
    from pincite.questions import Scope, Scored

__all__ = [
    "GENERATION",
    "SPACE",
    "WordAnalyzer",
    "Written",
    "chunk_of_words",
    "make_store",
    "make_written",
    "put",
    "reopen_store",
    "save_vectors",
    "scope_of",
    "seen",
    "word_vector",
]

Written = tuple[Revision, tuple[Chunk, ...]]

SPACE: Final = Space(model="words", weights="none", dim=8)
"""The space of :func:`word_vector`."""


class WordAnalyzer:
    """Every word is a term: the checksum of its lower case, weighted by how often it stands there."""

    digest = "words, counted"

    def document(self, text: str, *, language: str) -> Sparse:
        """Return the words of a text with their counts."""
        words = [crc32(word.encode()) for word in re.findall(r"\w+", text.lower())]
        found = sorted(set(words))
        return Sparse(tuple(found), tuple(float(words.count(word)) for word in found))

    def query(self, text: str, *, language: str) -> Sparse:
        """Return the words of a question, each with weight 1."""
        found = self.document(text, language=language).indices
        return Sparse(found, (1.0,) * len(found))


GENERATION: Final = Generation(parser="lines", chunker="lines", analyzer=WordAnalyzer.digest, space=SPACE)
"""The generation of :func:`make_store`."""


def word_vector(text: str) -> NDArray[np.float32]:
    """
    Return a vector of unit length that depends on the whole text and on nothing else.

    *Shape:* (8,)
    """
    raw = np.frombuffer(sha256(text.encode()).digest()[:16], dtype="<i2").astype(np.float32)
    length = np.linalg.norm(raw)
    return raw / (length or np.float32(1))


def make_written(
    document: str,
    text: str,
    *,
    version: str = "",
    tenant: str = "red",
    readers: Collection[str] = ("public",),
    topic: str | None = None,
    title: str | None = None,
    effective: date | None = None,
    expires: date | None = None,
    keys: Iterable[str] = (),
) -> Written:
    """
    Return a revision whose paragraphs are its lines, and a chunk for each of them.

    :param readers: Who may read it.
    :param topic: ``None`` for the document's id.
    :param title: ``None`` for the document's id.
    :param keys: Exact keys that are found where they stand in the text.
    """
    spans = [Span(match.start(), match.end()) for match in re.finditer(r"[^\n]+", text)]
    revision = Revision(
        tenant=TenantId(tenant),
        document_id=DocumentId(document),
        version=version,
        topic=topic or document,
        title=title or document,
        text=text,
        blocks=tuple(Block(kind=BlockKind.PARAGRAPH, span=span) for span in spans),
        access=tuple(readers),
        source="test",
        path=f"test/{document}",
        language="en",
        effective=effective,
        expires=expires,
        identifiers=tuple(
            Identifier(kind="key", key=key, span=Span(match.start(), match.end()))
            for key in keys
            for match in re.finditer(re.escape(key), text)
        ),
    )
    return revision, tuple(chunk_of_words(revision, at, span) for at, span in enumerate(spans))


def chunk_of_words(revision: Revision, ordinal: int, span: Span) -> Chunk:
    """
    Return the chunk of one span of a revision; its words are its units.

    :param ordinal: Its place in the revision, from 0.
    """
    text = span.cut(revision.text)
    where = (revision.tenant, revision.document_id, revision.version, revision.text_digest)
    return Chunk(
        chunk_id=ChunkId(digest("chunk", *where, str(span))),
        tenant=revision.tenant,
        document_id=revision.document_id,
        version=revision.version,
        ordinal=ordinal,
        span=span,
        text=text,
        indexed=f"{revision.title}: {text}",
        path=(),
        number=None,
        parent=span,
        units=tuple(
            Unit(span=Span(span.start + match.start(), span.start + match.end()), text=f"{revision.title}: {match[0]}")
            for match in re.finditer(r"\w+", text)
        ),
        identifiers=tuple(each for each in revision.identifiers if span.contains(each.span)),
    )


def save_vectors(catalog: Catalog, written: Iterable[Written]) -> int:
    """Keep the vectors of every text that has none yet; return how many were made."""
    n_made = 0
    for revision, chunks in written:
        texts = {text for chunk in chunks for text in (chunk.indexed, *(unit.text for unit in chunk.units))}
        by_digest = {embedded_digest(text): text for text in texts}
        new = by_digest.keys() - catalog.known_vectors(revision.tenant, SPACE.id, by_digest)
        if new:
            catalog.save_vectors(revision.tenant, SPACE.id, {each: word_vector(by_digest[each]) for each in new})
        n_made += len(new)
    return n_made


def put(store: Store, *written: Written, kind: str = "add") -> Committed:
    """Save the vectors of revisions and commit them."""
    save_vectors(store.catalog, written)
    return store.commit(Change(kind=kind, put=written))


def make_store(state: Path, *, index: Callable[[Path], Index] = PlainIndex, wait_s: float = 0.0) -> Store:
    """Return the store of a new corpus that is built as :data:`GENERATION` says."""
    return create_store(state, index=index, analyzer=WordAnalyzer(), generation=GENERATION, wait_s=wait_s)


def reopen_store(state: Path, *, index: Callable[[Path], Index] = PlainIndex, wait_s: float = 0.0) -> Store:
    """Return the store of a corpus that :func:`make_store` made."""
    return open_store(state, index=index, analyzer=WordAnalyzer(), generation=GENERATION, wait_s=wait_s)


def scope_of(store: Store, groups: Iterable[str] = (), *, day: date, sequence: Sequence | None = None) -> Scope:
    """
    Return the scope of a reader of tenant "red".

    :param sequence: ``None`` for the last one.
    """
    principal = Principal(tenant="red", groups=list(groups))
    head = store.catalog.head()
    pending = store.catalog.pending(TenantId("red"), principal.readers)
    at = head if sequence is None else replace(head, sequence=sequence)
    return access.scope(principal, head=at, day=day, pending=pending)


def seen(store: Store, scope: Scope, questions: Iterable[str]) -> tuple[object, ...]:
    """
    Return everything that a reader gets: documents, texts, and for each question the hits of every leg with scores.

    Two stores of the same content are the same to a reader where this is equal.
    """
    catalog, index = store.catalog, store.index
    documents = [(row.document_id, row.version, row.title, row.access) for row in catalog.documents(scope)]
    texts = [catalog.revision(scope, document, version).text for document, version, _, _ in documents]
    chunks = [chunk for each, version, _, _ in documents for chunk in catalog.chunks(scope, each, version)]
    found: list[object] = []
    for question in questions:
        terms, vector = WordAnalyzer().query(question, language="en"), word_vector(question)
        legs = (
            index.lexical(terms, k=10, scope=scope),
            index.dense(vector, k=10, scope=scope),
            index.units(vector, k=10, scope=scope),
        )
        found += [_shown(leg, store, scope) for leg in legs]
    return tuple(documents), tuple(texts), tuple(chunks), tuple(found), index.count(scope=scope)


def _shown(leg: tuple[Scored, ...], store: Store, scope: Scope) -> tuple[tuple[str, float], ...]:
    permits = store.catalog.permit([hit.chunk_id for hit in leg], scope)
    return tuple((permits[hit.chunk_id].chunk.text, hit.score) for hit in leg)
