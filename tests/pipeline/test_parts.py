"""Questions of several parts, and parts that nothing answers: with the default stages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.answers import Status
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]
PERIOD = "# Boat insurance\n\n## Period of cover\n\nCover lasts for 45 days. It ends at midnight of the last day.\n"
EXCLUSION = "\n## Exclusions\n\nWater damage is not covered.\n"
BOTH_WAYS = (
    "Is water damage covered, and for how long does cover last?",
    "For how long does cover last, and is water damage covered?",
)


def desk_of(new_desk: NewDesk, page: str) -> Desk:
    desk = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.1\n")
    desk.write("docs/boat.md", page)
    desk.sync()
    return desk


@pytest.mark.parametrize("question", BOTH_WAYS)
def test_each_part_of_a_question_is_answered(new_desk: NewDesk, question: str) -> None:
    answer = desk_of(new_desk, PERIOD + EXCLUSION).corpus.ask(question)
    assert "Water damage is not covered" in answer.text
    assert "45 days" in answer.text
    assert answer.missing == ()


@pytest.mark.parametrize("question", BOTH_WAYS)
def test_without_the_exclusion_the_duration_is_told_and_cover_is_missing(new_desk: NewDesk, question: str) -> None:
    answer = desk_of(new_desk, PERIOD).corpus.ask(question)
    assert answer.status is Status.PARTIAL
    assert "45 days" in answer.text
    (missing,) = answer.missing
    assert "water damage covered" in missing.lower()


@pytest.mark.parametrize("question", ["Is water damage covered?", "Is damage by water excluded?"])
def test_a_duration_answers_no_question_of_cover(new_desk: NewDesk, question: str) -> None:
    page = f"{PERIOD}\nWater damage is reported within 3 days.\n"
    answer = desk_of(new_desk, page).corpus.ask(question)
    assert (answer.status, answer.claims) == (Status.ABSTAINED, ())
