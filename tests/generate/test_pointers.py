"""A sentence that only says where something stands is no answer to what it is."""

from __future__ import annotations

import pytest

from pincite.generate.barring.pointers import only_points
from pincite.generate.extractive import every_candidate
from pincite.generate.reading.asked import asks
from pincite.testing.passages import passage_of, revision_of


def points(question: str, sentence: str) -> bool:
    (candidate,) = every_candidate((passage_of(revision_of(f"# Page\n\n{sentence}\n")),))
    return only_points(asks(question)[0], candidate)


@pytest.mark.parametrize(
    "sentence",
    [
        "The deposit policy sets the deposit and its limits; this page adds to it.",
        "Our handbook describes the deposit.",
        "The deposit is set out in Schedule B.",
        "Deposits are listed on the page for members.",
    ],
)
def test_where_the_deposit_is_told_does_not_tell_the_deposit(sentence: str) -> None:
    assert points("What is the deposit?", sentence)
    assert not points("Where is the deposit set?", sentence)
    assert not points("Which policy sets the deposit?", sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The deposit policy sets a deposit of 50 EUR.",
        "The policy says that no deposit is taken.",
        "The deposit is paid in cash.",
        "The schedule of fees was agreed in May.",
    ],
)
def test_what_is_told_beside_where_it_stands_may_answer(sentence: str) -> None:
    assert not points("What is the deposit?", sentence)
