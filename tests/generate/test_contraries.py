"""Words of one closed set rule each other out: north and south, Mondays and Tuesdays, an hour and a day."""

from __future__ import annotations

import pytest

from pincite.documents import Span
from pincite.generate import GenerateSettings, build
from pincite.generate.barring.contraries import of_contraries
from pincite.generate.reading.candidates import Candidate
from pincite.testing.passages import passages_of


def barred(question: str, *claims: str) -> list[str]:
    found = [Candidate(passage=0, label=1, spans=(Span(0, 1),), claim=claim, heading="") for claim in claims]
    return [c.claim for c in found if c in of_contraries(question, found, "en")]


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("What does the south car park cost?", "The north car park costs 3 EUR."),
        ("What is the yearly rate?", "The monthly rate is 30 EUR."),
        ("When does the office close on Tuesdays?", "On Mondays the office closes at noon."),
        ("How long does an answer take in May?", "In July and August this takes ten days."),
        ("What does a saw cost a day?", "A saw costs 4 EUR an hour."),
    ],
)
def test_the_other_one_of_a_closed_set_answers_nothing(question: str, claim: str) -> None:
    assert barred(question, claim) == [claim]


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("What does the south car park cost?", "The south car park costs 3 EUR, the north one 4 EUR."),
        ("When does the office close on Tuesdays?", "From Monday to Friday the office closes at six."),
        ("When does the office close on Tuesdays?", "The office closes at six, on Sundays at noon."),
        ("What does a locker cost on Mondays?", "Lockers are free, except on Saturdays."),
        ("What does a saw cost a day?", "A saw costs 4 EUR an hour and 20 EUR a day."),
        ("Is cleaning free in the small hall?", "Cleaning is free in the large hall only."),
    ],
)
def test_ranges_exceptions_and_what_names_both_are_left(question: str, claim: str) -> None:
    assert barred(question, claim) == []


def test_what_says_less_than_the_sentence_on_the_other_one_is_no_answer_either() -> None:
    claims = ("A dinghy costs 35 EUR an hour.", "The fee for students is 50 EUR.")
    assert barred("What does a dinghy cost a day?", *claims) == list(claims)


def test_a_row_of_another_period_does_not_answer_for_one_that_is_not_listed() -> None:
    page = "# Fares\n\n| Ticket | Adult | Child |\n|---|---|---|\n| Day | 7 EUR | 3 EUR |\n| Week | 24 EUR | 12 EUR |\n"
    told = build(GenerateSettings()).draft("What does a month ticket cost for an adult?", passages_of(page))
    assert told.claims == ()


def test_a_row_whose_label_has_the_other_word_answers_nothing() -> None:
    rows = "| Weekly pass | 52 EUR | 34 EUR |\n| Locker | 4 EUR | 3 EUR |\n"
    page = f"# Prices\n\n| item | adult | child |\n|---|---|---|\n{rows}"
    generator = build(GenerateSettings())
    assert generator.draft("What is the price of a yearly pass?", passages_of(page)).claims == ()
    assert generator.draft("What is the price of a weekly pass?", passages_of(page)).claims


def test_what_is_hired_out_is_not_sold() -> None:
    hire, sale = "Oars are hired out for 2 EUR a day.", "Oars are sold at the loft."
    assert barred("Do you sell oars?", hire, sale) == [hire]
    assert barred("Can I rent oars?", hire, sale) == [sale]
    assert barred("Do you sell oars?", "Oars are for hire and for sale.") == []
