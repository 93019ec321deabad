"""What is kept of earlier questions (vectors, wordings, rankings) never answers a later one after anything changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from pincite.models.caps import Caps, Meter
from pincite.models.talk import Prompt, Reply
from pincite.pipeline.rewriting import Rewriter
from pincite.pipeline.search import Request
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

STAFF = Principal(tenant="default", groups=["staff"])
ANNA = Principal(tenant="default", subject="anna")
QUESTION = "What is the refund window?"


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(PUBLIC_DOCS)
    made.write("docs/refund.md", "# Refund\n\nThe refund window is 30 days.")
    made.write("docs/desk.md", "# Desk\n\nThe refund desk has a window of its own.", access="[staff]")
    made.write("docs/next.md", "# Next\n\nThe next refund window.", effective="2030-01-01", expires="2031-01-01")
    made.sync()
    return made


def seen(desk: Desk, principal: Principal | None = None, as_of: date | None = None) -> tuple[str, ...]:
    return tuple(sorted(f.document for f in desk.corpus.search(QUESTION, principal=principal, as_of=as_of)))


def edit(desk: Desk) -> None:
    desk.write("docs/window.md", "# Window\n\nAnother refund window.")
    desk.sync()


def delete(desk: Desk) -> None:
    desk.corpus.delete("docs/refund")


def revoke(desk: Desk) -> None:
    desk.corpus.set_access("docs/refund", ["staff"])


CHANGES: dict[str, tuple[Callable[[Desk], object], tuple[str, ...]]] = {
    "a document that came": (edit, ("docs/refund", "docs/window")),
    "a document that went": (delete, ()),
    "access that was taken": (revoke, ()),
}


@pytest.mark.parametrize("change", sorted(CHANGES))
def test_a_ranking_does_not_outlive(desk: Desk, change: str) -> None:
    assert seen(desk) == seen(desk) == ("docs/refund",)
    made, left = CHANGES[change]
    made(desk)
    assert seen(desk) == left


def test_access_that_is_given_back_is_seen_at_once_by_whoever_asked_before(desk: Desk) -> None:
    desk.corpus.set_access("docs/refund", ["staff"])
    assert seen(desk) == ()
    desk.corpus.clear_access("docs/refund")
    assert seen(desk) == ("docs/refund",)


def test_whoever_may_read_less_never_gets_the_ranking_of_whoever_may_read_more(desk: Desk) -> None:
    assert seen(desk, STAFF) == ("docs/desk", "docs/refund")
    assert seen(desk) == seen(desk, ANNA) == ("docs/refund",)
    assert seen(desk, STAFF) == ("docs/desk", "docs/refund")


def test_another_day_has_a_ranking_of_its_own(desk: Desk) -> None:
    assert seen(desk) == ("docs/refund",)
    assert seen(desk, as_of=date(2030, 6, 1)) == ("docs/next", "docs/refund")
    assert seen(desk) == ("docs/refund",)


class Asked:
    """A chat model that has no other wordings, and counts how often it is asked for some."""

    model = "counts"

    def __init__(self) -> None:
        self.times = 0

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply:
        del prompt, meter, on_text
        self.times += 1
        return Reply(text=json.dumps({"question": QUESTION, "variants": [], "parts": []}))


def test_wordings_are_kept_under_all_that_decides_what_a_reader_sees(desk: Desk) -> None:
    model = Asked()
    rewriter = Rewriter(lambda: (model, Meter(caps=Caps())))

    def ask(principal: Principal, day: date) -> None:
        search = replace(desk.corpus.pipeline.search, rewriter=rewriter)
        search.run(Request(question=QUESTION, principal=principal, day=day))

    today = desk.corpus.today()
    for principal in (Principal(tenant="default"), STAFF, ANNA):
        ask(principal, today)
    ask(ANNA, date(2030, 6, 1))
    edit(desk)
    ask(ANNA, today)
    revoke(desk)
    ask(ANNA, today)
    assert model.times == 6
    ask(ANNA, today)
    assert model.times == 6, "nothing changed since"
