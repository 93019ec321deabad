"""What every reranker promises, over every implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pincite.models.caps import Caps, Meter
from pincite.models.talk import ChatModel, Prompt, Reply
from pincite.protocols import Reranker
from pincite.questions import Found, Hit
from pincite.rerank import BUILDERS, RerankSettings, build
from pincite.testing.cross_encoder import write_cross_encoder
from pincite.testing.points import make_scope
from pincite.testing.rerank_server import RerankServer
from pincite.testing.shelf import Page, Shelf, found, question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PAGES = (
    Page(id="refund", text="# Refunds\n\nThe refund window is 30 days.\n\nA refund goes to the card that paid."),
    Page(id="shipping", text="# Shipping\n\nParcels leave within two days.\n\nLarge parcels need a signature."),
)
SHELF = Shelf(PAGES)
QUERY = question("How long is the refund window?")
PATHS = {"cohere": "/v2/rerank", "jina": "/v1/rerank", "voyage": "/voyage/rerank"}


class Backwards:
    """A chat model that puts the last passage first."""

    model = "backwards"

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply:
        return Reply(text='{"order": [4, 3, 2, 1]}')


@pytest.fixture(params=sorted(BUILDERS))
def reranker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reranker]:
    model: ChatModel = Backwards()
    with RerankServer() as server:
        settings = RerankSettings(
            name=request.param,
            model=str(write_cross_encoder(tmp_path / "model")) if request.param == "cross-encoder" else "",
            url=server.url + PATHS[request.param] if request.param in PATHS else "",
        )
        yield build(settings, chat=lambda: (model, Meter(caps=Caps())))


def hits() -> tuple[Found, ...]:
    listed = [Hit(chunk_id=chunk, score=1 / at) for at, chunk in enumerate(sorted(SHELF.chunks), start=1)]
    return found(SHELF, listed, scope=make_scope())


def test_none_is_added_or_lost(reranker: Reranker) -> None:
    assert sorted(f.hit.chunk_id for f in reranker.rerank(QUERY, hits())) == sorted(f.hit.chunk_id for f in hits())


def test_ranks_are_new_and_count_from_1(reranker: Reranker) -> None:
    assert [f.rank for f in reranker.rerank(QUERY, hits())] == [1, 2, 3, 4]


def test_scores_never_rise_from_one_rank_to_the_next_and_are_not_negative(reranker: Reranker) -> None:
    scores = [f.hit.score for f in reranker.rerank(QUERY, hits())]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) >= 0


def test_permits_stay_with_their_hits(reranker: Reranker) -> None:
    assert all(f.hit.chunk_id == f.permit.chunk.chunk_id for f in reranker.rerank(QUERY, hits()))


def test_nothing_to_order_stays_nothing(reranker: Reranker) -> None:
    assert reranker.rerank(QUERY, ()) == ()


def test_a_reranker_that_may_fail_answered_itself(reranker: Reranker) -> None:
    signals = {name for f in reranker.rerank(QUERY, hits()) for name in f.hit.signals}
    assert not [name for name in signals if name.endswith("_failed")]
