"""A recorded answer is made again at the state that it read, under the rights of now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from pincite.answers import Draft, DraftClaim, Passage, Quote, Reason
from pincite.errors import InputError, NotFound
from pincite.generate.prompt import TEMPLATE, Form, write_prompt
from pincite.protocols import Task
from pincite.questions import Principal, Turn
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

QUESTION = "What is the refund window?"
STAFF = Principal(tenant="default", groups=["staff"])
PAGE = "# Refund policy\n\n## Window\n\nThe refund window is {days} days."


class Quoting:
    """A generator that quotes the sentence with the word "window"."""

    name = "quoting"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        for passage in passages:
            for line in passage.text.splitlines():
                if line.startswith("The refund window"):
                    return Draft(claims=(DraftClaim(text=line, quotes=(Quote(label=passage.label, text=line),)),))
        return Draft(reason=Reason.EVIDENCE_INSUFFICIENT)


@dataclass
class Writing(Quoting):
    """The same, writing with a prompt of which the draft tells template, digest and mark."""

    name: str = "writing"
    window: int = 100_000
    form: Form = Form.STRUCTURED
    sentences: int = 5
    sent: list[str] = field(default_factory=list)

    def write(self, task: Task) -> Iterator[DraftClaim | Draft]:
        mark = f"{len(self.sent):010x}"
        written = write_prompt(task, corpus="desk", form=self.form, sentences=self.sentences, mark=mark)
        self.sent.append(f"{written.prefix}\n\n{written.text}".strip())
        draft = self.draft(task.question, task.passages)
        yield from draft.claims
        yield Draft(claims=draft.claims, reason=draft.reason, template=TEMPLATE, prompt=written.digest, mark=mark)


def desk_of(new_desk: NewDesk, generator: object, settings: str = "", access: str = "[public]") -> Desk:
    desk = new_desk(f'[corpus]\nname = "desk"\n{settings}\n{PUBLIC_DOCS}', generator=generator)
    desk.write("docs/refund.md", PAGE.format(days="thirty"), access=access)
    desk.sync()
    return desk


def test_a_deterministic_generator_gives_the_same_answer_again(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Quoting())
    answer = desk.corpus.ask(QUESTION)
    again = desk.corpus.replay(answer.trace_id)
    assert (again.same, again.differences) == (True, ())
    assert again.answer.text == answer.text
    assert again.prompt is None, "no model was asked"


def test_a_follow_up_is_made_again_with_the_questions_that_came_before(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Quoting())
    first = desk.corpus.ask(QUESTION, principal=STAFF)
    answer = desk.corpus.ask("And how long is it?", principal=STAFF, history=[Turn(question=first.question)])
    again = desk.corpus.replay(answer.trace_id, principal=STAFF)
    assert answer.citations
    assert (again.same, again.differences) == (True, ())


def test_a_follow_up_whose_earlier_questions_are_not_kept_is_told_to_be_asked_without_them(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Quoting(), "[trace]\nquestion = false\n")
    answer = desk.corpus.ask("And how long is it?", principal=STAFF, history=[Turn(question=QUESTION)])
    again = desk.corpus.replay(answer.trace_id, question="And how long is it?", principal=STAFF)
    assert again.differences[0] == "1 earlier turns of the conversation are not kept: asked without them"
    assert QUESTION not in "".join(path.read_text() for path in desk.corpus.state.glob("traces/*"))


def test_an_abstention_is_made_again_too(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Quoting())
    answer = desk.corpus.ask("How do zebras sleep?")
    assert answer.reason is not None
    assert desk.corpus.replay(answer.trace_id).same


def test_the_state_that_was_read_then_is_read_again(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Quoting())
    answer = desk.corpus.ask(QUESTION)
    desk.write("docs/refund.md", PAGE.format(days="ninety"), access="[public]")
    desk.write("docs/more.md", "# More\n\nThe refund window is a window.", access="[public]")
    desk.sync()
    again = desk.corpus.replay(answer.trace_id)
    assert again.same, again.differences
    assert "thirty" in again.answer.text
    assert "ninety" in desk.corpus.ask(QUESTION).text


def test_what_was_vacuumed_since_is_told(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Quoting())
    answer = desk.corpus.ask(QUESTION)
    desk.write("docs/refund.md", PAGE.format(days="ninety"), access="[public]")
    desk.sync()
    desk.corpus.vacuum(keep_days=0)
    again = desk.corpus.replay(answer.trace_id)
    assert not again.same
    assert "passage 1 (docs/refund) is not among them: what was replaced may have been vacuumed" in again.differences[0]


def test_it_is_made_under_the_rights_of_now(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Quoting(), access="[staff]")
    answer = desk.corpus.ask(QUESTION, principal=STAFF)
    assert desk.corpus.replay(answer.trace_id, principal=STAFF).same
    with pytest.raises(NotFound, match="no trace"):
        desk.corpus.replay(answer.trace_id)
    desk.corpus.set_access("docs/refund", [])
    revoked = desk.corpus.replay(answer.trace_id, principal=STAFF)
    assert not revoked.same
    assert "thirty" not in str(revoked)
    assert "refund" not in str(revoked.differences)


def test_other_settings_and_another_generator_are_told_the_first_cause_first(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Quoting())
    answer = desk.corpus.ask(QUESTION)
    desk.corpus.close()
    (desk.folder / "pincite.toml").write_text(f'[corpus]\nname = "desk"\n[assemble]\nname = "flat"\n{PUBLIC_DOCS}')
    again = desk.opened()
    found = again.replay(answer.trace_id)
    again.close()
    assert found.differences[0].startswith("the settings: ")


def test_nothing_is_recorded_of_a_replay(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Quoting())
    answer = desk.corpus.ask(QUESTION)
    desk.corpus.replay(answer.trace_id)
    assert len(list((desk.corpus.state / "traces").iterdir())) == 1


def test_the_prompt_is_rebuilt_from_spans_byte_for_byte_without_asking_the_model(new_desk: NewDesk) -> None:
    generator = Writing()
    desk = desk_of(new_desk, generator)
    answer = desk.corpus.ask(QUESTION)
    found = desk.corpus.rebuilt_prompt(answer.trace_id)
    assert found is not None
    assert (found.same, found.template, [found.text]) == (True, TEMPLATE, generator.sent)
    assert "thirty" not in (desk.corpus.state / "traces" / f"{answer.trace_id}.json").read_text()


def test_a_prompt_whose_passages_may_not_be_read_now_is_not_rebuilt_whole(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Writing(), access="[staff]")
    answer = desk.corpus.ask(QUESTION, principal=STAFF)
    with pytest.raises(NotFound, match="no trace"):
        desk.corpus.rebuilt_prompt(answer.trace_id)
    desk.corpus.set_access("docs/refund", [])
    found = desk.corpus.rebuilt_prompt(answer.trace_id, principal=STAFF)
    assert found is not None
    assert (found.same, found.missing[:1]) == (False, (1,))
    assert "thirty" not in found.text


def test_a_question_that_is_not_kept_has_to_be_given_as_it_was(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Quoting(), "[trace]\nquestion = false")
    answer = desk.corpus.ask(QUESTION)
    with pytest.raises(InputError, match="does not keep the question"):
        desk.corpus.replay(answer.trace_id)
    with pytest.raises(InputError, match="exactly as it was asked"):
        desk.corpus.replay(answer.trace_id, question="What is the refund cap?")
    assert desk.corpus.replay(answer.trace_id, question=QUESTION).same


def test_a_record_that_is_not_there_is_not_found(new_desk: NewDesk) -> None:
    with pytest.raises(NotFound, match="no trace"):
        desk_of(new_desk, Quoting()).corpus.replay("0" * 16)
