"""One row answers several parts, and tells whether somebody is old enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pincite.generate import GenerateSettings, build
from pincite.generate.tables.beside import AGED
from pincite.testing.passages import passages_of

if TYPE_CHECKING:
    from pincite.answers import Draft

COURSES = """# Courses

| Course | Days | Fee | Minimum age | Largest group |
| --- | --- | --- | --- | --- |
| Tie a Knot | 3 | 120 EUR | 16 | 5 |
| First Sail | 2 | 80 EUR | 10 | 7 |

The canteen sells soup.

Holders of a pass pay 10% less for any course except Tie a Knot.
"""
FAULTS = """# Faults

| Code | Meaning | What to do |
| --- | --- | --- |
| K03 | Motor too hot | Leave the winch off for 15 minutes |
| K05 | Rope slack | Tighten the rope by hand |
"""
KNOT = "Tie a Knot: days 3; fee 120 EUR; minimum age 16; largest group 5."
HOT = "K03: meaning Motor too hot; what to do Leave the winch off for 15 minutes."


def draft(question: str, page: str) -> Draft:
    return build(GenerateSettings()).draft(question, passages_of(page))


def told(question: str, page: str) -> list[str]:
    return [claim.text for claim in draft(question, page).claims]


def test_a_part_is_answered_by_the_row_that_answers_another() -> None:
    both = draft("What does Tie a Knot cost and how many people are in a group at most?", COURSES)
    assert [claim.text for claim in both.claims] == [KNOT]
    assert both.missing == ()


def test_a_part_that_names_no_thing_takes_the_one_value_of_its_kind() -> None:
    both = draft("What does K03 mean and how long do I have to wait?", FAULTS)
    assert [claim.text for claim in both.claims] == [HOT]
    assert both.missing == ()
    assert told("K03. How long do I have to wait?", FAULTS) == [HOT]


def test_a_value_of_another_thing_answers_no_part() -> None:
    assert draft("What does K03 mean and how long is the warranty?", FAULTS).missing
    assert told("K05. How long do I have to wait?", FAULTS) == []
    assert told("Tie a Knot. How many boats are there?", COURSES) == []


def test_a_column_is_counted_whatever_the_question_calls_its_members() -> None:
    told_ = told("How many people are in the largest group of First Sail?", COURSES)
    assert told_ == ["First Sail: days 2; fee 80 EUR; minimum age 10; largest group 7."]


def test_the_row_with_the_age_tells_who_may() -> None:
    assert told("Is Tie a Knot open to a 15-year-old?", COURSES) == [KNOT]


def test_the_age_may_stand_in_the_sentence_before_the_question() -> None:
    assert told("My son is 15 years old. Can he join Tie a Knot?", COURSES) == [KNOT]
    assert told("My son is 15 years old. Can he take part in Tie a Knot together with his friends?", COURSES) == [KNOT]


def test_a_row_that_says_that_no_age_is_asked_for_tells_who_may_too() -> None:
    page = COURSES.replace("| 80 EUR | 10 |", "| 80 EUR | none |") + "\nDogs may come on First Sail.\n"
    row = "First Sail: days 2; fee 80 EUR; minimum age none; largest group 7."
    assert told("Can my 8-year-old daughter go on First Sail?", page) == [row]


@pytest.mark.parametrize(
    ("question", "is_aged"),
    [
        ("Can a 9 year old come?", True),
        ("Can a 9-yr-old come?", True),
        ("May I come at age 15?", True),
        ("I'm 15, may I come?", True),
        ("I am 15 and may I come?", True),
        ("I am 20 minutes late, may I come?", False),
        ("I am 12 km away, may I come?", False),
        ("I'm 3 days behind, may I come?", False),
    ],
)
def test_an_age_is_told_from_how_late_or_far_somebody_is(question: str, *, is_aged: bool) -> None:
    assert (AGED.search(question) is not None) is is_aged


def test_a_row_without_a_word_of_what_is_asked_does_not_decide() -> None:
    discount = told("Do pass holders get a discount on Tie a Knot?", COURSES)
    assert discount == ["Holders of a pass pay 10% less for any course except Tie a Knot."]
