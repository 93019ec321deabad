"""What every retriever promises, over every route."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.errors import InputError
from pincite.index import IndexSettings
from pincite.index import build as build_index
from pincite.protocols import Index, Retriever
from pincite.questions import Query
from pincite.retrieve import BUILDERS, RetrieveSettings, build
from pincite.testing.index import PlainIndex
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, question
from pincite.testing.spy import SpyIndex

PAGES = (
    Page(id="o-48214", text="# Order O-48214\n\nOrder O-48214 left the warehouse.\n\nThe parcel is in transit."),
    Page(id="refund", text="# Refunds\n\nThe refund window is 30 days.\n\nA refund goes to the card that paid."),
    Page(id="staff", text="# Fraud desk\n\nThe fraud desk has extension 4471.", groups=("staff",)),
    Page(id="blue", text="# Refunds\n\nThe refund window is 14 days.", tenant="blue"),
)
ASKED = "Where is order O-48214, and what is the refund window?"
INDEXES: dict[str, Callable[[Path], Index]] = {"plain": PlainIndex, "edge": build_index(IndexSettings())}


@pytest.fixture(scope="module", params=sorted(INDEXES))
def shelf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(PAGES, index=SpyIndex(INDEXES[request.param](tmp_path_factory.mktemp("index") / "index")))


@pytest.fixture(params=sorted(BUILDERS))
def retriever(request: pytest.FixtureRequest, shelf: Shelf) -> Retriever:
    return made(shelf, RetrieveSettings(route=request.param))


def made(shelf: Shelf, settings: RetrieveSettings) -> Retriever:
    return build(settings, index=shelf.index, embedder=lambda: shelf.embedder, analyzer=shelf.analyzer, lookup=shelf)


def test_hits_come_best_first_each_once_and_ties_in_order_of_chunk_id(retriever: Retriever) -> None:
    hits = retriever.retrieve(question(ASKED), k=10, scope=make_scope()).hits
    assert hits
    assert [(-h.score, h.chunk_id) for h in hits] == sorted((-h.score, h.chunk_id) for h in hits)
    assert len({h.chunk_id for h in hits}) == len(hits)


def test_no_more_than_k_hits_come_and_they_are_the_first_of_a_longer_ranking(retriever: Retriever) -> None:
    ten = retriever.retrieve(question(ASKED), k=10, scope=make_scope()).hits
    assert [h.chunk_id for h in retriever.retrieve(question(ASKED), k=1, scope=make_scope())] == [ten[0].chunk_id]


def test_a_k_below_1_is_an_input_error(retriever: Retriever) -> None:
    with pytest.raises(InputError, match="k is 0: expected at least 1"):
        retriever.retrieve(question(ASKED), k=0, scope=make_scope())


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_text_matches_nothing(retriever: Retriever, text: str) -> None:
    assert retriever.retrieve(Query(text=text), k=10, scope=make_scope()).hits == ()


def test_a_scope_without_documents_finds_nothing(retriever: Retriever) -> None:
    assert retriever.retrieve(question(ASKED), k=10, scope=make_scope(tenant="green")).hits == ()


def test_narrowing_to_no_documents_finds_nothing(retriever: Retriever) -> None:
    assert retriever.retrieve(question(ASKED, documents=()), k=10, scope=make_scope()).hits == ()


def test_narrowing_to_documents_finds_only_theirs(retriever: Retriever, shelf: Shelf) -> None:
    hits = retriever.retrieve(question(ASKED, documents=("o-48214",)), k=10, scope=make_scope()).hits
    assert {shelf.chunks[h.chunk_id].document_id for h in hits} == {"o-48214"}


def test_nothing_from_outside_the_scope_is_found(retriever: Retriever, shelf: Shelf) -> None:
    scope = make_scope()
    hits = retriever.retrieve(question(f"{ASKED} fraud desk extension 4471"), k=50, scope=scope).hits
    assert set(shelf.permit([h.chunk_id for h in hits], scope)) == {h.chunk_id for h in hits}


def test_every_query_that_reaches_the_index_carries_the_scope_as_it_was_given(
    retriever: Retriever, shelf: Shelf
) -> None:
    assert isinstance(shelf.index, SpyIndex)
    shelf.index.asked.clear()
    scope = make_scope(groups=["staff"])
    retriever.retrieve(question(ASKED), k=3, scope=scope)
    assert {id(each.scope) for each in shelf.index.asked} == {id(scope)}


def test_the_same_question_gives_the_same_ranking_again(retriever: Retriever) -> None:
    first = retriever.retrieve(question(ASKED), k=10, scope=make_scope())
    assert retriever.retrieve(question(ASKED), k=10, scope=make_scope()) == first


def test_a_question_of_10_000_characters_is_searched(retriever: Retriever) -> None:
    text = (ASKED + " ") * 200
    assert retriever.retrieve(question(text[:10_000]), k=3, scope=make_scope()).hits


def test_a_question_without_a_word_finds_nothing_below_the_floor(retriever: Retriever) -> None:
    assert retriever.retrieve(replace(question("?!"), language="en"), k=3, scope=make_scope()).hits == ()


def test_the_ranking_names_its_route_and_a_reason(retriever: Retriever) -> None:
    ranking = retriever.retrieve(question(ASKED), k=3, scope=make_scope())
    assert ranking.route in set(BUILDERS) - {"auto"}
    assert ranking.reason


def test_the_three_record_example_finds_the_one_record_through_the_lexical_leg(tmp_path: Path) -> None:
    records = (
        Page(id="refund-red", text="Our refund window is 30 days."),
        Page(id="refund-blue", text="Our refund window is 60 days.", tenant="blue"),
        Page(id="shipping-red", text="Shipping takes two days."),
    )
    shelf = Shelf(records, index=INDEXES["edge"](tmp_path / "index"))
    hits = made(shelf, RetrieveSettings(route="lexical")).retrieve(question("refund window"), k=10, scope=make_scope())
    assert [shelf.chunks[h.chunk_id].document_id for h in hits] == ["refund-red"]
