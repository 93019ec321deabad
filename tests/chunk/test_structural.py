"""The default chunker, on Markdown as the parser reads it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from pincite.chunk import ChunkSettings, StructuralSettings, build
from pincite.documents import Block, BlockKind, Chunk, DocumentId, Identifier, Revision, Span, TenantId
from pincite.embed.hashing import WordTokenizer
from pincite.errors import ConfigError
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser

if TYPE_CHECKING:
    from collections.abc import Sequence

ROWS = "\n".join(f"| item {n} | {n} USD |" for n in range(30))
TABLE = f"| Item | Price |\n|---|---|\n{ROWS}\n"


def revision(source: str, *, title: str = "Guide", **fields: object) -> Revision:
    parsed = build_parser(ParseSettings()).parse(source.encode(), path="guide.md")
    made = Revision(
        tenant=TenantId("t"),
        document_id=DocumentId("guide"),
        version="1",
        topic="guide",
        title=title,
        text=parsed.text,
        blocks=parsed.blocks,
        access=("public",),
        source="docs",
        path="docs/guide.md",
        language="en",
    )
    return replace(made, **fields)  # type: ignore[arg-type]  # fields are given by name in the tests


def cut(source: str, *, max_tokens: int = 256, title: str = "Guide", **fields: object) -> tuple[Chunk, ...]:
    settings = ChunkSettings(structural=StructuralSettings(max_tokens=max_tokens))
    return build(settings, tokenizer=WordTokenizer()).chunk(revision(source, title=title, **fields))


def units(chunk: Chunk) -> list[str]:
    return [unit.text for unit in chunk.units]


def test_small_blocks_of_a_section_make_one_chunk_that_starts_with_the_heading() -> None:
    (chunk,) = cut("## Limits\n\nOne thing.\n\nAnother thing.\n")
    assert chunk.text == "## Limits\n\nOne thing.\n\nAnother thing."


def test_sections_are_not_merged() -> None:
    assert [c.section for c in cut("# A\n\nOne.\n\n# B\n\nTwo.\n")] == ["A", "B"]


def test_a_heading_without_text_goes_with_the_first_section_below_it() -> None:
    first, second = cut("# Guide\n\n## A\n\n### A1\n\nOne.\n\n## B\n\nTwo.\n")
    assert first.text == "# Guide\n\n## A\n\n### A1\n\nOne."
    assert (first.path, second.path) == (("Guide", "A", "A1"), ("Guide", "B"))


def test_an_empty_section_is_a_chunk_of_its_heading() -> None:
    first, last = cut("# A\n\n# B\n\nTwo.\n")
    assert (first.text, units(first), last.section) == ("# A", ["Guide. A."], "B")


def test_the_parent_is_the_whole_section_and_holds_the_chunk() -> None:
    text = "# A\n\nOne.\n\n## A1\n\nTwo.\n\n# B\n\nThree.\n"
    first, second, _ = cut(text)
    assert first.parent.cut(text).strip() == "# A\n\nOne.\n\n## A1\n\nTwo."
    assert second.parent.cut(text).strip() == "## A1\n\nTwo."


def test_what_is_indexed_has_title_and_path_in_front_and_no_markup() -> None:
    (chunk,) = cut("## Limits\n\nThe **cap** is [$500](limits.md).\n")
    assert chunk.indexed == "Guide. Limits.\nThe cap is $500."


def test_a_title_that_the_top_heading_repeats_stands_once() -> None:
    (chunk,) = cut("# Guide\n\nOne.\n")
    assert chunk.indexed == "Guide.\nOne."


def test_each_sentence_is_a_unit_with_title_path_and_the_sentence_that_it_leans_on() -> None:
    (chunk,) = cut("## Limits\n\nThe cap is $500. It counts per order. Vouchers have none.\n")
    assert units(chunk) == [
        "Guide. Limits. The cap is $500.",
        "Guide. Limits. The cap is $500. It counts per order.",
        "Guide. Limits. Vouchers have none.",
    ]


def test_each_row_is_a_unit_with_its_headers() -> None:
    (chunk,) = cut("| Item | Limit |\n|---|---|\n| Cap | $500 |\n| Window | |\n")
    assert units(chunk) == ["Guide. Item: Cap; Limit: $500", "Guide. Item: Window"]


def test_each_item_is_a_unit_with_its_lead_in_and_the_items_above() -> None:
    (chunk,) = cut("Not covered:\n\n- batteries\n- bulbs\n  - halogen\n")
    assert units(chunk)[1:] == [
        "Guide. Not covered: batteries",
        "Guide. Not covered: bulbs",
        "Guide. Not covered: bulbs halogen",
    ]


def test_a_table_that_fits_is_not_cut() -> None:
    text = "Word. " * 200 + "\n\n" + TABLE
    assert TABLE.strip() in [chunk.text for chunk in cut(text)]


def test_a_table_over_the_budget_is_cut_between_rows_and_repeats_its_header() -> None:
    first, *others = cut(TABLE, max_tokens=60)
    assert first.text.startswith("| Item | Price |\n|---|---|\n| item 0 |")
    assert first.context == ()
    for chunk in others:
        assert [span.cut(TABLE) for span in chunk.context] == ["| Item | Price |"]
        assert chunk.indexed.startswith("Guide.\nItem | Price\nitem ")
        assert all(line.startswith("| item ") for line in chunk.text.splitlines())


def test_a_list_over_the_budget_is_cut_between_items_and_repeats_its_lead_in() -> None:
    text = "These are not covered:\n\n" + "\n".join(f"- part number {n}" for n in range(30))
    _, *others = cut(text, max_tokens=60)
    assert others
    for chunk in others:
        assert chunk.indexed.startswith("Guide.\nThese are not covered:\npart number ")
        assert [span.cut(text) for span in chunk.context] == ["These are not covered:"]


def test_a_table_is_not_parted_from_its_short_caption() -> None:
    text = f"{'Word. ' * 60}\n\nAll amounts in thousands of dollars.\n\n{TABLE}"
    chunk = next(c for c in cut(text, max_tokens=256) if "| Item" in c.text)
    assert chunk.text.startswith("All amounts in thousands of dollars.\n\n| Item")


def test_a_paragraph_over_the_budget_is_cut_between_sentences() -> None:
    text = " ".join(f"This is sentence number {n}." for n in range(40))
    chunks = cut(text, max_tokens=60)
    assert len(chunks) > 1
    assert all(c.text.startswith("This is") and c.text.endswith(".") for c in chunks)


def test_code_over_the_budget_is_cut_between_lines() -> None:
    text = "```\n" + "\n".join(f"line_{n} = f(x)" for n in range(60)) + "\n```\n"
    chunks = cut(text, max_tokens=60)
    assert all(line.startswith(("line_", "```")) for c in chunks for line in c.text.splitlines())


def test_a_sentence_longer_than_a_chunk_is_cut_between_words() -> None:
    chunks = cut("word " * 300, max_tokens=60)
    assert all(len(c.units) == 1 for c in chunks)
    assert sum(c.text.count("word") for c in chunks) == 300


def test_title_path_and_context_count_towards_the_budget() -> None:
    chunks = cut(f"## {'Heading ' * 8}\n\n{TABLE}", max_tokens=64)
    assert max(WordTokenizer().count([c.indexed for c in chunks])) <= 62


def test_a_title_longer_than_a_chunk_leaves_half_of_it_for_the_text() -> None:
    chunks = cut("One thing. Another thing.", max_tokens=32, title="Title " * 100)
    assert max(WordTokenizer().count([c.indexed for c in chunks])) <= 30
    assert chunks[0].indexed.count("Title") == 15


def test_furniture_ends_a_chunk_and_the_next_begins_behind_it() -> None:
    text = "One.\n\nPage 3\n\nTwo."
    spans = [Span(0, 4), Span(6, 12), Span(14, 18)]
    blocks = tuple(Block(kind=BlockKind.PARAGRAPH, span=span, furniture=at == 1) for at, span in enumerate(spans))
    assert [c.text for c in cut(text, blocks=blocks)] == ["One.", "Two."]


def test_a_document_of_hidden_text_has_no_chunk() -> None:
    assert cut("One.", blocks=(Block(kind=BlockKind.PARAGRAPH, span=Span(0, 4), hidden=True),)) == ()


def test_clause_numbers_stand_in_path_and_number() -> None:
    (chunk,) = cut("## 7 Liability\n\n### 7.2 Cap\n\nThe cap is $500.\n")
    assert (chunk.path, chunk.number) == (("7 Liability", "7.2 Cap"), "7.2")


def test_identifiers_belong_to_the_chunk_that_they_stand_in() -> None:
    found = (
        Identifier(kind="order", key="O-2", span=Span(15, 18)),
        Identifier(kind="order", key="O-1", span=Span(5, 8)),
    )
    first, second = cut("# A\n\nO-1.\n\n# B\n\nO-2.\n".replace("\n\n# B", "\n# B"), identifiers=found)
    assert ([i.key for i in first.identifiers], [i.key for i in second.identifiers]) == (["O-1"], ["O-2"])


def test_neighbours_are_linked_in_order() -> None:
    first, second, third = cut("# A\n\nOne.\n\n# B\n\nTwo.\n\n# C\n\nThree.\n")
    assert (first.previous, first.next, third.next) == (None, second.chunk_id, None)
    assert (second.previous, second.next, second.ordinal) == (first.chunk_id, third.chunk_id, 1)


def test_the_place_is_that_of_the_first_block() -> None:
    assert [c.place.line for c in cut("# A\n\nOne.\n\n# B\n\nTwo.\n")] == [1, 5]


@pytest.mark.parametrize("field", ["tenant", "document_id", "version"])
def test_an_id_depends_on_whose_text_it_is(field: str) -> None:
    assert (
        cut("One.")[0].chunk_id
        != build(ChunkSettings(), tokenizer=WordTokenizer()).chunk(revision("One.", **{field: "other"}))[0].chunk_id
    )


def test_an_id_depends_on_the_whole_text_and_the_settings() -> None:
    ids = {cut("One.")[0].chunk_id, cut("One.\n\n# B\n\nTwo.")[0].chunk_id, cut("One.", max_tokens=99)[0].chunk_id}
    assert len(ids) == 3


def test_an_id_does_not_depend_on_metadata_or_path() -> None:
    moved = cut("One.", title="Other", path="docs/other.md", effective=date(2025, 1, 1))
    assert moved[0].chunk_id == cut("One.")[0].chunk_id


def test_a_budget_too_small_for_a_sentence_is_refused() -> None:
    with pytest.raises(ConfigError, match="max_tokens is 8: expected 32 or more"):
        StructuralSettings(max_tokens=8)


def test_an_item_repeats_only_the_nearest_items_above_it() -> None:
    chunks = cut("\n".join("  " * level + f"- item{level}" for level in range(10)), max_tokens=512)
    deepest = chunks[-1].units[-1].text
    assert ("item0" in deepest, "item1 item2" in deepest) == (False, True)
    assert deepest.endswith("item9")


def test_a_word_without_end_is_cut_by_characters() -> None:
    chunks = cut("a" * 100_000)
    assert max(len(chunk.text) for chunk in chunks) <= 20_000
    assert "".join(chunk.text for chunk in chunks) == "a" * 100_000


def test_the_sentences_of_a_lettered_clause_are_units_with_their_mark_and_title_in_front() -> None:
    (chunk,) = cut("(b) Audits. The buyer may audit. The seller helps.\n", title="")
    assert units(chunk) == ["(b) Audits. The buyer may audit.", "The seller helps."]


class _Measured(WordTokenizer):
    """Remembers how many characters it was given at once."""

    def __init__(self) -> None:
        super().__init__()
        self.most = 0

    def count(self, texts: Sequence[str]) -> list[int]:
        self.most = max(self.most, sum(map(len, texts)))
        return super().count(texts)


@pytest.mark.parametrize("source", ["lamp " * 200_000, "a" * 1_000_000, "One lamp. " * 100_000])
def test_however_long_a_line_is_a_tokenizer_is_given_little_at_once(source: str) -> None:
    tokenizer = _Measured()
    build(ChunkSettings(), tokenizer=tokenizer).chunk(revision(source))
    assert tokenizer.most <= 250_000


def test_signs_without_a_letter_or_figure_among_them_are_not_embedded() -> None:
    chunks = cut("".join("`" * n + " " for n in range(1, 500)))
    assert sum(len(unit.text) for chunk in chunks for unit in chunk.units) < 1_000


def test_a_chunk_of_signs_is_no_longer_than_others() -> None:
    chunks = cut("".join("`" * n + " " for n in range(1, 500)))
    assert max(len(chunk.text) for chunk in chunks) <= 24_000


def test_a_header_in_mid_table_stands_with_the_rows_below_it_and_not_with_those_above() -> None:
    upper, lower = ("".join(f"| {name} {n} | {n} |\n" for n in range(30)) for name in ("upper", "lower"))
    text = f"| Item | Price |\n|---|---|\n{upper}| Item | Weight |\n{lower}"
    _, *chunks = cut(text, max_tokens=60)
    (fresh,) = (at for at, chunk in enumerate(chunks) if "| Item | Weight |\n| lower 0 |" in chunk.text)
    heads = [[span.cut(text) for span in chunk.context] for chunk in chunks]
    assert heads[:fresh] == [["| Item | Price |"]] * fresh
    assert heads[fresh + 1 :] == [["| Item | Weight |"]] * (len(chunks) - fresh - 1)
