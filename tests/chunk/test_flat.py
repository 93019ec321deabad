"""Windows and fixed sizes: cut as most tutorials do."""

from __future__ import annotations

import pytest

from pincite.chunk import ChunkSettings, FixedSettings, WindowsSettings, build
from pincite.documents import Block, BlockKind, Chunk, DocumentId, Revision, Span, TenantId
from pincite.embed.hashing import WordTokenizer
from pincite.errors import ConfigError, UnknownName


def revision(text: str, *, hidden: Span | None = None) -> Revision:
    """Make one paragraph of a text, or two with what is hidden between them."""
    outside = [Span(0, len(text))] if hidden is None else [Span(0, hidden.start), Span(hidden.end, len(text))]
    blocks = [Block(kind=BlockKind.PARAGRAPH, span=span) for span in outside]
    if hidden is not None:
        blocks.insert(1, Block(kind=BlockKind.PARAGRAPH, span=hidden, hidden=True))
    return Revision(
        tenant=TenantId("t"),
        document_id=DocumentId("d"),
        version="",
        topic="d",
        title="Title",
        text=text,
        blocks=tuple(blocks),
        access=("public",),
        source="docs",
        path="docs/d.txt",
        language="en",
    )


def cut(made: Revision, **settings: object) -> tuple[Chunk, ...]:
    name = next(iter(settings))
    return build(ChunkSettings(name=name, **settings), tokenizer=WordTokenizer()).chunk(made)  # type: ignore[arg-type]


def texts(text: str, **settings: object) -> list[str]:
    return [chunk.text for chunk in cut(revision(text), **settings)]


def test_windows_of_three_words_with_overlap_1() -> None:
    found = texts("alpha beta gamma delta epsilon", windows=WindowsSettings(words=3, overlap=1))
    assert found == ["alpha beta gamma", "gamma delta epsilon"]


def test_the_last_window_ends_with_the_text() -> None:
    assert texts("a b c d e f", windows=WindowsSettings(words=4, overlap=1)) == ["a b c d", "d e f"]


def test_a_text_shorter_than_a_window_is_one() -> None:
    assert texts("a b", windows=WindowsSettings()) == ["a b"]


def test_a_window_keeps_the_white_space_between_its_words() -> None:
    assert texts("a\n\n b  c", windows=WindowsSettings(words=2, overlap=0)) == ["a\n\n b", "c"]


def test_nothing_hidden_stands_in_a_window() -> None:
    chunks = cut(revision("one two SECRET three four", hidden=Span(8, 14)), windows=WindowsSettings(words=4, overlap=1))
    assert [c.text for c in chunks] == ["one two", "three four"]


def test_a_window_is_its_own_only_unit_without_its_title() -> None:
    (chunk,) = cut(revision("The **cap**."), windows=WindowsSettings())
    assert [(unit.span, unit.text) for unit in chunk.units] == [(chunk.span, "The cap.")]
    assert chunk.indexed == "The cap."


def test_characters_are_cut_wherever_that_falls() -> None:
    assert texts("abcdefghij", fixed=FixedSettings(size=4, overlap=1)) == ["abcd", "defg", "ghij"]


def test_a_piece_of_white_space_only_is_no_chunk() -> None:
    assert texts("ab       cd", fixed=FixedSettings(size=3, overlap=0)) == ["ab", "cd"]


def test_tokens_are_cut_after_whole_words() -> None:
    fixed = FixedSettings(unit="tokens", size=3, overlap=1)
    assert texts("One two, three four.", fixed=fixed) == ["One two,", ", three four", "four."]


def test_a_piece_of_tokens_never_repeats_the_whole_piece_before() -> None:
    class Heavy(WordTokenizer):
        def count(self, texts: object) -> list[int]:
            return [5 for _ in texts]  # type: ignore[attr-defined]  # a list of words, as the chunker gives it

    settings = ChunkSettings(name="fixed", fixed=FixedSettings(unit="tokens", size=6, overlap=5))
    assert [c.text for c in build(settings, tokenizer=Heavy()).chunk(revision("a b c"))] == ["a", "b", "c"]


@pytest.mark.parametrize(("words", "overlap"), [(3, 3), (3, 4), (3, -1)])
def test_an_overlap_not_smaller_than_the_width_is_an_error(words: int, overlap: int) -> None:
    with pytest.raises(ConfigError, match=rf"windows\.overlap is {overlap}: expected 0 to 2, less than words \(3\)"):
        WindowsSettings(words=words, overlap=overlap)


def test_a_window_of_nothing_is_an_error() -> None:
    with pytest.raises(ConfigError, match=r"chunk\.fixed\.size is 0: expected 1 or more"):
        FixedSettings(size=0)


def test_an_unknown_unit_is_an_error() -> None:
    with pytest.raises(ConfigError, match="unit is 'lines': expected characters or tokens"):
        FixedSettings(unit="lines")  # type: ignore[arg-type]  # the error is what is tested


def test_an_unknown_chunker_lists_the_known_ones() -> None:
    known = "fixed, markdown, recursive, semantic, structural, windows"
    with pytest.raises(UnknownName, match=f"expected one of {known}; did you mean 'windows'"):
        build(ChunkSettings(name="window"), tokenizer=WordTokenizer())
