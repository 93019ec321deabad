from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]


def read(new_desk: NewDesk, text: str, question: str) -> str:
    """Return the words of a document that a table rests on; ``""`` where it is not found."""
    desk = new_desk()
    desk.write("docs/one.md", text)
    desk.sync()
    return desk.corpus.table(question).rows[0].text


def test_a_heading_alone_says_nothing(new_desk: NewDesk) -> None:
    text = "# Deal\n\nGoverning Law. The law of Norway governs this deal.\n\nContents: Governing Law 22."
    assert read(new_desk, text, "Which law governs each contract?") == "The law of Norway governs this deal."


def test_a_bound_denies_nothing_and_a_denial_is_no_answer(new_desk: NewDesk) -> None:
    asked = "Which of our contracts cap liability?"
    assert read(new_desk, "# A\n\nLiability shall not exceed EUR 5.", asked) == "Liability shall not exceed EUR 5."
    assert read(new_desk, "# B\n\nThe liability of the keeper is not limited.", asked) == ""


def test_what_is_forbidden_is_said_by_a_denial(new_desk: NewDesk) -> None:
    asked = "Which contracts restrict assignment?"
    text = "# A\n\nNeither party may assign this deal without consent. The assignment is in Annex 1."
    assert read(new_desk, text, asked) == "Neither party may assign this deal without consent."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "# A\n\n## Term and notice\n\nThis runs for two years.\n\nEach may end it with notice of three months.",
            "two",
        ),
        ("# B\n\n## Term and notice\n\nEach party may end it with notice of three months.", ""),
    ],
)
def test_a_sentence_about_another_word_of_its_heading_is_not_taken(new_desk: NewDesk, text: str, said: str) -> None:
    found = read(new_desk, text, "What is the term of each contract?")
    assert said in found
    assert bool(said) == bool(found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# A\n\nA boat must be back by nine. A late return costs EUR 60 for each hour begun.", ""),
        ("# B\n\nOne winch is aboard every boat. A lost winch costs EUR 15.", ""),
        ("# C\n\nThe boat has four berths. It costs EUR 900.", "It costs EUR 900."),
        ("# D\n\n## The boat\n\nThe hirer may steer. The price is EUR 900.", "The price is EUR 900."),
        ("# E\n\nBoat and mooring. The price is EUR 900.", "The price is EUR 900."),
        ("# F\n\nFor a boat:\n\n- The price is EUR 900 with everything that is needed to go out for a week or two.",
         "The price is EUR 900 with everything that is needed to go out for a week or two."),
    ],
)  # fmt: skip
def test_the_sentence_before_speaks_for_one_that_takes_it_up_only(new_desk: NewDesk, text: str, said: str) -> None:
    assert read(new_desk, text, "What does the boat cost?") == said


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# A\n\nThe rent of the shed is EUR 400 a month.", True),
        ("# B\n\nThe monthly rent of the shed is EUR 400.", True),
        ("# C\n\n| Shed | Rent per month in EUR |\n|---|---|\n| Shed 4 | 400 |", True),
        ("# D\n\nThe rent of the shed is EUR 20 a day.", False),
        ("# E\n\nThe tenant pays the rent of a damaged shed, up to EUR 400.", False),
    ],
)
def test_a_value_for_another_period_is_none(new_desk: NewDesk, text: str, found: bool) -> None:
    assert bool(read(new_desk, text, "What is the rent of the shed per month?")) is found
    assert read(new_desk, text, "What is the rent of the shed?")
