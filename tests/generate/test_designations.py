"""A noun stands for the model that a sentence gives it to, and rows of other models are of something else."""

from __future__ import annotations

from pincite.generate.barring.designations import of_other_designations
from pincite.generate.extractive import every_candidate
from pincite.testing.passages import passages_of

PAGE = """# Installation

The OV 60 is a built-in oven of 71 litres. The FR 250 is a fridge.

| Model | Fuse | Plug |
|---|---|---|
| FR 250 | 10 A | yes |
| OV 60 | 16 A | no |
"""


def barred(question: str) -> list[str]:
    passages = passages_of(PAGE)
    found = every_candidate(passages)
    others = of_other_designations(question, found, passages, language="en")
    return [c.claim for c in found if c in others]


def test_the_oven_is_the_model_that_is_said_to_be_one() -> None:
    assert barred("How high a fuse does the oven need?") == ["FR 250: fuse 10 A; plug yes."]
    assert barred("How high a fuse does the fridge need?") == ["OV 60: fuse 16 A; plug no."]


def test_a_noun_that_no_sentence_gives_a_model_to_bars_nothing() -> None:
    assert barred("How high a fuse does the dryer need?") == []
