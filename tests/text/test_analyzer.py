from __future__ import annotations

import pytest

from pincite.errors import ConfigError
from pincite.text.analyzer import Bm25Analyzer


def test_the_digest_follows_the_settings() -> None:
    assert Bm25Analyzer().digest == Bm25Analyzer(average_length=120.0).digest
    assert Bm25Analyzer().digest != Bm25Analyzer(average_length=121.0).digest


def test_a_repeated_word_weighs_more_and_a_longer_text_less() -> None:
    analyzer = Bm25Analyzer()
    once = analyzer.document("refund", language="en").values[0]
    assert analyzer.document("refund refund", language="en").values[0] > once
    longer = dict(analyzer.document("refund " + "parcel " * 200, language="en").items())
    assert longer[analyzer.query("refund", language="en").indices[0]] < once


@pytest.mark.parametrize(
    ("language", "document", "question"),
    [
        ("en", "Refunds are paid", "refund"),
        ("de", "die Rückgaben", "Rückgabe"),
        ("ru", "условия возврата", "возврат"),
        ("zh", "退款期限为三十天", "退款期限"),
        ("th", "นโยบายการคืนเงิน", "การคืนเงิน"),
        ("uk", "умови повернення", "повернення"),
        ("en-GB", "Refunds", "refund"),
    ],
)
def test_a_question_meets_its_document_in_its_language(language: str, document: str, question: str) -> None:
    analyzer = Bm25Analyzer()
    stored = analyzer.document(document, language=language)
    assert set(analyzer.query(question, language=language).indices) & set(stored.indices)


def test_an_average_length_of_nothing_is_refused() -> None:
    with pytest.raises(ConfigError, match="average_length is 0: expected a number of terms above 0"):
        Bm25Analyzer(average_length=0)
