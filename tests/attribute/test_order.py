"""
Right words in the wrong order: what a sentence says of one thing is not said of the other that stands beside it.

Each wrong claim has only words of its quote; the right one says the same of the right thing, or in another order.
"""

from __future__ import annotations

import pytest

from pincite.answers import Draft, DraftClaim, Quote
from pincite.attribute import AttributeSettings, build
from pincite.testing.passages import passages_of, revision_of


def stands(claim: str, quote: str) -> bool:
    draft = Draft(claims=(DraftClaim(text=claim, quotes=(Quote(label=1, text=quote),)),))
    return bool(
        build(AttributeSettings()).attribute("", draft, passages_of(revision_of(f"# Page\n\n{quote}\n"))).claims
    )


@pytest.mark.parametrize(
    ("quote", "wrong", "right"),
    [
        (
            "Cooks brief waiters at ten.",
            "Waiters brief cooks at ten.",
            "Waiters are briefed by cooks at ten.",
        ),
        (
            "The seller informs the bank and the buyer.",
            "The bank informs the seller and the buyer.",
            "The seller informs the buyer and the bank.",
        ),
        (
            "The list is handed to Mr Oke by Ms Roe.",
            "The list is handed to Ms Roe by Mr Oke.",
            "Ms Roe hands the list to Mr Oke.",
        ),
        (
            "The prize is paid if the north team beats Linz.",
            "The prize is paid if Linz beats the north team.",
            "If the north team beats Linz, the prize is paid.",
        ),
        (
            "The left door closes first, then the right door.",
            "The right door closes first, then the left door.",
            "The left door closes first.",
        ),
        (
            "Trips from Ghent to Bruges take 2 hours; from Bruges to Ghent they take 3 hours.",
            "Trips from Bruges to Ghent take 2 hours.",
            "Trips from Ghent to Bruges take 2 hours.",
        ),
    ],
)
def test_two_words_do_not_change_places(quote: str, wrong: str, right: str) -> None:
    assert not stands(wrong, quote)
    assert stands(right, quote)


@pytest.mark.parametrize(
    ("quote", "wrong", "right"),
    [
        (
            "The first shift is led by Mr Lunt after the hall has been opened by Ms Roe.",
            "The hall has been opened by Mr Lunt.",
            "The hall has been opened by Ms Roe.",
        ),
        (
            "Unlike the blue lamp, the green lamp has a switch.",
            "The blue lamp has a switch.",
            "The green lamp has a switch.",
        ),
        (
            "The bank lends Duro the tools that Vesta needs.",
            "The bank lends Vesta the tools.",
            "The bank lends Duro the tools.",
        ),
        (
            "The roof and the outer walls are painted in May, the doors in June.",
            "The doors are painted in May.",
            "The roof is painted in May.",
        ),
    ],
)
def test_no_word_stands_in_the_place_of_another(quote: str, wrong: str, right: str) -> None:
    assert not stands(wrong, quote)
    assert stands(right, quote)


@pytest.mark.parametrize(
    ("quote", "wrong", "right"),
    [
        (
            "Cars are weighed on the left and trucks on the right.",
            "Cars are weighed on the right.",
            "Trucks are weighed on the right.",
        ),
        (
            "Bins are brown for food and grey for ashes.",
            "Bins for food are grey.",
            "Bins for ashes are grey.",
        ),
        (
            "In 2020 the club had 80 members, in 2021 90.",
            "In 2020 the club had 90 members, in 2021 80.",
            "In 2021 the club had 90 members.",
        ),
        (
            "A pass is 12 EUR a month or 120 EUR a year.",
            "The pass costs 12 EUR a year.",
            "The pass costs 120 EUR a year.",
        ),
        (
            "Two thirds of the seats went to the north, one third to the south.",
            "One third of the seats went to the north.",
            "Two thirds of the seats went to the north.",
        ),
        (
            "Entry is free on Sunday, 4 EUR on Monday.",
            "Entry is free on Monday.",
            "Entry is free on Sunday.",
        ),
    ],
)
def test_what_is_said_side_by_side_is_not_crossed(quote: str, wrong: str, right: str) -> None:
    assert not stands(wrong, quote)
    assert stands(right, quote)


@pytest.mark.parametrize(
    ("quote", "wrong", "right"),
    [
        (
            "The class ends when the bell rings.",
            "When the class ends, the bell rings.",
            "When the bell rings, the class ends.",
        ),
        (
            "Lunch is served after the class ends.",
            "The class ends after lunch is served.",
            "The class ends before lunch is served.",
        ),
    ],
)
def test_a_condition_does_not_change_places_with_what_holds_under_it(quote: str, wrong: str, right: str) -> None:
    assert not stands(wrong, quote)
    assert stands(right, quote)


@pytest.mark.parametrize(
    ("quote", "right"),
    [
        ("Dogs and cats are let in.", "Cats and dogs are let in."),
        ("Ms Vane is the mayor.", "The mayor is Ms Vane."),
        ("Staff in Bruges and Ghent work 38 hours.", "Staff in Ghent and Bruges work 38 hours."),
        ("All staff, including trainees, get 20 days of leave.", "Trainees get 20 days of leave."),
        (
            "Tap water is for the kitchen and rain water for plants.",
            "Rain water is for plants and tap water for the kitchen.",
        ),
    ],
)
def test_the_same_things_in_another_order_are_the_same(quote: str, right: str) -> None:
    assert stands(right, quote)
