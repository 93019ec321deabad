"""A belief is not told as a fact, and never without what its page says against it."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.generate.barring.hearsay import is_hearsay, rebuts
from pincite.testing.passages import passages_of

FAQ = """# Questions about the Kestrel drill

Customers often believe that the Kestrel has a lifetime warranty. This is wrong.

Rumour has it that the Kestrel will cost 199 euros. A competitor, Falcon, sells its drill for 149 euros.
"""


def claims(question: str) -> list[str]:
    return [c.text for c in build(GenerateSettings()).draft(question, passages_of(FAQ)).claims]


def test_a_belief_is_quoted_with_its_rebuttal() -> None:
    told = ["Customers often believe that the Kestrel has a lifetime warranty. This is wrong."]
    assert claims("Does the Kestrel have a lifetime warranty?") == told


def test_a_rumour_and_a_competitor_are_no_evidence() -> None:
    assert claims("How much will the Kestrel drill cost?") == []
    assert claims("What does a competitor, Falcon, sell its drill for?") != []


@pytest.mark.parametrize(
    "sentence",
    [
        "This is not so.",
        "That is a common myth.",
        "In fact, it ends after two years.",
        "However, batteries are not covered.",
        "But this is no longer true.",
        "Wrong: it is two years.",
    ],
)
def test_a_rebuttal_is_told_by_its_start(sentence: str) -> None:
    assert rebuts(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "This is covered.",
        "The fact is stated in the form.",
        "Some customers pay by card.",
        "Most orders arrive in two days.",
        "The competitor clause lasts a year.",
    ],
)
def test_plain_sentences_are_neither_rebuttals_nor_hearsay(sentence: str) -> None:
    assert not rebuts(sentence)
    assert not is_hearsay(sentence, "What is covered?")
