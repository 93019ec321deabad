"""What a question asks a price, a measure or a yes of has to be said, or nearly, by what answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pincite.documents import Span
from pincite.generate.barring.about import asked_things, lacks_thing
from pincite.generate.reading.candidates import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def cosines(text: str, texts: Sequence[str]) -> NDArray[np.float32]:
    near = {("sledge", "toboggan"): 0.7, ("sledge", "ski"): 0.6}
    return np.array([near.get((text, each), 0.1) for each in texts], dtype=np.float32)


def lacks(question: str, claim: str, *, heading: str = "", absent: tuple[str, ...] = ()) -> bool:
    candidate = Candidate(passage=0, label=1, spans=(Span(0, 1),), claim=claim, heading=heading)
    return lacks_thing(question, candidate, "en", cosines, absent=absent)


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("What does a sledge cost per day at the top station?", "sledge"),
        ("How long does the closure at the pass last?", "closure"),
        ("How much does it cost to bring a parrot?", "parrot"),
        ("How much is a pair of skates for the weekend?", "skates"),
        ("What is the price of the locker?", "locker"),
        ("What is the deposit on a ladder?", "ladder"),
        ("What is the last day of the season for skiers?", "season"),
        ("How much do you charge for a lost key?", "key"),
        ("Is the helmet included?", "helmet"),
        ("Do children have to wear a helmet?", "children"),
    ],
)
def test_the_thing_that_is_asked_about_is_read_off_the_form_of_the_question(question: str, thing: str) -> None:
    assert asked_things(question)[0] == thing


@pytest.mark.parametrize(
    "question",
    [
        "How long do I have?",
        "How much is it?",
        "Who rents sledges?",
        "How much does it cost?",
        "What is the usual fee?",
    ],
)
def test_other_forms_and_persons_ask_about_no_thing(question: str) -> None:
    assert asked_things(question) == ()


def test_what_shares_only_the_place_lacks_the_thing() -> None:
    question = "What does a sledge cost at the top station?"
    assert lacks(question, "At the top station it costs 6 EUR a day.", absent=("sledg",))
    assert not lacks(question, "A sledge costs 9 EUR.")
    assert not lacks(question, "It costs 9 EUR.", heading="Sledges")


def test_a_near_word_is_enough_only_where_no_passage_has_the_thing_itself() -> None:
    question = "What does a sledge cost?"
    assert not lacks(question, "A toboggan costs 9 EUR.", absent=("sledg",))
    assert lacks(question, "A ski costs 9 EUR.")


def test_without_meanings_nothing_lacks() -> None:
    candidate = Candidate(passage=0, label=1, spans=(Span(0, 1),), claim="Parking is free.", heading="")
    assert not lacks_thing("How much is a sledge?", candidate, "en", None, absent=())


def test_what_something_is_for_is_a_thing_too_but_no_time_is() -> None:
    assert asked_things("How much is a wax for a sledge?") == ("wax", "sledge")
    assert asked_things("How much is a sledge for a Saturday?") == ("sledge",)


def test_a_header_that_is_near_to_the_thing_is_another_one_where_a_row_tells_things_apart() -> None:
    columns = (("", "Lift"), ("Toboggan", "4 EUR"), ("Ski", "6 EUR"))
    row = Candidate(
        passage=0,
        label=1,
        spans=(Span(0, 1),),
        claim="Lift: toboggan 4 EUR; ski 6 EUR.",
        heading="",
        around="Toboggan Ski",
        is_row=True,
        columns=columns,
    )
    assert lacks_thing("What does a sledge cost?", row, "en", cosines, absent=("sledg",))
    assert not lacks_thing("What does a toboggan cost?", row, "en", cosines, absent=())
