"""Accepted answers become labelled questions."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date

import pytest

from pincite.answers import Draft, DraftClaim, Passage, Quote, Reason
from pincite.errors import InputError, NotFound, Torn
from pincite.evaluate import ResultStore, evaluate_answers, load_labels
from pincite.evaluate.accepted import label_data, labels_of
from pincite.questions import Principal
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]

STAFF = Principal(tenant="default", groups=["staff"], subject="anna")
QUESTION = "What is the refund window?"


class Quoting:
    name = "quoting"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        for passage in passages:
            for line in passage.text.splitlines():
                if line.startswith("The refund window"):
                    return Draft(claims=(DraftClaim(text=line, quotes=(Quote(label=passage.label, text=line),)),))
        return Draft(reason=Reason.EVIDENCE_INSUFFICIENT)


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(generator=Quoting())
    made.write("docs/refund.md", "# Refund\n\n## Window\n\nThe refund window is thirty days.", access="[staff]")
    made.sync()
    return made


def test_an_accepted_answer_becomes_a_label_that_wants_what_it_cites(desk: Desk) -> None:
    answer = desk.corpus.ask(QUESTION, principal=STAFF)
    made = desk.corpus.accept(answer.trace_id, principal=STAFF)
    assert (made.question, made.kind, made.cites) == (QUESTION, "lookup", ("docs/refund#Window",))
    (label,) = labels_of(desk.corpus.accepted())
    assert (label.principal.groups, label.principal.subject, label.as_of) == (("staff",), "anna", None)
    assert evaluate_answers(desk.corpus, [label]).overall["citation_recall"] == 1.0


def test_the_lines_are_read_as_labelled_questions(desk: Desk) -> None:
    answer = desk.corpus.ask(QUESTION, principal=STAFF, as_of=date(2024, 5, 1))
    desk.corpus.accept(answer.trace_id, principal=STAFF, kind="numeric")
    labels = labels_of(desk.corpus.accepted())
    file = desk.folder / "labels.jsonl"
    file.write_text("\n".join(json.dumps(label_data(label)) for label in labels))
    assert load_labels(file) == labels
    assert (labels[0].kind, labels[0].as_of) == ("numeric", date(2024, 5, 1))


def test_an_accepted_abstention_becomes_an_unanswerable_question(desk: Desk) -> None:
    answer = desk.corpus.ask("How do zebras sleep?", principal=STAFF)
    made = desk.corpus.accept(answer.trace_id, principal=STAFF)
    assert (made.kind, made.cites) == ("unanswerable", ())


def test_a_follow_up_is_accepted_as_a_question_that_can_be_asked_by_itself(desk: Desk) -> None:
    first = desk.corpus.ask(QUESTION, principal=STAFF)
    answer = desk.corpus.ask("And how long is it?", principal=STAFF, history=(first,))
    with pytest.raises(InputError, match="goes on from an earlier one"):
        desk.corpus.accept(answer.trace_id, principal=STAFF)
    assert desk.corpus.accepted() == ()
    made = desk.corpus.accept(answer.trace_id, question="How long is the refund window?", principal=STAFF)
    assert made.question == "How long is the refund window?"


def test_accepting_again_replaces(desk: Desk) -> None:
    answer = desk.corpus.ask(QUESTION, principal=STAFF)
    for kind in ("lookup", "numeric"):
        desk.corpus.accept(answer.trace_id, principal=STAFF, kind=kind)
    assert [each.kind for each in desk.corpus.accepted()] == ["numeric"]


def test_whoever_accepts_has_to_be_able_to_read_what_is_cited(desk: Desk) -> None:
    answer = desk.corpus.ask(QUESTION, principal=STAFF)
    with pytest.raises(NotFound):
        desk.corpus.accept(answer.trace_id)
    assert desk.corpus.accepted() == ()


def test_no_text_of_a_document_is_kept(desk: Desk) -> None:
    answer = desk.corpus.ask(QUESTION, principal=STAFF)
    desk.corpus.accept(answer.trace_id, principal=STAFF)
    assert "thirty" not in (desk.corpus.state / "accepted.jsonl").read_text()


def test_a_damaged_file_is_told_by_name(desk: Desk) -> None:
    (desk.corpus.state).mkdir(exist_ok=True)
    (desk.corpus.state / "accepted.jsonl").write_text("{}\n")
    with pytest.raises(Torn, match=r"accepted\.jsonl is damaged"):
        desk.corpus.accepted()


def test_a_purge_takes_labels_and_results_of_the_document_along(desk: Desk) -> None:
    corpus = desk.corpus
    answer = corpus.ask(QUESTION, principal=STAFF)
    other = corpus.ask("How do zebras sleep?", principal=STAFF)
    corpus.accept(answer.trace_id, principal=STAFF)
    corpus.accept(other.trace_id, principal=STAFF)
    ResultStore(corpus.state).save(evaluate_answers(corpus, labels_of(corpus.accepted())))
    corpus.purge("docs/refund")
    assert [each.id for each in corpus.accepted()] == [other.trace_id]
    assert ResultStore(corpus.state).all() == ()
