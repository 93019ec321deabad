"""The day as of which a question asks, and the years in it that are none."""

from __future__ import annotations

from datetime import date

import pytest

from pincite.validity.named_days import named_day, tells_of_year

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("What was the deposit on 2025-01-15?", date(2025, 1, 15)),
        ("What was the deposit in January 2025?", date(2025, 1, 31)),
        ("What was the deposit in 2023?", date(2023, 12, 31)),
        ("In 2023, how high was the deposit?", date(2023, 12, 31)),
        ("What was the deposit in 2023 for guests?", date(2023, 12, 31)),
        ("What was the deposit before September 2024?", date(2024, 8, 31)),
        ("What was the deposit before 2025-01-15?", date(2025, 1, 14)),
        ("What was the deposit two years ago?", date(2024, 11, 30)),
        ("What was the deposit 9 months ago?", date(2026, 2, 28)),
        ("What was the deposit last year?", date(2025, 12, 31)),
        ("What is the deposit from February 2027?", date(2027, 2, 1)),
        ("What will the deposit be on 1 March 2027?", date(2027, 3, 1)),
        ("What will the deposit be next year?", date(2027, 12, 31)),
        ("What will the deposit be next month?", date(2026, 12, 31)),
    ],
)
def test_a_question_names_the_day_as_of_which_it_asks(question: str, day: date) -> None:
    found = named_day(question, today=TODAY)
    assert found is not None
    assert found.day == day


@pytest.mark.parametrize(
    "question",
    [
        "What was the deposit in 2026?",
        "What was the deposit in November 2026?",
        "What is the deposit on 2025-01-15?",
        "What was announced for the fair on 2 May 2031?",
        "What was the deposit of plan 2023?",
        "What did ISO 9001:2015 require?",
        "What was in the 2023 report?",
        "What was said in 2023 dollars?",
        "What was said in January 2025 minutes?",
        "Was it filed in 2023-117?",
        "What was the deposit?",
    ],
)
def test_a_year_that_is_part_of_a_name_or_the_present_is_no_day(question: str) -> None:
    assert named_day(question, today=TODAY) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Since 2015 we fill them.", True),
        ("As of 2015-03-01.", True),
        ("It is of 03/2015.", True),
        ("It is of type SRB-2015.", False),
        ("It weighs 2,015 kg or 12,2015 lb.", False),
        ("It cost EUR 2015.50.", False),
        ("Model 2015A.", False),
    ],
)
def test_a_year_is_told_by_itself_or_in_a_date(text: str, *, told: bool) -> None:
    assert tells_of_year(text, 2015) is told
