"""What every reranker promises, over every implementation."""

from __future__ import annotations

import pytest

from pincite.protocols import Reranker
from pincite.questions import Found, Hit
from pincite.rerank import BUILDERS, RerankSettings, build
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, found, question

PAGES = (
    Page(id="refund", text="# Refunds\n\nThe refund window is 30 days.\n\nA refund goes to the card that paid."),
    Page(id="shipping", text="# Shipping\n\nParcels leave within two days.\n\nLarge parcels need a signature."),
)
SHELF = Shelf(PAGES)
QUERY = question("How long is the refund window?")


@pytest.fixture(params=sorted(BUILDERS))
def reranker(request: pytest.FixtureRequest) -> Reranker:
    return build(RerankSettings(name=request.param))


def hits() -> tuple[Found, ...]:
    listed = [Hit(chunk_id=chunk, score=1 / at) for at, chunk in enumerate(sorted(SHELF.chunks), start=1)]
    return found(SHELF, listed, scope=make_scope())


def test_none_is_added_or_lost(reranker: Reranker) -> None:
    assert sorted(f.hit.chunk_id for f in reranker.rerank(QUERY, hits())) == sorted(f.hit.chunk_id for f in hits())


def test_ranks_are_new_and_count_from_1(reranker: Reranker) -> None:
    assert [f.rank for f in reranker.rerank(QUERY, hits())] == [1, 2, 3, 4]


def test_scores_never_rise_from_one_rank_to_the_next(reranker: Reranker) -> None:
    scores = [f.hit.score for f in reranker.rerank(QUERY, hits())]
    assert scores == sorted(scores, reverse=True)


def test_permits_stay_with_their_hits(reranker: Reranker) -> None:
    assert all(f.hit.chunk_id == f.permit.chunk.chunk_id for f in reranker.rerank(QUERY, hits()))


def test_the_same_hits_come_back_in_the_same_order_again(reranker: Reranker) -> None:
    assert reranker.rerank(QUERY, hits()) == reranker.rerank(QUERY, hits())


def test_no_hits_stay_no_hits(reranker: Reranker) -> None:
    assert reranker.rerank(QUERY, ()) == ()


def test_a_question_without_content_words_keeps_the_order(reranker: Reranker) -> None:
    ranked = reranker.rerank(question("what is it?"), hits())
    assert [f.hit.chunk_id for f in ranked] == [f.hit.chunk_id for f in hits()]


def test_it_has_the_name_under_which_it_is_registered(reranker: Reranker) -> None:
    assert reranker.name in BUILDERS
