"""What is told holds what is asked for; what is told in the place of the first says it in the question's own word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from pincite.generate import ExtractiveSettings, GenerateSettings, build
from pincite.generate.extractive import every_candidate
from pincite.generate.reading.expected import Expected, fits
from pincite.generate.reading.subjects import asked_attribute, lacks_attribute
from pincite.testing.passages import passage_of, revision_of

EASY = GenerateSettings(extractive=ExtractiveSettings(threshold=0.01))
PRICES = """# Supply agreement

## Specification

| Property | Rolled oats | Oat bran |
|---|---|---|
| Moisture, most | 12 mg | 11 mg |

## Prices

Price for each tonne in CHF.

| Goods | Up to 200 t |
|---|---|
| Rolled oats | 612 |
| Oat bran | 498 |
"""
PURCHASES = """# Agreement

## Duties

Least purchases in each year, in CHF.

| Year | Gauges | Loggers |
|---|---|---|
| 2024 | 340,000 | 140,000 |
"""


def similarity(text: str, texts: Sequence[str]) -> NDArray[np.float32]:
    """Take texts for as like as the share of words that they have in common."""
    own = set(text.casefold().split())
    return np.array(
        [len(own & set(t.casefold().split())) / max(1, len(own | set(t.casefold().split()))) for t in texts],
        dtype=np.float32,
    )


def test_a_bare_number_in_a_table_of_prices_is_a_price() -> None:
    drafted = build(EASY, similarity=similarity).draft(
        "What is the price of rolled oats?", (passage_of(revision_of(PRICES)),)
    )
    assert [claim.text for claim in drafted.claims] == ["Rolled oats: up to 200 t 612."]


def test_a_caption_over_a_table_says_what_its_rows_are_of() -> None:
    drafted = build(EASY, similarity=similarity).draft(
        "What are the least purchases of loggers in 2024?", (passage_of(revision_of(PURCHASES)),)
    )
    assert [claim.text for claim in drafted.claims] == ["2024: gauges 340,000; loggers 140,000."]


@pytest.mark.parametrize("claim", ["Anything heavier than 70 pounds goes by road.", "A case weighing 20 pounds."])
def test_pounds_that_something_weighs_are_no_price(claim: str) -> None:
    assert fits(Expected.MONEY, claim, "What does the delivery cost?", language="en") is False


def test_pounds_that_are_paid_are_a_price() -> None:
    assert fits(Expected.MONEY, "It costs 70 pounds.", "What does the delivery cost?", language="en") is True


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Ardent's address?", {"address"}),
        ("What is Ardent Works's notice period?", {"notic", "period"}),
        ("Ardent Works AG's territory?", {"territori"}),
        ("How recent must the cat's jabs be?", set()),
    ],
)
def test_what_is_asked_for_of_an_owner_is_an_attribute(question: str, asked: set[str]) -> None:
    assert asked_attribute(question, "en") == asked


def test_a_row_has_to_say_what_is_asked_for_more_nearly_than_a_sentence() -> None:
    page = "# Page\n\nA rebate is given.\n\n| Year | Purchases |\n|---|---|\n| 2024 | 10 |\n"
    sentence, row = every_candidate((passage_of(revision_of(page)),))
    assert not lacks_attribute("What is the discount?", sentence, "en", half)
    assert lacks_attribute("What is the discount?", row, "en", half)


def half(text: str, texts: Sequence[str]) -> NDArray[np.float32]:
    """Take all words for half as near as they can be."""
    return np.full(len(texts), 0.5, dtype=np.float32)


def test_that_a_thing_is_not_so_at_all_answers_how_long_it_is_so() -> None:
    page = "# Cover\n\nTyres are not covered once they have been in use. Saddles are covered for 3 months.\n"
    drafted = build(EASY, similarity=similarity).draft("How long are tyres covered?", (passage_of(revision_of(page)),))
    assert [claim.text for claim in drafted.claims][:1] == ["Tyres are not covered once they have been in use."]
