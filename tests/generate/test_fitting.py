"""A row of a part says nothing of the machine that the part fits."""

from __future__ import annotations

import pytest

from pincite.documents import Span
from pincite.generate.barring.fitting import is_of_what_fits
from pincite.generate.reading.asked import asks
from pincite.generate.reading.candidates import Candidate

ROW = "FS-12: part Water filter; fits PW 180; price 9.90 GBP; delivery 2 days."


def of_what_fits(question: str, claim: str = ROW, *, is_row: bool = True) -> bool:
    (part,) = asks(question, language="en")
    candidate = Candidate(
        passage=0,
        label=1,
        spans=(Span(0, 1),),
        claim=claim,
        heading="Spare parts",
        around="Number Part Fits Price Delivery",
        is_row=is_row,
    )
    return is_of_what_fits(part, candidate, "en")


@pytest.mark.parametrize(
    "question",
    [
        "What is the price of the PW 180?",
        "How much does a new PW 180 cost?",
        "Where is the PW 180 made?",
        "What is the delivery time of the PW 180?",
    ],
)
def test_the_row_of_a_part_is_no_answer_about_what_it_fits(question: str) -> None:
    assert of_what_fits(question)


@pytest.mark.parametrize(
    "question",
    [
        "What does the water filter of the PW 180 cost?",
        "Which filter does the PW 180 need?",
        "Which parts fit the PW 180?",
        "What does FS-12 cost?",
        "What does a filter cost?",
    ],
)
def test_it_answers_about_the_part_and_about_parts(question: str) -> None:
    assert not of_what_fits(question)


def test_a_row_of_the_machine_itself_and_a_sentence_are_left_alone() -> None:
    assert not of_what_fits("What does the PW 180 cost?", "PW 180: fits every tap; price 210 GBP.")
    assert not of_what_fits("What does the PW 180 cost?", is_row=False)
