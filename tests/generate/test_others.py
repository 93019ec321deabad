"""What is asked about others is told only by what speaks of others, of all, or of some alone."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.generate.barring.others import asks_of_others
from pincite.generate.reading.asked import asks
from pincite.testing.passages import passages_of

PAGE = """# The camera shop

## Repairs

The shop repairs cameras and lenses of makers in its workshop. A repair of a camera takes nine days.
"""
TRADE_IN = """# Trade-in

We take cameras from any shop. Lenses are taken only from our own customers.
"""


def claims(question: str, page: str = PAGE) -> list[str]:
    return [c.text for c in build(GenerateSettings()).draft(question, passages_of(page)).claims]


@pytest.mark.parametrize(
    "question",
    [
        "Do you repair cameras of other makers?",
        "Does the shop repair cameras from another maker?",
        "Can I bring another maker's camera for repair?",
        "Do you repair cameras that were bought elsewhere?",
    ],
)
def test_what_leaves_open_whose_is_meant_answers_nothing_about_others(question: str) -> None:
    assert asks_of_others(asks(question)[0])
    assert claims(question) == []


def test_what_speaks_of_all_or_of_some_alone_answers() -> None:
    assert claims("Do you take cameras from other shops?", TRADE_IN) == ["We take cameras from any shop."]
    lenses = ["Lenses are taken only from our own customers."]
    assert claims("Do you take lenses from other customers?", TRADE_IN) == lenses


def test_what_is_said_not_to_be_ones_own_is_of_others() -> None:
    told = "Cameras that we did not sell are repaired at the full price."
    page = f"# Repairs\n\n{told}\n\nA repair takes nine days."
    assert claims("Do you repair cameras from other shops?", page) == [told]


@pytest.mark.parametrize(
    "question",
    [
        "Is the handle on the other side?",
        "Do the two teams help each other?",
        "Which other makers do you repair?",
        "Does the shop repair cameras?",
    ],
)
def test_other_questions_are_left_as_they_are(question: str) -> None:
    assert not asks_of_others(asks(question)[0])


@pytest.mark.parametrize(
    "told", ["Damage by repairs of others is not paid for.", "Repairs by others end the guarantee of a camera."]
)
def test_whoever_others_are_in_what_they_do_a_thing_of_others_is_not_spoken_of(told: str) -> None:
    assert claims("Do you repair cameras of other makers?", f"# Repairs\n\n{told} A repair takes nine days.") == []


def test_a_thing_that_is_said_to_be_of_others_answers() -> None:
    told = "Cameras of others are repaired at twice the price."
    assert claims("Do you repair cameras of other makers?", f"# Repairs\n\n{told} A repair takes nine days.") == [told]


@pytest.mark.parametrize(
    "claim", ["Repairs of others take nine days.", "Other costs are shown on the bill.", "A repair takes nine days."]
)
def test_what_is_said_of_something_else_that_is_others_answers_nothing(claim: str) -> None:
    question = "How long is the guarantee on lenses from other makers?"
    assert claims(question, f"# Guarantee\n\n{claim} The guarantee is five years.\n") == []
