# ruff: noqa: RUF001  (letters of other scripts are what this file is about)
from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.text.languages import detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How long do I have to send it back?", "en"),
        ("Wie lange habe ich Zeit für die Rückgabe?", "de"),
        ("Quel est le délai pour un remboursement?", "fr"),
        ("¿Cuánto tiempo tengo para devolver el producto?", "es"),
        ("Hoe lang heb ik om het terug te sturen?", "nl"),
        ("Ile mam czasu na zwrot, jeśli nie jest uszkodzony?", "pl"),
        ("Скільки часу є на повернення, якщо він не працює?", "uk"),
        ("Сколько времени на возврат, если он не работает?", "ru"),
        ("返品の期限はいつですか", "ja"),
        ("退款期限是多久", "zh"),
        ("환불 기간은 얼마인가요", "ko"),
        ("ما هي مدة استرداد المبلغ", "ar"),
        ("תוך כמה זמן אפשר להחזיר", "he"),
        ("मैं इसे कब तक लौटा सकता हूँ", "hi"),
        ("Πόσο χρόνο έχω για να το επιστρέψω;", "el"),
        ("ฉันมีเวลาคืนสินค้ากี่วัน", "th"),
        ("Iade için ne kadar zamanım var?", "tr"),
        ("Cât timp am pentru a returna produsul?", "ro"),
        ("Tôi có bao nhiêu ngày để trả lại hàng?", "vi"),
        ("Welches Team gewann den Super Bowl?", "de"),
        ("Кто был основателем Oracle Corporation?", "ru"),
    ],
)
def test_a_question_is_enough_to_tell_its_language(text: str, language: str) -> None:
    assert detect(text) == language


def test_a_text_that_tells_nothing_is_in_the_language_that_is_expected() -> None:
    assert detect("Panthers 308", default="de") == "de"


def test_a_name_that_stands_often_outweighs_no_sentence() -> None:
    assert detect("Los Angeles, Los Angeles, Los Angeles and Los Angeles are where the teams play.") == "en"


@pytest.mark.parametrize("text", ["", "12345 !?", "O-48214", "hello"])
def test_a_text_that_tells_nothing_is_english(text: str) -> None:
    assert detect(text) == "en"


@pytest.mark.parametrize("language", ["en", "de", "zh", "ar", "ru"])
def test_at_least_99_of_100_real_paragraphs_are_told_right(shared_data: Path, language: str) -> None:
    lines = (shared_data / "xquad" / language / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    right = sum(detect(json.loads(line)["text"]) == language for line in lines)
    assert right >= 0.99 * len(lines)
