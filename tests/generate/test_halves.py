"""Of a question for two things, the one that nothing speaks of is missing."""

from __future__ import annotations

import pytest

from pincite.answers import Draft
from pincite.generate import GenerateSettings, build
from pincite.generate.reading.asked import asks
from pincite.testing.passages import passages_of

RATES = """# Rates

| Service | Price | Delivery |
| --- | --- | --- |
| Standard delivery | $4.95 | 2 days |
| Express delivery | $12.95 | next day |
"""


def draft(question: str) -> Draft:
    return build(GenerateSettings()).draft(question, passages_of(RATES))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "What is the price of express delivery and of drone delivery?",
            ["What is the price of express delivery", "What is the price of drone delivery?"],
        ),
        (
            "What is the weight of the mixer and the speed of the fan?",
            ["What is the weight of the mixer", "What is the speed of the fan?"],
        ),
        (
            "How long is the cover for ovens and for fans?",
            ["How long is the cover for ovens", "How long is the cover for fans?"],
        ),
    ],
)
def test_what_is_asked_of_two_things_is_asked_of_each(question: str, parts: list[str]) -> None:
    assert [a.text for a in asks(question)] == parts


@pytest.mark.parametrize(
    "question",
    [
        "What is the price and the weight of the mixer?",
        "Which towns in the north and in the south are served?",
        "What is the difference between the rate for A and for B?",
        "How long do I have in France and in Spain to return it?",
        "What are the rules of safety and hygiene?",
    ],
)
def test_a_question_that_cannot_be_parted_whole_stays_one(question: str) -> None:
    assert [a.text for a in asks(question)] == [question]


def test_the_half_that_is_not_there_is_missing_and_the_other_is_answered() -> None:
    for question in (
        "What is the price of express delivery and of drone delivery?",
        "How much is express delivery and drone?",
    ):
        found = draft(question)
        assert "$12.95" in found.claims[0].text
        assert len(found.missing) == 1
        assert "drone" in found.missing[0]


def test_what_a_value_shows_by_itself_is_not_missing() -> None:
    assert draft("What is the price and fee of express delivery?").missing == ()
