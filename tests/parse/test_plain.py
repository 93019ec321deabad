from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pincite.documents import BlockKind
from pincite.parse import ParseSettings, build

if TYPE_CHECKING:
    from pincite.documents import Parsed


def parse(text: str) -> Parsed:
    return build(ParseSettings()).parse(text.encode(), path="a.txt")


def shown(parsed: Parsed) -> list[tuple[str, str]]:
    return [(b.kind.value, b.span.cut(parsed.text)) for b in parsed.blocks]


def test_paragraphs_stand_between_empty_lines() -> None:
    assert shown(parse("One\ntwo.\n\n \n  Three.\n")) == [("paragraph", "One\ntwo."), ("paragraph", "Three.")]


@pytest.mark.parametrize(
    ("heading", "level", "number", "title"),
    [
        ("Refund policy\n=============", 1, None, "Refund policy"),
        ("Limits\n------", 2, None, "Limits"),
        ("7.2 Limitation of Liability", 2, "7.2", "Limitation of Liability"),
        ("Section 3: Fees", 1, "3", "Fees"),
        ("ARTICLE IV", 1, "IV", ""),
        ("LIMITATION OF LIABILITY", 1, None, "LIMITATION OF LIABILITY"),
    ],
)
def test_clear_headings_are_headings(heading: str, level: int, number: str | None, title: str) -> None:
    block = parse(f"Before this.\n\n{heading}\n\nAfter that.").blocks[1]
    assert (block.kind, block.level, block.number, block.title) == (BlockKind.HEADING, level, number, title)


def test_a_numbered_heading_may_stand_right_above_its_text() -> None:
    assert shown(parse("7.2 Cap\nThe cap is $500.")) == [("heading", "7.2 Cap"), ("paragraph", "The cap is $500.")]


@pytest.mark.parametrize("line", ["The window is 30 days.", "Refunds", "7.2 The cap is five hundred dollars.", "Fees:"])
def test_what_may_be_a_sentence_is_no_heading(line: str) -> None:
    assert [b.kind for b in parse(f"Before.\n\n{line}\n\nAfter.").blocks] == [BlockKind.PARAGRAPH] * 3


def test_items_of_a_list_are_parts() -> None:
    parsed = parse("You need:\n- a receipt\n  of ours\n- the box\n  * unbroken")
    assert [kind for kind, _ in shown(parsed)] == ["paragraph", "list"]
    assert [(p.level, p.span.cut(parsed.text)) for p in parsed.blocks[1].parts] == [
        (0, "- a receipt\n  of ours"),
        (0, "- the box"),
        (1, "* unbroken"),
    ]


def test_the_text_is_the_file_and_places_are_its_lines() -> None:
    parsed = parse("A b.\r\n\r\nC d.")
    assert parsed.text == "A b.\n\nC d."
    assert [b.place.line for b in parsed.blocks] == [1, 3]


LONG = " ".join(["A sentence that nobody has wrapped at the edge of a page."] * 4)


def test_lines_that_are_not_wrapped_are_paragraphs_of_their_own() -> None:
    assert shown(parse(f"Introduction\n{LONG}\nThe end.")) == [
        ("paragraph", "Introduction"),
        ("paragraph", LONG),
        ("paragraph", "The end."),
    ]


def test_a_long_address_does_not_part_the_lines_around_it() -> None:
    text = f"See\nhttps://example.org/{'x' * 300}\nfor more."
    assert shown(parse(text)) == [("paragraph", text)]


@pytest.mark.parametrize(("line", "level"), [("== Plot ==", 2), ("= = = Plot = = =", 3), ("= Plot =", 1)])
def test_headings_are_taken_as_wikis_write_them(line: str, level: int) -> None:
    parsed = parse(f"Before.\n{line}\nAfter.")
    assert [b.kind.value for b in parsed.blocks] == ["paragraph", "heading", "paragraph"]
    assert (parsed.blocks[1].level, parsed.blocks[1].title, parsed.blocks[1].span.cut(parsed.text)) == (
        level,
        "Plot",
        line,
    )


@pytest.mark.parametrize("line", ["a = b = c", "== 12 ==", "==== Body", "= x", "== a = b =="])
def test_signs_of_equality_alone_make_no_heading(line: str) -> None:
    assert [b.kind.value for b in parse(f"Before.\n\n{line}\n\nAfter.").blocks if b.kind.value == "heading"] == []


def test_lines_with_bars_are_a_table_and_years_may_head_it() -> None:
    parsed = parse("Fees:\n(in EUR) | 2023 | 2024\nNorth | 10 | 1,200\nSouth | -3 (3) | 4\nThat is all.")
    assert [b.kind.value for b in parsed.blocks] == ["paragraph", "table", "paragraph"]
    table = parsed.blocks[1]
    assert [part.header for part in table.parts] == [True, False, False]
    assert [cell.span.cut(parsed.text) for cell in table.parts[2].cells] == ["South", "-3 (3)", "4"]


@pytest.mark.parametrize("text", ["one | two", "a | b\nc | d | e", "x = a|b\ny = c|d"])
def test_bars_that_part_no_columns_make_no_table(text: str) -> None:
    assert [b.kind.value for b in parse(text).blocks] == ["paragraph"]


def test_rows_of_figures_alone_have_no_header() -> None:
    parsed = parse("balance 2008 | $168\nreductions | -168 (168)")
    assert [part.header for part in parsed.blocks[0].parts] == [False, False]


def test_very_many_rows_and_lines_are_read_in_time() -> None:
    assert len(parse("a | b\nplain\n" * 20_000).blocks) == 1
    assert len(parse("a | b\n" * 20_000).blocks[0].parts) == 20_000


def test_a_row_whose_last_cells_are_left_out_is_a_row_of_its_table() -> None:
    found = parse("| Product | Price | Stock |\n| HE-1 | 12 EUR | 4 |\n| HE-2 | 14 EUR |\n| HE-3 | 19 EUR | 7 |\n")
    (table,) = [block for block in found.blocks if block.kind is BlockKind.TABLE]
    assert [len(part.cells) for part in table.parts] == [3, 3, 2, 3]
    assert table.parts[2].cells[0].span.cut(found.text) == "HE-2"


def test_lines_with_fewer_bars_that_begin_with_none_are_no_rows_of_a_table() -> None:
    found = parse("Item | Price | Stock\nPen | 2 EUR | 7\nCall us | we are open\n")
    (table,) = [block for block in found.blocks if block.kind is BlockKind.TABLE]
    assert len(table.parts) == 2
