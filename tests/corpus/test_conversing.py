"""Conversations are kept in a file, with their citations, and show nobody more than they may read when they go on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.errors import InputError
from pincite.questions import Principal, Turn
from pincite.testing.desk import Desk

STAFF = Principal(tenant="default", groups=["staff"])
SECRET = "The fraud desk is at extension 4471."


@pytest.fixture
def desk(new_desk: Callable[..., Desk]) -> Desk:
    desk = new_desk()
    desk.write("docs/refund.md", "# Refund policy\n\nThe refund window is 30 days.")
    desk.write("docs/desk.md", f"# Fraud desk\n\n{SECRET}", access="[staff]")
    desk.sync()
    return desk


def test_a_conversation_keeps_its_citations_over_a_reload(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    answer = desk.corpus.ask("What is the refund window?")
    desk.corpus.write_conversation(file, answer)
    (turn,) = desk.opened().read_conversation(file)
    assert turn == Turn(
        question="What is the refund window?",
        answer="The refund window is 30 days. [1]",
        chunks=(answer.citations[0].chunk_id,),
    )


def test_the_file_holds_no_text_of_documents_and_is_for_its_user_alone(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    desk.corpus.write_conversation(file, desk.corpus.ask("Which extension is the fraud desk at?", principal=STAFF))
    assert "4471" not in file.read_text()
    assert "Fraud desk" not in file.read_text(), "the words of headings are words of documents"
    assert file.stat().st_mode & 0o077 == 0


def test_whoever_may_not_read_what_was_quoted_sees_only_that_it_was_asked(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    desk.corpus.write_conversation(file, desk.corpus.ask("Which extension is the fraud desk at?", principal=STAFF))
    (staff,) = desk.corpus.read_conversation(file, principal=STAFF)
    (outsider,) = desk.corpus.read_conversation(file)
    assert "4471" in staff.answer
    assert (outsider.answer, outsider.chunks) == ("", ())


def test_a_right_that_was_taken_away_in_between_counts(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    desk.corpus.write_conversation(file, desk.corpus.ask("What is the refund window?"))
    desk.corpus.set_access("docs/refund", ["staff"])
    assert [turn.answer for turn in desk.corpus.read_conversation(file)] == [""]


def test_a_text_that_has_changed_is_not_quoted_for_the_one_before(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    desk.corpus.write_conversation(file, desk.corpus.ask("What is the refund window?"))
    desk.write("docs/refund.md", "# Refund policy\n\nSomething else stands here now, at length.")
    desk.sync()
    assert [turn.answer for turn in desk.corpus.read_conversation(file)] == [""]


def test_turns_are_added_in_order_and_a_new_conversation_takes_their_place(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    for question in ("What is the refund window?", "Who is the chief executive?"):
        desk.corpus.write_conversation(file, desk.corpus.ask(question))
    assert [turn.question for turn in desk.corpus.read_conversation(file)][1] == "Who is the chief executive?"
    desk.corpus.write_conversation(file, desk.corpus.ask("What is the refund window?"), anew=True)
    assert len(desk.corpus.read_conversation(file)) == 1


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"turns": [{}]}', '{"turns": [{"question": "x", "citations": [{}]}]}']
)
def test_another_file_is_refused_and_left_as_it_is(desk: Desk, tmp_path: Path, text: str) -> None:
    file = tmp_path / "talk.json"
    file.write_text(text)
    with pytest.raises(InputError, match="is no conversation of Pincite"):
        desk.corpus.write_conversation(file, desk.corpus.ask("What is the refund window?"))
    assert file.read_text() == text


def test_what_is_no_turn_is_refused(desk: Desk) -> None:
    with pytest.raises(InputError, match="expected a Turn or an Answer"):
        desk.corpus.ask("What is the refund window?", history=["hello"])  # type: ignore[list-item]  # on purpose


def test_after_one_good_turn_a_question_that_cannot_be_answered_still_is_not(desk: Desk) -> None:
    first = desk.corpus.ask("What is the refund window?")
    assert first.claims
    answer = desk.corpus.ask("Who is the chief executive of the company?", history=[first])
    assert not answer.claims


def test_the_file_is_plain_json(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    desk.corpus.write_conversation(file, desk.corpus.ask("What is the refund window?"))
    (row,) = json.loads(file.read_text())["turns"]
    assert [(c["label"], c["document"]) for c in row["citations"]] == [(1, "docs/refund")]
