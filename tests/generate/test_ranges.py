"""A row that holds for a range answers only for amounts within it."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.generate.tables.ranges import Range, range_of
from pincite.testing.passages import passages_of

PAGE = """# Dosing

| Weight | Dose |
|---|---|
| up to 30 kg | 5 mg |
| 31 to 60 kg | 10 mg |
| over 60 kg | 20 mg |
"""
FINES = """# Fines

| Speed | Fine |
|---|---|
| up to 10 km/h over | 30 EUR |
| 11 to 20 km/h over | 60 EUR |
"""


def claims(question: str, page: str = PAGE) -> list[str]:
    return [c.text for c in build(GenerateSettings()).draft(question, passages_of(page)).claims]


@pytest.mark.parametrize(
    ("question", "dose"),
    [
        ("What is the dose for a weight of 20 kg?", "up to 30 kg: dose 5 mg."),
        ("What is the dose for a weight of 60 kg?", "31 to 60 kg: dose 10 mg."),
        ("What is the dose for a weight over 60 kg?", "over 60 kg: dose 20 mg."),
    ],
)
def test_the_row_whose_range_holds_the_amount_answers(question: str, dose: str) -> None:
    assert claims(question) == [dose]


def test_an_amount_outside_all_ranges_is_not_answered() -> None:
    assert claims("What is the fine for a speed of 45 km/h over?", FINES) == []


@pytest.mark.parametrize(
    ("label", "low", "high"),
    [("10\u201325 kg", 10, 25), ("65+", 65, None), ("21 days or fewer", None, 21), ("from 5 kg", 5, None)],
)
def test_a_range_is_read_off_its_words(label: str, low: int | None, high: int | None) -> None:
    held = range_of(label, language="en")
    assert held is not None
    assert (held.low, held.high) == (low, high)


def test_a_bound_that_is_left_out_does_not_meet_itself() -> None:
    over, up_to = range_of("over 60 kg", language="en"), range_of("up to 60 kg", language="en")
    assert over is not None
    assert up_to is not None
    assert not over.meets(up_to)
    assert up_to.meets(Range(low=up_to.high, high=up_to.high, unit="kg"))
    assert range_of("Zone 4 parking", language="en") is None
