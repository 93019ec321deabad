from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import ir_measures
import pytest

from pincite.answers import Draft, DraftClaim, Passage, Quote, Reason
from pincite.corpus import Corpus
from pincite.errors import InputError, MissingExtra
from pincite.evaluate import Labelled, Result, evaluate_retrieval, load_labels, load_qrels, write_run
from pincite.evaluate.labels import Asker
from pincite.questions import Found, Principal, Query
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

PAGES = {
    "refund": "# Refund\n\nThe refund window is thirty days.",
    "cap": "# Cap\n\nThe refund cap is five hundred.",
    "shipping": "# Shipping\n\nShipping takes two days.",
    "gift": "# Gift\n\nA gift card never expires.",
}


ALL = "refund cap, shipping days, gift card"
"""A question that finds every page."""


class ById:
    """A reranker that puts documents in order of their ids, so that a run is known beforehand."""

    name = "by id"

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        ordered = sorted(found, key=lambda hit: hit.document)
        return tuple(replace(hit, rank=at) for at, hit in enumerate(ordered, start=1))


class Quoting:
    """A generator that quotes the first passage where the question has "refund", and abstains elsewhere."""

    name = "quoting"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        if "refund" not in question:
            return Draft(reason=Reason.EVIDENCE_INSUFFICIENT)
        chunk, text = passages[0].permit.chunk, passages[0].permit.revision.text
        words = chunk.units[-1].span.cut(text)
        return Draft(claims=(DraftClaim(text=words, quotes=(Quote(label=1, text=words),)),))


EVERYTHING = f"[retrieve.floors]\ndense = -1.0\n{PUBLIC_DOCS}"


def desk_of(new_desk: NewDesk, pages: Mapping[str, str] = PAGES, **stages: object) -> Desk:
    desk = new_desk(EVERYTHING, **stages)
    for name, text in pages.items():
        desk.write(f"docs/{name}.md", text)
    desk.sync()
    return desk


def ask(text: str, *relevant: str, **more: object) -> Labelled:
    return Labelled(id=text, question=text, relevant=relevant, **more)  # type: ignore[arg-type]  # its own keywords


def measured(corpus: Corpus, *labels: Labelled, **how: object) -> Result:
    return evaluate_retrieval(corpus, labels, **how)  # type: ignore[arg-type]  # passed on


def test_measures_are_those_of_a_run_that_is_worked_out_by_hand(new_desk: NewDesk) -> None:
    """The run is cap, gift, refund, shipping; relevant are gift (rank 2) and shipping (rank 4)."""
    result = measured(desk_of(new_desk, reranker=ById()).corpus, ask(ALL, "docs/gift", "docs/shipping"), ks=(1, 2, 3))
    values = result.overall
    assert (values["recall@1"], values["recall@2"], values["recall@3"]) == (0.0, 0.5, 0.5)
    assert values["precision@2"] == 0.5
    assert values["mrr"] == 0.5
    assert values["ndcg@2"] == pytest.approx((1 / 1.5849625) / (1 + 1 / 1.5849625))


def test_measures_are_the_numbers_of_ir_measures_on_the_same_run(new_desk: NewDesk, tmp_path: Path) -> None:
    qrels = tmp_path / "qrels"
    qrels.write_text("a 0 docs/gift 1\na 0 docs/shipping 3\na 0 docs/cap 0\nb 0 docs/refund 2\n")
    labels = (Labelled(id="a", question="gift days"), Labelled(id="b", question="refund window"))
    corpus = desk_of(new_desk, reranker=ById()).corpus
    result = evaluate_retrieval(corpus, labels, ks=(2, 3), qrels=load_qrels(qrels))
    write_run(tmp_path / "run", result)
    wanted = {"recall@3": ir_measures.R @ 3, "ndcg@3": ir_measures.nDCG @ 3, "precision@2": ir_measures.P @ 2}
    wanted["mrr"] = ir_measures.RR
    rows = ir_measures.read_trec_run(str(tmp_path / "run"))  # type: ignore[no-untyped-call]  # as below
    run = [row._replace(doc_id=row.doc_id.split("#")[0]) for row in rows]
    judged = list(ir_measures.read_trec_qrels(str(qrels)))  # type: ignore[no-untyped-call]  # has no types
    theirs = ir_measures.calc_aggregate(wanted.values(), judged, run)
    assert {name: result.overall[name] for name in wanted} == {name: theirs[m] for name, m in wanted.items()}


def test_a_label_is_met_once_and_further_hits_of_its_section_are_other_hits(new_desk: NewDesk) -> None:
    long = "# Cap\n\n" + "\n\n".join(f"The refund cap of shop {n} is five hundred. " + "Word " * 120 for n in range(3))
    result = measured(desk_of(new_desk, {"cap": long}).corpus, ask("refund cap", "docs/cap#Cap"), ks=(3,))
    (outcome,) = result.outcomes
    assert outcome.gained == ("docs/cap#Cap", None, None)
    assert result.overall["recall@3"] == 1.0
    assert result.overall["precision@3"] == pytest.approx(1 / 3)


def test_a_question_that_nothing_is_judged_relevant_for_is_not_ranked(new_desk: NewDesk) -> None:
    corpus = desk_of(new_desk).corpus
    result = evaluate_retrieval(corpus, [ask("refund")], qrels={"refund": {"docs/refund": 0}})
    assert result.overall["recall@3"] is None
    assert result.overall["leaks"] == 0


def test_each_kind_has_a_slice_after_all(new_desk: NewDesk) -> None:
    labels = (ask("refund", "docs/refund", kind="numeric"), ask("gift", "docs/none"), ask("x", kind="unanswerable"))
    result = measured(desk_of(new_desk).corpus, *labels)
    assert [(each.name, each.n) for each in result.slices] == [
        ("all", 3),
        ("lookup", 1),
        ("numeric", 1),
        ("unanswerable", 1),
    ]
    recall = {each.name: each.values["recall@3"] for each in result.slices}
    assert recall == {"all": 0.5, "lookup": 0.0, "numeric": 1.0, "unanswerable": None}


def test_a_run_names_the_state_that_it_was_made_on(new_desk: NewDesk) -> None:
    corpus = desk_of(new_desk).corpus
    facts = measured(corpus, ask("refund")).facts
    assert {"sequence", "generation", "settings"} == set(corpus.facts())
    assert corpus.facts().items() <= facts.items()
    assert {"parser", "chunker", "analyzer", "space", "content", "questions"} <= facts.keys()


def test_progress_counts_the_questions(new_desk: NewDesk) -> None:
    seen: list[int] = []
    measured(desk_of(new_desk).corpus, ask("a"), ask("b"), progress=seen.append)
    assert seen == [1, 2]


def test_currency_is_the_share_of_hits_in_force_whatever_their_topics(new_desk: NewDesk) -> None:
    desk = new_desk(EVERYTHING)
    for version, year in ((1, 2020), (2, 2021)):
        front = {"id": "refund", "version": version, "effective": f"{year}-01-01", "topic": f"topic-{version}"}
        desk.write(f"docs/v{version}.md", f"# Refund\n\nThe refund window is {version} days.", **front)
    desk.sync()
    now, then = ask("refund window"), replace(ask("refund window?"), as_of=date(2020, 6, 1))
    assert measured(desk.corpus, now).overall["currency"] == 0.5, "each of its own topic: both are found"
    assert measured(desk.corpus, then).overall["currency"] == 1.0
    assert measured(desk.corpus, ask("zebra", as_of=date(2019, 1, 1))).overall["currency"] is None


def test_the_asker_of_a_question_is_the_one_that_its_label_names(new_desk: NewDesk) -> None:
    desk = new_desk(EVERYTHING)
    desk.write("docs/desk.md", "# Desk\n\nThe fraud desk is at 4471.", access="[staff]")
    desk.sync()
    asked = (ask("fraud desk", "docs/desk"), ask("fraud desk?", "docs/desk", principal=Asker(groups=("staff",))))
    outsider, staff = measured(desk.corpus, *asked).outcomes
    assert (outsider.gained, staff.gained) == ((), ("docs/desk",))


def test_what_a_label_calls_secret_is_a_leak_wherever_it_is_shown(new_desk: NewDesk) -> None:
    corpus = desk_of(new_desk, generator=Quoting()).corpus
    label = ask("refund window", "docs/refund", secrets=("thirty",))
    assert measured(corpus, label).overall["leaks"] == 1
    assert measured(corpus, label, answers=True).overall["leaks"] == 3, "the hit, the quote and the sentence"
    titled = ask("gift card", secrets=("^Gift",))
    assert measured(corpus, titled).overall["leaks"] == 1


def test_an_unanswerable_question_that_is_answered_with_what_must_not_be_said_is_a_leak(new_desk: NewDesk) -> None:
    corpus = desk_of(new_desk, generator=Quoting()).corpus
    label = ask("refund window", kind="unanswerable", none_of=("thirty",))
    result = measured(corpus, label, answers=True)
    assert (result.overall["leaks"], result.overall["unanswerable_refused"], result.overall["correct"]) == (1, 0.0, 0.0)


def test_a_hit_that_the_asker_may_not_read_is_a_leak_even_with_a_permit(new_desk: NewDesk) -> None:
    """An index and a catalog that let everything through are what this guard is for."""
    desk = desk_of(new_desk)
    corpus = Careless(desk.corpus)
    assert measured(corpus, ask("refund", principal=Asker(tenant="other"))).overall["leaks"] == 4  # type: ignore[arg-type]  # stands in for a corpus
    desk.corpus.set_access("docs/refund", [])
    assert measured(corpus, ask("refund")).overall["leaks"] == 1  # type: ignore[arg-type]  # as above


class Careless:
    """A corpus that searches as if nothing had ever been revoked and there were no tenants."""

    def __init__(self, corpus: Corpus) -> None:
        self._found = corpus.search(ALL)
        self._corpus = corpus

    def search(self, question: str, *, principal: Principal, **how: object) -> tuple[Found, ...]:
        return self._found

    def __getattr__(self, name: str) -> object:
        return getattr(self._corpus, name)


def test_refusals_and_right_answers_are_measured_when_each_question_is_asked_too(new_desk: NewDesk) -> None:
    labels = (
        ask("refund window", "docs/refund", all_of=("thirty",)),
        ask("refund cap", "docs/cap", all_of=("thousand",)),
        ask("gift", "docs/gift"),
        ask("zebra", kind="unanswerable"),
    )
    result = measured(desk_of(new_desk, generator=Quoting()).corpus, *labels, answers=True)
    assert [outcome.refused for outcome in result.outcomes] == [False, False, True, True]
    assert [outcome.correct for outcome in result.outcomes] == [True, False, False, True]
    values = result.overall
    assert values["answerable_refused"] == pytest.approx(1 / 3)
    assert (values["unanswerable_refused"], values["correct"]) == (1.0, 0.5)


def test_without_answers_nothing_is_said_of_refusals(new_desk: NewDesk) -> None:
    result = measured(desk_of(new_desk).corpus, ask("refund"))
    assert "correct" not in result.overall
    assert result.outcomes[0].refused is None


@pytest.mark.parametrize("ks", [(), (0, 3), (-1,)])
def test_cut_offs_below_one_are_refused(new_desk: NewDesk, ks: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match=r"the cut-offs are .*: expected one or more of at least 1"):
        measured(new_desk().corpus, ask("refund"), ks=ks)


def test_without_the_library_of_measures_the_command_that_installs_it_is_told(
    new_desk: NewDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    with pytest.raises(MissingExtra, match=r"measuring retrieval needs .*pip install 'pincite\[eval\]'"):
        measured(desk_of(new_desk).corpus, ask("refund", "docs/refund"))


def test_a_beir_set_is_measured_from_its_own_files(new_desk: NewDesk, tmp_path: Path) -> None:
    (tmp_path / "queries.jsonl").write_text(json.dumps({"_id": "1", "text": "gift card"}) + "\n")
    (tmp_path / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\tdocs/gift\t1\n")
    labels, qrels = load_labels(tmp_path / "queries.jsonl"), load_qrels(tmp_path / "test.tsv")
    result = evaluate_retrieval(desk_of(new_desk).corpus, labels, ks=(1,), qrels=qrels)
    assert result.overall["recall@1"] == 1.0


class Noting(ById):
    """Notes what it is asked to order."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        self.asked.append(query.text)
        return super().rerank(query, found)


def test_what_a_process_does_once_is_done_before_the_first_question_is_timed(new_desk: NewDesk) -> None:
    """Else the first question pays for loading the model, and p95 of a small slice tells of nothing else."""
    noting = Noting()
    measured(desk_of(new_desk, reranker=noting).corpus, ask("refund cap", "docs/cap"), ask("gift card", "docs/gift"))
    assert len(noting.asked) == 3
    assert noting.asked[1:] == ["refund cap", "gift card"]
    assert noting.asked[0] not in noting.asked[1:]
