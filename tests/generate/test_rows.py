"""Table rows read as sentences."""

from __future__ import annotations

import pytest

from pincite.generate.reading.rows import asked_columns, read_row
from pincite.text.words import content_words

TEXT = "A refund is made within the window. Orders from Lumen count."


@pytest.mark.parametrize(
    ("header", "cells", "sentence"),
    [
        (("What", "Limit"), ("Refund window", "30 days"), "The refund window is 30 days."),
        ((), ("Refund window", "30 days"), "The refund window is 30 days."),
        (("Item", "Value"), ("Return fees", "$5"), "The return fees are $5."),
        (("Product", "Cover"), ("Headphones", "24 months"), "Headphones: cover 24 months."),
        (("Service", "Price", "Delivery"), ("Standard", "$4.95", "2 days"), "Standard: price $4.95; delivery 2 days."),
        (("What", "Answer"), ("When the box is open", "no refund"), "When the box is open: no refund."),
        (
            ("What", "Answer"),
            ("Return window", "Goods must be sent back at once. Then we pay."),
            "Return window: Goods must be sent back at once. Then we pay.",
        ),
        (("What", "Limit"), ("Lumen window", "9 days"), "The Lumen window is 9 days."),
        (("A", "B"), ("", ""), ""),
        (("A", "B"), ("only a label", ""), "only a label."),
        (("", "2023", "2023", "2024"), ("Oslo", "1", "2", "3"), "Oslo: 2023 1; 2023 2; 2024 3."),
    ],
)
def test_a_row_reads_as_a_sentence_of_its_cells(header: tuple[str, ...], cells: tuple[str, ...], sentence: str) -> None:
    assert read_row(header, cells, text=TEXT) == sentence


CHECKS = [
    ("State", "Alaska"),
    ("Permit", "209"),
    ("Handgun", "3,062"),
    ("Long Gun", "3,209"),
    ("Redemption Long Gun", "100"),
    ("Returned", "18"),
    ("Totals", "7,095"),
]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("How many long gun checks did Alaska have?", ["Alaska", "3,209"]),
        ("How many redemption long gun checks?", ["Alaska", "100"]),
        ("How many permits and how many handgun checks?", ["Alaska", "209", "3,062"]),
        ("What is known of Alaska?", [value for _, value in CHECKS]),
    ],
)
def test_of_a_wide_row_the_columns_that_are_asked_for_are_read(question: str, values: list[str]) -> None:
    kept = asked_columns(CHECKS, frozenset(content_words(question, "en")), language="en")
    assert [value for _, value in kept] == values


def test_a_cell_that_says_a_word_of_the_question_tells_of_what_the_row_is() -> None:
    row = [("Date", "07/31"), *CHECKS[1:6], ("Company", "Boston Scientific")]
    kept = asked_columns(row, frozenset(content_words("Permits of Boston Scientific?", "en")), language="en")
    assert [value for _, value in kept] == ["07/31", "209", "Boston Scientific"]


def test_a_narrow_row_is_read_whole() -> None:
    assert asked_columns(CHECKS[:6], frozenset(content_words("How many permits?", "en")), language="en") == CHECKS[:6]


def test_a_row_of_a_form_reads_label_by_label() -> None:
    cells = ("E-mail", "a@b.com", "Colour", "white")
    assert read_row(("You", "You", "Car", "Car"), cells, text=TEXT, groups=(0, 2)) == "E-mail: a@b.com; Colour: white."
