"""A row of the very key that a question names answers it; a row that lacks what is asked for does not."""

from __future__ import annotations

import pytest

from pincite.documents import Span
from pincite.generate.reading.asked import asks
from pincite.generate.reading.candidates import Candidate
from pincite.generate.tables.keyed import settles

ROW = "Stacking frame: number SF-77; price 85 EUR; delivery 6 days."


def settled(question: str, claim: str = ROW, *, is_row: bool = True) -> bool:
    (part,) = asks(question, language="en")
    candidate = Candidate(passage=0, label=1, spans=(Span(0, 1),), claim=claim, heading="Parts", is_row=is_row)
    return settles(part, candidate, "en")


@pytest.mark.parametrize(
    "question", ["What does SF-77 cost?", "How much is SF-77?", "What is the price of the stacking frame SF-77?"]
)
def test_the_row_of_the_key_with_a_value_of_the_kind_settles_a_question(question: str) -> None:
    assert settled(question)


@pytest.mark.parametrize(
    "question",
    [
        "What does SF-78 cost?",
        "What does it cost?",
        "What is the deposit for SF-77?",
        "How heavy is SF-77?",
        "What does the black SF-77 cost?",
        "Is SF-77 delivered?",
    ],
)
def test_another_key_attribute_or_kind_is_not_settled(question: str) -> None:
    assert not settled(question)


def test_a_row_with_two_keys_and_a_sentence_settle_nothing() -> None:
    assert not settled("What does SF-77 cost?", ROW.replace("6 days", "with SF-70"))
    assert not settled("What does SF-77 cost?", "SF-77 costs 85 EUR.", is_row=False)
