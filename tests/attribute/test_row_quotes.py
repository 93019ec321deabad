"""Quotes of rows and of marked-up sentences: what counts as the same words, and that nothing else does."""

from __future__ import annotations

import pytest

from pincite.answers import Quote
from pincite.attribute.quotes import locate
from pincite.testing.passages import passage_of, revision_of

PAGE = """# Boat hire

| Boat | Seats | Deposit | Needs |
| --- | --- | --- | --- |
| **Canoe** | 2 | 14 EUR | paddle, vest |
| Rowing boat | 4 | 15.5 EUR | oars |
| Raft | 12 | -5 EUR | `R-7` pole |
| Tub | 1 |  | nothing |

Boats are back **by 18:00**, or a fee is due. Ask at the _north_ jetty for "long" oars.

| Boat | Hour |
| --- | --- |
| Canoe | 6 EUR |
| Sledge | 9 EUR |
"""
PASSAGE = passage_of(revision_of(PAGE))
CANOE = "| **Canoe** | 2 | 14 EUR | paddle, vest |"
ROWING = "| Rowing boat | 4 | 15.5 EUR | oars |"


def quoted(words: str, claim: str = "") -> list[str]:
    places = locate(Quote(label=1, text=words), claim, {1: PASSAGE})
    return [] if isinstance(places, str) else [place.text for place in places]


@pytest.mark.parametrize(
    "words",
    [
        "Canoe | 2 | 14 EUR | paddle, vest",
        "Canoe, 2, 14 EUR, paddle, vest",
        "| Canoe | 2 | 14 EUR |",
        "canoe 14 EUR",
        "Canoe: Seats 2, Deposit: 14 EUR",
        "Boat | Seats | Deposit | Needs | Canoe | 2 | 14 EUR | paddle, vest",
        "Boat: Canoe; Needs: paddle, vest.",
        "Canoe … 14 EUR",
        "Canoe - 2 - 14 EUR - paddle",
    ],
)
def test_a_row_is_found_by_its_cells(words: str) -> None:
    (found,) = quoted(words)
    assert found in CANOE


@pytest.mark.parametrize(
    "words",
    [
        "Canoe | 2 | 14 EUR | paddle, vest\nRowing boat | 4 | 15.5 EUR | oars",
        "Canoe | 2 | 14 EUR | paddle, vest | Rowing boat | 4 | 15.5 EUR | oars",
        "Canoe, 14 EUR; Rowing boat, 15.5 EUR",
        "Boat | Seats | Deposit | Needs\nCanoe | 2 | 14 EUR | paddle, vest\nRowing boat | 4 | 15.5 EUR | oars",
        f"{CANOE}\n{ROWING}",
    ],
)
def test_several_rows_in_one_quote_are_as_many_quotes(words: str) -> None:
    assert [text.strip("| ") for text in quoted(words)] == [CANOE.strip("| "), ROWING.strip("| ")]


@pytest.mark.parametrize(
    "words",
    [
        "Canoe | 15.5 EUR",  # the deposit of another row
        "Canoe | 4 | 14 EUR",  # seats of another row
        "Canoe | Rowing boat | 14 EUR",
        "14 EUR | Canoe",  # not in the order of the row
        "Rowing boat | 5 EUR",  # other digits
        "Rowing boat | 15 EUR",
        "Raft | 5 EUR",  # another sign
        "Raft | 12 | -5 EUR | R-8 pole",
        "Tub | 1 | 14 EUR",  # an empty cell
        "Canoe | Deposit 2",  # under another header
        "Canoe | 9 EUR",  # a row of another table
        "Canoe | 2 | 14 EUR | paddle, vest | lamp",
        "Sledge | 2 | 14 EUR",
        "Canoe | 2 | 14 EUR\nSledge | 8 EUR",  # one of two rows
        "12 | -5 EUR\nCanoe | 14 EUR | oars",
    ],
)
def test_what_is_in_no_row_is_not_found(words: str) -> None:
    assert quoted(words) == []


def test_rows_of_several_tables_each_stand_where_they_are() -> None:
    words = "Canoe | 14 EUR; Sledge | 9 EUR"
    assert quoted(words) == [CANOE, "| Sledge | 9 EUR |"]


def test_cells_that_two_rows_have_are_cited_where_the_claim_means_them() -> None:
    page = passage_of(
        revision_of("| Basket | Fits | Price |\n|---|---|---|\n| Low | A | 3 EUR |\n| Low | B | 3 EUR |\n")
    )
    places = locate(Quote(label=1, text="Low, 3 EUR"), "The low basket of B costs 3 EUR.", {1: page})
    assert [place.text for place in places if not isinstance(place, str)] == ["| Low | B | 3 EUR |"]


def test_of_many_rows_the_one_that_the_claim_means_is_cited() -> None:
    rows = [f"Line {at} | {at} EUR" for at in range(1, 7)]
    page = passage_of(revision_of("| Line | Fare |\n|---|---|\n" + "".join(f"| {row} |\n" for row in rows)))
    places = locate(Quote(label=1, text="; ".join(rows)), "Line 4 costs 4 EUR.", {1: page})
    assert [place.text for place in places if not isinstance(place, str)] == ["| Line 4 | 4 EUR |"]


@pytest.mark.parametrize(
    "words",
    [
        "Boats are back by 18:00, or a fee is due",
        "boats are back by 18:00, or a fee is due.",
        "Ask at the north jetty for “long” oars.",
        "'Ask at the north jetty for \"long\" oars'",
    ],
)
def test_marks_and_letter_case_are_no_words(words: str) -> None:
    assert len(quoted(words)) == 1


@pytest.mark.parametrize(
    "words",
    [
        "Boats are back by 18:30, or a fee is due",
        "Boats are back by 8:00",
        "Boats are not back by 18:00",
        "Boats are back, or a fee is due",
        "back by 18:0",
        "8:00, or a fee is due",
        "Boats are back by 18:00. Ask at the south jetty.",
    ],
)
def test_other_words_and_parts_of_numbers_are_not_found(words: str) -> None:
    assert quoted(words) == []


def test_sentences_that_do_not_follow_one_another_are_two_quotes() -> None:
    assert quoted("Ask at the north jetty … Boats are back by 18:00") == [
        "Ask at the _north_ jetty",
        "Boats are back **by 18:00",
    ]


def test_words_of_a_sentence_are_never_read_into_a_row() -> None:
    assert quoted("Canoe | 2 | back by 18:00") == []
    assert quoted("jetty for long oars | 14 EUR") == []
