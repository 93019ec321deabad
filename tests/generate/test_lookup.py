"""What a question names of a table: labels of rows and headers of columns."""

from __future__ import annotations

import pytest

from pincite.generate.reading.asked import asks
from pincite.generate.tables.lookup import Named, is_blank


def named(question: str) -> Named:
    return Named.of(asks(question, language="en")[0], "en")


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("What is the night rate of the terns?", "Tern"),
        ("What was the budget of IT?", "IT"),
        ("What is the length of HB-5 within 2 days?", "HB-5"),
        ("What did 2023 bring?", "2023"),
        ("What is the maximum load?", "Max load (kg)"),
        ("How heavy is it?", "Weight"),
        ("What is in Room 3 at 8:00?", "08:00"),
    ],
)
def test_a_label_is_named_where_all_its_words_are_said(question: str, label: str) -> None:
    assert named(question).says(label)


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("How long is it stored?", "IT"),
        ("What is the length of HB-2 within 5 days?", "HB-5"),
        ("How many days does step 5 take?", "5"),
        ("What is the weight of the tern?", "Weight of box"),
        ("Is the water high?", "Height"),
    ],
)
def test_a_label_is_not_named_by_a_part_of_it_or_another_word(question: str, label: str) -> None:
    assert not named(question).says(label)


def test_of_labels_that_share_their_words_the_longest_is_meant() -> None:
    assert named("How large is the Lyra Pro?").labels(["Lyra", "Lyra Pro", "Lyra Pro Max"]) == {"Lyra Pro"}


def test_of_labels_of_the_same_words_the_one_in_the_order_of_the_question_is_meant() -> None:
    assert named("When does the ferry from Holm to Vesta leave?").labels(["Holm to Vesta", "Vesta to Holm"]) == {
        "Holm to Vesta"
    }


@pytest.mark.parametrize(
    ("question", "headers", "meant"),
    [
        ("What is the price of the Tern?", ("Boat", "Flow", "Price", "Deposit"), (2,)),
        ("How much does the Tern cost?", ("Boat", "Flow", "Price"), (2,)),
        ("What is the weekly guest rate?", ("", "Daily Member", "Weekly Member", "Weekly Guest"), (3,)),
        ("What is the weekly rate?", ("", "Daily Member", "Weekly Member", "Weekly Guest"), (2, 3)),
        ("What is the price of the Lyra?", ("", "Lyra", "Lyra Pro"), (1,)),
        ("Who works on Wednesday?", ("", "Tue", "Wed"), (2,)),
        ("What boat is it?", ("Boat", "Flow"), ()),
    ],
)
def test_the_columns_that_share_most_and_have_little_else_are_meant(
    question: str, headers: tuple[str, ...], meant: tuple[int, ...]
) -> None:
    assert named(question).columns(headers) == meant


@pytest.mark.parametrize(("question", "meant"), [("weekend", (2,)), ("week", (1,)), ("weekly", (1,))])
def test_a_word_that_is_a_header_itself_is_no_other_form_of_another_header(
    question: str, meant: tuple[int, ...]
) -> None:
    headers = ("Lodge", "Winter week", "Winter weekend", "Autumn weekday")
    assert named(f"What is the {question} price in winter?").columns(headers) == meant


def test_the_words_of_a_label_name_no_column() -> None:
    assert named("What is the weight of box of the Lyra?").columns(("", "Box", "Lyra"), label="Weight of box") == (2,)


@pytest.mark.parametrize(
    ("cell", "blank"), [("", True), ("-", True), ("\u2013", True), ("?", True), ("____", True), ("n/a", False)]
)
def test_a_dash_fills_nothing_in(cell: str, blank: bool) -> None:
    assert is_blank(cell) is blank


@pytest.mark.parametrize(("header", "whole"), [("Toll USD North gate", True), ("Toll USD South gate", False)])
def test_a_header_is_named_whole_without_the_currency_of_its_figures(header: str, whole: bool) -> None:
    assert named("What is the toll for a van at the North gate?").whole(header) is whole


def test_how_much_a_thing_is_asks_for_its_price() -> None:
    asked = named("How much is a van at the South gate?")
    assert asked.whole("Price USD South gate")
    assert asked.columns(("Vehicle", "Pass", "Price")) == (2,)
    assert not named("How much does a van weigh at the South gate?").whole("Price USD South gate")
