# ruff: noqa: RUF001  (marks of other scripts)
from __future__ import annotations

import pytest

from pincite.text.sentences import sentences


def cut(text: str, language: str = "en") -> list[str]:
    return [span.cut(text) for span in sentences(text, language=language)]


@pytest.mark.parametrize(
    "sentence",
    [
        "See No. 5 and cl. 4 of Art. 7.",
        "Fees (incl. VAT) apply, e.g. at 5 p.m. daily.",
        "7.2 The cap is $5.00.",
        "**7.2. Cap** The cap applies.",
        "The EU-U.S. DPF applies.",
        "Mr. J. Smith agreed.",
        "**A1-1. Definitions** The term stands.",
        "It says **stop.**",
        "He called it a \u201cbreach.\u201d",
        "Read [the policy](https://a.example/b.html).",
        "A line that is\nwrapped by hand.",
    ],
)
def test_one_sentence_stays_whole(sentence: str) -> None:
    assert cut(f"{sentence} Another follows.") == [sentence, "Another follows."]


def test_a_sentence_may_end_in_a_word_that_is_an_abbreviation_elsewhere() -> None:
    assert cut("The answer is no. We said so.") == ["The answer is no.", "We said so."]


def test_items_rows_and_paragraphs_are_never_joined() -> None:
    text = "Lead in\n- one. Two\n- three\n\n| a | b |\n| c | d |"
    assert cut(text) == ["Lead in", "- one.", "Two", "- three", "| a | b |", "| c | d |"]


@pytest.mark.parametrize(
    ("language", "text", "n"),
    [
        ("zh", "这是第一句。这是第二句！好。", 3),
        ("ar", "هذا صحيح؟ نعم. لا.", 3),
        ("de", "Gem. § 4 Abs. 2 gilt z. B. das. Am 5. Mai war es.", 2),
        ("ru", "Это первое предложение. Это второе.", 2),
        ("xx", "One. Two.", 2),
        ("pt-BR", "Um dia. Dois dias.", 2),
    ],
)
def test_other_languages_are_cut_by_their_own_marks(language: str, text: str, n: int) -> None:
    assert len(cut(text, language)) == n


def test_offsets_are_characters_also_behind_astral_ones() -> None:
    assert cut("\U0001f600 Hi there. É ok.") == ["\U0001f600 Hi there.", "É ok."]


def test_white_space_has_no_sentences() -> None:
    assert sentences(" \n\t ", language="en") == ()


def test_an_overlong_paragraph_is_cut_after_a_full_stop_and_loses_nothing() -> None:
    text = "It holds. " * 3_000
    assert {span.cut(text) for span in sentences(text, language="en")} == {"It holds."}


def test_marks_without_end_are_cut_and_nothing_is_lost() -> None:
    text = "`" * 50_000
    assert "".join(span.cut(text) for span in sentences(text, language="en")) == text


def test_a_clause_behind_its_mark_has_sentences_too() -> None:
    text = "(h) This Agreement shall be governed by the laws of Malta. All disputes go to the courts of Malta."
    assert cut(text) == [text[:58], text[59:]]
