from __future__ import annotations

import pytest

from pincite.parse.clauses import number_and_title, paragraph_number


@pytest.mark.parametrize(
    ("heading", "number", "title"),
    [
        ("7.2 Cap", "7.2", "Cap"),
        ("7.2. Cap", "7.2", "Cap"),
        ("7 Liability", "7", "Liability"),
        ("7. Liability", "7", "Liability"),
        ("\u00a7 4", "4", ""),
        ("\u00a7 4a Widerruf", "4a", "Widerruf"),
        ("Article IV", "IV", ""),
        ("ARTICLE IV \u2013 TERM", "IV", "TERM"),
        ("Section 3: Fees", "3", "Fees"),
        ("Schedule A", "A", ""),
        ("A. Definitions", "A", "Definitions"),
        ("IV. Term", "IV", "Term"),
    ],
)
def test_a_number_is_parted_from_its_title(heading: str, number: str, title: str) -> None:
    assert number_and_title(heading) == (number, title)


@pytest.mark.parametrize(
    "heading", ["Limits", "30 days to return", "24/7 support", "2024 Report", "A brief history", "Part of it"]
)
def test_a_heading_without_a_number_is_all_title(heading: str) -> None:
    assert number_and_title(heading) == (None, heading)


@pytest.mark.parametrize("text", ["7.2 The cap applies.", "**7.2** The cap", "7.2. \u201cCap\u201d means"])
def test_a_paragraph_may_start_with_its_number(text: str) -> None:
    assert paragraph_number(text) == "7.2"


@pytest.mark.parametrize("text", ["3.5 million users", "The cap", "2025.01 x", "7 The cap"])
def test_a_quantity_is_no_clause_number(text: str) -> None:
    assert paragraph_number(text) is None
