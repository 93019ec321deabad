"""Pages that disagree: both values are told, and which binds where their metadata says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk
from pincite.wire import answer_json

NewDesk = Callable[..., Desk]
QUESTION = "How much powder does the chamber of the DW 520 take?"
MANUAL = "# DW 520 manual\n\n## Detergent\n\nThe chamber of the DW 520 takes at most 40 ml of powder.\n"
BULLETIN = "# Bulletin 7\n\nThe chamber of the DW 520 takes at most 30 ml of powder.\n"


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    made.write("docs/manual.md", MANUAL, id="manual", effective="2024-01-01")
    return made


def test_both_values_are_told_and_cited(desk: Desk) -> None:
    desk.write("docs/bulletin.md", BULLETIN, id="bulletin", effective="2025-01-01")
    desk.sync()
    answer = desk.corpus.ask(QUESTION)
    assert {claim.text.split()[-4] for claim in answer.claims} == {"40", "30"}
    (conflict,) = answer_json(answer)["conflicts"]
    quotes = {c.label: c.quote for c in answer.citations}
    assert all(side["value"] in quotes[side["citation"]] for side in conflict["sides"])
    assert conflict["authority"] is None
    assert "is the later, effective 2025-01-01" in conflict["reason"]


def test_the_page_that_binds_governs(desk: Desk) -> None:
    desk.write("docs/bulletin.md", BULLETIN, id="bulletin", authority="binding")
    desk.sync()
    answer = desk.corpus.ask(QUESTION)
    (conflict,) = answer.conflicts
    (governing,) = [c.document for c in answer.citations if c.label == conflict.authority]
    assert (governing, conflict.reason) == ("bulletin", "its authority is 'binding'")


def test_a_page_that_only_informs_stands_against_nothing(desk: Desk) -> None:
    desk.write("docs/bulletin.md", BULLETIN, id="bulletin", authority="informative")
    desk.sync()
    answer = desk.corpus.ask(QUESTION)
    assert ("40 ml" in answer.text or "30 ml" in answer.text, answer.conflicts) == (True, ())


def test_an_earlier_version_is_history_and_no_conflict(desk: Desk) -> None:
    desk.write("docs/manual-2.md", MANUAL.replace("40", "30"), id="manual", version="2", effective="2025-01-01")
    desk.sync()
    answer = desk.corpus.ask(QUESTION)
    assert ("30 ml" in answer.text, "40 ml" in answer.text, answer.conflicts) == (True, False, ())


def test_a_page_that_may_not_be_read_disagrees_with_nothing(desk: Desk) -> None:
    desk.write("docs/bulletin.md", BULLETIN, id="bulletin", access="[staff]")
    desk.sync()
    staff = Principal(tenant="default", groups=["staff"])
    assert desk.corpus.ask(QUESTION).conflicts == ()
    assert desk.corpus.ask(QUESTION, principal=staff).conflicts != ()


def test_a_row_that_is_headed_by_a_code_speaks_of_that_code_alone(new_desk: NewDesk) -> None:
    desk = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    desk.write("docs/refund.md", "# Refund\n\n| What | Limit |\n|---|---|\n| Refund window | 30 days |\n", id="refund")
    codes = "# Codes\n\n| Code | What it allows |\n|---|---|\n| RFD-77 | A refund 12 days after the window |\n"
    desk.write("docs/codes.md", codes, id="codes")
    desk.sync()
    answer = desk.corpus.ask("What is the refund window?")
    assert ("30 days" in answer.text, "12 days" in answer.text, answer.conflicts) == (True, False, ())
