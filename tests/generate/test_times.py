"""A bare number says no time, and a day is no time of day."""

from __future__ import annotations

import pytest

from pincite.generate.reading.expected import Expected, fits
from pincite.generate.reading.times import says_when


@pytest.mark.parametrize(
    "claim",
    [
        "Children under 9 may not use the slipway.",
        "Tie a Knot: days 3; fee 120 EUR; minimum age 16; largest group 5.",
        "A buoy is included in the price of every berth.",
    ],
)
def test_numbers_of_other_things_say_no_time(claim: str) -> None:
    assert not says_when("When does the course begin?", claim)


@pytest.mark.parametrize(
    "claim",
    [
        "On the 5th.",
        "It opens at 9.",
        "By 3 pm.",
        "From 4 May.",
        "Every second Tuesday.",
        "Two days ahead.",
        "In 1998.",
    ],
)
def test_dates_days_and_hours_say_when(claim: str) -> None:
    assert says_when("When is it?", claim)


def test_the_time_of_day_is_no_number_of_days() -> None:
    claim = "Breakfast at the canteen has to be ordered two days ahead."
    assert not says_when("What time does the canteen open on Sunday?", claim)
    assert says_when("When must breakfast be ordered?", claim)
    assert says_when("What time does the canteen open?", "It opens at 07:30.")


def test_two_days_say_how_long() -> None:
    claim = "The slipway is closed for repairs from 3 March to 28 April."
    assert fits(Expected.DURATION, claim, "How long is the slipway closed?", language="en")
    assert not fits(Expected.DURATION, "The bus runs from pier 3 to pier 8.", "How long is the ride?", language="en")
