"""Recursive, Markdown and semantic chunkers: cut as other tools do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pincite.chunk import ChunkSettings, MarkdownSettings, RecursiveSettings, SemanticSettings, build
from pincite.documents import Block, BlockKind, DocumentId, Revision, Space, Span, TenantId
from pincite.embed.hashing import WordTokenizer
from pincite.errors import ConfigError
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class Topics:
    """Embeds by topic: a sentence about cats points one way, any other the other way."""

    space = Space(model="topics", weights="0", dim=2, builder="0", quantisation="none", pooling="none", max_tokens=256)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([[1.0, 0.0] if "cat" in text.lower() else [0.0, 1.0] for text in texts], np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self.embed([text])[0]
        return vector


def revision(text: str) -> Revision:
    return Revision(
        tenant=TenantId("t"),
        document_id=DocumentId("d"),
        version="",
        topic="d",
        title="",
        text=text,
        blocks=(Block(kind=BlockKind.PARAGRAPH, span=Span(0, len(text))),),
        access=("public",),
        source="docs",
        path="docs/d.txt",
        language="en",
    )


def texts(made: Revision, settings: ChunkSettings) -> list[str]:
    chunks = build(settings, tokenizer=WordTokenizer(), embedder=Topics).chunk(made)
    return [chunk.text for chunk in chunks]


def recursive(text: str, size: int, overlap: int = 0) -> list[str]:
    return texts(
        revision(text), ChunkSettings(name="recursive", recursive=RecursiveSettings(size=size, overlap=overlap))
    )


def test_a_text_is_parted_at_empty_lines_first() -> None:
    assert recursive("One. Two.\n\nThree. Four.", 14) == ["One. Two.", "Three. Four."]


def test_a_long_paragraph_is_parted_at_lines_then_sentences_then_words() -> None:
    assert recursive("Aaa bbb.\nCcc ddd. Eee fff ggg", 9) == ["Aaa bbb.", "Ccc ddd.", "Eee fff", "ggg"]


def test_neighbours_are_put_together_while_they_fit() -> None:
    assert recursive("A.\n\nB.\n\nC.", 8) == ["A.\n\nB.", "C."]


def test_a_piece_repeats_whole_parts_of_the_one_before() -> None:
    assert recursive("aa bb cc dd", 6, overlap=3) == ["aa bb", "bb cc", "cc dd"]


def test_the_last_piece_never_repeats_only_what_stood_before() -> None:
    assert recursive("aa bb cc", 6, overlap=3)[-1] == "bb cc"


def test_a_word_without_end_is_cut_by_characters() -> None:
    assert recursive("a" * 10, 4, overlap=1) == ["aaaa", "aaaa", "aaaa"]


def markdown(source: str, **settings: int) -> list[str]:
    parsed = build_parser(ParseSettings()).parse(source.encode(), path="a.md")
    made = replace(revision(source), text=parsed.text, blocks=parsed.blocks)
    return texts(made, ChunkSettings(name="markdown", markdown=MarkdownSettings(**settings)))


def test_a_heading_down_to_the_level_begins_a_piece() -> None:
    source = "# A\n\nOne.\n\n## B\n\nTwo.\n\n### C\n\nThree.\n"
    assert markdown(source, levels=2) == ["# A\n\nOne.", "## B\n\nTwo.\n\n### C\n\nThree."]


def test_a_heading_with_nothing_under_it_goes_with_the_next() -> None:
    assert markdown("# A\n\n## B\n\nTwo.\n") == ["# A\n\n## B\n\nTwo."]


def test_a_long_section_is_cut() -> None:
    assert markdown("# A\n\nOne two.\n\nThree four.\n", size=15) == ["# A\n\nOne two.", "Three four."]


CATS = "The cat sleeps by day. The cat hunts by night. Interest is paid each month. The rate is fixed in May."


def semantic(text: str, **settings: float) -> list[str]:
    made = SemanticSettings(**{"least": 10, "most": 200, **settings})  # type: ignore[arg-type]  # lengths are whole
    return texts(revision(text), ChunkSettings(name="semantic", semantic=made))


def test_a_break_stands_where_neighbours_part() -> None:
    assert semantic(CATS) == [CATS[:46], CATS[47:]]


def test_a_piece_is_not_ended_before_it_is_long_enough() -> None:
    assert semantic(CATS, least=60) == [CATS]


def test_a_piece_is_ended_where_it_would_be_too_long() -> None:
    assert max(map(len, semantic(CATS, most=50))) <= 50


def test_no_break_stands_below_a_threshold_that_all_pass() -> None:
    assert semantic(CATS, threshold=-1.0) == [CATS]


def test_semantic_without_an_embedder_is_an_error() -> None:
    with pytest.raises(ConfigError, match="no embedder was given: expected one"):
        build(ChunkSettings(name="semantic"), tokenizer=WordTokenizer())


def test_an_overlap_not_smaller_than_the_size_is_an_error() -> None:
    with pytest.raises(ConfigError, match=r"recursive\.overlap is 100: expected 0 to 99, less than size \(100\)"):
        RecursiveSettings(size=100, overlap=100)


def test_an_empty_separator_is_an_error() -> None:
    with pytest.raises(ConfigError, match="expected texts of at least one character"):
        RecursiveSettings(separators=("\n", ""))


@pytest.mark.parametrize("levels", [0, 7])
def test_a_level_that_no_heading_has_is_an_error(levels: int) -> None:
    with pytest.raises(ConfigError, match=rf"markdown\.levels is {levels}: expected 1 to 6"):
        MarkdownSettings(levels=levels)


def test_a_threshold_that_is_no_cosine_is_an_error() -> None:
    with pytest.raises(ConfigError, match="expected a cosine"):
        SemanticSettings(threshold=1.5)


def test_a_shortest_piece_longer_than_the_longest_is_an_error() -> None:
    with pytest.raises(ConfigError, match="least is 300 and most is 200"):
        SemanticSettings(least=300, most=200)
