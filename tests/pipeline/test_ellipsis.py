from __future__ import annotations

import pytest

from pincite.pipeline.ellipsis import made_whole
from pincite.questions import Turn
from pincite.text.identifiers import BUILT_IN

HOURS = "What are the opening hours of the Harbour workshop?"
LIFT = "How much does the lift of the Harbour workshop carry?"


def whole(question: str, *before: str) -> str | None:
    return made_whole(question, [Turn(question=each) for each in before], BUILT_IN)


@pytest.mark.parametrize(
    ("before", "question", "meant"),
    [
        (HOURS, "And of the Riverside workshop?", "What are the opening hours of the Riverside workshop?"),
        (LIFT, "And the Riverside workshop?", "How much does the lift of the Riverside workshop carry?"),
        (LIFT, "What about the Mill Lane workshop?", "How much does the lift of the Mill Lane workshop carry?"),
        ("Who opened order O-48214?", "And O-48216?", "Who opened order O-48216?"),
        ("What is due for laptops in May?", "And for phones?", "What is due for phones in May?"),
        ("What does clause 7.2 of the Kestrel lease say?", "And of the Osprey agreement?",
         "What does clause 7.2 of the Osprey agreement say?"),
    ],
)  # fmt: skip
def test_what_a_follow_up_names_takes_the_place_of_what_was_named(before: str, question: str, meant: str) -> None:
    assert whole(question, before) == meant


def test_follow_ups_of_follow_ups_go_back_to_the_question_that_they_all_stand_for() -> None:
    assert whole("And of the Mill workshop?", HOURS, "And of the Riverside workshop?") == (
        "What are the opening hours of the Mill workshop?"
    )


@pytest.mark.parametrize(
    "question",
    ["And its lift?", "Why?", "And who pays?", "What about pensions?", "Which parcels need a signature in winter?"],
)
def test_where_no_place_is_certain_nothing_is_made_up(question: str) -> None:
    assert whole(question, HOURS) is None


def test_a_question_without_a_conversation_is_left_as_it_is() -> None:
    assert whole("And of the Riverside workshop?") is None
