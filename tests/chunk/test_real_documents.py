"""The structural chunker on real policies, where they are present."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from pincite.chunk import ChunkSettings, build
from pincite.documents import DocumentId, Revision, TenantId
from pincite.embed.hashing import WordTokenizer
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser


@pytest.fixture(scope="module")
def revisions(shared_data: Path) -> list[Revision]:
    parser = build_parser(ParseSettings())
    found = islice(sorted((shared_data / "versioned_policies").rglob("*.md")), 0, 200, 10)
    parsed = [(path.name, parser.parse(path.read_bytes(), path=path.name)) for path in found]
    if not parsed:
        pytest.skip("no policies in ../shared/data/versioned_policies")
    return [
        Revision(
            tenant=TenantId("t"),
            document_id=DocumentId(name),
            version="1",
            topic=name,
            title=made.title or "",
            text=made.text,
            blocks=made.blocks,
            access=("public",),
            source="policies",
            path=name,
            language="en",
        )
        for name, made in parsed
    ]


def test_chunks_partition_the_indexable_blocks_within_the_budget(revisions: list[Revision]) -> None:
    tokenizer = WordTokenizer()
    chunker = build(ChunkSettings(), tokenizer=tokenizer)
    for revision in revisions:
        chunks = chunker.chunk(revision)
        covered = [at for chunk in chunks for at in range(chunk.span.start, chunk.span.end)]
        indexable = {at for b in revision.blocks if b.indexable for at in range(b.span.start, b.span.end)}
        assert len(covered) == len(set(covered))
        assert {at for at in indexable - set(covered) if not revision.text[at].isspace()} == set()
        assert max(tokenizer.count([chunk.indexed for chunk in chunks]), default=0) <= 254
