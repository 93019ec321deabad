"""Whether something must be so is told by what obliges, permits or limits."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.generate.barring.duties import asks_of_duty, silent_on_duty
from pincite.generate.extractive import every_candidate
from pincite.generate.reading.asked import asks
from pincite.testing.passages import passages_of

PAGE = """# The kennel

## On walks

Dogs are kept on a lead.

## On arrival

Dogs must be vaccinated. The vet's stamp is checked at the desk.
"""


@pytest.mark.parametrize(
    "question",
    [
        "Must my dog be vaccinated?",
        "Does my dog have to be vaccinated?",
        "Do I need to bring the passport of my dog?",
        "Is a lead required?",
    ],
)
def test_a_question_whether_something_must_be_is_told(question: str) -> None:
    assert asks_of_duty(asks(question)[0])


@pytest.mark.parametrize(
    "question",
    ["How long do I have to wait?", "What must I bring?", "Do you have a vet?", "Is the vet in on Sundays?"],
)
def test_others_are_not_taken_for_one(question: str) -> None:
    assert not asks_of_duty(asks(question)[0])


def test_plain_facts_are_silent_on_duty() -> None:
    part = asks("Does my dog have to be vaccinated?")[0]
    silent = {c.claim for c in silent_on_duty(part, every_candidate(passages_of(PAGE)))}
    assert silent == {"Dogs are kept on a lead.", "The vet's stamp is checked at the desk."}


def test_a_question_of_another_form_leaves_nothing_out() -> None:
    part = asks("Who checks the vet's stamp?")[0]
    assert silent_on_duty(part, every_candidate(passages_of(PAGE))) == frozenset()


LOADING = """# Loading

## At the gate

Lorries must be weighed and sealed, and no lorry waits on the ramp.

## In the hall

The open lorry from the gate is loaded first. Wet lorries from the gate are dried.
"""


@pytest.mark.parametrize(
    "question", ["Must wet lorries be sealed?", "Does a wet lorry have to be weighed at the gate?"]
)
def test_what_obliges_answers_and_not_the_fact_that_shares_more_words(question: str) -> None:
    claims = build(GenerateSettings()).draft(question, passages_of(LOADING)).claims
    assert [c.text for c in claims] == ["Lorries must be weighed and sealed, and no lorry waits on the ramp."]
