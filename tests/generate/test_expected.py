"""The kind of answer that a question expects, and whether a sentence holds one."""

from __future__ import annotations

import pytest

from pincite.generate.reading.dimensions import asked_units
from pincite.generate.reading.expected import Expected, counts, expect, fits


def holds(question: str, claim: str) -> bool | None:
    return fits(expect(question), claim, question, language="en")


@pytest.mark.parametrize(
    "claim",
    ["Kestrel 300: weight 8.4 kg; power 1,600 W.", "It runs for 40 minutes.", "The Kestrel 300 has 2 wheels of 20 cm."],
)
def test_a_weight_a_time_and_a_length_are_no_price(claim: str) -> None:
    assert expect("How much does the Kestrel 300 cost?") is Expected.MONEY
    assert holds("How much does the Kestrel 300 cost?", claim) is False
    assert holds("What do you charge for the Kestrel 300?", claim) is False


@pytest.mark.parametrize(
    "claim",
    ["It costs 84 EUR.", "The fee is $12.50.", "It is free.", "You pay 15% of the price.", "They pay 20 pounds."],
)
def test_amounts_of_money_shares_and_nothing_to_pay_are_prices(claim: str) -> None:
    assert holds("How much does it cost?", claim) is True


def test_what_does_it_weigh_asks_for_a_weight() -> None:
    assert "kg" in (asked_units("What does the stacking frame SF-77 weigh?") or ())
    assert asked_units("What does the weight limit mean?") is None
    assert holds("What does SF-77 weigh?", "SF-77: price 85 EUR; delivery 6 days.") is False


@pytest.mark.parametrize(
    ("question", "claim", "counted"),
    [
        ("How many kilograms of wool may go in?", "Laundry is limited to 4 kg, wool to 1.5 kg.", True),
        ("How many litres of ice does it make?", "It has 175 litres of fridge.", False),
        ("How many passengers fit on it?", "There is a lift on it, and 2 cabins.", False),
        ("How many can join the tour?", "At most twelve people take part.", None),
        ("What does it cost?", "It costs 84 EUR.", None),
    ],
)
def test_how_many_is_answered_by_a_number_of_that_noun_or_in_that_unit(
    question: str, claim: str, counted: bool | None
) -> None:
    assert counts(question, claim, language="en") is counted


@pytest.mark.parametrize(
    "claim",
    ["On the 25th.", "It opens at 9.", "It was founded in 1988.", "From 2024-03-01.", "At 1:01 p.m.", "On 13.1.2009."],
)
def test_days_hours_years_dates_and_times_of_day_tell_when(claim: str) -> None:
    assert holds("When was the argument?", claim) is True


@pytest.mark.parametrize("claim", ["Petitioner v. No. 07-1315.", "It cost 1,234 pounds.", "See PL-2071, clause 4.2.1."])
def test_numbers_of_dockets_amounts_and_clauses_do_not_tell_when(claim: str) -> None:
    assert holds("When was the argument?", claim) is False


def test_what_is_counted_may_be_said_before_the_claim() -> None:
    question = "How many days of leave do trainees have?"
    assert counts(question, "Trainees have 25 days.", language="en") is False
    assert counts(question, "Trainees have 25 days.", language="en", over="Staff have 28 days of leave a year.")
