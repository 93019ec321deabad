from __future__ import annotations

import pytest

from pincite.errors import ConfigError, UnknownName
from pincite.questions import Found, Hit, Query, Signal
from pincite.rerank import BlendSettings, RerankSettings, build
from pincite.rerank.blend import signals
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, found, question
from pincite.text.words import content_words

PAGES = (
    Page(id="refund", title="Refund policy", text="# Limits\n\nThe refund window is 30 days. A manager may extend it."),
    Page(id="codes", title="Codes", text="RFD-7714 extends the window for a refund.\n\nRFD-7741 does not."),
)
SHELF = Shelf(PAGES)


def hits(*words: str, scores: tuple[float, ...]) -> tuple[Found, ...]:
    chunks = [next(c for c in SHELF.chunks.values() if word in c.text) for word in words]
    listed = [
        Hit(chunk_id=c.chunk_id, score=s, signals={"dense": Signal(1, s)}) for c, s in zip(chunks, scores, strict=True)
    ]
    return found(SHELF, listed, scope=make_scope())


def values(query: Query, word: str) -> dict[str, float]:
    return signals(content_words(query.text, "en"), query, hits(word, scores=(0.5,))[0], best=1.0)


def test_the_signals_of_a_hit_are_shares_of_the_question_found_in_its_parts() -> None:
    assert values(question("How long is the refund window limit?"), "30 days") == {
        "fused": 0.5,
        "sentence": 0.5,
        "chunk": 0.5,
        "title": 0.5,
        "pairs": pytest.approx(1 / 3),
        "exact": 0.0,
    }


def test_words_of_two_sentences_count_for_the_chunk_and_not_for_a_sentence() -> None:
    found_ = values(question("refund manager"), "30 days")
    assert (found_["chunk"], found_["sentence"]) == (1.0, 0.5)


def test_an_exact_key_outweighs_a_better_score() -> None:
    query = question("What does RFD-7741 do?")
    blend = build(RerankSettings(name="blend"))
    ranked = blend.rerank(query, hits("RFD-7714", "RFD-7741", scores=(0.9, 0.6)))
    assert ranked[0].permit.chunk.text == "RFD-7741 does not."


def test_the_score_that_retrieval_gave_stays_as_a_signal() -> None:
    (only,) = build(RerankSettings(name="blend")).rerank(question("refund"), hits("30 days", scores=(0.5,)))
    assert only.hit.signals == {"dense": Signal(1, 0.5), "fused": Signal(1, 0.5)}


def test_weights_of_zero_leave_the_order_of_the_fused_score() -> None:
    settings = BlendSettings(sentence=0, chunk=0, title=0, pairs=0, exact=0)
    blend = build(RerankSettings(name="blend", blend=settings))
    ranked = blend.rerank(question("refund window"), hits("RFD-7741", "30 days", scores=(0.9, 0.6)))
    assert [f.hit.signals["fused"].score for f in ranked] == [0.9, 0.6]


def test_a_negative_weight_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"rerank\.blend\.title is -1: expected a weight of at least 0"):
        BlendSettings(title=-1)


def test_an_unknown_reranker_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="unknown rerank 'blnd': expected one of blend, none; did you mean 'blend'"):
        build(RerankSettings(name="blnd"))
