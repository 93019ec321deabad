"""A rule is told with its exception, and with the next sentence where that is the case that is asked about."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.generate.barring.neighbours import excepts, with_between, with_case
from pincite.generate.extractive import every_candidate
from pincite.generate.reading.asked import asks
from pincite.testing.passages import passages_of

PAGE = """# Rules of the house

The notice period is four weeks. After five years of service it is two months.

The handling fee is 90 EUR. It is waived for members.

The large hall costs 400 EUR a day. Members pay half.

A loan may be repaid early. The form is at the desk.
"""


def claims(question: str) -> list[str]:
    return [c.text for c in build(GenerateSettings()).draft(question, passages_of(PAGE)).claims]


def test_a_rule_and_its_exception_are_one() -> None:
    told = ["The notice period is four weeks. After five years of service it is two months."]
    assert claims("What is the notice period after five years?") == told
    assert claims("What is the notice period?") == told
    assert claims("What is the handling fee for members?") == ["The handling fee is 90 EUR. It is waived for members."]


def test_the_next_sentence_is_told_too_where_it_is_the_case_that_is_asked_about() -> None:
    found = every_candidate(passages_of(PAGE))
    hall = next(c for c in found if c.claim.startswith("The large hall"))
    told = "The large hall costs 400 EUR a day. Members pay half."
    assert with_case(asks("What does the large hall cost for members?")[0], hall, found, "en").claim == told
    assert with_case(asks("What does the large hall cost?")[0], hall, found, "en") == hall
    assert claims("May a loan be repaid early?") == ["A loan may be repaid early."]


@pytest.mark.parametrize(
    "sentence",
    [
        "For loans above 50,000 EUR it is 3.9%.",
        "This does not apply to building loans.",
        "In July and August this takes ten days.",
        "Insurance on borrowed tools is not.",
        "Except on Sundays.",
        "Not during the holidays.",
        "The fee does not apply to members.",
        "This does not hold for tools.",
        "Members are exempt.",
        "Unless it rains, it ends at ten.",
    ],
)
def test_an_exception_takes_up_the_sentence_before_it(sentence: str) -> None:
    assert excepts(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "In dwelling areas it may not be run at noon.",
        "For each hour that begins after that we charge 7 EUR.",
        "It is stored in the hall.",
        "The tools are clean.",
        "For questions it is best to call.",
        "In the yard it is possible to turn.",
        "Members are excellent rowers.",
    ],
)
def test_what_says_something_else_is_no_exception(sentence: str) -> None:
    assert not excepts(sentence)


BERTHS = """# Rules of the boatyard

A berth can be given up 6 weeks before the season for the whole rent. Between 6 weeks and 8 days before it, a third of
the rent is kept. Later than that the whole rent is kept. The crane runs on Mondays.

Nobody under 16 may steer a motor boat. A cadet who holds the harbour licence may do so from the age of 14.

A sail is lent for a week. The loft keeps the sails. A torn sail is paid by whoever tore it.
"""


def test_steps_of_one_rule_are_told_together() -> None:
    found = [c.claim for c in every_candidate(passages_of(BERTHS))]
    assert found[0].startswith("A berth can be given up")
    assert found[0].endswith("a third of the rent is kept. Later than that the whole rent is kept.")
    assert found[1] == "The crane runs on Mondays."


def test_who_may_do_so_is_told_with_who_may_not() -> None:
    found = [c.claim for c in every_candidate(passages_of(BERTHS))]
    assert found[2].startswith("Nobody under 16 may steer")
    assert found[2].endswith("from the age of 14.")


def test_what_stands_between_two_told_sentences_is_told() -> None:
    found = every_candidate(passages_of(BERTHS))
    lent, keeps, torn = found[3:]
    (whole,) = with_between((lent, torn), found)
    assert whole.claim == f"{lent.claim} {keeps.claim} {torn.claim}"
    assert with_between((lent, found[0]), found) == (lent, found[0])
