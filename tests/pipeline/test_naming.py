"""What an answer names, so that the next step can ask about it."""

from __future__ import annotations

import pytest

from pincite.pipeline.leaning import asked_thing
from pincite.pipeline.naming import key_in, named


def name_of(question: str, *claims: str) -> str | None:
    return named(asked_thing(question), claims, question=question)


@pytest.mark.parametrize(
    ("question", "claim", "name"),
    [
        (
            "Which part does the W3 need?",
            "W3: remedy the drain pump DP-310 has to be replaced.",
            "the drain pump DP-310",
        ),
        (
            "Which needle clears the nozzle?",
            "F3: meaning Nozzle blocked; remedy Push the needle NE-3 through.",
            "the needle NE-3",
        ),
        ("Which desk handles chargebacks?", "Chargebacks go to the fraud desk on the same day.", "the fraud desk"),
        ("Which firm mends the printer?", "Olga calls the service firm, Tonerwerk, which comes at once.", "Tonerwerk"),
        (
            "Which carrier brings televisions?",
            "Every television is delivered by Brackwater Haulage.",
            "Brackwater Haulage",
        ),
        ("Which room has a loop?", "Lighthouse: seats 24; equipment projector, hearing loop.", "Lighthouse"),
        ("Which clinic is open at night?", "At night and on Sundays the clinic at Redhill takes them.", "Redhill"),
        ("Who leads the lake tour?", "Marija Kessler leads it.", "Marija Kessler"),
        ("Who owns the training?", "Training of the night shift: owner Paul Ebner; due 2 December.", "Paul Ebner"),
    ],
)
def test_a_key_the_noun_with_its_words_the_head_of_a_row_or_a_name(question: str, claim: str, name: str) -> None:
    assert name_of(question, claim) == name


def test_what_the_question_says_itself_is_no_name() -> None:
    assert name_of("Which filter fits FR-250?", "FR-250 is cleaned each week.") is None
    assert name_of("Which filter fits FR-250?", "It is not said.", "FR-250 takes WF-31.") == "WF-31"


def test_an_amount_is_no_key() -> None:
    assert name_of("Which desk pays?", "They pay USD 500 at most.") is None


def test_the_key_of_a_name_can_be_looked_up() -> None:
    assert key_in("the drain pump DP-310") == "DP-310"
    assert key_in("the fraud desk") is None
