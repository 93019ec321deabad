from __future__ import annotations

import pytest

from pincite.text.clause_questions import WordingAsked, wording_asked
from pincite.text.identifiers import find


def asked(question: str) -> WordingAsked | None:
    return wording_asked(question, find(question))


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What does clause 7.2 say?", ""),
        ("What does clause 7.2 of the crane agreement say?", "crane agreement"),
        ("In the quay lease, what does clause 7.2 say about dust?", "quay lease"),
        ("Show me clause 7.2 of our contract with Kestrel", "contract with Kestrel"),
        ("clause 7.2 crane agreement", "crane agreement"),
        ("What does clause 7.2 of amendment no. 2 say?", "amendment no 2"),
    ],
)
def test_a_question_for_the_words_of_a_clause_is_told_with_the_document_that_it_names(question: str, name: str) -> None:
    found = asked(question)
    assert found is not None
    assert (found.keys, found.name) == (("7.2",), name)


@pytest.mark.parametrize(
    "question",
    [
        "Does clause 7.2 cap liability?",
        "How does clause 7.2 change the fees?",
        "Which contracts replace clause 7.2?",
        "Who may end the agreement under clause 7.2?",
        "What is the refund window?",
    ],
)
def test_other_questions_are_not_for_the_words_of_a_clause(question: str) -> None:
    assert asked(question) is None
