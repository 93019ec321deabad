"""What a part of a question takes up of the part before it."""

from __future__ import annotations

import pytest

from pincite.pipeline.leaning import asked_thing, leaning


def said(before: str, part: str) -> str | None:
    lean = leaning(part, before)
    return None if lean is None else lean.said(lean.thing or "X")


@pytest.mark.parametrize(
    ("before", "part", "meant"),
    [
        ("Which frame do I need", "how many days until it is delivered?", "how many days until X is delivered?"),
        ("Which part does it need", "what does the part cost?", "what does X cost?"),
        ("Which descaler does it need", "how much is a bottle of it?", "how much is a bottle of X?"),
        ("Which plan includes parking", "what is its monthly fee?", "what is X's monthly fee?"),
        ("Who leads the tour", "what is her telephone number?", "what is X's telephone number?"),
    ],
)
def test_a_pronoun_or_the_noun_again_means_what_was_asked_for(before: str, part: str, meant: str) -> None:
    assert said(before, part) == meant


@pytest.mark.parametrize(
    ("before", "part", "meant"),
    [
        ("Who leads the lake tour", "what does that tour cost?", "what does the lake tour cost?"),
        ("Who owns the training of the night shift", "when is it due?", "when is the training of the night shift due?"),
        ("What is the weight of the lamp", "how bright is it?", "how bright is the lamp?"),
    ],
)
def test_what_was_named_is_meant_where_no_thing_was_asked_for(before: str, part: str, meant: str) -> None:
    assert said(before, part) == meant


@pytest.mark.parametrize(
    ("before", "part"),
    [
        ("How long does the introduction take", "what is the deposit?"),
        ("May I change my address", "how long does it take to do that?"),
        ("Where are returns sent", "how long does checking them take?"),
        ("Who changes the code of the safe", "how often is that done?"),
    ],
)
def test_where_nothing_certain_is_meant_nothing_is_put_in(before: str, part: str) -> None:
    assert said(before, part) is None


def test_only_which_what_and_who_ask_for_a_thing_by_name() -> None:
    frame = asked_thing("Which frame do I need?")
    assert frame is not None
    assert frame.nouns == ("frame",)
    who = asked_thing("Who makes it?")
    assert who is not None
    assert who.person
    assert asked_thing("How much does it cost?") is None
    assert asked_thing("What is the price?") is None
    assert asked_thing("What day is it due?") is None
