"""Which check left a question without an answer is told, and nothing is told where there is an answer."""

from __future__ import annotations

import pytest

from pincite.generate import ExtractiveSettings
from pincite.generate.barring.refusals import Check
from pincite.generate.extractive import Extractive
from pincite.testing.passages import passages_of

PAGE = """# Fault codes

E1: The door is open. E4: Water stands in the base. See page 9 for the filter.

## Pumps

The pump weighs 12 kg.
"""


def refused(question: str, *, threshold: float = ExtractiveSettings().threshold) -> list[tuple[Check, str]]:
    generator = Extractive(ExtractiveSettings(threshold=threshold))
    return [(each.check, each.said) for each in generator.refusals(question, passages_of(PAGE))]


def test_a_question_that_is_answered_is_refused_by_nothing() -> None:
    assert refused("What does the pump weigh?") == []


@pytest.mark.parametrize(
    ("question", "check", "said"),
    [
        ("What is fault E9?", Check.UNLISTED, '"E9" stands nowhere in what is shown'),
        ("What does water ingress mean?", Check.NO_ANSWER, "it does not say what the words that are asked about mean"),
        ("How long does the pump weigh?", Check.LACKS, "has no value of the kind that is asked for (duration)"),
    ],
)
def test_the_check_that_refuses_is_named_with_what_it_found(question: str, check: Check, said: str) -> None:
    ((found, words),) = refused(question)
    assert found is check
    assert said in words


def test_the_threshold_is_named_with_the_probability_that_is_below_it() -> None:
    ((found, words),) = refused("Where is the kettle kept in winter?", threshold=0.99)
    assert found is Check.THRESHOLD
    assert "below 0.99 of generate.extractive.threshold" in words


def test_each_part_that_stays_without_an_answer_is_told_by_itself() -> None:
    assert [check for check, _ in refused("What does the pump weigh, and what is fault E9?")] == [Check.UNLISTED]


@pytest.mark.parametrize(
    ("page", "question", "of"),
    [
        ("# Fees\n\n| City | Fee |\n|---|---|\n| Rome | EUR 5 |\n| Oslo | |\n", "What is the fee for Oslo?", "row"),
        ("# Repairs\n\nWe repair cameras in two days.\n", "Do you repair cameras of other makers?", "that of others"),
    ],
)
def test_what_is_of_another_thing_is_told_by_what_it_is_of(page: str, question: str, of: str) -> None:
    (found,) = Extractive(ExtractiveSettings()).refusals(question, passages_of(page))
    assert found.check is Check.BARRED
    assert of in found.said
