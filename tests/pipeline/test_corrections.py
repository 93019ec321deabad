"""Slips of the pen are put right for what compares words, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.pipeline.corrections import corrected
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]
PAGE = """# Leave

Staff can receive 80 hours of award leave in one fiscal year. The warranty covers many tools, once done.
"""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("How meny hours of awrad leave?", "How many hours of award leave?"),
        ("Can I recieve leeave?", "Can I receive leave?"),
        ("Is there a warrenty?", "Is there a warranty?"),
        ("Does a drone have a warranty?", "Does a drone have a warranty?"),
        ("What is paid in Fiscol?", "What is paid in Fiscol?"),
        ("How many hours of award leave?", "How many hours of award leave?"),
    ],
)
def test_only_words_that_keep_their_consonants_are_put_right(written: str, meant: str) -> None:
    assert corrected(written, [PAGE], language="en") == meant


def test_a_misspelt_question_is_answered_as_the_one_without_slips(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/leave.md", PAGE)
    desk.sync()
    right = desk.corpus.ask("How many hours of award leave can staff receive in a fiscal year?")
    slips = desk.corpus.ask("How meny hours of awrad leave can staff recieve in a fiscal year?")
    assert "80 hours" in right.text
    assert slips.text == right.text
