from __future__ import annotations

from dataclasses import replace

from pincite.documents import DocumentId, Identifier, Span
from pincite.questions import Hit, Query
from pincite.rerank import RerankSettings, build
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, found, question

PAGES = (
    Page(id="cap", title="Cap", text="# 7.2 Cap\n\nLiability is capped at EUR 5."),
    Page(id="scope", title="Scope", text="# 7.1 Scope\n\nSubject to Section 7.2, the tenant is liable."),
)
SHELF = Shelf(PAGES)
BLEND = build(RerankSettings(name="blend"))


def listed(*scores: tuple[str, float]) -> tuple[Hit, ...]:
    chunk = {c.document_id: c.chunk_id for c in SHELF.chunks.values()}
    return tuple(Hit(chunk_id=chunk[DocumentId(document)], score=score) for document, score in scores)


def test_what_was_looked_up_by_exact_keys_comes_back_as_it_is() -> None:
    hits = tuple(
        replace(each, route="identifier")
        for each in found(SHELF, listed(("scope", 0.4), ("cap", 0.4)), scope=make_scope())
    )
    assert BLEND.rerank(question("Liability is capped at EUR 5."), hits) == hits


def test_a_clause_that_is_only_spoken_of_does_not_outweigh_a_better_score() -> None:
    hits = found(SHELF, listed(("cap", 0.9), ("scope", 0.5)), scope=make_scope())
    spoken = Identifier(kind="reference", key="7.2", exhaustive=False, span=Span(0, 3))
    hits = tuple(
        replace(
            h,
            permit=replace(
                h.permit, chunk=replace(h.permit.chunk, identifiers=(spoken,) if h.document == "scope" else ())
            ),
        )
        for h in hits
    )
    asked = Query(text="Section 7.2", identifiers=(replace(spoken, kind="clause"),))
    assert [each.document for each in BLEND.rerank(asked, hits)] == ["cap", "scope"]
