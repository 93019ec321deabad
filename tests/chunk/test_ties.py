"""What a claim needs stays with it: term and definition, rule and exception, a table's unit and day."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pincite.chunk import ChunkSettings, StructuralSettings, build
from pincite.chunk.ties import defines, excepts, says_unit
from pincite.documents import Chunk, DocumentId, Revision, TenantId
from pincite.embed.hashing import WordTokenizer
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser

FILLER = "Nothing more is said of it here, and the words only take up room. " * 6
ROWS = "\n".join(f"| item {n} | {n}00 |" for n in range(60))
TABLE = f"| Item | Price |\n|---|---|\n{ROWS}\n"


def cut(source: str, *, max_tokens: int = 200, target_tokens: int = 80) -> tuple[Chunk, ...]:
    parsed = build_parser(ParseSettings()).parse(source.encode(), path="guide.md")
    made = Revision(
        tenant=TenantId("t"),
        document_id=DocumentId("guide"),
        version="1",
        topic="guide",
        title="",
        text=parsed.text,
        blocks=parsed.blocks,
        access=("public",),
        source="docs",
        path="docs/guide.md",
        language="en",
    )
    settings = StructuralSettings(max_tokens=max_tokens, target_tokens=target_tokens)
    return build(ChunkSettings(structural=settings), tokenizer=WordTokenizer()).chunk(replace(made))


def holding(chunks: tuple[Chunk, ...], text: str) -> Chunk:
    return next(chunk for chunk in chunks if text in chunk.text)


@pytest.mark.parametrize("caption", ["Revenue, in USD thousands", "Balance as of 31 March 2026", "(EUR millions)"])
def test_a_tables_unit_and_day_go_with_every_piece_of_it(caption: str) -> None:
    chunks = [c for c in cut(f"# Figures\n\n{caption}\n\n{TABLE}") if "| item" in c.text]
    assert len(chunks) > 1
    assert all(caption in chunk.indexed and "Item" in chunk.indexed for chunk in chunks)
    assert all(unit.text.startswith(f"Figures. {caption}") for unit in chunks[-1].units)


def test_a_note_under_a_table_goes_with_every_piece_of_it() -> None:
    chunks = [
        c for c in cut(f"# Figures\n\n{TABLE}\nNote: all amounts are in thousands of dollars.\n") if "|" in c.text
    ]
    assert all("thousands of dollars" in chunk.indexed for chunk in chunks)


def test_a_row_that_says_only_the_unit_goes_with_every_piece_of_its_table() -> None:
    table = TABLE.replace("| item 0 |", "| USD thousands | |\n| item 0 |", 1)
    chunks = [c for c in cut(f"# Figures\n\n{table}") if "| item" in c.text]
    assert all("USD thousands" in chunk.indexed for chunk in chunks)


def test_the_title_and_the_unit_above_a_table_both_go_with_it() -> None:
    chunks = [c for c in cut(f"Table 3: Revenue by region\n\nIn USD thousands\n\n{TABLE}") if "| item" in c.text]
    assert all("Table 3" in chunk.indexed and "USD thousands" in chunk.indexed for chunk in chunks)


def test_a_repeated_header_stands_outside_the_span() -> None:
    last = cut(TABLE)[-1]
    assert "| Item | Price |" not in last.text
    assert last.indexed.startswith("Item | Price")


@pytest.mark.parametrize(
    "exception",
    [
        "However, gift cards are not refunded.",
        "Except as the law requires, shipping is not refunded.",
        "This does not apply to gift cards.",
        "Unless the order was a gift, the buyer pays.",
        "Exception: gift cards.",
    ],
)
def test_a_rule_and_its_exception_stand_in_one_chunk(exception: str) -> None:
    rule = "Every order is refunded within thirty days of the day on which it was delivered to the buyer."
    chunks = cut(f"# Refunds\n\n{FILLER[:240]}\n\n{rule}\n\n{exception}\n\n{FILLER}", target_tokens=60)
    assert rule in holding(chunks, exception).text


def test_an_exception_that_does_not_fit_beside_its_rule_repeats_it() -> None:
    rule = "Every order is refunded within thirty days. " + FILLER
    chunk = holding(cut(f"# Refunds\n\n{rule}\n\nHowever, {FILLER.lower()}", max_tokens=128), "However,")
    assert "Every order is refunded" in chunk.indexed


def test_a_section_of_exceptions_repeats_the_rule_above_it() -> None:
    chunks = cut("# Refunds\n\nEvery order is refunded.\n\n## Exceptions\n\nGift cards.\n")
    assert "Every order is refunded." in holding(chunks, "Gift cards.").indexed


def test_a_sentence_that_excepts_is_not_parted_from_the_one_before() -> None:
    text = " ".join(f"Sentence number {n} says a little more about the matter at hand." for n in range(9))
    source = f"{text} The fee is refunded in full. However, the deposit is not. {text}"
    assert "The fee is refunded in full. However, the deposit is not." in holding(cut(source), "However").text


def test_a_term_alone_on_its_line_stays_with_its_definition() -> None:
    definition = "A company that controls another, is controlled by it, or stands with it under one control."
    source = f'{FILLER}\n\n"Affiliate"\n\n{definition}\n'
    assert '"Affiliate"' in holding(cut(source, target_tokens=60), definition).text


def test_the_rest_of_a_long_definition_repeats_its_term() -> None:
    source = "\u201cAffiliate\u201d means a company that controls another. " + FILLER * 3
    chunks = cut(source)
    assert len(chunks) > 1
    assert all("\u201cAffiliate\u201d means" in chunk.indexed for chunk in chunks)


def test_a_list_keeps_its_lead_in() -> None:
    items = "\n".join(f"- item {n} of the list" for n in range(40))
    chunks = cut(f"{FILLER}\n\nNot covered are:\n\n{items}\n", max_tokens=100)
    assert all("Not covered are:" in chunk.indexed for chunk in chunks if "- item" in chunk.text)


@pytest.mark.parametrize("text", ["Howevering", "The exception proves it.", "We accept everything except cash."])
def test_what_only_speaks_of_an_exception_is_none(text: str) -> None:
    assert not excepts(text)


@pytest.mark.parametrize(
    "text", ['"Affiliate" means a company', "**Cap**: the most", "(b) \u201cAct\u201d shall mean it"]
)
def test_a_definition_begins_with_its_term(text: str) -> None:
    assert defines(text)


@pytest.mark.parametrize("text", ["The buyer pays.", "See the table below.", "A thousand thanks"])
def test_what_says_no_unit_is_no_caption(text: str) -> None:
    assert not says_unit(text)


def test_a_paragraph_that_fits_is_not_cut_though_it_is_above_the_target() -> None:
    paragraph = "The buyer pays the price on the day of the invoice. " * 8
    assert holding(cut(f"# Fees\n\n{paragraph}", max_tokens=120, target_tokens=40), paragraph.strip())


def test_a_long_sentence_is_not_cut_for_what_belongs_to_it() -> None:
    term = '"Affiliate" means a company that holds, or is held by, a party to this agreement, whatever its seat. '
    long = f"It does not mean {'a company that neither party holds any part of, ' * 7}or a natural person."
    chunks = cut(f"# Terms\n\n{term}{FILLER}{long}", max_tokens=100, target_tokens=60)
    assert holding(chunks, long)
