"""What every assembler promises, over every implementation."""

from __future__ import annotations

import pytest

from pincite.assemble import BUILDERS, AssembleSettings, build
from pincite.documents import DocumentId
from pincite.errors import InputError
from pincite.protocols import Assembler, Packed
from pincite.questions import Found, Hit
from pincite.testing.embedder import WordTokenizer
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, found, question

REFUND = """# Refunds

The refund window is 30 days.

A refund goes to the card that paid.

<!-- The refund window was 14 days. -->

A refund takes five days.

# Postage

Postage is not paid back.

~~ Page 2 of 9 ~~

Faulty goods go back free of charge.
"""
PAGES = (
    Page(id="refund", text=REFUND, version="2"),
    Page(id="refund", text=REFUND.replace("30", "20"), version="1"),
    Page(id="shipping", text="Parcels leave within two days.\n\nLarge parcels need a signature."),
)
SHELF = Shelf(PAGES)
QUERY = question("How long is the refund window?")


def of(*words: str, version: str | None = "2") -> tuple[Found, ...]:
    """Return hits, best first, on the first chunks in which the words stand."""
    chunks = [
        next(c for c in SHELF.chunks.values() if word in c.text and (c.version in ("", version) or version is None))
        for word in words
    ]
    hits = [Hit(chunk_id=chunk.chunk_id, score=1 / at) for at, chunk in enumerate(chunks, start=1)]
    return found(SHELF, hits, scope=make_scope())


def everything() -> tuple[Found, ...]:
    hits = [Hit(chunk_id=chunk, score=1 / at) for at, chunk in enumerate(SHELF.chunks, start=1)]
    return found(SHELF, hits, scope=make_scope())


@pytest.fixture(params=sorted(BUILDERS))
def name(request: pytest.FixtureRequest) -> str:
    assert isinstance(request.param, str)
    return request.param


def made(name: str, *, passage: int = 400, total: int = 2_000) -> Assembler:
    settings = AssembleSettings(name=name, passage_tokens=passage, total_tokens=total)
    return build(settings, tokenizer=WordTokenizer())


def packed(name: str, hits: tuple[Found, ...], *, k: int = 5, passage: int = 400, total: int = 2_000) -> Packed:
    return made(name, passage=passage, total=total).assemble(QUERY, hits, k=k)


def test_every_passage_holds_its_chunk_and_every_other_hit_is_dropped_with_a_reason(name: str) -> None:
    hits = everything()
    result = packed(name, hits)
    shown = [passage.permit.chunk.chunk_id for passage in result.passages]
    assert all(passage.span.contains(passage.permit.chunk.span) for passage in result.passages)
    assert sorted([*shown, *(drop.chunk_id for drop in result.dropped)]) == sorted(h.hit.chunk_id for h in hits)
    assert {drop.reason for drop in result.dropped} <= {"budget", "duplicate", "other revision", "below floor"}


def test_passages_are_labelled_from_1_and_stand_in_the_order_of_the_hits(name: str) -> None:
    result = packed(name, of("signature", "Postage"))
    assert [(p.label, p.permit.chunk.document_id) for p in result.passages] == [(1, "shipping"), (2, "refund")]


def test_no_more_than_k_passages_come_and_the_rest_is_dropped_for_the_budget(name: str) -> None:
    result = packed(name, of("30 days", "Postage", "Parcels"), k=2)
    assert (len(result.passages), [drop.reason for drop in result.dropped]) == (2, ["budget"])


def test_one_revision_of_a_document_is_shown_and_the_other_is_dropped_as_such(name: str) -> None:
    result = packed(name, of("30 days", "20 days", version=None))
    assert [p.permit.chunk.version for p in result.passages] == ["2"]
    assert [drop.reason for drop in result.dropped] == ["other revision"]


def test_all_passages_together_stay_within_the_budget(name: str) -> None:
    result = packed(name, everything(), total=20)
    assert sum(WordTokenizer().count([passage.text for passage in result.passages])) <= 20
    assert result.passages


def test_a_hit_that_does_not_fit_leaves_the_place_to_the_next_that_does(name: str) -> None:
    result = packed(name, of("Faulty goods", "Large parcels", "Parcels leave"), total=6)
    assert [p.text for p in result.passages] == ["Large parcels need a signature."]
    assert [drop.reason for drop in result.dropped] == ["budget", "budget"]


def test_hidden_text_and_furniture_are_never_shown(name: str) -> None:
    shown = "\n".join(passage.text for passage in packed(name, everything()).passages)
    assert "14 days" not in shown
    assert "Page 2 of 9" not in shown


def test_nothing_is_shown_twice(name: str) -> None:
    spans = [(p.permit.revision.key, p.span) for p in packed(name, everything(), passage=15).passages]
    assert not any(a[0] == b[0] and a[1].overlaps(b[1]) for at, a in enumerate(spans) for b in spans[:at])


def test_hits_below_the_least_score_are_dropped_as_below_the_floor(name: str) -> None:
    settings = AssembleSettings(name=name, least_score=0.6)
    result = build(settings, tokenizer=WordTokenizer()).assemble(QUERY, of("30 days", "signature"), k=5)
    assert (len(result.passages), [drop.reason for drop in result.dropped]) == (1, ["below floor"])


def test_no_hits_give_no_passages(name: str) -> None:
    assert packed(name, ()) == Packed(passages=())


def test_a_k_below_1_is_an_input_error(name: str) -> None:
    with pytest.raises(InputError, match="k is 0: expected at least 1"):
        packed(name, everything(), k=0)


def test_the_same_hits_give_the_same_passages_again(name: str) -> None:
    assert packed(name, everything()) == packed(name, everything())


def test_documents_of_other_names_are_unaffected_by_each_others_versions(name: str) -> None:
    ids = {p.permit.chunk.document_id for p in packed(name, of("30 days", "signature")).passages}
    assert ids == {DocumentId("refund"), DocumentId("shipping")}
