"""Membership and access are those of now: at the next question, in a conversation, in the middle of a stream."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import date

import pytest

from pincite.access.members import Member
from pincite.answers import Answer, Status
from pincite.errors import AccessChanged, AccessDenied, UnknownName
from pincite.questions import Principal, Turn
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

ANNA = '[principals.anna]\ngroups = ["staff"]\n'
QUESTION = "Which extension does the refund desk have?"


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(f"{ANNA}{PUBLIC_DOCS}")
    made.write("docs/refund.md", "# Refund\n\nThe refund window is 30 days.")
    made.write("docs/desk.md", "# Refund desk\n\nThe refund desk has the extension 4471.", access="[staff]")
    made.sync()
    return made


def settings(desk: Desk, principals: str) -> None:
    file = desk.folder / "pincite.toml"
    file.write_text(f"{principals}{PUBLIC_DOCS}", encoding="utf-8")
    os.utime(file, ns=(time.time_ns(), time.time_ns()))


def seen(desk: Desk, who: Principal | Member) -> set[str]:
    return {str(hit.document) for hit in desk.corpus.search("refund desk", principal=who)}


def test_a_configured_principal_that_leaves_a_group_loses_it_at_the_next_question(desk: Desk) -> None:
    anna = desk.corpus.member("anna")
    assert "docs/desk" in seen(desk, anna)
    settings(desk, "[principals.anna]\n")
    assert seen(desk, anna) == {"docs/refund"}
    settings(desk, ANNA)
    assert "docs/desk" in seen(desk, anna)


def test_a_name_that_is_taken_out_of_the_settings_may_ask_no_more(desk: Desk) -> None:
    anna = desk.corpus.member("anna")
    settings(desk, "")
    with pytest.raises(AccessDenied, match="name no principal 'anna' any more"):
        desk.corpus.ask(QUESTION, principal=anna)
    with pytest.raises(UnknownName):
        desk.corpus.member("anna")


def test_settings_that_cannot_be_read_let_nobody_in(desk: Desk) -> None:
    anna = desk.corpus.member("anna")
    settings(desk, "[principals.anna\n")
    with pytest.raises(AccessDenied, match="who may ask cannot be read"):
        desk.corpus.ask(QUESTION, principal=anna)


def test_groups_of_a_key_change_at_the_next_question_and_a_revoked_one_is_refused(desk: Desk) -> None:
    made, text = desk.corpus.create_key("phone", groups=["staff"])
    caller = desk.corpus.identify(f"Bearer {text}")
    assert "docs/desk" in seen(desk, caller)
    desk.corpus.change_key(made.id, [])
    assert seen(desk, caller) == {"docs/refund"}
    desk.corpus.revoke_key(made.id)
    with pytest.raises(AccessDenied):
        seen(desk, caller)


def test_a_key_for_a_configured_name_has_the_groups_of_that_now(desk: Desk) -> None:
    _, text = desk.corpus.create_key("anna's phone", principal="anna")
    caller = desk.corpus.identify(text)
    assert caller().readers == {"staff", "public", "user:anna"}
    settings(desk, "")
    with pytest.raises(AccessDenied, match="the credential is not valid"):
        caller()
    with pytest.raises(UnknownName):
        desk.corpus.create_key("x", principal="nobody")


def test_a_key_past_its_day_is_refused(desk: Desk) -> None:
    _, text = desk.corpus.create_key("old", expires=date(2020, 1, 1))
    with pytest.raises(AccessDenied):
        desk.corpus.identify(text)


def test_a_stream_ends_when_the_page_that_it_rests_on_is_closed(desk: Desk) -> None:
    steps = desk.corpus.stream(QUESTION, principal=desk.corpus.principal("anna"))
    before = [next(steps)]
    while before[-1][0] != "passage":
        before.append(next(steps))
    desk.corpus.set_access("docs/desk", [])
    with pytest.raises(AccessChanged, match="changed while this was being answered"):
        before.extend(steps)
    assert all("4471" not in repr(value) for name, value in before if name != "passage")


def test_a_stream_ends_when_its_asker_leaves_the_group(desk: Desk) -> None:
    made, text = desk.corpus.create_key("phone", groups=["staff"])
    steps = desk.corpus.stream(QUESTION, principal=desk.corpus.identify(text))
    while next(steps)[0] != "passage":
        pass
    desk.corpus.change_key(made.id, [])
    with pytest.raises(AccessChanged):
        list(steps)


def test_a_stream_goes_on_when_other_pages_change(desk: Desk) -> None:
    steps = desk.corpus.stream(QUESTION, principal=desk.corpus.principal("anna"))
    while next(steps)[0] != "passage":
        pass
    desk.write("docs/more.md", "# More\n\nSomething else.")
    desk.sync()
    desk.corpus.set_access("docs/more", [])
    assert "4471" in list(steps)[-1][1].text  # type: ignore[attr-defined]  # the last step is the answer


def test_an_answer_whose_asker_loses_a_page_on_the_way_is_made_anew_without_it(desk: Desk) -> None:
    calls = iter([["staff"], ["staff"], ["staff"], ["staff"]])

    def who() -> Principal:
        return Principal(tenant="default", groups=next(calls, []))

    answer = desk.corpus.ask(QUESTION, principal=who)
    assert isinstance(answer, Answer)
    assert "4471" not in repr(answer)


def test_a_conversation_is_read_under_the_rights_of_now(desk: Desk) -> None:
    anna = desk.corpus.principal("anna")
    first = desk.corpus.ask(QUESTION, principal=anna)
    assert first.status is Status.ANSWERED
    desk.corpus.set_access("docs/desk", [])
    turn = Turn(question=QUESTION, answer=first.text)
    second = desk.corpus.ask("And what was that again?", principal=anna, history=[turn])
    assert "4471" not in second.text
