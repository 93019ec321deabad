"""What every analyzer promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pincite.text.analyzer import Bm25Analyzer

if TYPE_CHECKING:
    from pincite.protocols import Analyzer


@pytest.fixture(params=[Bm25Analyzer, lambda: Bm25Analyzer(average_length=60)], ids=["bm25", "bm25-short"])
def analyzer(request: pytest.FixtureRequest) -> Analyzer:
    made: Analyzer = request.param()
    return made


@pytest.mark.parametrize("language", ["en", "de", "zh", "xx"])
def test_terms_are_ascending_and_unique(analyzer: Analyzer, language: str) -> None:
    terms = analyzer.document("The refund window is 30 days; see O-48214. 退款 Rückgabe", language=language)
    assert list(terms.indices) == sorted(set(terms.indices))
    assert len(terms.indices) == len(terms.values)


def test_document_weights_are_positive(analyzer: Analyzer) -> None:
    assert all(value > 0 for value in analyzer.document("refund window refund", language="en").values)


def test_every_term_of_a_question_weighs_one(analyzer: Analyzer) -> None:
    assert set(analyzer.query("refund refund window", language="en").values) == {1.0}


@pytest.mark.parametrize("text", ["", "  \n", "?!", "the of and"])
def test_a_text_without_terms_has_none(analyzer: Analyzer, text: str) -> None:
    assert analyzer.document(text, language="en").indices == ()
    assert analyzer.query(text, language="en").indices == ()


def test_the_same_text_has_the_same_terms(analyzer: Analyzer) -> None:
    assert analyzer.document("refund window", language="en") == analyzer.document("refund window", language="en")


def test_the_digest_stays(analyzer: Analyzer) -> None:
    assert analyzer.digest == analyzer.digest != ""
