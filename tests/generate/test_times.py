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
    assert not says_when("When does the course begin?", claim, language="en")


@pytest.mark.parametrize(
    "claim",
    [
        "Children come in groups of 5 to 10.",
        "The room holds up to 20 people.",
        "Prices go up by 5 euros.",
        "The board is shared by 4 people.",
        "Take it to 2 offices.",
        "It is sold from 10 EUR.",
        "The course is open from 18 years on.",
        "It costs 12.50 EUR.",
        "The shelf is 10.50 m long.",
        "The first floor is closed.",
        "Use the second key.",
        "There are 2000 seats.",
        "It weighs 1800 kg.",
    ],
)
def test_how_many_and_how_much_say_no_time(claim: str) -> None:
    assert not says_when("When is it?", claim, language="en")


@pytest.mark.parametrize(
    "claim",
    [
        "At half past six.",
        "It opens at nine.",
        "At nine o'clock.",
        "Open from 9 to 17.",
        "At 9 sharp.",
        "From 9.30 on.",
        "In the evening.",
        "It is paid quarterly.",
        "The bus runs hourly.",
        "On Dec 24.",
        "It opens at 9.30.",
        "Mon\u2013Fri.",
        "On public holidays.",
        "In two weeks.",
        "It is due on delivery.",
        "At the end of the month.",
        "On the first of the month.",
        "Since 1987 guests may swim.",
        "The lease ends in 2031.",
    ],
)
def test_words_for_times_say_when(claim: str) -> None:
    assert says_when("When is it?", claim, language="en")


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
    assert says_when("When is it?", claim, language="en")


def test_the_time_of_day_is_no_number_of_days() -> None:
    claim = "Breakfast at the canteen has to be ordered two days ahead."
    assert not says_when("What time does the canteen open on Sunday?", claim, language="en")
    assert says_when("When must breakfast be ordered?", claim, language="en")
    assert says_when("What time does the canteen open?", "It opens at 07:30.", language="en")


def test_two_days_say_how_long() -> None:
    claim = "The slipway is closed for repairs from 3 March to 28 April."
    assert fits(Expected.DURATION, claim, "How long is the slipway closed?", language="en")
    assert not fits(Expected.DURATION, "The bus runs from pier 3 to pier 8.", "How long is the ride?", language="en")
