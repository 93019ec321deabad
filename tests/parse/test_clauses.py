from __future__ import annotations

import pytest

from pincite.parse.clauses import number_and_title, opening, paragraph_number, run_in


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


@pytest.mark.parametrize(
    ("text", "number", "title"),
    [
        ("7. Notices. All notices shall be in writing.", "7", "Notices"),
        ("7.2 Limitation of Liability. In no event", "7.2", "Limitation of Liability"),
        ("2.2.Other Content. Licensee may", "2.2", "Other Content"),
        ("Section 1.1 Definitions. For the purposes", "1.1", "Definitions"),
        ("3.2 Each of the parties may terminate", "3.2", ""),
    ],
)
def test_a_clause_may_have_its_heading_run_in(text: str, number: str, title: str) -> None:
    found = run_in(text)
    assert found is not None
    assert (found.number, found.title) == (number, title)


@pytest.mark.parametrize("text", ["1. Open the door. Then close it.", "30 days after delivery", "(a) The first", "7."])
def test_a_step_or_a_quantity_opens_no_clause(text: str) -> None:
    assert run_in(text) is None


def test_only_numbers_that_follow_on_one_another_open_clauses() -> None:
    texts = ("1.1 The first", "1.2 The second", "9.4 Litres of oil", "1.3 ebix shall pay", "2.5 kg of it")
    read = [run_in(text) for text in texts]
    assert opening(read, {}) == {0, 1, 3}


def test_three_run_in_titles_make_a_sequence_and_two_do_not() -> None:
    read = [run_in(f"{n}. Title Here. The text.") for n in (1, 2, 3)]
    assert opening(read, {}) == {0, 1, 2}
    assert opening(read[:2], {}) == set()
