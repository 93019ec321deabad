from __future__ import annotations

import pytest

from pincite.documents import ChunkId, DocumentId
from pincite.protocols import Located
from pincite.questions import Ranking
from pincite.retrieve import RetrieveSettings, build
from pincite.retrieve.route import decide, is_subject
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, question
from pincite.text.identifiers import BUILT_IN, IdentifierKind

KINDS = (*BUILT_IN, IdentifierKind(name="override", pattern=r"\bRFD-\d{4}\b", exhaustive=True))


def order(number: str, *, groups: tuple[str, ...] = ("public",)) -> Page:
    text = f"# Order {number}\n\nOrder {number} left the warehouse and is in transit.\n\nPart AU-A7-011, one piece."
    return Page(id=number.lower(), title=f"Order {number}", text=text, groups=groups)


PAGES = (
    order("O-48211"),
    order("O-48214"),
    order("O-48216"),
    order("O-48218"),
    order("O-48230", groups=("staff",)),
    Page(id="refund", text="The refund window is 30 days.\n\nA manager enters code RFD-7714 above the cap."),
    Page(id="codes", text="RFD-7714 allows a refund above the cap.\n\nRFD-7741 allows a late refund."),
    Page(id="srb-datasheet", title="SRB-5030 datasheet", text="Maximum input voltage is 24 V.\n\nWeight is 80 g."),
    Page(id="ecn", title="Change notice", text="On SRB-5030 the input limit is 20 V.\n\nValid for revision C."),
    Page(id="lab", title="Lab note", text="A bench supply gave 24 V of input voltage to another board."),
    Page(id="contract", text="Clause 7.2 is void."),
    Page(id="trial", text="IL-6 fell in the treated group.\n\nInterleukins rose in the others."),
)
SHELF = Shelf(PAGES, kinds=KINDS)


def ask(
    text: str, *, route: str = "auto", groups: tuple[str, ...] = (), documents: tuple[str, ...] | None = None
) -> Ranking:
    retriever = build(
        RetrieveSettings(route=route),
        index=SHELF.index,
        embedder=lambda: SHELF.embedder,
        analyzer=SHELF.analyzer,
        lookup=SHELF,
    )
    query = question(text, kinds=KINDS, documents=documents)
    return retriever.retrieve(query, k=10, scope=make_scope(groups=groups))


def documents(ranking: Ranking) -> set[str]:
    return {SHELF.chunks[hit.chunk_id].document_id for hit in ranking}


@pytest.mark.parametrize("number", ["O-48211", "O-48214", "O-48216", "O-48218"])
def test_a_question_about_an_order_finds_its_page_whole_and_no_near_twin(number: str) -> None:
    ranking = ask(f"Where is order {number}?")
    assert (ranking.route, documents(ranking), len(ranking)) == ("identifier", {number.lower()}, 2)


@pytest.mark.parametrize("written", ["o-48214", "O\u201348214", "O 48214", "O\u201148214"])
def test_a_key_is_found_however_it_is_written(written: str) -> None:
    assert documents(ask(f"Where is {written}?")) == {"o-48214"}


def test_an_exhaustive_key_that_does_not_exist_is_absent_and_no_neighbour_is_shown() -> None:
    ranking = ask("Where is order o\u201348299?")
    assert (ranking.hits, ranking.route, ranking.absent) == ((), "identifier", ("o\u201348299",))


def test_a_key_outside_the_scope_reads_exactly_like_one_that_does_not_exist() -> None:
    hidden, missing = ask("Where is order O-48230?"), ask("Where is order O-48299?")
    assert hidden.reason.replace("O-48230", "O-48299") == missing.reason
    assert (hidden.hits, hidden.route, hidden.absent) == ((), missing.route, ("O-48230",))


def test_the_same_key_is_found_by_a_reader_of_its_group() -> None:
    assert documents(ask("Where is order O-48230?", groups=("staff",))) == {"o-48230"}


def test_of_two_orders_both_are_found() -> None:
    assert documents(ask("Which comes first, O-48214 or O-48211?")) == {"o-48214", "o-48211"}


def test_of_two_orders_the_one_that_is_missing_is_named_beside_the_hits() -> None:
    ranking = ask("Which comes first, O-48214 or O-48299?")
    assert (documents(ranking), ranking.absent) == ({"o-48214"}, ("O-48299",))


def test_a_key_that_no_document_is_about_finds_only_the_chunks_in_which_it_stands() -> None:
    texts = {SHELF.text(hit.chunk_id) for hit in ask("What does RFD-7714 do?")}
    assert texts == {"RFD-7714 allows a refund above the cap.", "A manager enters code RFD-7714 above the cap."}


def test_the_chunks_of_a_key_are_ordered_by_the_question() -> None:
    assert SHELF.text(ask("What does RFD-7714 allow?").hits[0].chunk_id) == "RFD-7714 allows a refund above the cap."


def test_hits_with_an_exact_key_carry_a_signal_that_says_so() -> None:
    hits = ask("What does RFD-7714 do?").hits
    assert [hit.signals["identifier"].rank for hit in hits] == [1, 2]


def test_a_document_and_a_mention_are_found_together() -> None:
    assert documents(ask("Was RFD-7714 used for O-48214?")) == {"o-48214", "codes", "refund"}


def test_a_part_number_names_the_documents_to_search_whole() -> None:
    ranking = ask("What is the maximum input voltage of SRB-5030?")
    assert (ranking.route, documents(ranking)) == ("identifier", {"srb-datasheet", "ecn"})


def test_a_code_that_is_found_raises_its_chunks_and_leaves_the_search_open() -> None:
    ranking = ask("How did IL-6 change in the treated group?")
    assert (ranking.route, ranking.reason) == ("hybrid", "IL-6 stands in 1 chunk, raised in an open search")
    assert SHELF.text(ranking.hits[0].chunk_id) == "IL-6 fell in the treated group."
    assert len(ranking) > 1


def test_a_code_that_is_not_found_stays_an_ordinary_search() -> None:
    ranking = ask("How did IL-10 change in the treated group?")
    assert (ranking.route, ranking.absent) == ("hybrid", ())
    assert ranking.hits


def test_a_question_without_a_key_is_a_hybrid_search() -> None:
    ranking = ask("What is the refund window?")
    assert (ranking.route, ranking.reason) == ("hybrid", "the question names no exact key")


def test_an_order_that_exists_but_not_in_the_documents_asked_for_is_not_called_absent() -> None:
    ranking = ask("Where is order O-48214?", documents=("refund",))
    assert (ranking.hits, ranking.absent) == ((), ())
    assert "none of the documents that it is narrowed to" in ranking.reason


def test_the_identifier_route_finds_nothing_for_a_question_without_a_key() -> None:
    ranking = ask("What is the refund window?", route="identifier")
    assert (ranking.hits, ranking.reason) == ((), "the question names no exact key")


def test_the_identifier_route_looks_every_kind_of_key_up_exactly() -> None:
    assert [SHELF.text(h.chunk_id) for h in ask("IL-6", route="identifier")] == ["IL-6 fell in the treated group."]


def test_a_key_in_more_chunks_than_the_limit_is_not_put_first() -> None:
    query = question("What about IL-6?")
    everywhere = tuple(
        Located(key="IL-6", kind="code", document_id=DocumentId("d"), chunk_id=ChunkId(str(n)), subject=False)
        for n in range(3)
    )
    assert decide(query, everywhere, most=3, bonus=0.1).favoured == {"0": 0.1, "1": 0.1, "2": 0.1}
    assert decide(query, everywhere, most=2, bonus=0.1).favoured == {}


def test_a_clause_that_very_many_speak_of_is_put_first_itself() -> None:
    kinds = ["clause", *["reference"] * 5]
    places = tuple(
        Located(key="7.2", kind=kind, document_id=DocumentId("d"), chunk_id=ChunkId(str(at)), subject=False)
        for at, kind in enumerate(kinds)
    )
    assert decide(question("What does clause 7.2 say?"), places, most=3, bonus=0.1).favoured == {"0": 1.1}


def test_the_chunks_of_a_clause_come_first_and_leave_the_search_open() -> None:
    ranking = ask("What does clause 7.2 say about the refund window of 30 days?")
    assert (ranking.route, ranking.reason) == ("hybrid", "7.2 stands in 1 chunk, put first in an open search")
    assert SHELF.text(ranking.hits[0].chunk_id) == "Clause 7.2 is void."
    assert len(ranking) > 1


@pytest.mark.parametrize(
    "text",
    [
        "Where is order O-48214?",
        "I would like order O-48214 canceled.",
        "What does O-48214 look like?",
        "Is O-48216 later than O-48214?",
        "My order (O-48214) is late. When does it come?",
        "How does O-48216 compare with O-48214?",
    ],
)
def test_a_key_is_what_the_question_is_about(text: str) -> None:
    assert all(is_subject(key, text) for key in question(text).identifiers)


@pytest.mark.parametrize(
    "text",
    [
        "Which orders are similar to O-48214?",
        "Show me orders like O-48214.",
        "What is late, other than order O-48214?",
        "Everything except for the order O-48214, please.",
        "I need something like order number O-48214.",
    ],
)
def test_a_key_that_is_a_likeness_or_an_exception_is_not(text: str) -> None:
    assert not any(is_subject(key, text) for key in question(text).identifiers)


def test_a_likeness_that_does_not_exist_leaves_an_ordinary_search() -> None:
    ranking = ask("Which orders are similar to O-48299?")
    assert (ranking.route, ranking.absent) == ("hybrid", ())
    assert ranking.hits
