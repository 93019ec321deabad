"""What holds for one kind of a thing is told of no other kind."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from pincite.answers import Draft
from pincite.generate import GenerateSettings, build
from pincite.generate.barring.kinds import of_other_kinds, unlisted_kinds
from pincite.generate.extractive import every_candidate
from pincite.testing.passages import passage_of, revision_of

HIRE = """# Cycle hire

| Kind | Day | Deposit |
|---|---|---|
| City bike | 14 EUR | 50 EUR |
| Cargo bike | 45 EUR | 300 EUR |

Opened goods are covered for 9 months. Refurbished goods are covered for 6 months. A standard delivery is free on
orders of 35 EUR. Express goes by road.
"""
OATS = """# Oats

| Property | Oat flour | Oat bran |
|---|---|---|
| Shelf life | 9 months | 8 months |
"""
SAME = {frozenset(("mended", "refurbished"))}


def similarity(text: str, texts: Sequence[str]) -> NDArray[np.float32]:
    """Take only "mended" and "refurbished" for two words of one kind."""
    return np.array([1.0 if frozenset((text, each)) in SAME else 0.0 for each in texts], dtype=np.float32)


@pytest.mark.parametrize(
    ("question", "page", "thing"),
    [
        ("What is the deposit for a mountain bike?", HIRE, "mountain bike"),
        ("How long is the cover on rented goods?", HIRE, "rented goods"),
        ("What is the shelf life of oat milk?", OATS, "oat milk"),
    ],
)
def test_a_kind_that_no_page_knows_is_missing_where_others_are_told_apart(question: str, page: str, thing: str) -> None:
    found = every_candidate((passage_of(revision_of(page)),))
    assert unlisted_kinds(question, found, "en", similarity) == (thing,)
    drafted = draft(question, page)
    assert drafted.claims == ()
    assert f'"{thing}"' in drafted.missing[0]


@pytest.mark.parametrize(
    "question",
    [
        "What is the deposit for a cargo bike?",
        "What is the deposit for the second bike?",
        "How long is the cover on mended goods?",
        "How much is a bike for seven days?",
    ],
)
def test_a_kind_that_is_known_or_called_by_another_word_and_a_number_are_none(question: str) -> None:
    assert unlisted_kinds(question, every_candidate((passage_of(revision_of(HIRE)),)), "en", similarity) == ()


def test_what_speaks_of_another_kind_alone_is_barred_where_the_pages_know_both() -> None:
    found = every_candidate((passage_of(revision_of(HIRE)),))
    barred = of_other_kinds("What is the price of express delivery?", found, "en", similarity)
    assert {c.claim for c in barred} == {"A standard delivery is free on orders of 35 EUR."}


def test_without_meanings_no_kind_is_judged() -> None:
    found = every_candidate((passage_of(revision_of(HIRE)),))
    assert unlisted_kinds("What is the deposit for a mountain bike?", found, "en", None) == ()
    assert of_other_kinds("What is the price of express delivery?", found, "en", None) == frozenset()


def draft(question: str, page: str) -> Draft:
    return build(GenerateSettings(), similarity=similarity).draft(question, (passage_of(revision_of(page)),))
