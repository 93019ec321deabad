"""Which version of a document a question names, and what it asks without it."""

from __future__ import annotations

import pytest

from pincite.validity.named_versions import named_versions


@pytest.mark.parametrize(
    ("question", "version", "bare"),
    [
        ("What does v3 of the tariff say?", "3", "What does the tariff say?"),
        ("What is the fee in version 2?", "2", "What is the fee?"),
        ("According to version 9, what is the fee?", "9", "What is the fee?"),
        ("What did version 2 say about keys?", "2", "What did the page say about keys?"),
        ("What was version 7's fee?", "7", "What was the fee?"),
        ("What is the fee in the tariff (version 1.2)?", "1.2", "What is the fee in the tariff?"),
        ("What is the fee in the third version of our tariff?", "3", "What is the fee in our tariff?"),
        ("In the 2nd edition of the tariff, what is the fee?", "2", "In the tariff, what is the fee?"),
        ("In version two of the tariff, what is the fee?", "2", "In the tariff, what is the fee?"),
    ],
)
def test_a_version_is_read_in_figures_and_in_words_and_is_left_out(question: str, version: str, bare: str) -> None:
    (named,) = named_versions(question)
    assert (named.version, named.bare) == (version, bare)


@pytest.mark.parametrize(
    ("question", "before", "behind"),
    [
        ("What does v3 of the key tariff say?", (), ("the", "key", "tariff")),
        ("What does the key tariff v3 say?", ("key", "tariff"), ()),
        ("What does the v3 key tariff say?", (), ("key", "tariff")),
        ("What is the fee in version 2?", (), ()),
    ],
)
def test_what_stands_beside_a_version_may_be_the_name_of_its_document(
    question: str, before: tuple[str, ...], behind: tuple[str, ...]
) -> None:
    (named,) = named_versions(question)
    assert (named.before, named.behind) == (before, behind)


@pytest.mark.parametrize(
    "question", ["What is on page 3?", "What is the price of a V60 filter?", "Is USB-C 3.1 there?"]
)
def test_a_number_of_something_else_is_no_version(question: str) -> None:
    assert named_versions(question) == ()
