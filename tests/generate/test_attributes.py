"""A value of a table is of the kind that is asked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.generate.reading.attributes import sought
from pincite.generate.reading.values import value_of
from pincite.pipeline.table import Table
from pincite.testing.desk import Desk
from pincite.text.table_questions import table_asked

NewDesk = Callable[..., Desk]
TRIPS = """# Trips

| Trip | Days | Price | Minimum age | Largest group | Places | Luggage limit | Leaves at |
| --- | --- | --- | --- | --- | --- | --- | --- |
| Fjord | 2 | €240 | 9 | 12 | 30 | 15 kg | 08:40 |
| Glacier | 4 | €615 | 14 | 6 | 18 | 8 kg | 06:15 |
"""


def table(new_desk: NewDesk, text: str, question: str) -> Table:
    desk = new_desk()
    desk.write("docs/one.md", text)
    desk.sync()
    return desk.corpus.table(question)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the minimum age?", "9 (Fjord); 14 (Glacier)"),
        ("From what age is each trip open?", ""),
        ("What is the largest group?", "12 (Fjord); 6 (Glacier)"),
        ("How many places are there on each trip?", "30 (Fjord); 18 (Glacier)"),
        ("What is the number of places?", "30 (Fjord); 18 (Glacier)"),
        ("How much does a seat on each trip cost?", "€240 (Fjord); €615 (Glacier)"),
        ("What is the minimum price?", "€240 (Fjord); €615 (Glacier)"),
        ("What is the luggage limit?", "15 kg (Fjord); 8 kg (Glacier)"),
        ("When does each trip leave?", "08:40 (Fjord); 06:15 (Glacier)"),
    ],
)
def test_a_row_gives_the_cell_of_the_column_that_is_asked_for(new_desk: NewDesk, question: str, value: str) -> None:
    (row,) = table(new_desk, TRIPS, question).rows
    assert row.value == value


def test_the_least_of_an_age_is_an_age(new_desk: NewDesk) -> None:
    totals = {
        each.kind: (int(each.value), each.unit) for each in table(new_desk, TRIPS, "What is the minimum age?").totals
    }
    assert totals["minimum"] == (9, "")


@pytest.mark.parametrize(
    "question", ["What does a seat on each boat cost?", "What is the price of one ticket for the boat?"]
)
def test_what_a_thing_is_sold_as_is_not_asked_about(question: str) -> None:
    asked = table_asked(question)
    assert not any({"seat", "ticket"} & topic for topic in asked.topics)
    assert any("boat" in topic for topic in asked.topics)


@pytest.mark.parametrize(
    ("question", "claim", "value"),
    [
        ("What is the minimum age?", "The minimum age is 9 and a seat costs €240.", "9"),
        ("What is the minimum age?", "The fee below the minimum age is €20.", None),
        ("How old must a diver be?", "A diver must be at least 12 years old and pays £30.", "12 years"),
        ("What is the maximum group size?", "Up to 7 to a group, at £12 a head.", "7"),
        ("How many seats are there?", "A seat costs £12.", None),
        ("How many seats are there?", "In 2019 the van had 8 seats at £12.", "8"),
        ("What is the maximum load?", "The maximum load is 400 kg.", "400 kg"),
        ("What is the maximum load?", "Ask about the maximum load.", None),
        ("How heavy is a crate?", "A crate is £12 and weighs 30 kg.", "30 kg"),
        ("How heavy is a crate?", "A crate costs £12.", None),
        ("What is the opening hour?", "The opening hour is 09:30 and entry costs £5.", "09:30"),
        ("What time does it open?", "From 1 May 2026 it opens at 09:30.", "09:30"),
        ("What is the date of the inspection?", "The inspection of 3 May 2026 cost £90.", "2026-05-03"),
        ("What is the date of the inspection?", "The inspection began at 09:30 and cost £90.", None),
        ("What percentage is given back?", "Of £80, 25% is given back.", "25%"),
        ("What percentage is given back?", "£80 is given back.", None),
        ("How often is the rope changed?", "The rope is changed every 4 months for £60.", "every 4 months"),
        ("How often is the rope changed?", "A rope that is changed costs £60.", None),
        ("How much flour is in it?", "There is 2 kg of flour in it.", "2 kg"),
        ("What is the maximum claim?", "The maximum claim is £900 in 12 months.", "£900"),
    ],
)  # fmt: skip
def test_an_attribute_of_no_money_is_given_in_none(question: str, claim: str, value: str | None) -> None:
    topics = table_asked(question).topics
    found = value_of(claim, sought(question), topics, currency="", language="en")
    assert (found.text if found else None) == value
