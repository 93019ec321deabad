"""What a thing is says the sentence that defines it; where none does, none that speaks of something else is quoted."""

from __future__ import annotations

import pytest

from pincite.documents import Span
from pincite.generate.barring.definitions import defined_in, is_apart
from pincite.generate.reading.asked import asks
from pincite.generate.reading.candidates import Candidate


def candidates(*claims: str) -> list[Candidate]:
    return [
        Candidate(passage=0, label=1, spans=(Span(at, at + 1),), claim=claim, heading="Ducks > Kinds")
        for at, claim in enumerate(claims)
    ]


def defined(question: str, *claims: str) -> str | None:
    (part,) = asks(question, language="en")
    found = defined_in(part, candidates("Row permissions apply to a table.", *claims))
    return found.claim if found else None


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("What is a row permission?", "A row permission is an object that says which rows a user may see."),
        ("What are row permissions?", "Row permissions are objects of the database."),
        ("What does RCAC stand for?", "RCAC (row and column access control) stands for rules on data."),
        ("What does \u201cTerm\u201d mean?", "\u201cTerm\u201d means the two years from the effective date."),
        ("What is a trace tree?", "The traces of one loop form what is called a trace tree."),
        ("What does LWOP mean?", "Whoever has none left can request Leave Without Pay (LWOP)."),
        ("Explain what a dabbling duck is.", "Dabbling ducks, also surface feeders, are ducks of fresh water."),
    ],
)
def test_the_sentence_that_defines_it_is_found(question: str, claim: str) -> None:
    assert defined(question, claim) == claim


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("What is the deposit?", "The deposit is paid in cash."),
        ("What is needed for a refund?", "Needed is a receipt."),
        ("What is a row permission?", "A row permission is not a column mask."),
        ("What is a row permission?", "A column mask is applied after a row permission."),
        ("What is in the box?", "In the box is a cable."),
    ],
)
def test_nothing_else_passes_for_a_definition(question: str, claim: str) -> None:
    assert defined(question, claim) is None


@pytest.mark.parametrize(
    ("question", "apart"),
    [("What is a guard duck?", True), ("What is a mallard duck?", False), ("What is annual leave?", False)],
)
def test_what_does_not_speak_of_the_thing_is_apart(question: str, apart: bool) -> None:
    (part,) = asks(question, language="en")
    (candidate,) = candidates("The mallard lives on lakes.")
    assert is_apart(part, candidate, "en") is apart


@pytest.mark.parametrize(
    ("question", "claim", "apart"),
    [
        ("What does 'Business day' mean?", "Orders that are paid on a business day leave the same day.", True),
        ("What does the policy define as 'Business hour'?", "Calls in a business hour cost nothing.", True),
        ("What is the definition of a working day?", "A working day is any day but Sunday.", False),
        ("How is gross weight defined?", "In this table gross weight includes the crate.", False),
        ("What does SLA mean?", "The service level agreement (SLA) names the hours.", False),
        ("What does 'Permitted Heir' mean?", "In this deed Permitted Heir shall mean a child of the lessee.", False),
    ],
)
def test_what_a_word_means_is_not_told_by_a_sentence_that_merely_uses_it(
    question: str, claim: str, *, apart: bool
) -> None:
    (part,) = asks(question, language="en")
    (candidate,) = candidates(claim)
    assert is_apart(part, candidate, "en") is apart


def test_a_code_is_told_of_without_the_kind_that_the_question_calls_it() -> None:
    (part,) = asks("What does signal code K7 mean?", language="en")
    told, used = (
        Candidate(passage=0, label=1, spans=(Span(0, 1),), claim=claim, heading="Signal codes")
        for claim in ("K7: the barrier is open.", "Drivers who see K7 wait.")
    )
    assert not is_apart(part, told, "en")
    assert is_apart(part, used, "en")
