from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from pincite.documents import ChunkId, Revision
from pincite.errors import ConfigError, UnknownName
from pincite.questions import Found, Hit, Query, Signal
from pincite.rerank import BlendSettings, RerankSettings, build
from pincite.rerank.features import FEATURES, features, read
from pincite.rerank.trees import Trees, shipped
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, found, question

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


def column(query: Query, name: str, *words: str) -> list[float]:
    listed = hits(*words, scores=tuple(1 / at for at in range(1, len(words) + 1)))
    return [float(v) for v in features(query, listed, read(query, listed))[:, FEATURES.index(name)]]


def stated(found_: Found, state: Callable[[Revision], Revision]) -> Found:
    return replace(found_, permit=replace(found_.permit, revision=state(found_.permit.revision)))


def test_words_of_two_sentences_count_for_the_chunk_and_not_for_a_sentence() -> None:
    query = question("refund manager")
    assert column(query, "chunk", "30 days") == [1.0]
    assert column(query, "sentence", "30 days") == [pytest.approx(0.5)]


def test_a_word_that_few_of_the_hits_have_weighs_more() -> None:
    rare, frequent = column(question("manager refund"), "chunk", "30 days", "RFD-7714")
    assert rare == 1.0
    assert 0 < frequent < 0.5


def test_words_in_title_and_headings_count_for_the_title() -> None:
    assert column(question("policy limits"), "title", "30 days", "RFD-7714") == [1.0, 0.0]


def test_words_that_stand_together_are_nearer_than_words_apart() -> None:
    together, apart = (column(question(text), "near", "30 days")[0] for text in ("refund window", "refund extend"))
    assert together > apart > 0


def test_a_leg_that_did_not_find_a_hit_gives_it_nothing() -> None:
    assert column(question("refund"), "lexical_rank", "30 days") == [0.0]
    assert column(question("refund"), "dense_rank", "30 days") == [pytest.approx(1 / 61)]


def test_an_exact_key_outweighs_a_better_score() -> None:
    ranked = build(RerankSettings(name="blend")).rerank(
        question("What does RFD-7741 do?"), hits("RFD-7714", "RFD-7741", scores=(0.9, 0.6))
    )
    assert ranked[0].permit.chunk.text == "RFD-7741 does not."


def test_a_key_in_the_title_of_a_page_counts_for_all_that_stands_on_it() -> None:
    carrying, other = hits("RFD-7741", "30 days", scores=(0.9, 0.6))
    named = stated(other, lambda page: replace(page, title="RFD-7741 in detail"))
    query = question("How long is the window of RFD-7741?")
    scores = [build(RerankSettings(name="blend")).rerank(query, (carrying, each)) for each in (other, named)]
    before, after = ({f.permit.chunk.text[:5]: f.hit.score for f in each}["The r"] for each in scores)
    assert after - before > 0.9


def test_a_quoted_phrase_outweighs_a_better_score() -> None:
    ranked = build(RerankSettings(name="blend")).rerank(
        question('Where is "refund  window is" said?'), hits("RFD-7714", "30 days", scores=(0.9, 0.6))
    )
    assert "The refund window is" in ranked[0].permit.chunk.text


def test_of_equal_hits_the_newer_comes_first_and_the_one_that_binds() -> None:
    blend = build(RerankSettings(name="blend"))
    (one,) = hits("RFD-7741", scores=(0.5,))
    old = stated(one, lambda page: replace(page, effective=date(2020, 1, 1)))
    new = replace(
        stated(one, lambda page: replace(page, effective=date(2024, 1, 1))),
        hit=replace(one.hit, chunk_id=ChunkId(one.hit.chunk_id[::-1])),
    )
    assert blend.rerank(question("zebra"), (old, new))[0].permit.revision.effective == date(2024, 1, 1)
    binding = replace(stated(old, lambda page: replace(page, authority="normative")), hit=new.hit)
    assert blend.rerank(question("zebra"), (old, binding))[0].permit.revision.authority == "normative"


def test_the_score_that_retrieval_gave_stays_as_a_signal() -> None:
    (only,) = build(RerankSettings(name="blend")).rerank(question("refund"), hits("30 days", scores=(0.5,)))
    assert only.hit.signals == {"dense": Signal(1, 0.5), "fused": Signal(1, 0.5)}


def test_hits_behind_the_first_keep_their_order_at_the_end() -> None:
    blend = build(RerankSettings(name="blend", first=1))
    ranked = blend.rerank(question("refund window"), hits("RFD-7741", "30 days", scores=(0.9, 0.6)))
    assert [each.permit.chunk.text[:8] for each in ranked] == ["RFD-7741", "The refu"]


def test_trees_add_their_leaves_to_the_feature_that_they_were_grown_beside() -> None:
    grown = [[[0, 0.5, 1, 2, 0], [-1, 0, 0, 0, 1.0], [-1, 0, 0, 0, 2.0]], [[-1, 0, 0, 0, 0.25]]]
    trees = Trees(grown, first=2.0)
    assert trees.score(np.array([[0.5], [0.75]], np.float32)).tolist() == [0.5 + 1.25 / 2, 0.75 + 2.25 / 2]


def test_the_shipped_trees_were_fitted_on_the_features_that_there_are() -> None:
    names, trees = shipped()
    assert names == FEATURES
    assert np.isfinite(trees.score(np.zeros((1, len(FEATURES)), np.float32))).all()


def test_a_negative_weight_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"rerank\.blend\.phrase is -1: expected a weight of at least 0"):
        BlendSettings(phrase=-1)


def test_an_unknown_reranker_lists_the_known_ones() -> None:
    with pytest.raises(
        UnknownName, match=r"unknown rerank 'blnd': expected one of blend, cohere, .*; did you mean 'blend'"
    ):
        build(RerankSettings(name="blnd"))
