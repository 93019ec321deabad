"""Values are compared by what they say: times of day, counts, shares, scales, signs and bounds in any writing."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pincite.answers import Draft, DraftClaim, Quote
from pincite.attribute import AttributeSettings, build
from pincite.attribute.amounts import amounts, in_smaller
from pincite.testing.passages import passages_of, revision_of

TABLE = """# Budget of the club

| Section | Income (kEUR) | Outlay (kEUR) |
| --- | --- | --- |
| Fencing | 31 | 28 |

| Day | Hall | Court |
| --- | --- | --- |
| Friday | 07:30-12:00 | 13:00-18:30 |
"""
FENCING, FRIDAY = "| Fencing | 31 | 28 |", "| Friday | 07:30-12:00 | 13:00-18:30 |"
TEXT = """# House

The attic may hold at most 300 kg. At least two guards must be present. The tank is kept at -12 °C. Rent rose from 3 to
4 million EUR. The lease ends on 31 May 2030 and can be extended twice by one year. Bills are reimbursed at up to 28 EUR
a day. The firm supplies the hall with coal. Ring the bell before each round.
"""


def read(text: str) -> list[tuple[Decimal, str]]:
    return [each.key for each in amounts(text, language="en")]


def stands(page: str, claim: str, quote: str) -> bool:
    draft = Draft(claims=(DraftClaim(text=claim, quotes=(Quote(label=1, text=quote),)),))
    return bool(build(AttributeSettings()).attribute("", draft, passages_of(revision_of(page))).claims)


@pytest.mark.parametrize(
    ("ways", "key"),
    [
        (("14:00", "2 pm", "2.00 p.m."), (840, "o'clock")),
        (("at noon", "12:00", "12 pm"), (720, "o'clock")),
        (("twice a year", "two times", "2 times"), (2, "times")),
        (("three quarters of it", "75%"), (75, "%")),
        (("half of it", "50%", "one half"), (50, "%")),
    ],
)
def test_all_ways_of_writing_a_value_are_the_same(ways: tuple[str, ...], key: tuple[int, str]) -> None:
    assert {way: read(way)[0] for way in ways} == {way: (Decimal(key[0]), key[1]) for way in ways}


def test_half_of_a_thing_with_a_name_of_its_own_is_no_share() -> None:
    assert read("half a day, the other half, every half, once the door is shut") == []


def test_values_in_units_of_one_kind_are_compared_in_the_smaller() -> None:
    assert in_smaller((Decimal("0.5"), "hour")) == (Decimal(30), "minute")
    assert in_smaller((Decimal(3), "EUR")) == (Decimal(3), "EUR")


@pytest.mark.parametrize(
    ("wrong", "right", "quote"),
    [
        ("The income of Fencing is 31 EUR.", "The income of Fencing is 31,000 EUR.", FENCING),
        ("The outlay of Fencing is 31 kEUR.", "The outlay of Fencing is 28 thousand EUR.", FENCING),
        (
            "On Friday the hall is open from 1 pm to 6:30 pm.",
            "On Friday the court is open from 1 pm to 6:30 pm.",
            FRIDAY,
        ),
    ],
)
def test_a_cell_is_read_with_the_scale_of_its_header(wrong: str, right: str, quote: str) -> None:
    assert not stands(TABLE, wrong, quote)
    assert stands(TABLE, right, quote)


@pytest.mark.parametrize(
    ("wrong", "right", "quote"),
    [
        ("A minimum of 300 kg is allowed.", "A maximum of 300 kg is allowed.", "The attic may hold at most 300 kg."),
        (
            "At most two guards must be present.",
            "A minimum of 2 guards is needed.",
            "At least two guards must be present.",
        ),
        ("The tank is kept at 12 °C.", "The tank is kept at minus 12 °C.", "The tank is kept at -12 °C."),
        (
            "Rent went down from 3 to 4 million EUR.",
            "Rent went up to 4 million EUR from 3 million EUR.",
            "Rent rose from 3 to\n4 million EUR.",
        ),
        (
            "The lease runs from 31 May 2030.",
            "The lease runs until 31 May 2030.",
            "The lease ends on 31 May 2030 and can be extended twice by one year.",
        ),
        (
            "The lease can be extended three times.",
            "The lease can be extended two times.",
            "The lease ends on 31 May 2030 and can be extended twice by one year.",
        ),
        (
            "You get back at least 28 EUR a day for bills.",
            "You get back at most 28 EUR a day for bills.",
            "Bills are reimbursed at up to 28 EUR\na day.",
        ),
        (
            "The firm gets its coal from the hall.",
            "The hall gets its coal from the firm.",
            "The firm supplies the hall with coal.",
        ),
        ("Ring the bell after every round.", "Ring the bell before every round.", "Ring the bell before each round."),
    ],
)
def test_words_of_speech_change_neither_a_bound_nor_a_side(wrong: str, right: str, quote: str) -> None:
    assert not stands(TEXT, wrong, quote)
    assert stands(TEXT, right, quote)


def test_a_verb_may_not_tell_which_of_two_values_of_a_row_is_meant() -> None:
    assert not stands(TABLE, "Fencing takes in 28,000 EUR.", FENCING)


def test_a_denial_of_one_verb_is_none_of_the_other_verb_of_its_subject() -> None:
    page = "# Board\n\nThe board rejected the plan of Ms Roe and accepted the plan of Mr Lunt.\n"
    quote = "The board rejected the plan of Ms Roe and accepted the plan of Mr Lunt."
    assert stands(page, "The board accepted the plan of Mr Lunt.", quote)
    assert not stands(page, "The board accepted the plan of Ms Roe.", quote)
