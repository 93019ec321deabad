"""Laws of retrieval, reranking and assembling, for any corpus and question."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.assemble import BUILDERS as ASSEMBLERS
from pincite.assemble import AssembleSettings
from pincite.assemble import build as build_assembler
from pincite.documents import ChunkId
from pincite.protocols import Retriever
from pincite.questions import Hit, Scored
from pincite.rerank import RerankSettings
from pincite.rerank import build as build_reranker
from pincite.retrieve import FusionSettings, RetrieveSettings, build
from pincite.retrieve.fusion import convex, fuse, reciprocal
from pincite.testing.embedder import WordTokenizer
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, found, question

WORDS = ("refund", "window", "order", "parcel", "O-48214", "O-48216", "IL-6", "days", "thirty", "manager")
sentence = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(lambda words: " ".join(words) + ".")
paragraph = st.one_of(sentence, sentence.map(lambda text: f"<!-- {text} -->"), sentence.map(lambda text: f"# {text}"))
page_text = st.lists(paragraph, min_size=1, max_size=5).map("\n\n".join)
scores = st.integers(-20, 20).map(lambda n: n / 20)
leg = st.dictionaries(st.sampled_from("abcdefgh").map(ChunkId), scores, max_size=8).map(
    lambda found: tuple(sorted((Scored(*pair) for pair in found.items()), key=lambda s: (-s.score, s.chunk_id)))
)
weight = st.integers(0, 10).map(lambda n: n / 10)


@st.composite
def corpora(draw: st.DrawFn) -> tuple[Page, ...]:
    texts = draw(st.lists(page_text, min_size=1, max_size=5))
    names = draw(st.permutations(["o-48214", "refund", "il-6", "parcel", "staff"]))
    groups = st.sampled_from([("public",), ("staff",), ()])
    tenants = st.sampled_from(["red", "red", "blue"])
    return tuple(
        Page(id=name, text=text, groups=draw(groups), tenant=draw(tenants))
        for name, text in zip(names, texts, strict=False)
    )


def retriever(shelf: Shelf, route: str, *, unit_limit: int = 20_000) -> Retriever:
    return build(
        RetrieveSettings(route=route, unit_limit=unit_limit, candidates=5),
        index=shelf.index,
        embedder=lambda: shelf.embedder,
        analyzer=shelf.analyzer,
        lookup=shelf,
    )


routes = st.sampled_from(["auto", "dense", "hybrid", "identifier", "lexical"])


@given(dense=leg, lexical=leg, left=weight, right=weight)
def test_reciprocal_rank_fusion_is_that_of_its_definition(
    dense: tuple[Scored, ...], lexical: tuple[Scored, ...], left: float, right: float
) -> None:
    fused = reciprocal({"dense": dense, "lexical": lexical}, {"dense": left, "lexical": right})
    for chunk in {s.chunk_id for s in (*dense, *lexical)}:
        plain = 0.0
        for weight_, ranking in ((left, dense), (right, lexical)):
            for at in range(len(ranking)):
                if ranking[at].chunk_id == chunk:
                    plain += weight_ / (60 + at + 1)
        assert fused[chunk] == plain


@given(dense=leg, lexical=leg, left=weight, right=weight)
def test_convex_scores_lie_between_0_and_1_and_lose_no_hit(
    dense: tuple[Scored, ...], lexical: tuple[Scored, ...], left: float, right: float
) -> None:
    fused = convex({"dense": dense, "lexical": lexical}, {"dense": left, "lexical": right + 0.1})
    assert set(fused) == {s.chunk_id for s in (*dense, *lexical)}
    assert all(0.0 <= score <= 1.0 + 1e-12 for score in fused.values())


@given(dense=leg, lexical=leg, name=st.sampled_from(["rrf", "convex"]))
def test_a_fused_ranking_is_in_order_of_score_and_then_of_chunk_id(
    dense: tuple[Scored, ...], lexical: tuple[Scored, ...], name: str
) -> None:
    hits = fuse({"dense": dense, "lexical": lexical}, FusionSettings(name=name))
    assert [(-h.score, h.chunk_id) for h in hits] == sorted((-h.score, h.chunk_id) for h in hits)


@settings(max_examples=40, deadline=None)
@given(pages=corpora(), asked=sentence, route=routes, limit=st.sampled_from([0, 20_000]))
def test_the_order_in_which_pages_come_in_changes_no_ranking(
    pages: tuple[Page, ...], asked: str, route: str, limit: int
) -> None:
    there = retriever(Shelf(pages), route, unit_limit=limit).retrieve(question(asked), k=4, scope=make_scope())
    back = retriever(Shelf(pages[::-1]), route, unit_limit=limit).retrieve(question(asked), k=4, scope=make_scope())
    assert there == back


@settings(max_examples=40, deadline=None)
@given(pages=corpora(), asked=sentence, route=routes, limit=st.sampled_from([0, 20_000]))
def test_what_the_reader_may_not_see_changes_nothing_in_the_ranking(
    pages: tuple[Page, ...], asked: str, route: str, limit: int
) -> None:
    mine = tuple(page for page in pages if page.tenant == "red" and "public" in page.groups)
    all_of_it = retriever(Shelf(pages), route, unit_limit=limit).retrieve(question(asked), k=4, scope=make_scope())
    alone = retriever(Shelf(mine), route, unit_limit=limit).retrieve(question(asked), k=4, scope=make_scope())
    assert all_of_it == alone


@settings(max_examples=40, deadline=None)
@given(pages=corpora(), asked=sentence, route=routes)
def test_an_absent_order_is_never_answered_with_hits_unless_another_key_was_found(
    pages: tuple[Page, ...], asked: str, route: str
) -> None:
    scope = make_scope()
    shelf = Shelf(pages)
    ranking = retriever(shelf, route).retrieve(question(asked), k=4, scope=scope)
    keys = {i.key for i in question(asked).identifiers}
    if ranking.absent and ranking.hits:
        assert shelf.lookup(tuple(keys - set(ranking.absent)), scope=scope)


@settings(max_examples=40, deadline=None)
@given(pages=corpora(), asked=sentence)
def test_the_blend_depends_on_the_hits_and_not_on_the_order_in_which_they_come(
    pages: tuple[Page, ...], asked: str
) -> None:
    shelf, scope = Shelf(pages), make_scope(groups=["staff"])
    hits = [Hit(chunk_id=chunk, score=len(chunk) / (2 + at)) for at, chunk in enumerate(sorted(shelf.chunks))]
    listed = found(shelf, hits, scope=scope)
    turned = found(shelf, hits[::-1], scope=scope)
    blend = build_reranker(RerankSettings(name="blend"))
    order = [f.hit.chunk_id for f in blend.rerank(question(asked), listed)]
    assert order == [f.hit.chunk_id for f in blend.rerank(question(asked), turned)]


@settings(max_examples=50, deadline=None)
@given(
    pages=corpora(),
    name=st.sampled_from(sorted(ASSEMBLERS)),
    passage=st.integers(1, 30),
    total=st.integers(1, 60),
    k=st.integers(1, 4),
)
def test_passages_hold_their_chunks_fit_the_budget_overlap_nowhere_and_show_nothing_hidden(
    pages: tuple[Page, ...], name: str, passage: int, total: int, k: int
) -> None:
    shelf = Shelf(pages)
    hits = found(shelf, [Hit(chunk_id=chunk, score=1.0) for chunk in shelf.chunks], scope=make_scope())
    budget = AssembleSettings(name=name, passage_tokens=passage, total_tokens=total)
    packed = build_assembler(budget, tokenizer=WordTokenizer()).assemble(question("refund"), hits, k=k)
    passages = packed.passages
    assert len(passages) <= k
    assert len(passages) + len(packed.dropped) == len(hits)
    assert all(p.span.contains(p.permit.chunk.span) and "<!--" not in p.text for p in passages)
    assert sum(WordTokenizer().count([p.text for p in passages])) <= total
    keys = [(p.permit.revision.key, p.span) for p in passages]
    assert not any(a[0] == b[0] and a[1].overlaps(b[1]) for at, a in enumerate(keys) for b in keys[:at])
