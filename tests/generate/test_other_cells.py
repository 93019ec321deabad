"""A question is not answered from another row than the one it names, nor by a row that is empty where it asks."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.generate.extractive import every_candidate
from pincite.generate.reading.asked import asks
from pincite.generate.tables.other_cells import of_other_cells
from pincite.generate.tables.table_rows import tables_of
from pincite.testing.passages import passages_of

BOATS = """# Boat hire

## Boats

| Boat | Day | Night | Berths |
|---|---|---|---|
| Tern | $40 | | 4 |
| Gull | $50 | $60 | 6 |
| Owl Max | $70 | $80 | |
| IT | $90 | \u2013 | 2 |

| Trailer | Day | Plate |
|---|---|---|
| Tern | $9 | TX-1 |
| Heron | $8 | TX-2 |
"""
BOLTS = """# Bolts

| Bolt | Length | Torque | Price |
|---|---|---|---|
| A-1 | 10 mm | 1 Nm | $1 |
| A-2 | 20 mm | $2 |
| A-3 | 30 mm | 3 Nm | $3 |
"""
FORM = """# Survey

<table><tr><td>Surveyor</td><td>Ines Vale</td><td>Depth</td><td>14 m</td></tr>
<tr><td>Phone</td><td></td><td>Fax</td><td>555-0199</td></tr></table>
"""
NOTICE = """# Posts

| Field | Value |
|---|---|
| Owner | |
| Keeper | Paul Lund |
"""
GROUPS = """# Hire

<table><tr><th>Item</th><th>Day</th></tr><tr><td>Kayak</td><td>$5</td></tr>
<tr><td colspan="2">Tents and gear</td></tr><tr><td>Tarp</td><td>$1</td></tr></table>
"""


def left(page: str, question: str) -> list[str]:
    """Return the rows that may answer a question."""
    passages = passages_of(page)
    found = every_candidate(passages)
    barred = of_other_cells(asks(question, language="en")[0], tables_of(found, passages), language="en")
    return [c.claim.partition(":")[0] for c in found if c not in barred]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the day rate of the Gull?", ["Gull", "Tern", "Heron"]),
        ("How many berths does the Gull have?", ["Gull", "Tern", "Heron"]),
        ("What does it cost to hire a boat?", ["Tern", "Gull", "Owl Max", "IT", "Tern", "Heron"]),
    ],
)
def test_of_a_table_that_has_the_label_only_its_row_is_left(question: str, rows: list[str]) -> None:
    assert left(BOATS, question) == rows


@pytest.mark.parametrize(
    "question",
    [
        "What is the night rate of the boat Tern?",
        "How many berths does the Owl Max have?",
        "What is the night rate of IT?",
    ],
)
def test_a_row_that_is_empty_where_the_question_asks_is_left_out_with_all_others_of_its_table(question: str) -> None:
    assert set(left(BOATS, question)) <= {"Tern"}


def test_a_row_that_is_empty_in_another_column_is_left() -> None:
    assert "Tern" in left(BOATS, "What is the day rate of the boat Tern?")


def test_without_a_label_only_the_rows_that_are_empty_there_are_left_out() -> None:
    assert left(BOATS, "Which boats have a night rate?") == ["Gull", "Owl Max", "Tern", "Heron"]


def test_what_is_compared_with_a_row_is_in_another() -> None:
    assert "Owl Max" in left(BOATS, "Which boat costs more by day than the Gull?")


def test_of_two_tables_with_the_label_the_one_of_the_kind_that_is_said_is_meant() -> None:
    assert left(BOATS, "What is the day rate of the trailer Tern?") == ["Tern"]
    assert "Heron" not in left(BOATS, "What is the day rate of the trailer Tern?")


def test_a_short_line_over_a_table_says_what_its_rows_are() -> None:
    rows = "\n\n| Name | Price |\n|---|---|\n| Alpha | {} |\n| Beta | $9 |\n\n"
    page = f"# Catalogue\n\nPumps{rows.format('')}Filters{rows.format('$15')}"
    assert "The Alpha is $15." not in left(page, "What is the price of the Alpha pump?")
    assert [words for words in left(page, "What is the price of the Alpha filter?") if "$" in words or words == "Alpha"]


def test_a_column_of_another_table_is_not_asked_of_a_row_without_it() -> None:
    assert "Gull" not in left(BOATS, "On which plate is the Gull?")


@pytest.mark.parametrize(("question", "rows"), [("torque", []), ("length", ["A-2"]), ("price", [])])
def test_a_value_that_belongs_into_another_column_is_none(question: str, rows: list[str]) -> None:
    assert left(BOLTS, f"What is the {question} of A-2?") == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the phone number on the survey?", []),
        ("What is the fax on the survey?", ["Phone; Fax"]),
        ("How deep is it?", ["Surveyor"]),
        ("What does the survey say?", ["Surveyor", "Phone; Fax"]),
    ],
)
def test_of_a_form_only_what_is_filled_in_behind_the_label_answers(question: str, rows: list[str]) -> None:
    assert left(FORM, question) == rows


def test_an_empty_value_beside_its_label_is_not_answered_from_the_next_one() -> None:
    assert left(NOTICE, "Who is the owner?") == []
    assert left(NOTICE, "Who is the keeper?") != []


PANES = """# Panes

## Single panes

| Thickness | Clear | Frosted |
|---|---|---|
| 4 mm | $21 | $26 |
| 6 mm | $29 | |

## Double panes

| Thickness | Clear | Tinted |
|---|---|---|
| 4 mm | $55 | $61 |
"""
CARDS = (
    "# Event permit\n\n| Field | Entry |\n|---|---|\n| Contact email | |\n",
    "# Card\n\n| Email | a@b.org |\n|---|---|\n| Fax | 5 |\n",
)
DESK = """# Desk

| Field | Entry |
|---|---|
| Keeper | Paul Lund |
| Office hours | |
"""
LOANS = """# Loans

<table><tr><td>Borrower</td><td>Ana Ruiz</td><td>Lent by</td><td>Tom Weir</td></tr>
<tr><td>Lent on</td><td>2 March</td><td>Room</td><td></td></tr></table>
"""
KEYS = """# Keys

| Key | Door | Holder |
|---|---|---|
| K-1 | Boiler room | Ola |
| K-2 | Roof hatch | |
"""


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the price of clear 6 mm panes?", ["6 mm", "4 mm"]),
        ("What does a single frosted pane of 6 mm cost?", []),
        ("What is the price of tinted 4 mm single panes?", []),
        ("What is the price of tinted 4 mm double panes?", ["4 mm"]),
    ],
)
def test_of_tables_side_by_side_neither_stands_in_for_the_other(question: str, rows: list[str]) -> None:
    assert left(PANES, question) == rows


def test_a_row_is_not_asked_for_a_column_that_only_the_next_table_has() -> None:
    meals = "# Travel\n\n| Country | Lunch | Dinner |\n|---|---|---|\n| Spain | $9 | $28 |\n"
    hotels = "\n| Country | Low season |\n|---|---|\n| Spain | $95 |\n| Malta | $88 |\n"
    assert "Malta" not in left(meals + hotels, "What is the dinner allowance in Malta?")
    assert "Malta" in left(meals + hotels, "What is the low season allowance in Malta?")


def test_a_value_of_another_page_does_not_stand_for_one_that_a_form_leaves_out() -> None:
    passages = passages_of(*CARDS)
    found = every_candidate(passages)
    part = asks("What is the contact email of the event permit?", language="en")[0]
    assert of_other_cells(part, tables_of(found, passages), language="en") == {c for c in found if c.is_row}


@pytest.mark.parametrize(
    "question", ["What are the office hours of the keeper?", "What are the keeper's office hours?"]
)
def test_whose_value_it_is_does_not_stand_for_the_value(question: str) -> None:
    assert left(DESK, question) == []


def test_who_and_when_are_told_apart_by_how_the_label_ends() -> None:
    assert left(LOANS, "Who lent the lamp?") == ["Borrower"]
    assert left(LOANS, "When was the lamp lent?") == ["Lent on"]


def test_a_row_is_empty_in_a_column_that_is_named_by_its_verb() -> None:
    assert left(KEYS, "Who holds the key to the roof hatch?") == ["K-1"]


def test_a_row_of_figures_names_nobody() -> None:
    books = "# Books\n\n| Title | Author | Shelf |\n|---|---|---|\n| Salt | | C2 |\n| Tides | Edda Voss | C3 |\n"
    assert left(books, "Who wrote Salt?") == []
    assert left(books, "Who wrote Tides?") == ["Tides"]


def test_a_group_of_which_a_part_is_named_does_not_say_which_of_its_rows_are_meant() -> None:
    assert "The Tarp is $1." not in left(GROUPS, "What is the day rate of tents?")
    assert left(GROUPS, "What is the day rate of tents and gear?") == ["The Tarp is $1."]
    assert "The Tarp is $1." in left(GROUPS, "What is the day rate of a tarp?")


DISTANCES = """# Parcels

<table><tr><th>Size</th><th>Price</th></tr><tr><td colspan="2">Inland</td></tr><tr><td>Small</td><td>$5</td></tr>
<tr><td colspan="2">Abroad</td></tr><tr><td>Small</td><td>$9</td></tr><tr><td>Large</td><td>$12</td></tr></table>
"""


def test_of_rows_with_the_same_label_the_one_of_the_group_that_is_named_is_meant() -> None:
    passages = passages_of(DISTANCES)
    draft = build(GenerateSettings()).draft("What is the price of a small parcel abroad?", passages)
    assert [claim.text for claim in draft.claims] == ["Small: price $9."]


LODGES = """# Lodges

| Lodge | Winter weekend | Winter week | Autumn weekend | Autumn week |
|---|---|---|---|---|
| Rowan | $80 | | | $190 |
| Birch | $85 | $210 | $75 | $180 |
"""


@pytest.mark.parametrize("question", ["an autumn weekend", "a winter week"])
def test_a_week_does_not_stand_for_a_weekend_that_is_empty(question: str) -> None:
    assert left(LODGES, f"What does {question} at the lodge Rowan cost?") == []


@pytest.mark.parametrize("question", ["What is the night rate of the boat Tern?", "What is the torque of A-2?"])
def test_nothing_is_answered_where_the_cell_is_empty(question: str) -> None:
    draft = build(GenerateSettings()).draft(question, passages_of(BOATS, BOLTS))
    assert draft.claims == ()
