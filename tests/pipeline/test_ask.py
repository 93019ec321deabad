from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from pincite.answers import Answer, Draft, DraftClaim, Passage, Quote, Reason, Stage, Status, Verdict
from pincite.corpus import Corpus
from pincite.errors import GroundednessError, ModelRefused, NotFound
from pincite.questions import Principal
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]

QUESTION = "What is the refund window?"
RIGHT = "The refund window is 30 days."
STAFF = Principal(tenant="default", groups=["staff"])


@dataclass
class Script:
    """A generator that writes what it is told and remembers what it was shown."""

    texts: tuple[str, ...] = (RIGHT,)
    missing: tuple[str, ...] = ()
    reason: Reason | None = None
    shown: list[tuple[Passage, ...]] = field(default_factory=list)
    name: str = "script"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        self.shown.append(passages)
        claims = tuple(DraftClaim(text=text, quotes=(Quote(label=1, text=RIGHT),)) for text in self.texts)
        return Draft(claims=claims, missing=self.missing, reason=self.reason)


def corpus_of(new_desk: NewDesk, generator: object = None) -> Corpus:
    desk = new_desk(generator=generator)
    desk.write("docs/refund.md", f"# Refund policy\n\n{RIGHT}\n\nGoods come back in their box.")
    desk.write("docs/desk.md", "# Fraud desk\n\nThe fraud desk is at extension 4471.", access="[staff]")
    desk.sync()
    return desk.corpus


def test_an_answer_is_cited_word_for_word_from_its_place(new_desk: NewDesk) -> None:
    corpus = corpus_of(new_desk)
    answer = corpus.ask(QUESTION)
    assert (answer.status, answer.reason, answer.missing) == (Status.ANSWERED, None, ())
    assert answer.text == "The refund window is 30 days [1]."
    (citation,) = answer.citations
    revision = corpus.show(citation.document)
    assert citation.quote == citation.span.cut(revision.text) == RIGHT
    assert [claim.verdict for claim in answer.claims] == [Verdict.QUOTED]


def test_an_answer_names_how_it_was_made(new_desk: NewDesk) -> None:
    corpus = corpus_of(new_desk)
    answer = corpus.ask(QUESTION)
    assert (answer.mode, answer.route, answer.generator) == ("search", "hybrid", "extractive")
    assert answer.generation == corpus.facts()["generation"]
    assert list(answer.timings_ms) == ["access", "retrieve", "rerank", "assemble", "generate", "attribute"]


def test_with_nothing_in_scope_no_generator_is_called(new_desk: NewDesk) -> None:
    script = Script()
    answer = corpus_of(new_desk, script).ask("zebra quagga")
    assert script.shown == []
    assert (answer.status, answer.reason) == (Status.ABSTAINED, Reason.NOTHING_IN_SCOPE)
    assert answer.text == "No page that you may read matches the question."
    assert (answer.missing, answer.claims, answer.citations, answer.passages) == (("zebra quagga",), (), (), ())


def test_a_generator_is_never_shown_what_the_scope_excludes(new_desk: NewDesk) -> None:
    script = Script()
    corpus = corpus_of(new_desk, script)
    corpus.ask("refund window or fraud desk extension")
    corpus.ask("refund window or fraud desk extension", principal=STAFF)
    outsider, staff = ({p.permit.revision.document_id for p in passages} for passages in script.shown)
    assert outsider == {"docs/refund"}
    assert staff == {"docs/refund", "docs/desk"}


def test_what_only_staff_may_read_is_refused_to_others(new_desk: NewDesk) -> None:
    corpus = corpus_of(new_desk)
    answer = corpus.ask("Which extension is the fraud desk at?")
    assert answer.status is Status.ABSTAINED
    assert "4471" in corpus.ask("Which extension is the fraud desk at?", principal=STAFF).text


def test_a_draft_that_abstains_is_an_abstention_with_its_reason_and_what_is_missing(new_desk: NewDesk) -> None:
    script = Script(texts=(), missing=("the window for gifts",), reason=Reason.STALE_ONLY)
    answer = corpus_of(new_desk, script).ask(QUESTION)
    assert (answer.status, answer.reason) == (Status.ABSTAINED, Reason.STALE_ONLY)
    assert answer.missing == ("the window for gifts",)
    assert answer.text == "The pages that you may read do not answer this."
    assert len(answer.passages) == 1, "what was looked at is told"


def test_what_a_draft_leaves_open_makes_a_partial_answer(new_desk: NewDesk) -> None:
    answer = corpus_of(new_desk, Script(missing=("the cap",))).ask(QUESTION)
    assert (answer.status, answer.reason, answer.missing) == (Status.PARTIAL, None, ("the cap",))


def test_a_claim_that_fails_its_checks_is_dropped_and_the_rest_stands(new_desk: NewDesk) -> None:
    answer = corpus_of(new_desk, Script(texts=("The refund window is 90 days.", RIGHT))).ask(QUESTION)
    assert [claim.text for claim in answer.claims] == [RIGHT]
    assert answer.text == "The refund window is 30 days [1]."


def test_an_answer_all_of_whose_claims_fail_abstains(new_desk: NewDesk) -> None:
    answer = corpus_of(new_desk, Script(texts=("The refund window is 90 days.",))).ask(QUESTION)
    assert (answer.status, answer.reason) == (Status.ABSTAINED, Reason.EVIDENCE_INSUFFICIENT)
    assert (answer.claims, answer.citations) == ((), ())
    assert "90" not in answer.text


def test_in_strict_mode_a_claim_that_fails_is_an_error(new_desk: NewDesk) -> None:
    corpus = corpus_of(new_desk, Script(texts=("The refund window is 90 days.", RIGHT)))
    with pytest.raises(GroundednessError, match="1 of 2 claims are not borne out by their passages") as caught:
        corpus.ask(QUESTION, strict=True)
    assert len(caught.value.facts["findings"]) == 1  # type: ignore[arg-type]  # a list
    assert corpus.last_answer() is None


def test_k_is_how_many_passages_the_generator_is_shown(new_desk: NewDesk) -> None:
    script = Script()
    desk = new_desk(generator=script)
    for n in range(6):
        desk.write(f"docs/page{n}.md", f"# Page {n}\n\nThe refund window of shop {n}.")
    desk.sync()
    desk.corpus.ask(QUESTION, k=2)
    desk.corpus.ask(QUESTION)
    assert [len(passages) for passages in script.shown] == [2, 5]


def test_steps_come_in_order_and_the_answer_is_the_last(new_desk: NewDesk) -> None:
    steps = list(corpus_of(new_desk).stream(QUESTION))
    assert [name for name, _ in steps] == ["stage", "passage", "stage", "stage", "claim", "answer"]
    assert [value for name, value in steps if name == "stage"] == [Stage.RETRIEVE, Stage.GENERATE, Stage.ATTRIBUTE]
    assert isinstance(steps[-1][1], Answer)


def test_an_answer_that_comes_in_steps_is_the_one_that_comes_at_once(new_desk: NewDesk) -> None:
    corpus = corpus_of(new_desk)
    *_, (_, streamed) = corpus.stream(QUESTION)
    assert isinstance(streamed, Answer)
    assert (streamed.text, streamed.citations) == (corpus.ask(QUESTION).text, corpus.ask(QUESTION).citations)


def test_a_stream_that_is_left_early_leaves_no_answer_behind(new_desk: NewDesk) -> None:
    corpus = corpus_of(new_desk)
    steps = corpus.stream(QUESTION)
    next(steps)
    steps.close()
    assert corpus.last_answer() is None


def test_a_generator_that_fails_is_loud(new_desk: NewDesk) -> None:
    class Refusing(Script):
        def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
            raise ModelRefused("the model declined: ask in other words")

    with pytest.raises(ModelRefused, match="the model declined"):
        corpus_of(new_desk, Refusing()).ask(QUESTION)


def test_not_found_and_not_allowed_read_alike(new_desk: NewDesk) -> None:
    corpus = corpus_of(new_desk)
    for call in (corpus.show, corpus.versions, corpus.chunks):
        said = []
        for name in ("docs/desk", "docs/none"):
            with pytest.raises(NotFound) as caught:
                call(name)
            said.append((type(caught.value), str(caught.value).replace(name, "NAME")))
        assert said[0] == said[1]
        assert call("docs/desk", principal=STAFF)


def test_a_citation_names_the_document_although_two_hold_the_same_words(new_desk: NewDesk) -> None:
    desk = new_desk()
    for name in ("a", "b"):
        desk.write(f"docs/{name}.md", f"# Page {name}\n\n{RIGHT}")
    desk.sync()
    for citation in desk.corpus.ask(QUESTION).citations:
        assert citation.span.cut(desk.corpus.show(citation.document).text) == citation.quote
