"""Questions that describe what they do not name, taken apart by rule."""

from __future__ import annotations

import pytest

from pincite.pipeline.hops import hop


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        (
            "What is the extension of the desk that handles chargebacks?",
            "Which desk handles chargebacks?",
            "What is the extension of X?",
        ),
        (
            "Who approves refunds in the team which owns the store credit scheme?",
            "Which team owns the store credit scheme?",
            "Who approves refunds in X?",
        ),
        (
            "What does the part that E7 of the DW 520 needs cost?",
            "Which part is it that E7 of the DW 520 needs?",
            "What does X cost?",
        ),
        ("What does the part that has to be replaced cost?", "Which part has to be replaced?", "What does X cost?"),
        (
            "How long does the pump it needs take to be delivered?",
            "Which pump is it that it needs?",
            "How long does X take to be delivered?",
        ),
        (
            "How many seats does the room that has a screen have?",
            "Which room has a screen?",
            "How many seats does X have?",
        ),
        (
            "May I fit the part that a pump with F5 needs by myself?",
            "Which part is it that a pump with F5 needs?",
            "May I fit X by myself?",
        ),
    ],
)
def test_a_question_is_taken_apart_at_what_it_describes(question: str, first: str, second: str) -> None:
    steps = hop(question)
    assert steps is not None
    assert steps.first == first
    assert steps.second("X") == second


@pytest.mark.parametrize(
    "question",
    [
        "What is the refund window?",
        "The desk that handles chargebacks",
        "What is the way that refunds are paid?",
        "What is the desk that handles chargebacks?",
        "Is there a desk that helps?",
        "Which desk handles chargebacks?",
        "Can I return a part that I have opened?",
        "How quickly must a fitter come when a crane has stopped with a load?",
        "Do I need a lesson before I take the cargo bike?",
    ],
)
def test_a_question_that_names_what_it_is_about_stays_as_it_is(question: str) -> None:
    assert hop(question) is None
