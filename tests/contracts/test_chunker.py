"""What every chunker promises, over every implementation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pincite.chunk import (
    BUILDERS,
    ChunkSettings,
    FixedSettings,
    MarkdownSettings,
    RecursiveSettings,
    SemanticSettings,
    StructuralSettings,
    WindowsSettings,
    build,
    chunker_digest,
)
from pincite.documents import BlockKind, DocumentId, Identifier, Revision, Span, TenantId
from pincite.embed import EmbedSettings
from pincite.embed import build as build_embedder
from pincite.embed.hashing import WordTokenizer
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser
from pincite.protocols import Chunker, Embedder

SOURCE = """# Guide

An introduction. It has two sentences.

## Limits

The following apply:

- one item
- another item with **bold** words

| Item | Limit |
|------|-------|
| Cap  | $500  |
| Time | 30 days |

## 7.2 Code

```
a = 1
b = 2
```

SECRET line of a running header.

The end, order O-48214.
"""


def settings(name: str) -> ChunkSettings:
    return ChunkSettings(
        name=name,
        structural=StructuralSettings(max_tokens=40),
        windows=WindowsSettings(words=12, overlap=3),
        fixed=FixedSettings(size=60, overlap=10),
        recursive=RecursiveSettings(size=60, overlap=20),
        markdown=MarkdownSettings(size=60, levels=2),
        semantic=SemanticSettings(threshold=0.5, least=20, most=80),
    )


def embedder() -> Embedder:
    return build_embedder(EmbedSettings(name="hash"), cache=Path("unused"))


def made(chosen: ChunkSettings) -> Chunker:
    return build(chosen, tokenizer=WordTokenizer(), embedder=embedder)


@pytest.fixture(params=sorted(BUILDERS))
def chunker(request: pytest.FixtureRequest) -> Chunker:
    return made(settings(request.param))


@pytest.fixture
def revision() -> Revision:
    parsed = build_parser(ParseSettings()).parse(SOURCE.encode(), path="guide.md")
    blocks = tuple(replace(b, furniture="SECRET" in b.span.cut(parsed.text)) for b in parsed.blocks)
    at = parsed.text.index("O-48214")
    return Revision(
        tenant=TenantId("t"),
        document_id=DocumentId("guide"),
        version="1",
        topic="guide",
        title="Guide",
        text=parsed.text,
        blocks=blocks,
        access=("public",),
        source="docs",
        path="docs/guide.md",
        language="en",
        identifiers=(Identifier(kind="order", key="O-48214", span=Span(at, at + 7), exhaustive=True),),
    )


def test_every_text_is_its_span(chunker: Chunker, revision: Revision) -> None:
    assert all(c.text == c.span.cut(revision.text) for c in chunker.chunk(revision))


def test_furniture_is_in_no_text(chunker: Chunker, revision: Revision) -> None:
    for chunk in chunker.chunk(revision):
        assert "SECRET" not in chunk.text + chunk.indexed + "".join(unit.text for unit in chunk.units)


def test_every_indexable_word_is_in_a_chunk(chunker: Chunker, revision: Revision) -> None:
    covered = {at for c in chunker.chunk(revision) for at in range(c.span.start, c.span.end)}
    indexable = {at for b in revision.blocks if b.indexable for at in range(b.span.start, b.span.end)}
    assert {at for at in indexable - covered if not revision.text[at].isspace()} == set()


def test_each_chunk_has_units_inside_it(chunker: Chunker, revision: Revision) -> None:
    for chunk in chunker.chunk(revision):
        assert chunk.units
        assert all(chunk.span.contains(unit.span) and unit.text.strip() for unit in chunk.units)


def test_each_parent_holds_its_chunk(chunker: Chunker, revision: Revision) -> None:
    assert all(c.parent.contains(c.span) for c in chunker.chunk(revision))


def test_chunks_stand_in_order_and_are_linked(chunker: Chunker, revision: Revision) -> None:
    chunks = chunker.chunk(revision)
    ids = [c.chunk_id for c in chunks]
    assert [c.ordinal for c in chunks] == list(range(len(chunks)))
    assert [c.span for c in chunks] == sorted(c.span for c in chunks)
    assert [c.previous for c in chunks] == [None, *ids[:-1]]
    assert [c.next for c in chunks] == [*ids[1:], None]
    assert len(set(ids)) == len(ids)


def test_the_same_revision_gives_the_same_chunks(chunker: Chunker, revision: Revision) -> None:
    assert chunker.chunk(revision) == chunker.chunk(revision)


def test_identifiers_stand_in_their_chunks(chunker: Chunker, revision: Revision) -> None:
    holders = [c for c in chunker.chunk(revision) if c.identifiers]
    assert holders
    assert all("O-48214" in c.text for c in holders)


def test_whose_it_is_stands_on_every_chunk(chunker: Chunker, revision: Revision) -> None:
    owners = {(c.tenant, c.document_id, c.version) for c in chunker.chunk(revision)}
    assert owners == {(revision.tenant, revision.document_id, revision.version)}


def test_nothing_to_index_gives_no_chunk(chunker: Chunker, revision: Revision) -> None:
    hidden = tuple(replace(block, hidden=True) for block in revision.blocks)
    assert chunker.chunk(replace(revision, blocks=hidden)) == ()
    assert chunker.chunk(replace(revision, blocks=(), text="")) == ()


def test_settings_change_the_digest() -> None:
    digests = {made(settings(name)).digest for name in BUILDERS}
    digests |= {made(ChunkSettings(name=name)).digest for name in BUILDERS}
    assert len(digests) == 2 * len(BUILDERS)


@pytest.mark.parametrize("name", sorted(BUILDERS))
def test_the_digest_is_known_without_the_chunker(name: str) -> None:
    chosen = settings(name)
    known = chunker_digest(chosen, tokenizer=WordTokenizer(), space=lambda: embedder().space)
    assert known == made(chosen).digest


def test_the_parser_read_every_kind_of_block_that_is_tested(revision: Revision) -> None:
    kinds = {block.kind for block in revision.blocks}
    assert kinds == {BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.TABLE, BlockKind.CODE}
