"""Contracts that were saved as text: clauses run into one line, running lines, tables of contents."""

from __future__ import annotations

import pytest

from pincite.documents import BlockKind, Parsed
from pincite.parse import ParseSettings, build

RUN_IN = (
    "1. TERM AND FEES   1.1 Term. This Agreement begins in May. It ends in June. 1.2 Fees. The fee is 5 euro, "
    "as Section 1.1 says. 2. GENERAL   2.1 Law. The law of Malta governs. 3. CLOSING   3.1 Notices. Write."
)


def parse(text: str) -> Parsed:
    return build(ParseSettings()).parse(text.encode(), path="contract.txt")


def shown(parsed: Parsed) -> list[tuple[str, str]]:
    return [(b.kind.value, b.span.cut(parsed.text)) for b in parsed.blocks]


def headings(text: str) -> list[tuple[int, str | None, str | None]]:
    return [(b.level, b.number, b.title) for b in parse(text).blocks if b.kind is BlockKind.HEADING]


def pages(*said: str) -> str:
    return "".join(f"{text}\n\n {n}\n\nSource: ACME INC, 8-K\n\n\n\n\n\n" for n, text in enumerate(said, start=1))


def test_clauses_of_one_line_are_headings_and_texts() -> None:
    assert shown(parse(RUN_IN)) == [
        ("heading", "1. TERM AND FEES"),
        ("heading", "1.1 Term."),
        ("paragraph", "This Agreement begins in May. It ends in June."),
        ("heading", "1.2 Fees."),
        ("paragraph", "The fee is 5 euro, as Section 1.1 says."),
        ("heading", "2. GENERAL"),
        ("heading", "2.1 Law."),
        ("paragraph", "The law of Malta governs."),
        ("heading", "3. CLOSING"),
        ("heading", "3.1 Notices."),
        ("paragraph", "Write."),
    ]


def test_a_clause_without_a_title_is_a_heading_of_its_number() -> None:
    assert headings("2.1 Each party pays. 2.2 Each party is paid.") == [(2, "2.1", ""), (2, "2.2", "")]


def test_a_title_in_capitals_before_the_first_clause_is_a_heading() -> None:
    assert headings("GRANT OF RIGHTS 2.1 Licence. We grant it.") == [
        (1, None, "GRANT OF RIGHTS"),
        (2, "2.1", "Licence"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "We sold 12. Then we bought 7.5 Million of them. Prices rose.",
        "See clause 7.2. It says so. Under 3.4 Nothing is due.",
        "It took 3 days. 1. Wash it. Done.",
        "It is found in these: 1. Malta, 2. Gozo, 3. Comino. 4. Sicily is none.",
        "It was moved. 5.1 Million people live there.",
    ],
)
def test_numbers_that_open_no_sequence_part_nothing(text: str) -> None:
    assert shown(parse(text)) == [("paragraph", text)]


def test_running_lines_and_page_numbers_at_page_edges_are_furniture() -> None:
    parsed = parse(pages("One thing is so.", "Another is not.", "A third may be."))
    assert [b.span.cut(parsed.text) for b in parsed.blocks if b.indexable] == [
        "One thing is so.",
        "Another is not.",
        "A third may be.",
    ]


def test_a_line_that_repeats_within_a_page_is_no_furniture() -> None:
    assert all(block.indexable for block in parse("Total\n\nOne.\n\nTotal\n\nTwo.\n\nTotal\n\nThree.").blocks)


def test_lines_of_a_table_of_contents_are_no_headings() -> None:
    contents = "ARTICLE 1 Definitions 3\n\nARTICLE 2 Licences 5\n\nARTICLE 3 Fees 9"
    assert headings(f"{contents}\n\nARTICLE 1 Definitions\n\nHere they are.") == [(1, "1", "Definitions")]


@pytest.mark.parametrize(
    ("heading", "below"),
    [
        ("Refund policy", "Refunds are made within thirty days of the order."),
        ("LIMITATION OF LIABILITY", "In no event is either party liable for any loss."),
        ("7. Notices", "All notices are sent by post to the other party's office."),
    ],
)
def test_a_line_that_ends_early_right_above_prose_is_its_heading(heading: str, below: str) -> None:
    assert shown(parse(f"Before.\n\n{heading}\n{below}")) == [
        ("paragraph", "Before."),
        ("heading", heading),
        ("paragraph", below),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Acme Corporation\n12 Main Street, Springfield, Illinois 62704",
        "Hi team\nthe release of the new version is on Tuesday.",
        "The release of the new version of the product\nPincite is on Tuesday.",
        "Figure 3 Growth of sales\nThe sales of the whole group grew by half in May.",
        "From: Ann\nThe release of the new version is on Tuesday.",
    ],
)
def test_other_lines_right_above_prose_stay_in_their_paragraph(text: str) -> None:
    assert shown(parse(text)) == [("paragraph", text)]
