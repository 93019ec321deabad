"""Questions that lead over something they do not name, answered in two steps without a model."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.pipeline.hops import hop, named
from pincite.testing.desk import PUBLIC_DOCS, Desk


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        (
            "What is the extension of the desk that handles chargebacks?",
            "Which desk handles chargebacks?",
            "What is the extension of the fraud desk?",
        ),
        (
            "Who approves refunds in the team which owns the store credit scheme?",
            "Which team owns the store credit scheme?",
            "Who approves refunds in the fraud desk?",
        ),
    ],
)
def test_a_question_is_taken_apart_at_what_it_describes(question: str, first: str, second: str) -> None:
    steps = hop(question)
    assert steps is not None
    assert steps.first == first
    assert steps.second("the fraud desk") == second


@pytest.mark.parametrize(
    "question",
    [
        "What is the refund window?",
        "The desk that handles chargebacks",
        "What is the way that refunds are paid?",
        "Is there a desk that helps?",
        "Which desk handles chargebacks?",
    ],
)
def test_a_question_that_names_what_it_is_about_stays_as_it_is(question: str) -> None:
    assert hop(question) is None


def test_what_the_first_answer_names_is_a_key_or_the_noun_with_its_words_or_a_name() -> None:
    steps = hop("What is the extension of the desk that handles chargebacks?")
    assert steps is not None
    assert named(steps, ["Order O-48214 is handled there."]) == "O-48214"
    assert named(steps, ["Chargebacks go to the fraud desk on the same day."]) == "the fraud desk"
    assert named(steps, ["They are handled by Olga Pereira alone."]) == "Olga Pereira"
    assert named(steps, ["it is not said."]) is None


def test_both_steps_are_cited_and_the_trace_tells_of_them(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk()
    desk.write("docs/who.md", "# Who does what\n\nThe fraud desk handles chargebacks. The parcel desk handles claims.")
    desk.write("docs/phones.md", "# Telephone list\n\n| Desk | Extension |\n| --- | --- |\n| Fraud desk | 4471 |\n")
    desk.write("docs/more.md", "# Parcels\n\nThe parcel desk weighs every parcel that comes back.")
    desk.sync()
    answer = desk.corpus.ask("What is the extension of the desk that handles chargebacks?")
    assert "4471" in answer.text
    for citation in answer.citations:
        assert citation.span.cut(desk.corpus.show(citation.document).text) == citation.quote


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        (
            "Which frame do I need, and how many days until it is delivered?",
            "Which frame do I need?",
            "How many days until SF-77 is delivered?",
        ),
        (
            "W3 comes back. Which part does it need and what does the part cost?",
            "W3 comes back. Which part does it need?",
            "What does SF-77 cost?",
        ),
    ],
)
def test_a_second_question_about_the_answer_of_the_first_is_asked_with_its_name(
    question: str, first: str, second: str
) -> None:
    steps = hop(question)
    assert steps is not None
    assert (steps.first, steps.second("SF-77"), steps.both) == (first, second, True)


def test_the_first_answer_has_to_name_a_key_that_the_question_has_not() -> None:
    steps = hop("Which filter fits FR-250, and what does it cost?")
    assert steps is not None
    assert named(steps, ["FR-250 takes the filter WF-31."]) == "WF-31"
    assert named(steps, ["FR-250 takes the grey filter."]) is None


PARTS = """# Parts

| Part | Number | Price | Delivery |
| --- | --- | --- | --- |
| Stacking frame | SF-77 | 85 EUR | 6 days |
| Door seal | DS-12 | 19 EUR | 3 days |
"""
DRYER = "# Dryer\n\nTo put the dryer on a washing machine you need the stacking frame SF-77. Do not use tape."


def test_the_delivery_of_a_part_that_another_page_names_is_found(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/parts.md", PARTS, id="parts")
    desk.write("docs/dryer.md", DRYER, id="dryer")
    desk.sync()
    answer = desk.corpus.ask("Which frame do I need to put the dryer on a washing machine, and what does it cost?")
    assert "SF-77" in answer.text
    assert "85 EUR" in answer.text
    assert {citation.document for citation in answer.citations} == {"parts", "dryer"}
