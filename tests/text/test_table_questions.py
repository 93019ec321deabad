from __future__ import annotations

import pytest

from pincite.text.table_questions import table_asked


@pytest.mark.parametrize(
    ("question", "noun", "text"),
    [
        ("Which of our contracts cap liability, and at how much?", "contracts", "cap liability, and at how much?"),
        ("What is the notice period in each lease?", "leases", "What is the notice period ?"),
        ("How many policies name a refund window?", "policies", "name a refund window?"),
        ("What is the deposit?", "documents", "What is the deposit?"),
    ],
)
def test_what_is_asked_of_one_document_is_told_from_which_are_asked(question: str, noun: str, text: str) -> None:
    asked = table_asked(question)
    assert (asked.noun, asked.text) == (noun, text)


def test_a_topic_is_known_by_any_word_for_it() -> None:
    cap, liability = table_asked("Which of our contracts cap liability, and at how much?").topics
    assert {"cap", "limit", "exceed"} <= cap
    assert "liabil" in liability


def test_words_for_the_kind_of_value_are_no_topic() -> None:
    assert len(table_asked("What is the notice period in each contract?").topics) == 1


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many of our contracts cap liability?", ("count",)),
        ("What is the highest deposit in our leases?", ("maximum",)),
        ("What is the total rent of all leases?", ("sum",)),
    ],
)
def test_what_is_made_of_all_rows_is_told(question: str, wanted: tuple[str, ...]) -> None:
    assert table_asked(question).wanted == wanted


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What does the boat cost per week?", "week"),
        ("What is the monthly rent in each lease?", "month"),
        ("How much do our contracts charge a day?", "day"),
        ("Within how many days must invoices be paid under each contract?", ""),
        ("What does a week on the boat cost?", ""),
    ],
)
def test_for_which_period_an_amount_is_asked_is_told(question: str, word: str) -> None:
    period = table_asked(question).period
    assert (word in period) if word else not period
