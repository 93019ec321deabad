"""What a question wants of time and authority."""

from __future__ import annotations

from datetime import date

import pytest

from pincite.validity.asking import as_of_now, wants

DAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    "question",
    ["Is Atlas on track?", "What is the current status of Atlas?", "How is Atlas going?", "Is the launch delayed?"],
)
def test_a_question_about_how_something_stands_is_about_the_present(question: str) -> None:
    assert wants(question, day=DAY).present


@pytest.mark.parametrize(
    "question",
    [
        "Was Atlas on track last week?",
        "What was the status in week 46?",
        "Who leads Atlas?",
        "What is the refund window?",
    ],
)
def test_other_questions_are_not(question: str) -> None:
    assert not wants(question, day=DAY).present


def test_the_period_that_is_named_begins_on_its_first_day() -> None:
    assert wants("Is it on track this week?", day=DAY).since == date(2026, 11, 23)
    assert wants("Is it on track today?", day=DAY).since == DAY
    assert wants("Is it on track?", day=DAY).since is None


@pytest.mark.parametrize(
    ("question", "history"),
    [
        ("What did the refund window use to be?", True),
        ("What was the refund window before?", True),
        ("Since when is the refund window 30 days?", True),
        ("How has the refund window changed?", True),
        ("What is the refund window?", False),
        ("May I return it before the end of the month?", False),
        ("What was the refund window before September 2024?", False),
    ],
)
def test_a_question_about_what_was_so_before_is_known(question: str, history: bool) -> None:
    assert wants(question, day=DAY).history is history


def test_limits_are_requirements_and_tests_are_observations() -> None:
    assert wants("Maximum input voltage?", day=DAY).requirement
    assert wants("What did the lab measure at 48 V?", day=DAY).observation
    assert not wants("Who sponsors Atlas?", day=DAY).requirement


@pytest.mark.parametrize(
    ("question", "now"),
    [
        ("What did the refund window use to be?", "What is the refund window?"),
        ("What was the refund window before?", "What is the refund window?"),
        ("How has the refund window changed?", "What is the refund window?"),
        ("Since when is the refund window 30 days?", "Is the refund window 30 days?"),
        ("What was the old refund cap?", "What is the refund cap?"),
        ("How long did customers use to have for returns?", "How long do customers have for returns?"),
    ],
)
def test_a_question_about_the_past_is_asked_of_each_version_as_of_its_own_days(question: str, now: str) -> None:
    assert as_of_now(question) == now


def test_until_when_something_can_be_done_asks_of_the_present() -> None:
    day = date(2025, 6, 1)
    assert not wants("Until when can I cancel?", day=day).history
    assert wants("Until when was the window 14 days?", day=day).history
