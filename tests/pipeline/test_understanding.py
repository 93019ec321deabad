from __future__ import annotations

import pytest

from pincite.pipeline.understanding import abbreviations, leans_back, resolved, spellings
from pincite.questions import Turn
from pincite.testing.shelf import question

CAP = "The Limitation of Liability (LoL) is $500. The LoL does not apply to fraud."
TURNS = (Turn(question="What is the refund window?"), Turn(question="And for laptops?"))


@pytest.mark.parametrize(
    "text",
    ["How long is it?", "And for laptops?", "What about orders O-48214?", "Why?", "Who approves that?", "Und danach?"],
)
def test_a_question_that_points_back_or_says_too_little_takes_up_the_one_before(text: str) -> None:
    assert leans_back(text)
    assert resolved(text, TURNS[:1]) == f"What is the refund window? {text}"


@pytest.mark.parametrize(
    "text", ["Which parcels need a signature?", "Is there a fee for late returns?", "Where is O-48214?"]
)
def test_a_question_that_stands_by_itself_takes_up_nothing(text: str) -> None:
    assert resolved(text, TURNS) == text


def test_a_chain_of_questions_is_taken_up_to_the_first_that_stands_by_itself() -> None:
    turns = (Turn(question="Who pays for shipping abroad?"), *TURNS)
    assert resolved("And for phones?", turns) == "What is the refund window? And for laptops? And for phones?"


def test_at_most_four_turns_of_200_characters_each_are_taken_up() -> None:
    turns = tuple(Turn(question=f"and {n} " + "x" * 300) for n in range(9))
    text = resolved("and now?", turns)
    assert len(text) == 4 * 200 + 4 + len("and now?")


def test_a_short_form_is_spelt_out_as_the_hits_define_it() -> None:
    assert abbreviations("What is the LoL?", [CAP]) == ("Limitation of Liability",)


def test_a_long_form_brings_its_short_one() -> None:
    assert abbreviations("Is there a limitation of liability?", [CAP]) == ("LoL",)


def test_a_definition_the_other_way_round_counts_too() -> None:
    text = "Every NDA (Non-Disclosure Agreement) ends after a year. An SLA (Service Level Agreement) does not."
    assert abbreviations("When does the SLA end?", [text]) == ("Service Level Agreement",)


@pytest.mark.parametrize(
    "text", ["The team (see Annex) agreed.", "Section (A) is void.", "Our office in Oslo (Norway)"]
)
def test_a_bracket_that_abbreviates_nothing_defines_nothing(text: str) -> None:
    assert abbreviations("What of Annex A in Norway?", [text]) == ()


@pytest.mark.parametrize(
    ("written", "meant"), [("refnud", "refund"), ("warrenty", "warranty"), ("colour", "color"), ("shiping", "shipping")]
)
def test_a_misspelt_word_is_read_as_the_word_of_the_hits_that_is_most_like_it(written: str, meant: str) -> None:
    texts = ["The refund of a warranty case covers shipping.", "Any color may be returned."]
    assert spellings(question(f"What about {written}?"), texts) == (meant,)


@pytest.mark.parametrize("text", ["What about refunds?", "Where is O-48214?", "What about zebras?", "Who does it?"])
def test_a_word_that_is_known_a_key_or_like_no_other_is_left_alone(text: str) -> None:
    assert spellings(question(text), ["A refund covers shipping."]) == ()
