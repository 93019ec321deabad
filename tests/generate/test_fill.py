"""Words of a question that a candidate covers in other words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pincite.generate.scoring.fill import cover, dents, filled, terms_of
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

QUESTION = "Can I use a voucher in Norway?"
WEIGHTS = dict.fromkeys(content_words(QUESTION, "en"), 1.0)


def related(text: str, texts: Sequence[str]) -> NDArray[np.float32]:
    """Take a voucher for a card, and nothing else for anything."""
    return np.array([0.7 if {text, other} == {"voucher", "card"} else 0.1 for other in texts], dtype=np.float32)


def fills(said: str) -> dict[str, float]:
    terms = terms_of(QUESTION, WEIGHTS, "en")
    row = filled(terms, [said], [frozenset(content_words(said, "en"))], "en", related)[0]
    return {term.text: round(float(value), 3) for term, value in zip(terms, row, strict=True)}


def test_a_word_that_stands_there_is_filled_and_one_like_another_is_near() -> None:
    assert fills("A gift card buys goods in Norway") == pytest.approx({"use": 0.1, "voucher": 0.7, "norway": 1.0})


def test_a_word_that_is_near_nothing_stays_open() -> None:
    assert fills("We ship to Sweden")["norway"] == pytest.approx(0.1)


def test_what_says_nothing_fills_nothing() -> None:
    assert set(fills("").values()) == {0.0}


def test_a_hyphen_joins_a_word() -> None:
    terms = terms_of("Must it be SIM-free?", dict.fromkeys(content_words("SIM-free", "en"), 1.0), "en")
    assert [(term.text, term.without) for term in terms] == [("sim-free", "Must it be ?")]


def test_a_question_without_a_word_is_compared_with_what_is_said() -> None:
    def length(text: str, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.full(len(texts), 1 / len(text), dtype=np.float32)

    terms = terms_of(QUESTION, WEIGHTS, "en")
    assert (dents(QUESTION, terms, ["one", "two"], length) > 0).all()
    assert dents(QUESTION, terms, ["one", "two"], length).shape == (2, len(terms))


def test_cosines_between_the_bounds_cover_in_part() -> None:
    np.testing.assert_allclose(cover(np.array([0.1, 0.5, 0.9]), 0.25, 0.75), [0.0, 0.5, 1.0])
