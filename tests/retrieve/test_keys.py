from __future__ import annotations

import pytest

from pincite.documents import ChunkId, DocumentId, Span
from pincite.questions import Hit, Ranking
from pincite.retrieve import RetrieveSettings, build
from pincite.retrieve.keys import parents, ranges
from pincite.retrieve.naming import named
from pincite.retrieve.route import by_turns
from pincite.retrieve.shape import Shape, shape
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, question
from pincite.text.phrases import phrases

NUMBERS = (48209, 48210, 48211, 48214, 48218, 48221)
PAGES = (
    *(Page(id=f"o-{n}", title=f"Order O-{n}", text=f"Order O-{n} left the warehouse on Monday.") for n in NUMBERS),
    Page(id="returns", title="Returns", text="A product that arrived broken may be returned within 30 days."),
    Page(id="atlas", title="Atlas agreement", text="# 7.2 Limitation\n\nClause 7.2 caps what Atlas owes at $5,000."),
    Page(id="boreal", title="Boreal agreement", text="# 7.2 Renewal\n\nClause 7.2 renews Boreal for a year."),
    Page(id="cirrus", title="Cirrus agreement", text="# 7.2 Law\n\nClause 7.2 names the law of Norway for Cirrus."),
)
SHELF = Shelf(PAGES)


def ask(text: str) -> Ranking:
    retriever = build(
        RetrieveSettings(),
        index=SHELF.index,
        embedder=lambda: SHELF.embedder,
        analyzer=SHELF.analyzer,
        lookup=SHELF,
    )
    return retriever.retrieve(question(text), k=20, scope=make_scope())


def documents(ranking: Ranking) -> list[str]:
    return list(dict.fromkeys(SHELF.chunks[hit.chunk_id].document_id for hit in ranking))


@pytest.mark.parametrize(
    "text",
    [
        "Show orders O-48210 to O-48218",
        "orders O-48210 through O-48218",
        "orders O-48210\u2013O-48218",
        "between O-48210 and O-48218",
        "from order O-48210 to order O-48218",
    ],
)
def test_a_range_finds_every_key_between_its_ends_and_no_other(text: str) -> None:
    ranking = ask(text)
    assert set(documents(ranking)) == {"o-48210", "o-48211", "o-48214", "o-48218"}
    assert "4 of 9 keys are in scope" in ranking.reason


def test_a_range_in_which_nothing_stands_is_absent_as_it_is_written() -> None:
    ranking = ask("Show orders O-50001 to O-50009")
    assert (ranking.hits, ranking.absent) == ((), ("O-50001 to O-50009",))


def test_two_keys_with_and_between_them_are_no_range() -> None:
    assert set(documents(ask("Compare O-48210 and O-48218"))) == {"o-48210", "o-48218"}


def test_a_range_names_each_of_its_keys_once() -> None:
    (found,) = ranges(question("O-48210 to O-48212"))
    assert found.keys == ("O-48210", "O-48211", "O-48212")
    assert found.span == Span(0, 18)


def test_a_range_too_long_to_spell_out_is_none() -> None:
    assert ranges(question("O-10000 to O-48212")) == ()


def test_a_question_about_an_order_and_about_the_rules_finds_both_the_order_first() -> None:
    ranking = ask("My order O-48214 arrived broken, how long do I have to return it?")
    assert documents(ranking)[:2] == ["o-48214", "returns"]
    assert ranking.route == "identifier"
    assert "searched openly" in ranking.reason


def test_a_question_that_its_key_can_answer_is_not_searched_further() -> None:
    assert documents(ask("When did order O-48214 leave the warehouse?")) == ["o-48214"]


def test_a_question_about_an_order_that_does_not_exist_finds_nothing_however_much_it_asks() -> None:
    ranking = ask("My order O-48299 arrived broken, how long do I have to return it?")
    assert (ranking.hits, ranking.absent) == ((), ("O-48299",))


@pytest.mark.parametrize("name", ["atlas", "boreal", "cirrus"])
def test_a_clause_is_looked_up_in_the_agreement_that_the_question_names(name: str) -> None:
    ranking = ask(f"What does clause 7.2 of the {name.title()} agreement say?")
    assert documents(ranking) == [name]
    assert f"7.2 is looked up in {name}" in ranking.reason


def test_a_clause_of_no_named_agreement_is_found_in_all_of_them() -> None:
    assert set(documents(ask("What does clause 7.2 say?"))[:3]) == {"atlas", "boreal", "cirrus"}


def test_a_part_of_a_clause_that_is_not_told_apart_is_looked_up_as_the_clause() -> None:
    assert documents(ask("What does clause 7.2(a) of the Atlas agreement say?")) == ["atlas"]


def test_the_clauses_above_a_part_come_nearest_first() -> None:
    (key,) = question("clause 7.2(a)(ii)").identifiers
    assert parents(key) == ("7.2(A)", "7.2")


def test_a_word_that_all_titles_have_names_none_of_them() -> None:
    titles = {DocumentId("a"): "Atlas agreement", DocumentId("b"): "Boreal agreement"}
    assert named("the agreement", titles) == ()
    assert named("the Boreal agreement", titles) == (DocumentId("b"),)


def test_two_rankings_take_turns_and_scores_never_rise() -> None:
    first = tuple(Hit(chunk_id=ChunkId(c), score=s) for c, s in (("a", 0.4), ("b", 0.3)))
    second = tuple(Hit(chunk_id=ChunkId(c), score=s) for c, s in (("c", 0.9), ("a", 0.8)))
    assert [(h.chunk_id, h.score) for h in by_turns(first, second)] == [("a", 0.4), ("c", 0.4), ("b", 0.3)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Where is O-48214?", Shape.KEY),
        ('What follows "force majeure event"?', Shape.PHRASE),
        ("How many contracts cap liability?", Shape.AGGREGATE),
        ("refund window", Shape.KEYWORDS),
        ("What is the refund window?", Shape.QUESTION),
    ],
)
def test_the_shape_of_a_question_is_told_from_it_alone(text: str, expected: Shape) -> None:
    assert shape(question(text)) is expected


def test_quoted_phrases_are_taken_without_their_marks() -> None:
    assert phrases('the "net 30" and \u201cgross margin\u201d terms') == ("net 30", "gross margin")
