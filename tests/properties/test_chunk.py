"""Laws of chunking, over random documents."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.chunk import (
    ChunkSettings,
    FixedSettings,
    MarkdownSettings,
    RecursiveSettings,
    SemanticSettings,
    StructuralSettings,
    WindowsSettings,
    build,
)
from pincite.chunk.even import Even
from pincite.chunk.recursive import parted
from pincite.documents import Block, BlockKind, Cell, Chunk, DocumentId, Part, Revision, Span, TenantId
from pincite.embed import EmbedSettings
from pincite.embed import build as build_embedder
from pincite.embed.hashing import WordTokenizer
from pincite.protocols import Embedder

QUICK = settings(max_examples=50, deadline=None)
WORDS = st.lists(
    st.sampled_from(["alpha", "beta.", "Gamma", "7.2", "O-1", "**x**", "|", "é", "a\nb", "end."]), min_size=1
)
SHORT = WORDS.map(lambda words: " ".join(words[:6]))
KINDS = st.sampled_from(list(BlockKind))


@st.composite
def revisions(draw: st.DrawFn) -> Revision:
    """Draw a document block by block; its text is the blocks with white space between them."""
    text, blocks = draw(st.sampled_from(["", "\n"])), []
    for kind in draw(st.lists(KINDS, max_size=8)):
        pieces = draw(st.lists(SHORT, min_size=1, max_size=12))
        block, said = _block(kind, pieces, len(text), draw(st.integers(1, 3)), draw(st.sampled_from([0, 0, 0, 1, 2])))
        blocks.append(block)
        text += said + draw(st.sampled_from(["\n\n", "\n", "\n \n"]))
    return Revision(
        tenant=TenantId("t"),
        document_id=DocumentId("d"),
        version="",
        topic="d",
        title=draw(st.sampled_from(["", "Title", "A title of several words"])),
        text=text,
        blocks=tuple(blocks),
        access=("public",),
        source="s",
        path="s/d.md",
        language="en",
    )


def _block(kind: BlockKind, pieces: list[str], at: int, level: int, unseen: int) -> tuple[Block, str]:
    parts: tuple[Part, ...] = ()
    if kind is BlockKind.HEADING:
        said = f"{'#' * level} {pieces[0].split()[0]}"
    elif kind in (BlockKind.LIST, BlockKind.TABLE):
        said, parts = _parts(kind, pieces, at)
    else:
        said = "\n".join(pieces)
    heading = kind is BlockKind.HEADING
    block = Block(
        kind=kind,
        span=Span(at, at + len(said)),
        level=level if heading else 0,
        title=said.lstrip("# ") if heading else None,
        parts=parts,
        furniture=unseen == 1,
        hidden=unseen == 2,
    )
    return block, said


def _parts(kind: BlockKind, pieces: list[str], at: int) -> tuple[str, tuple[Part, ...]]:
    mark = "- " if kind is BlockKind.LIST else "| "
    said, parts = "", []
    for number, piece in enumerate(pieces):
        span = Span(at + len(said) + len(mark), at + len(said) + len(mark) + len(piece))
        cells = (Cell(span=span, column=0),) if kind is BlockKind.TABLE else ()
        parts.append(
            Part(span=span, level=number % 2 if not cells else 0, cells=cells, header=bool(cells) and number == 0)
        )
        said += f"{mark}{piece}\n"
    return said.rstrip("\n"), tuple(parts)


def structural(max_tokens: int = 40) -> ChunkSettings:
    return ChunkSettings(structural=StructuralSettings(max_tokens=max_tokens))


ANY = st.sampled_from(
    [
        structural(),
        structural(64),
        ChunkSettings(name="windows", windows=WindowsSettings(words=5, overlap=2)),
        ChunkSettings(name="fixed", fixed=FixedSettings(size=17, overlap=5)),
        ChunkSettings(name="fixed", fixed=FixedSettings(unit="tokens", size=7, overlap=2)),
        ChunkSettings(name="recursive", recursive=RecursiveSettings(size=30, overlap=12)),
        ChunkSettings(name="recursive", recursive=RecursiveSettings(size=5, overlap=4)),
        ChunkSettings(name="markdown", markdown=MarkdownSettings(size=40, levels=2)),
        ChunkSettings(name="semantic", semantic=SemanticSettings(threshold=0.5, least=10, most=40)),
    ]
)


def embedder() -> Embedder:
    return build_embedder(EmbedSettings(name="hash"), cache=Path("unused"))


def chunked(revision: Revision, chosen: ChunkSettings) -> tuple[Chunk, ...]:
    return build(chosen, tokenizer=WordTokenizer(), embedder=embedder).chunk(revision)


@QUICK
@given(revisions(), ANY)
def test_every_span_cuts_to_its_text(revision: Revision, chosen: ChunkSettings) -> None:
    for chunk in chunked(revision, chosen):
        assert chunk.text == chunk.span.cut(revision.text)
        assert chunk.text.strip()
        assert chunk.indexed.strip()
        assert all(chunk.span.contains(unit.span) and unit.text.strip() for unit in chunk.units)
        assert not any(span.overlaps(chunk.span) for span in chunk.context)


@QUICK
@given(revisions(), ANY)
def test_nothing_unseen_stands_in_a_chunk(revision: Revision, chosen: ChunkSettings) -> None:
    unseen = [block.span for block in revision.blocks if not block.indexable]
    for chunk in chunked(revision, chosen):
        assert not any(chunk.span.overlaps(span) for span in unseen)
        assert not any(context.overlaps(span) for context in chunk.context for span in unseen)


@QUICK
@given(revisions(), ANY)
def test_every_indexable_character_is_in_a_chunk(revision: Revision, chosen: ChunkSettings) -> None:
    covered = {at for chunk in chunked(revision, chosen) for at in range(chunk.span.start, chunk.span.end)}
    indexable = {at for b in revision.blocks if b.indexable for at in range(b.span.start, b.span.end)}
    assert {at for at in indexable - covered if not revision.text[at].isspace()} == set()


@QUICK
@given(revisions(), ANY)
def test_no_chunk_says_only_what_the_one_before_it_says(revision: Revision, chosen: ChunkSettings) -> None:
    spans = [chunk.span for chunk in chunked(revision, chosen)]
    assert all(one.start < two.start and one.end < two.end for one, two in pairwise(spans))


@QUICK
@given(WORDS.map(" ".join), st.integers(1, 40), st.integers(0, 39))
def test_recursive_pieces_keep_to_size_and_overlap(text: str, size: int, overlap: int) -> None:
    overlap = min(overlap, size - 1)
    pieces = list(parted(text, size, overlap=overlap, separators=("\n", ". ", " ")))
    assert all(0 < end - start <= size for start, end in pieces)
    assert all(0 <= before[1] - after[0] <= overlap for before, after in pairwise(pieces))


@QUICK
@given(revisions(), st.sampled_from([40, 64, 256]))
def test_structural_chunks_partition_the_indexable_blocks(revision: Revision, max_tokens: int) -> None:
    chunks = build(structural(max_tokens), tokenizer=WordTokenizer()).chunk(revision)
    covered = [at for chunk in chunks for at in range(chunk.span.start, chunk.span.end)]
    indexable = {at for b in revision.blocks if b.indexable for at in range(b.span.start, b.span.end)}
    assert len(covered) == len(set(covered))
    assert {at for at in indexable ^ set(covered) if not revision.text[at].isspace()} == set()


@QUICK
@given(revisions(), st.sampled_from([40, 64, 256]))
def test_a_block_is_cut_only_where_it_does_not_fit(revision: Revision, max_tokens: int) -> None:
    chunks = build(structural(max_tokens), tokenizer=WordTokenizer()).chunk(revision)
    plain = [chunk.indexed for chunk in chunks if chunk.indexed.isascii()]  # others are counted by their letters too
    assert max(WordTokenizer().count(plain), default=0) <= max_tokens - 2
    # The chunker's own measure: the tokenizer's, but an even one for scripts that it spells letter by letter.
    assert max(Even(WordTokenizer()).count([chunk.indexed for chunk in chunks]), default=0) <= max_tokens - 2
    for block in revision.blocks:
        n_tokens = WordTokenizer().count([block.span.cut(revision.text)])[0]
        if block.indexable and n_tokens <= (max_tokens - 2) // 2:
            assert sum(chunk.span.overlaps(block.span) for chunk in chunks) == 1


@QUICK
@given(st.lists(revisions(), min_size=2, max_size=3))
def test_ids_do_not_depend_on_the_order_of_files(found: list[Revision]) -> None:
    chunker = build(structural(), tokenizer=WordTokenizer())
    forward = [[chunk.chunk_id for chunk in chunker.chunk(revision)] for revision in found]
    fresh = build(structural(), tokenizer=WordTokenizer())
    backward = [[chunk.chunk_id for chunk in fresh.chunk(revision)] for revision in reversed(found)]
    assert forward == backward[::-1]
