"""Questions of several parts become steps that stand by themselves."""

from __future__ import annotations

import pytest

from pincite.pipeline.plans import leads, planned


def questions(question: str, name: str = "X") -> list[str]:
    return [step.question(name) for step in planned(question)]


def test_each_part_keeps_what_the_question_tells() -> None:
    assert questions("My oven is built in. What do you charge to install it and how high must the niche be?") == [
        "My oven is built in. What do you charge to install it?",
        "My oven is built in. How high must the niche be?",
    ]


def test_a_part_that_names_nothing_gets_the_names_of_the_part_before() -> None:
    assert questions("What is the pressure of the PW 120 and how much does the machine weigh?") == [
        "What is the pressure of the PW 120?",
        "PW 120. How much does the machine weigh?",
    ]


def test_a_part_that_points_at_all_of_the_one_before_gets_it_as_a_statement() -> None:
    assert questions("Who changes the code of the safe, and how often is that done?")[1] == (
        "Who changes the code of the safe. How often is that done?"
    )


def test_the_answer_to_one_part_stands_in_the_next() -> None:
    steps = planned("Which frame do I need, and how many days until it is delivered?")
    assert [step.after for step in steps] == [None, 0]
    assert steps[1].question("SF-77") == "How many days until SF-77 is delivered?"
    assert leads(steps)


def test_a_key_needs_no_statement_beside_it_and_a_name_does() -> None:
    steps = planned("W3 comes back. Which part does it need and what does the part cost?")
    assert steps[1].question("the pump DP-310") == "What does the pump DP-310 cost?"
    assert steps[1].question("the grey pump") == "W3 comes back. What does the grey pump cost?"


def test_what_a_part_describes_is_a_step_that_was_not_asked_for() -> None:
    steps = planned("What does the part that has to be replaced cost, and how long does the visit take?")
    assert [step.asked for step in steps] == [False, True, True]
    assert steps[1].after == 0


@pytest.mark.parametrize(
    "question",
    [
        "What is the refund window?",
        "Which of our contracts cap liability, and at how much?",
        "refund window",
        "How do I wash and dry wool?",
        "Who opens? Who closes? Who cleans? Who cooks? Who drives?",
    ],
)
def test_one_search_is_enough_for_everything_else(question: str) -> None:
    (step,) = planned(question)
    assert step.text == question
    assert not leads((step,))


@pytest.mark.parametrize(
    ("language", "question", "second"),
    [
        ("de", "Wie lange dauert die Pr\u00fcfung und was kostet sie im Werk?", "was kostet sie im Werk"),
        ("fr", "Quand ouvre le bureau et combien co\u00fbte un billet?", "combien co\u00fbte un billet"),
        ("es", "\u00bfCu\u00e1ndo abre la oficina y cu\u00e1nto cuesta un billete?", "cu\u00e1nto cuesta un billete"),
    ],
)
def test_parts_are_told_in_other_languages_too(language: str, question: str, second: str) -> None:
    steps = planned(question, language=language)
    assert len(steps) == 2
    assert second.casefold() in steps[1].question().casefold()
