"""Questions taken apart."""

from __future__ import annotations

import pytest

from pincite.generate.reading.asked import asks
from pincite.generate.reading.expected import Expected, fits


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("How long is the window and who pays for the return?", ["How long is the window", "who pays for the return?"]),
        ("My box is crushed. How soon must I report it?", ["How soon must I report it?"]),
        ("How high is the fee, and do members pay all of it?", ["How high is the fee", "do members pay all of it?"]),
        ("Which towns and villages are served?", ["Which towns and villages are served?"]),
        ("refund window", ["refund window"]),
    ],
)
def test_a_question_has_as_many_parts_as_it_asks_things(question: str, parts: list[str]) -> None:
    assert [a.text for a in asks(question)] == parts


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How long does delivery take?", Expected.DURATION),
        ("How many days do I have?", Expected.DURATION),
        ("When was it delivered?", Expected.TIME),
        ("How many seats does it have?", Expected.COUNT),
        ("How much does a seat cost?", Expected.MONEY),
        ("What percentage is remitted?", Expected.SHARE),
        ("Who approves it?", Expected.NAME),
        ("Where is it kept?", Expected.PLACE),
        ("What is the extension of the desk?", Expected.CODE),
        ("front desk safe combination", Expected.CODE),
        ("Does it apply when I move?", Expected.YES_NO),
        ("Why was it refused?", Expected.REASON),
        ("What does the cover include?", Expected.OPEN),
    ],
)
def test_the_form_of_a_question_tells_what_kind_of_answer_it_expects(question: str, kind: Expected) -> None:
    assert asks(question)[0].expected is kind


@pytest.mark.parametrize(
    ("kind", "claim", "holds"),
    [
        (Expected.DURATION, "The window is 30 days.", True),
        (Expected.DURATION, "The fee is $30.", False),
        (Expected.MONEY, "The fee is $30.", True),
        (Expected.MONEY, "The window is 30 days.", False),
        (Expected.MONEY, "Scanning is free.", True),
        (Expected.TIME, "It was delivered on 16 November 2026.", True),
        (Expected.CODE, "Call extension 4471.", True),
        (Expected.CODE, "It costs $44.", False),
        (Expected.CODE, "The desk is staffed until 22:00.", False),
        (Expected.NAME, "Ask Olga Pereira.", True),
        (Expected.OPEN, "Anything.", None),
    ],
)
def test_a_claim_holds_the_expected_kind_or_not(kind: Expected, claim: str, holds: bool | None) -> None:
    assert fits(kind, claim, "?", language="en") is holds


def test_what_the_question_says_itself_is_no_answer() -> None:
    assert (
        fits(Expected.DURATION, "Within 30 days it is checked.", "What happens within 30 days?", language="en") is False
    )


def test_a_name_that_takes_up_one_of_the_question_s_is_no_answer() -> None:
    question = "Which company makes the lamps of Orbis?"
    assert fits(Expected.NAME, "Our members have Orbis Plus.", question, language="en") is False
    assert fits(Expected.NAME, "They come from Halcrow Works.", question, language="en") is True


def test_only_a_mail_address_answers_what_the_mail_address_is() -> None:
    question = "What is the email address of Olga?"
    assert fits(Expected.CODE, "Call 01997 555 312.", question, language="en") is False
    assert fits(Expected.CODE, "Write to olga@example.org.", question, language="en") is True


def test_a_part_that_says_nothing_of_its_own_is_read_with_the_whole_question() -> None:
    (ask,) = asks("The box arrived crushed. How soon do I have to let you know?")
    assert "crush" in ask.stems


def test_names_numbers_and_codes_are_kept_as_written() -> None:
    assert asks("Does Brackwater's van carry the AU-A7 to 4471 Oslo?")[0].names == (
        "Brackwater",
        "AU",
        "A7",
        "4471",
        "Oslo",
    )


def test_a_share_is_a_percentage_or_a_fraction_and_no_other_number() -> None:
    """ "What percentage" is not answered by a number of days."""
    question = "What percentage do you keep?"
    told = [fits(Expected.SHARE, claim, question, language="en") for claim in ("We keep 15%.", "Half.", "30 days.")]
    assert told == [True, True, False]


def test_what_is_yearly_says_how_often_and_not_how_much() -> None:
    often, much = "How often is it cleaned?", "How much is it per term?"
    assert fits(Expected.QUANTITY, "It is our yearly membership.", often, language="en")
    assert not fits(Expected.QUANTITY, "It is our yearly membership.", much, language="en")
