# ruff: noqa: RUF001  (letters of other scripts are what this file is about)
from __future__ import annotations

import pytest

from pincite.text.analyzer import Bm25Analyzer
from pincite.text.terms import terms


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("ar", "المدرسة", "مدرسه"),  # article, ending written two ways
        ("ar", "مُدَرِّس", "مدرس"),  # vowel signs
        ("ar", "أحمد", "احمد"),
        ("hi", "क़ानून", "कानून"),  # nukta
        ("hi", "विद्यालयों", "विद्यालय"),
        ("tr", "Isparta'nın", "ısparta"),  # dotless I, ending after the apostrophe
        ("tr", "İstanbul", "istanbul"),
        ("ro", "şcoală", "școala"),  # cedilla and comma
        ("el", "Άμυνα", "αμυνα"),
        ("es", "educación", "educacion"),
        ("de", "Größe", "Groesse".replace("oe", "o")),
        ("ru", "ёлка", "елка"),
        ("fr", "l'économie", "économie"),
    ],
)
def test_a_word_meets_itself_however_it_is_written(language: str, one: str, other: str) -> None:
    assert set(terms(one, language)) & set(terms(other, language))


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("th", "นโยบายการคืนเงินภายในสามสิบวัน", "การคืนเงิน"),
        ("ko", "환불기간은 삼십일입니다", "환불기간"),
        ("ja", "返品の期限は三十日以内です", "返品期限"),
        ("km", "គោលនយោបាយសងប្រាក់វិញ", "សងប្រាក់"),
        ("zh", "退款期限为三十天", "退款"),
        ("de", "Die Haftpflichtversicherungspolice", "Haftpflicht"),
    ],
)
def test_a_part_of_what_is_written_without_spaces_is_found(language: str, text: str, question: str) -> None:
    assert set(terms(text, language)) & set(terms(question, language))


def test_a_hindi_word_stays_whole_where_vowels_are_joined() -> None:
    assert len(terms("विद्यालय", "hi")) == 1


def test_digits_of_every_script_are_the_same_number() -> None:
    assert terms("٣٠", "ar") == terms("३०", "hi") == ["30"]


def test_english_words_in_a_text_of_another_script_meet_english_questions() -> None:
    analyzer = Bm25Analyzer()
    russian = analyzer.document("Возврат через Refunds Portal", language="ru")
    assert set(analyzer.query("refund", language="en").indices) <= set(russian.indices)


def test_a_page_in_the_language_of_the_question_scores_higher_than_one_that_shares_its_names() -> None:
    analyzer = Bm25Analyzer()
    question = dict(analyzer.query("Tesla", language="de").items())
    german, english = (
        sum(question.get(term, 0) * weight for term, weight in analyzer.document("Tesla", language=code).items())
        for code in ("de", "en")
    )
    assert german > english > 0


def test_a_question_scores_a_page_of_its_own_language_as_one_language_alone_would() -> None:
    analyzer = Bm25Analyzer()
    question = dict(analyzer.query("30", language="de").items())
    german = sum(question[term] * weight for term, weight in analyzer.document("30", language="de").items())
    assert german == pytest.approx(analyzer.document("30", language="en").values[0], rel=1e-5)
