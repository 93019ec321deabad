"""Of a wide row an answer says what was asked for, as long as that holds the kind of answer that is expected."""

from __future__ import annotations

import pytest

from pincite.generate.reading.asked import asks
from pincite.generate.reading.candidates import candidates
from pincite.generate.tables.narrowed import narrowed
from pincite.testing.passages import passages_of

PAGE = """# Checks

| State | Permit | Handgun | Long Gun | Redemption Long Gun | City | Closure |
| --- | --- | --- | --- | --- | --- | --- |
| Alaska | 209 | 3,062 | 3,209 | 100 | Nome | Permanent |
"""


def told(question: str) -> str:
    (passage,) = passages_of(PAGE)
    (row,) = candidates(passage, 0)
    return narrowed(asks(question, language="en")[0], row, text=passage.permit.revision.text, language="en").claim


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("How many long gun checks did Alaska have?", "Alaska: Long Gun 3,209."),
        ("In which city is the redemption of long guns?", "Alaska: Redemption Long Gun 100; city Nome."),
    ],
)
def test_the_columns_that_are_asked_for_are_told(question: str, claim: str) -> None:
    assert told(question) == claim


@pytest.mark.parametrize("question", ["How many were hit by the closure in Alaska?", "What is known of Alaska?"])
def test_a_row_is_told_whole_where_the_question_names_no_column_with_an_answer(question: str) -> None:
    assert told(question).startswith("Alaska: permit 209; handgun 3,062")
