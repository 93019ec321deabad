"""The same said of another thing is no answer about the one that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pincite.documents import Span
from pincite.generate.barring.frames import tells_of_another
from pincite.generate.reading.candidates import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def cosines(text: str, texts: Sequence[str]) -> NDArray[np.float32]:
    near = {("sledge", "ski"): 0.6, ("lads", "boys"): 0.8}
    return np.array([near.get((text, each), 0.1) for each in texts], dtype=np.float32)


def another(question: str, claim: str, *, heading: str = "") -> bool:
    candidate = Candidate(passage=0, label=1, spans=(Span(0, 1),), claim=claim, heading=heading)
    return tells_of_another(question, candidate, "en", cosines)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("The deposit on a ski is 60 EUR.", False),
        ("The deposit on a locker is 60 EUR.", True),
        ("The deposit on a sledge is 60 EUR.", False),
        ("The deposit is 60 EUR.", False),
        ("A locker costs 60 EUR.", False),
    ],
)
def test_a_sentence_that_says_it_of_another_thing_is_told(claim: str, *, told: bool) -> None:
    assert another("What is the deposit on a sledge?", claim, heading="Sledges and lockers") is told


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("Must skiers wear goggles?", "Skiers do not have to wear a helmet."),
        ("May it be cleaned with vinegar?", "It may be cleaned with soap."),
        ("Until when is soup served?", "Cake is served until six."),
        ("Do children have to wear a helmet?", "Dogs must wear a helmet."),
        ("How many days of leave do freelancers have?", "Employees have 28 days of leave."),
    ],
)
def test_what_is_worn_used_served_or_had_by_another_is_told_in_every_frame(question: str, claim: str) -> None:
    assert another(question, claim)


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("Must skiers wear goggles?", "Goggles and helmets are lent; skiers wear a helmet."),
        ("Until when is soup served?", "Only cake is served after six."),
        ("How many days of leave do staff members have?", "Members have 28 days of leave."),
        ("What do lads pay?", "Boys pay 4 EUR."),
        ("What is the warranty on repaired goods?", "The warranty on a repair is 6 months."),
        ("How many days of leave do employees have?", "Staff have 28 days of leave."),
    ],
)
def test_the_same_thing_in_other_words_and_what_speaks_of_all_are_left(question: str, claim: str) -> None:
    assert not another(question, claim)


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("Must cyclists wear a helmet?", "Cyclists must wear a vest."),
        ("May I bring my dog?", "You may bring a bicycle."),
        ("What's the deposit on a sledge?", "The deposit on a locker is 60 EUR."),
    ],
)
def test_an_article_or_a_short_verb_hides_no_thing(question: str, claim: str) -> None:
    assert another(question, claim)


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("Do students pay less?", "Pupils and students pay half."),
        ("Do members pay extra?", "Members pay nothing."),
        ("May guests come back?", "Guests come again."),
    ],
)
def test_how_much_or_how_something_is_done_is_no_thing(question: str, claim: str) -> None:
    assert not another(question, claim)
