from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from pincite.documents import ChunkId, DocumentId, Sparse
from pincite.errors import BadModelOutput, ModelUnavailable, Torn
from pincite.protocols import Embedder
from pincite.questions import Query, Scope, Scored
from pincite.retrieve import FloorSettings, FusionSettings, RetrieveSettings, build
from pincite.testing.embedder import HashEmbedder
from pincite.testing.index import PlainIndex
from pincite.testing.points import make_point, make_scope
from pincite.testing.shelf import Page, Shelf, question
from pincite.testing.spy import SpyIndex

PAGES = (
    Page(id="refund", text="The refund window is 30 days.\n\nA refund goes to the card that paid."),
    Page(id="shipping", text="Parcels leave the warehouse within two days.\n\nLarge parcels need a signature."),
)


class Failing(PlainIndex):
    """A plain index of which one leg is broken."""

    def __init__(self, leg: str) -> None:
        super().__init__()
        self.broken = leg

    def lexical(
        self, terms: Sparse, *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None = None
    ) -> tuple[Scored, ...]:
        if self.broken == "lexical":
            raise Torn("the index is damaged")
        return super().lexical(terms, k=k, scope=scope, documents=documents)

    def units(
        self,
        vector: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
        among: tuple[ChunkId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        if self.broken == "units":
            raise Torn("the index is damaged")
        return super().units(vector, k=k, scope=scope, documents=documents, among=among)


class EnglishOnly(HashEmbedder):
    languages = frozenset({"en"})


class NotFinite(HashEmbedder):
    def __init__(self) -> None:
        super().__init__()

    def embed_query(self, text: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return np.full(256, np.nan, np.float32)


def texts(shelf: Shelf, query: Query, settings: RetrieveSettings, *, k: int = 10) -> list[str]:
    retriever = build(
        settings, index=shelf.index, embedder=lambda: shelf.embedder, analyzer=shelf.analyzer, lookup=shelf
    )
    return [shelf.text(hit.chunk_id) for hit in retriever.retrieve(query, k=k, scope=make_scope())]


@pytest.mark.parametrize("leg", ["lexical", "units"])
@pytest.mark.parametrize("route", ["hybrid", "auto"])
def test_a_failed_leg_fails_the_search(route: str, leg: str) -> None:
    with pytest.raises(Torn):
        texts(Shelf(PAGES, index=Failing(leg)), question("refund window"), RetrieveSettings(route=route))


def test_an_embedder_that_is_not_installed_fails_the_search() -> None:
    def missing() -> Embedder:
        raise ModelUnavailable("minilm is not installed")

    shelf = Shelf(PAGES)
    hybrid = build(RetrieveSettings(), index=shelf.index, embedder=missing, analyzer=shelf.analyzer, lookup=shelf)
    with pytest.raises(ModelUnavailable):
        hybrid.retrieve(question("refund window"), k=3, scope=make_scope())


def test_the_lexical_route_never_asks_for_the_embedder() -> None:
    def never() -> Embedder:
        raise AssertionError("the embedder was asked for")

    shelf = Shelf(PAGES)
    lexical = build(
        RetrieveSettings(route="lexical"), index=shelf.index, embedder=never, analyzer=shelf.analyzer, lookup=shelf
    )
    assert len(lexical.retrieve(question("refund window"), k=1, scope=make_scope())) == 1


def test_a_vector_that_is_not_finite_is_an_error_and_not_a_ranking() -> None:
    shelf = Shelf(PAGES)
    dense = build(
        RetrieveSettings(route="dense"), index=shelf.index, embedder=NotFinite, analyzer=shelf.analyzer, lookup=shelf
    )
    with pytest.raises(BadModelOutput, match="question of 13 characters has values that are not finite"):
        dense.retrieve(question("refund window"), k=3, scope=make_scope())


def test_a_hit_below_the_dense_floor_stays_when_the_lexical_leg_has_it() -> None:
    settings = RetrieveSettings(route="hybrid", floors=FloorSettings(dense=1.0))
    assert texts(Shelf(PAGES), question("signature"), settings) == ["Large parcels need a signature."]


def test_what_both_floors_refuse_is_not_found_and_nothing_is_put_in_its_place() -> None:
    settings = RetrieveSettings(route="hybrid", floors=FloorSettings(dense=0.99, lexical=99.0))
    assert texts(Shelf(PAGES), question("refund window"), settings) == []


def test_a_question_of_stop_words_alone_has_no_lexical_leg() -> None:
    assert texts(Shelf(PAGES), question("what is the"), RetrieveSettings(route="lexical")) == []


def test_up_to_the_unit_limit_units_are_searched_directly() -> None:
    spy = SpyIndex(PlainIndex())
    texts(Shelf(PAGES, index=spy), question("refund window"), RetrieveSettings(route="hybrid", unit_limit=4))
    assert [(each.leg, each.among) for each in spy.asked] == [("lexical", None), ("units", None)]


def test_above_the_unit_limit_units_score_the_union_of_both_legs_first_candidates() -> None:
    spy = SpyIndex(PlainIndex())
    shelf = Shelf((), index=spy)
    query = Query(text="word")
    vector, terms = shelf.embedder.embed_query("word"), shelf.analyzer.query("word", language="en")
    spy.put([make_point("near", vector=vector), make_point("other", vector=-vector, units=[-vector, vector])])
    spy.put([make_point("worded", vector=-vector, terms=dict(terms.items()))])
    retriever = build(
        RetrieveSettings(route="hybrid", unit_limit=2, candidates=1),
        index=spy,
        embedder=lambda: shelf.embedder,
        analyzer=shelf.analyzer,
        lookup=shelf,
    )
    retriever.retrieve(query, k=1, scope=make_scope())
    assert [each.leg for each in spy.asked] == ["lexical", "dense", "units"]
    assert spy.asked[-1].among == ("near", "worded")


def test_what_the_lexical_leg_alone_brought_gets_its_cosine_too() -> None:
    shelf = Shelf(PAGES)
    retriever = build(
        RetrieveSettings(
            route="hybrid",
            candidates=1,
            fusion=FusionSettings(dense=0.1, lexical=0.9),
            floors=FloorSettings(dense=-1.0),
        ),
        index=shelf.index,
        embedder=lambda: shelf.embedder,
        analyzer=shelf.analyzer,
        lookup=shelf,
    )
    hits = retriever.retrieve(question("the the signature"), k=1, scope=make_scope()).hits
    assert [sorted(hit.signals) for hit in hits] == [["dense", "lexical"]]


def test_legs_bring_as_many_candidates_as_the_settings_say_and_words_are_read_twice_as_deep_for_scores() -> None:
    spy = SpyIndex(PlainIndex())
    texts(Shelf(PAGES, index=spy), question("refund window"), RetrieveSettings(route="hybrid", candidates=7), k=2)
    assert [each.k for each in spy.asked] == [14, 7]


def test_more_hits_than_candidates_may_be_asked_for() -> None:
    settings = RetrieveSettings(route="dense", candidates=1, floors=FloorSettings(dense=-1.0))
    assert len(texts(Shelf(PAGES), question("refund parcels that the two"), settings, k=3)) == 3


def test_both_ways_of_fusing_put_what_both_legs_found_first() -> None:
    for name in ("convex", "rrf"):
        settings = RetrieveSettings(route="hybrid", fusion=FusionSettings(name=name))
        assert texts(Shelf(PAGES), question("refund window"), settings)[0] == "The refund window is 30 days."


@pytest.mark.parametrize(("language", "legs"), [("en", {"dense", "lexical"}), ("de", {"lexical"})])
def test_a_question_in_a_language_that_the_embedder_was_not_taught_is_searched_by_its_words(
    language: str, legs: set[str]
) -> None:
    shelf = Shelf(tuple(replace(page, language=language) for page in PAGES), embedder=EnglishOnly())
    query = replace(question("refund window"), language=language)
    retriever = build(
        RetrieveSettings(route="hybrid"),
        index=shelf.index,
        embedder=lambda: shelf.embedder,
        analyzer=shelf.analyzer,
        lookup=shelf,
    )
    hits = retriever.retrieve(query, k=10, scope=make_scope()).hits
    assert hits
    assert {name for hit in hits for name in hit.signals} == legs


class Bilingual(HashEmbedder):
    """Takes both languages' words for a parcel and for a warehouse for one."""

    languages = frozenset({"de", "en"})

    def embed(self, texts: Sequence[str]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return super().embed([text.replace("Paket", "parcel").replace("Lager", "warehouse") for text in texts])


GERMAN = (
    Page(id="eins", text="Das Paket ist im Lager.", language="de"),
    Page(id="zwei", text="Tarif 7500 liegt bei.", language="de"),
)
"""The second has one word of the English question by chance, and a number is the same in every language."""


def hybrid_over(pages: tuple[Page, ...], text: str, embedder: Embedder) -> list[str]:
    shelf = Shelf(pages, embedder=embedder)
    settings = RetrieveSettings(
        route="hybrid", fusion=FusionSettings(dense=0.4, lexical=0.6), floors=FloorSettings(dense=-1.0)
    )
    return texts(shelf, replace(question(text), language="en"), settings)


def test_a_word_that_pages_in_another_language_have_by_chance_does_not_outweigh_what_is_meant() -> None:
    asked = "tariff 7500 of a parcel that stays in the warehouse"
    assert hybrid_over(GERMAN, asked, Bilingual())[0] == "Das Paket ist im Lager."


def test_words_weigh_as_they_are_set_where_all_of_them_stand_in_scope() -> None:
    assert hybrid_over(PAGES, "refund window", Bilingual()) == hybrid_over(PAGES, "refund window", HashEmbedder())


def test_only_what_a_reader_may_see_decides_how_much_words_weigh() -> None:
    hidden = Page(id="hidden", text="A parcel that stays in the warehouse at a tariff.", groups=("staff",))
    asked = "tariff 7500 of a parcel that stays in the warehouse"
    assert hybrid_over((*GERMAN, hidden), asked, Bilingual()) == hybrid_over(GERMAN, asked, Bilingual())


@pytest.mark.parametrize("candidates", [1, 100])
def test_what_the_words_found_keeps_its_cosine_below_the_floor_too(candidates: int) -> None:
    """Else of two such hits the one just above the floor goes far before the one just below it."""
    shelf = Shelf(PAGES)
    settings = RetrieveSettings(route="hybrid", candidates=candidates, floors=FloorSettings(dense=0.99))
    retriever = build(
        settings, index=shelf.index, embedder=lambda: shelf.embedder, analyzer=shelf.analyzer, lookup=shelf
    )
    hits = retriever.retrieve(question("large signature"), k=10, scope=make_scope()).hits
    assert [shelf.text(hit.chunk_id) for hit in hits] == ["Large parcels need a signature."]
    assert sorted(hits[0].signals) == ["dense", "lexical"]


class Crowded(HashEmbedder):
    """Says that texts with nothing in common have a cosine of a fifth."""

    unrelated = 0.2


def by_meaning(embedder: Embedder, route: str) -> dict[ChunkId, float]:
    shelf = Shelf(PAGES, embedder=embedder)
    settings = RetrieveSettings(route=route, floors=FloorSettings(dense=-1.0))
    retriever = build(settings, index=shelf.index, embedder=lambda: embedder, analyzer=shelf.analyzer, lookup=shelf)
    ranking = retriever.retrieve(question("How long is the refund window?"), k=5, scope=make_scope())
    return {hit.chunk_id: hit.signals["dense"].score for hit in ranking}


@pytest.mark.parametrize("route", ["dense", "hybrid"])
def test_a_legs_score_is_likeness_and_not_the_cosine(route: str) -> None:
    cosines = by_meaning(HashEmbedder(), route)
    assert len(cosines) > 1
    assert by_meaning(Crowded(), route) == pytest.approx({chunk: (each - 0.2) / 0.8 for chunk, each in cosines.items()})


class Nearest(PlainIndex):
    """Finds by meaning the chunk that has the fewest words, and scores what else it is asked for."""

    near: ChunkId

    def units(
        self,
        vector: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
        among: tuple[ChunkId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        return tuple(Scored(chunk_id=each, score=0.9 if each == self.near else 0.1) for each in among or (self.near,))


@pytest.mark.parametrize(("candidates", "signals"), [(1, {"dense"}), (2, {"dense", "lexical"})])
def test_what_meanings_found_has_its_words_counted_where_they_are_not_among_the_first(
    candidates: int, signals: set[str]
) -> None:
    by_words = tuple(Page(id=f"w{n}", text=f"Refund window {'refund window ' * n}.") for n in range(2))
    index = Nearest()
    shelf = Shelf((*by_words, Page(id="near", text="A refund of what was paid for goods that went back.")), index=index)
    index.near = next(each for each, chunk in shelf.chunks.items() if chunk.document_id == "near")
    hybrid = build(
        RetrieveSettings(route="hybrid", candidates=candidates),
        index=index, embedder=lambda: shelf.embedder, analyzer=shelf.analyzer, lookup=shelf,
    )  # fmt: skip
    hits = hybrid.retrieve(question("refund window"), k=candidates, scope=make_scope())
    assert next(set(hit.signals) for hit in hits if hit.chunk_id == index.near) == signals
