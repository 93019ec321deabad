"""What an answer leaves behind, and what can be seen of it later."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.answers import Draft, DraftClaim, Passage, Quote
from pincite.errors import NotFound
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

STAFF = Principal(tenant="default", groups=["staff"], subject="anna")
QUESTION = "What is the refund window of order O-48299 or of RFD-7714?"
WORDLESS = f"[trace]\nquestion = false\n{PUBLIC_DOCS}"
WORDS = ("refund", "window", "thirty", "O-48299", "RFD-7714")


class Script:
    """A generator that drafts a claim that stands and one that does not."""

    name = "script"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        right, wrong = "The refund window is thirty days.", "The refund window is nine days."
        return Draft(claims=tuple(DraftClaim(text=t, quotes=(Quote(label=1, text=right),)) for t in (right, wrong)))


def desk_of(new_desk: NewDesk, settings: str = PUBLIC_DOCS, access: str = "[staff]") -> Desk:
    desk = new_desk(settings, generator=Script())
    desk.write("docs/refund.md", "# Refund policy\n\nThe refund window is thirty days.", access=access)
    desk.sync()
    return desk


def stored(desk: Desk) -> str:
    (file,) = (desk.corpus.state / "traces").iterdir()
    assert file.stat().st_mode & 0o077 == 0, "for this user alone"
    return file.read_text(encoding="utf-8")


def test_a_trace_holds_ids_and_no_words_of_documents(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    answer = desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid")
    text = stored(desk)
    assert answer.claims
    assert answer.citations[0].chunk_id in text
    assert "thirty" not in text


def test_a_trace_holds_no_words_of_the_question_where_the_settings_say_so(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, WORDLESS)
    answer = desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid")
    text = stored(desk)
    assert answer.claims
    assert answer.citations[0].chunk_id in text
    assert not [word for word in WORDS if word in text.replace("docs/refund", "")]


def test_then_not_even_the_route_names_a_key_of_the_question(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, WORDLESS)
    desk.corpus.ask(QUESTION, principal=STAFF)
    assert "O-48299" not in stored(desk)


def test_the_question_stands_in_the_trace_so_that_it_can_be_replayed(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid")
    assert json.loads(stored(desk))["facts"]["question"] == QUESTION
    assert "thirty days" not in stored(desk), "texts of documents never do"


def test_a_trace_names_who_asked_what_state_and_what_came_of_it(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    answer = desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid")
    facts = desk.corpus.trace(answer.trace_id).facts
    assert (facts["tenant"], facts["subject"], facts["groups"]) == ("default", "anna", ["staff"])
    assert (facts["status"], facts["reason"], facts["route"]) == (answer.status, None, "hybrid")
    assert facts["verdicts"] == ["quoted"]
    assert facts["passages"][0]["chunk"] == answer.passages[0].permit.chunk.chunk_id
    assert facts["passages"][0]["score"] == pytest.approx(answer.passages[0].score, abs=1e-6)
    assert (facts["settings"], facts["read_at"]) == (desk.corpus.facts()["settings"], 1)
    assert [len(facts["draft"]), len(facts["claims"])] == [2, 1], "two were drafted, one stands"
    assert facts["request"] == {
        **{"k": 5, "documents": None, "applies_to": None, "route": "hybrid", "mode": None, "turns": 0, "earlier": []}
    }
    kinds = [event.kind for event in desk.corpus.trace(answer.trace_id).events]
    steps = [kind for kind in kinds if kind not in ("mode", "disagree")]
    assert steps == ["scope", "route", "permit", "rerank", "pack", "draft", "check"]


def test_the_last_answer_is_the_one_asked_last_and_a_search_is_none(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    assert desk.corpus.last_answer() is None
    desk.corpus.search(QUESTION, principal=STAFF)
    assert desk.corpus.last_answer() is None
    answer = desk.corpus.ask(QUESTION, principal=STAFF)
    last = desk.corpus.last_answer()
    assert last is not None
    assert last.trace_id == answer.trace_id


def test_a_citation_is_looked_up_again_with_its_place(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    answer = desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid")
    cited = desk.corpus.cited(desk.corpus.trace(answer.trace_id), 1, principal=STAFF)
    assert cited.span.cut(cited.revision.text) == answer.citations[0].quote
    assert cited.place.line == answer.citations[0].place.line


def test_a_citation_that_the_answer_does_not_have_is_not_found(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    answer = desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid")
    with pytest.raises(NotFound, match="no citation '7'"):
        desk.corpus.cited(desk.corpus.trace(answer.trace_id), 7, principal=STAFF)


def test_a_citation_is_not_found_once_access_is_revoked(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    answer = desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid")
    desk.corpus.set_access("docs/refund", [])
    with pytest.raises(NotFound):
        desk.corpus.cited(desk.corpus.trace(answer.trace_id), 1, principal=STAFF)


def test_a_citation_is_not_found_by_others_than_those_who_may_read(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    answer = desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid")
    for stranger in (None, Principal(tenant="other", groups=["staff"])):
        with pytest.raises(NotFound):
            desk.corpus.cited(desk.corpus.trace(answer.trace_id), 1, principal=stranger)


def test_a_citation_is_not_found_once_its_page_says_something_else(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    answer = desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid")
    desk.write("docs/refund.md", "# Refund policy\n\nThe refund window is over.", access="[staff]")
    desk.sync()
    with pytest.raises(NotFound, match="no citation '1'"):
        desk.corpus.cited(desk.corpus.trace(answer.trace_id), 1, principal=STAFF)


def test_an_answer_survives_a_trace_folder_full_of_rubbish(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    answer = desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid")
    (desk.corpus.state / "traces" / "ffff.json").write_text("{")
    last = desk.corpus.last_answer()
    assert last is not None
    assert last.trace_id == answer.trace_id
    assert Path(desk.corpus.state / "traces" / "ffff.json").is_file()


def test_where_the_settings_keep_the_words_only_those_who_may_read_them_now_see_them(new_desk: NewDesk) -> None:
    desk = new_desk(f"[trace]\ntext = true\n{PUBLIC_DOCS}")
    desk.write("docs/desk.md", "# Desk\n\nThe refund desk has the extension 4471.", access="[staff]")
    desk.sync()
    staff = Principal(tenant="default", groups=["staff"])
    trace_id = desk.corpus.ask("Which extension does the refund desk have?", principal=staff).trace_id
    assert "4471" in desk.corpus.trace(trace_id, principal=staff).facts["said"]["text"]
    assert "4471" not in repr(desk.corpus.trace(trace_id))
    desk.corpus.set_access("docs/desk", [])
    assert "4471" not in repr(desk.corpus.trace(trace_id, principal=staff))


def test_what_was_found_and_not_shown_leaves_no_id_once_it_is_closed(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS)
    for name, word in (("refund", 4471), ("merger", 9999)):
        desk.write(f"docs/{name}.md", f"# Desk\n\nThe {name} desk has the extension {word}.", access="[staff]")
    desk.sync()
    staff = Principal(tenant="default", groups=["staff"])
    (closed,) = (each.chunk_id for each in desk.corpus.chunks("docs/merger", principal=staff))
    trace_id = desk.corpus.ask("Which extension does the refund desk have?", principal=staff, k=1).trace_id
    assert closed in repr(desk.corpus.trace(trace_id, principal=staff))
    desk.corpus.set_access("docs/merger", [])
    now = desk.corpus.trace(trace_id, principal=staff)
    assert [each["document"] for each in now.facts["passages"]] == ["docs/refund"]
    assert closed not in repr(now)


OTHERS = (
    Principal(tenant="default"),
    Principal(tenant="default", groups=["staff"]),
    Principal(tenant="default", groups=["staff"], subject="ben"),
    Principal(tenant="default", subject="anna"),
    Principal(tenant="other", groups=["staff"], subject="anna"),
)


@pytest.mark.parametrize("question", [QUESTION, "Do zebras sleep?"])
def test_a_receipt_is_unknown_to_whoever_lacks_a_right_that_it_was_asked_with(new_desk: NewDesk, question: str) -> None:
    """Also that of an abstention: what was searched and counted tells of pages as well."""
    desk = desk_of(new_desk)
    trace_id = desk.corpus.ask(question, principal=STAFF).trace_id
    more = Principal(tenant="default", groups=["staff", "board"], subject="anna")
    assert desk.corpus.trace(trace_id, principal=more) == desk.corpus.trace(trace_id)
    for other in OTHERS:
        with pytest.raises(NotFound) as refused:
            desk.corpus.trace(trace_id, principal=other)
        with pytest.raises(NotFound) as absent:
            desk.corpus.trace("0" * 16, principal=other)
        assert str(refused.value).replace(trace_id, "0" * 16) == str(absent.value)
        assert desk.corpus.last_answer(principal=other) is None


def test_a_receipt_leaves_out_what_may_not_be_read_any_more_with_all_that_came_of_it(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    desk.write("docs/open.md", "# Opening\n\nThe refund desk opens at nine.", access="[public]")
    desk.sync()
    trace_id = desk.corpus.ask(QUESTION, principal=STAFF, route="hybrid").trace_id
    assert "docs/refund" in repr(desk.corpus.trace(trace_id, principal=STAFF))
    desk.corpus.set_access("docs/refund", [])
    found = desk.corpus.trace(trace_id, principal=STAFF)
    assert "docs/refund" not in repr(found)
    assert [p["document"] for p in found.facts["passages"]] == ["docs/open"]
    assert found.facts["citations"] == []
    assert not found.facts.keys() & {"claims", "draft", "verdicts", "status", "usage"}
    assert not any(event.detail for event in found.events)


def test_by_default_no_words_of_an_answer_are_kept(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/desk.md", "# Desk\n\nThe refund desk has the extension 4471.")
    desk.sync()
    desk.corpus.ask("Which extension does the refund desk have?")
    assert all("4471" not in file.read_text() for file in (desk.corpus.state / "traces").iterdir())
