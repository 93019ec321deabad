# ruff: noqa: RUF001  (letters and marks of other scripts are what this file is about)
from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.text.numbered import Numbered
from pincite.text.stems import stem
from pincite.text.words import _WORD as WHOLE
from pincite.text.words import content_words, split, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Don't pay $5,000.00 twice.", ["Don't", "pay", "5,000.00", "twice"]),
        ("non-refundable", ["non", "refundable"]),
        ("snake_case", ["snake", "case"]),
        ("退款期限", ["退", "款", "期", "限"]),
        ("e\u0301tat", ["e\u0301tat"]),
        ("क्षेत्र", ["क्षेत्र"]),
        ("لُغَةٌ عربية", ["لُغَةٌ", "عربية"]),
        ("12V 3rd", ["12V", "3rd"]),
        ("", []),
    ],
)
def test_words_are_what_readers_call_words(text: str, found: list[str]) -> None:
    assert [w.text for w in words(text)] == found
    assert [w.span.cut(text) for w in words(text)] == found


def test_content_words_are_stemmed_and_stop_words_are_left_out() -> None:
    assert content_words("The customers' refunds are running", "en") == ("custom", "refund", "run")


def test_each_language_has_its_own_rules() -> None:
    assert content_words("die Versicherungen", "de") == content_words("Versicherung", "de-AT")
    assert content_words("возвраты и возврат", "ru")[0] == content_words("возврат", "ru")[0]


def test_a_language_without_rules_keeps_its_words() -> None:
    assert content_words("Refunds running", "xx") == ("refunds", "running")


def test_numbers_are_never_stemmed() -> None:
    assert stem("5,000.00", "en") == "5,000.00"


@settings(max_examples=60)
@given(st.text(alphabet=st.sampled_from("ab1. ,_-'’é\u0301ßИ東あأ\u0651ก\u0e31–𝐚"), max_size=30))
def test_words_without_their_places_are_the_same_words(text: str) -> None:
    assert split(text) == [word.text for word in words(text)] == re.findall(WHOLE, text)


@pytest.mark.parametrize("text", ["The customer's 2,500 e-mails aren't read", "l’usage d’été", "Ключи", "東京 tower"])
def test_a_text_numbered_against_a_question_has_its_content_words(text: str) -> None:
    found = content_words(text, "en")
    stems = tuple(dict.fromkeys(found[::2]))
    wanted = [stems.index(word) + 1 if word in stems else 0 for word in found]
    assert Numbered(stems, "en").content(text) == wanted
