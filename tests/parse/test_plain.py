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
