"""What is said of one end of a range is no answer about the other."""

from __future__ import annotations

import pytest

from pincite.generate.reading.bounds import without_other_end
from pincite.generate.reading.expected import Expected, counts, fits

AT_LEAST = "A tour is run for at least six guests."


def test_a_lower_bound_counts_nothing_at_most() -> None:
    assert counts("How many guests may come on a tour at most?", AT_LEAST, language="en") is False
    assert counts("How many guests must a tour have at least?", AT_LEAST, language="en") is True
    assert counts("How many guests come on a tour?", AT_LEAST, language="en") is True


def test_an_upper_bound_counts_nothing_at_least() -> None:
    claim = "The raft carries up to 8 persons."
    assert not fits(Expected.COUNT, claim, "How many persons must be on the raft at least?", language="en")
    assert fits(Expected.COUNT, claim, "How many persons may be on the raft at most?", language="en")


@pytest.mark.parametrize("claim", ["Tell us up to 3 days before.", "Tell us at most three weeks in advance."])
def test_how_long_before_something_is_both(claim: str) -> None:
    assert without_other_end("How long before must I tell you at least?", claim, language="en") == claim


def test_the_other_end_beside_it_stays() -> None:
    claim = "A tour is for at least six and at most 14 guests."
    assert counts("How many guests may come at most?", claim, language="en") is True


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("How many guests may come at most?", "At least twenty-five guests must come."),
        ("How many guests may come at most?", "No fewer than two hundred guests must come."),
        ("How many nights at most?", "Minimum stay: 3 nights."),
        ("How many persons at least?", "The raft carries not more than eight persons."),
        ("How many persons at least?", "The number of persons does not exceed 8."),
    ],
)
def test_the_other_end_is_told_however_its_number_is_written(question: str, claim: str) -> None:
    assert counts(question, claim, language="en") is False


def test_only_the_number_right_behind_the_words_is_of_the_other_end() -> None:
    claim = "At least one of the 12 guides comes along."
    assert counts("How many guides are there at most?", claim, language="en") is True
