"""What a question asks of which thing: attributes, kinds of things, numbered things, units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pincite.documents import Span
from pincite.generate.reading.candidates import Candidate
from pincite.generate.reading.dimensions import asked_units, measured_in
from pincite.generate.reading.subjects import (
    asked_attribute,
    lacks_attribute,
    other_kinds,
    pairs_of,
    unlisted_numbers,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

NEAR = {("secur", "deposit"): 0.6}
"""Words that the cosines below take for near; all others are far from one another."""


def cosines(text: str, texts: Sequence[str]) -> NDArray[np.float32]:
    return np.array([NEAR.get((text, each), 0.1) for each in texts], dtype=np.float32)


def lacks(question: str, claim: str) -> bool:
    candidate = Candidate(passage=0, label=1, spans=(Span(0, 1),), claim=claim, heading="Oven")
    return lacks_attribute(question, candidate, "en", cosines)


def test_a_sentence_on_something_else_lacks_the_attribute_that_is_asked_for() -> None:
    assert lacks("What is the energy class of the OV 60?", "The OV 60 is a built-in oven of 71 litres.")
    assert not lacks("What is the energy class of the OV 60?", "The OV 60 is in class A.")
    assert not lacks("What is the security for a bike?", "City bike: deposit 50 EUR.")


def test_a_word_of_the_attribute_that_no_page_has_must_be_near_by_itself() -> None:
    question = "What is the goodwill credit limit?"
    candidate = Candidate(
        passage=0, label=1, spans=(Span(0, 1),), claim="The limit of store credit is $75.", heading=""
    )
    assert lacks_attribute(question, candidate, "en", cosines, absent=("goodwil",))
    assert not lacks_attribute(question, candidate, "en", cosines, absent=("wi",))
    assert not lacks_attribute(question, candidate, "en", cosines)


def test_other_forms_and_values_that_show_by_themselves_lack_nothing() -> None:
    assert not lacks("Which document must I bring?", "Bring an identity card.")
    assert not lacks("What is the price of the filter?", "The filter is 9 EUR.")
    candidate = Candidate(passage=0, label=1, spans=(Span(0, 1),), claim="It is large.", heading="Oven")
    assert not lacks_attribute("What is the energy class of it?", candidate, "en", None)


@pytest.mark.parametrize(
    ("question", "stems"),
    [
        ("What is the energy class of the OV 60?", {"energi", "class"}),
        ("What is the deposit for a mountain bike?", {"deposit"}),
        ("What is the price of the filter?", set()),  # a price shows by itself
        ("What is code RFD-7714 for?", set()),
        ("What do you charge for a chain?", set()),
    ],
)
def test_the_attribute_is_what_the_question_asks_of_its_thing(question: str, stems: set[str]) -> None:
    assert asked_attribute(question, "en") == stems


def test_a_cargo_bike_is_another_kind_than_a_mountain_bike() -> None:
    pair = pairs_of("What is the deposit for a mountain bike?", "en")[-1]
    assert (pair.of, other_kinds(pair, "Cargo bike: deposit 300 EUR.", "en")) == ("mountain", ("cargo",))
    assert other_kinds(pair, "A bike is returned where it was taken.", "en") == ()


def test_an_error_that_is_not_listed_among_others_is_unlisted() -> None:
    texts = ["Error 12: the sensor is dirty.", "Wait 15 minutes.", "Error 20: the motor is hot."]
    assert unlisted_numbers("What does error 15 mean?", texts) == ("error 15",)
    assert unlisted_numbers("What does error 12 mean?", texts) == ()
    assert unlisted_numbers("Is it done within 15 days?", texts) == ()


def test_a_revision_that_is_not_listed_among_others_is_unlisted() -> None:
    texts = ["Revision: A. Highest flow: 12 l/min.", "Revision B: 14 l/min. Fault code E-17.", "Revisions C to F leak."]
    asked = {letter: unlisted_numbers(f"What is the highest flow for revision {letter}?", texts) for letter in "AEG"}
    assert asked == {"A": (), "E": (), "G": ("revision G",)}
    assert unlisted_numbers("What is the highest flow for revision E?", texts[:2]) == ("revision E",)
    assert unlisted_numbers("Is a vitamin E tablet allowed?", texts[:2]) == ()


def test_a_notice_of_another_month_is_unlisted() -> None:
    texts = ["Notice 2026-03: wear gloves.", "Notice 2026-07: the pump is off until 2026-10-01."]
    assert unlisted_numbers("What does notice 2026-09 say?", texts) == ("notice 2026-09",)
    assert unlisted_numbers("What does notice 2026-07 say?", texts) == ()


def test_a_longer_number_that_stands_anywhere_is_listed() -> None:
    texts = ["Extension 4402: Anna.", "Dial 4471 for the fraud desk."]
    assert unlisted_numbers("Who answers extension 4471?", texts) == ()


@pytest.mark.parametrize(
    ("question", "claim", "fits"),
    [
        ("How heavy is the PW 180?", "Power: PW 180 2,400 W.", False),
        ("How heavy is the PW 180?", "Weight: 18.5 kg.", True),
        ("How heavy is the PW 180?", "Weight (kg): 18.5.", True),
        ("What pressure does it reach?", "It reaches 91 dB.", False),
        ("At what temperature is it stored?", "It is stored at 10 to 20 degrees.", True),
    ],
)
def test_a_measure_is_answered_in_units_that_measure_it(question: str, claim: str, fits: bool) -> None:
    units = asked_units(question)
    assert units is not None
    assert measured_in(units, claim, but=frozenset(), language="en") is fits


def test_how_long_does_not_tell_between_a_length_and_a_time() -> None:
    assert asked_units("How long is the hose?") is None
