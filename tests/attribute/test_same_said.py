"""
The same in other words, and what is near it: lengths of time in another unit, hours, bounds, duties, exceptions.

Each right claim follows from its quote by the words alone; each wrong one has the same words of something else. What
falls without being denied is unsupported, not contradicted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pincite.answers import Draft, DraftClaim, Quote, Verdict
from pincite.attribute import AttributeSettings, build
from pincite.testing.passages import passages_of, revision_of

if TYPE_CHECKING:
    from pincite.protocols import Attributed

TABLE = """\
| Day | Shop | Bar | Store |
|---|---|---|---|
| Friday | 08:00-20:00 | 09:00-21:00 | 09:00-12:00 |
| Sunday | 10:00-16:00 | 09:00-19:00 | closed |
"""


def checked(claim: str, quote: str, page: str = "") -> Attributed:
    draft = Draft(claims=(DraftClaim(text=claim, quotes=(Quote(label=1, text=quote),)),))
    return build(AttributeSettings()).attribute("", draft, passages_of(revision_of(f"# Page\n\n{page or quote}\n")))


@pytest.mark.parametrize(
    ("quote", "wrong", "right"),
    [
        ("Tents may stand there for at most 72 hours.", "Tents may stand there for at most four days.",
         "Tents may stand there for at most three days."),
        ("The guarantee is 24 months from delivery.", "The guarantee is three years from delivery.",
         "The guarantee is two years from delivery."),
        ("Claims are answered within 21 days.", "Claims are answered after three weeks.",
         "Claims are answered within three weeks."),
        ("Claims are answered within 30 days.", "Claims are answered within one month.",
         "Claims are answered within thirty days."),
        ("Keys are returned within 5 working days after the flat is empty.",
         "Keys are returned within 5 weeks after the flat is empty.",
         "Keys are returned within five working days after the flat is empty."),
        ("Ann Lund is the head of the lab. Her deputy is Ben Orr.",
         "Ben Orr is the head of the lab and Ann Lund is his deputy.",
         "Ben Orr is her deputy."),
        ("In 2023 the mill used 90 tonnes of grain, 12 tonnes less than in 2022.",
         "In 2023 the mill used 12 tonnes more grain than in 2022.",
         "In 2023 the mill used 12 tonnes less than in the year before."),
        ("In 2023 the mill used 90 tonnes of grain, 12 tonnes less than in 2022.",
         "In 2023 the mill used 90 tonnes less than in 2022.",
         "In 2023 the mill used 90 tonnes of grain."),
        ("The rent rose by 40 EUR in 2024.", "The rent fell by 40 EUR in 2024.", "The rent went up by 40 EUR in 2024."),
        ("Invoices above 500 EUR are signed by the bursar.", "The bursar has to sign invoices below 500 EUR.",
         "The bursar has to sign invoices of more than 500 EUR."),
        ("Remove the lid before you press the switch.", "Press the switch first, then remove the lid.",
         "Remove the lid first, then press the switch."),
        ("Cats must be kept indoors; old cats are exempt.", "Old cats must be kept indoors.",
         "Old cats do not have to be kept indoors."),
        ("Fires are allowed on the beach except in June and July.", "Fires are allowed on the beach.",
         "Fires are allowed on the beach outside June and July."),
    ],
)  # fmt: skip
def test_what_is_told_in_other_words_stands_and_what_is_not_falls(quote: str, wrong: str, right: str) -> None:
    assert checked(wrong, quote).claims == ()
    assert [claim.text for claim in checked(right, quote).claims] == [right]


@pytest.mark.parametrize(
    ("quote", "wrong", "right"),
    [
        ("| Friday | 08:00-20:00 | 09:00-21:00 | 09:00-12:00 |", "On Friday the store is open from 09:00 to 21:00.",
         "On Fridays the bar is open from 9 am to 9 pm."),
        ("| Sunday | 10:00-16:00 | 09:00-19:00 | closed |", "The bar is closed on Sunday.",
         "The store is closed on Sundays."),
    ],
)  # fmt: skip
def test_a_cell_is_said_of_its_own_column(quote: str, wrong: str, right: str) -> None:
    assert [claim.verdict for claim in checked(wrong, quote, TABLE).rejected] == [Verdict.CONTRADICTED]
    assert [claim.text for claim in checked(right, quote, TABLE).claims] == [right]


def test_a_least_age_is_told_as_a_duty_from_that_age_on() -> None:
    page = "| Class | Minimum age | Teacher |\n|---|---|---|\n| Judo | 14 | Ines Roth |\n"
    quote = "| Judo | 14 | Ines Roth |"
    assert checked("You must be 14 or older for Judo.", quote, page).claims
    assert not checked("You must be 14 or younger for Judo.", quote, page).claims
    assert not checked("You must be over 14 for Judo.", quote, page).claims


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The tenants have to use cellars above 20 m.", "Cellars above 20 m are used by the tenants."),
        ("The board had to approve loans above 90 EUR.", "Loans above 90 EUR were approved by the board."),
    ],
)
def test_what_is_only_done_is_no_duty(claim: str, quote: str) -> None:
    assert not checked(claim, quote).claims


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Fires are allowed on the beach.", "Fires are allowed on the beach except in June and July."),
        ("A 4 kg box costs 9 EUR.", "A box of over 2 to 10 kg costs 9 EUR."),
        (
            "Guests who leave less than 7 days before the start get half.",
            "Guests who leave at least 7 days before the start get their money back; those who leave later get half.",
        ),
    ],
)
def test_what_the_quote_does_not_deny_is_not_contradicted(claim: str, quote: str) -> None:
    assert {found.verdict for found in checked(claim, quote).rejected} <= {Verdict.UNSUPPORTED}
