"""Relevant is not governing: what applies, replaces, binds and is recent enough decides over the ranking."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from pincite.answers import Answer, Reason, Status
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

MANUAL = """# Manual of the Kelvo pump

## Settings

| Setting | Value |
| --- | --- |
| Restart delay | 10 seconds |
| Standby current | 4 mA |
"""
NOTICE = """# Service bulletin 12

## Change

The restart delay is 25 seconds.
"""
NOTE = """# Bench log

The restart delay was set to 2 seconds for an afternoon and nothing broke.
"""


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    made.write(
        "docs/manual.md", MANUAL, id="manual", effective="2024-01-01", applies_to='["firmware 1.x", "firmware 2.x"]'
    )
    made.write(
        "docs/bulletin.md", NOTICE, id="bulletin", effective="2025-01-01", applies_to='"firmware 2.x"',
        supersedes='"manual#Settings/Restart delay"',
    )  # fmt: skip
    made.write("docs/log.md", NOTE, id="log", authority="informative")
    made.sync()
    return made


def cited(answer: Answer) -> set[str]:
    return {str(citation.document) for citation in answer.citations}


def test_what_replaces_is_cited_for_its_values_and_what_it_replaces_for_the_others(desk: Desk) -> None:
    new = desk.corpus.ask("What is the restart delay with firmware 2.4?")
    old = desk.corpus.ask("What is the restart delay with firmware 1.2?")
    assert ("25 seconds" in new.text, cited(new)) == (True, {"bulletin"})
    assert ("10 seconds" in old.text, cited(old)) == (True, {"manual"})


def test_the_value_may_be_stated_beside_the_question(desk: Desk) -> None:
    answer = desk.corpus.ask("What is the restart delay?", applies_to="firmware 2.x")
    assert cited(answer) == {"bulletin"}


def test_where_no_value_is_named_both_are_given_and_the_answer_asks_which(desk: Desk) -> None:
    answer = desk.corpus.ask("What is the restart delay?")
    assert (answer.status, answer.reason) == (Status.PARTIAL, Reason.NEEDS_APPLIES_TO)
    assert [claim.applies_to for claim in answer.claims] == [("firmware 1.x",), ("firmware 2.x",)]
    assert "10 seconds" in answer.claims[0].text
    assert "25 seconds" in answer.claims[1].text
    assert answer.text.endswith("Please say which is meant: firmware 1.x or firmware 2.x?")
    assert [passage.label for passage in answer.passages] == list(range(1, len(answer.passages) + 1))


def test_a_question_that_names_both_gets_both_and_is_not_asked_back(desk: Desk) -> None:
    answer = desk.corpus.ask("What is the restart delay with firmware 1.2 and firmware 2.4?")
    assert (answer.status, answer.reason, cited(answer)) == (Status.ANSWERED, None, {"manual", "bulletin"})


def test_a_row_that_nothing_replaces_is_answered_for_every_value(desk: Desk) -> None:
    answer = desk.corpus.ask("What is the standby current?")
    assert (answer.status, cited(answer)) == (Status.ANSWERED, {"manual"})


def test_what_is_replaced_reaches_no_passage(desk: Desk) -> None:
    answer = desk.corpus.ask("What is the restart delay with firmware 2.4?")
    assert all("10 seconds" not in passage.text for passage in answer.passages)
    hits = desk.corpus.search("restart delay", applies_to="firmware 2.4")
    assert hits
    assert all("10 seconds" not in hit.text for hit in hits)


def test_before_the_day_of_the_notice_the_old_value_holds(desk: Desk) -> None:
    answer = desk.corpus.ask("What is the restart delay with firmware 2.4?", as_of=date(2024, 6, 1))
    assert ("10 seconds" in answer.text, cited(answer)) == (True, {"manual"})


def test_a_value_that_no_page_speaks_of_is_not_answered(desk: Desk) -> None:
    answer = desk.corpus.ask("What is the restart delay with firmware 3.1?")
    assert (answer.claims, answer.status) == ((), Status.ABSTAINED)
    assert "the pages speak of firmware 1.x and firmware 2.x" in answer.missing[-1]


def test_a_page_that_only_tells_is_never_cited_for_what_must_be(desk: Desk) -> None:
    for question in ("What is the restart delay with firmware 1.2?", "Maximum restart delay?", "restart delay"):
        assert "log" not in cited(desk.corpus.ask(question))


def test_a_page_that_only_tells_is_cited_for_what_was_tried(desk: Desk) -> None:
    assert "log" in cited(desk.corpus.ask("What restart delay was tested on the bench?"))


def test_a_search_for_a_limit_shows_what_binds_before_what_only_tells(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/log.md", "# Log\n\nThe maximum restart delay was set to 2 seconds.", authority="informative")
    desk.write("docs/other.md", "# Colours\n\nThe lid is blue and has a delay.", authority="normative")
    desk.write(
        "docs/pump.md", "# Pump and motor\n\nThe longest pause until a restart, the restart delay, is 10 seconds."
    )
    desk.sync()

    def found(question: str) -> list[str]:
        return [str(hit.document).rpartition("/")[2] for hit in desk.corpus.search(question)][:2]

    assert found("What is the maximum restart delay?") == ["pump", "log"]
    assert found("Which maximum restart delay was tested?") == ["log", "pump"]


def test_of_what_replaces_the_best_hit_is_put_before_what_it_replaces_and_no_other(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/manual.md", MANUAL, id="manual", applies_to='["1.x", "2.x"]')
    desk.write(
        "docs/bulletin.md", f"{NOTICE}\n## Reason\n\nPumps ran dry in the winter.", id="bulletin",
        applies_to='"2.x"', supersedes='"manual#Settings/Restart delay"',
    )  # fmt: skip
    desk.sync()
    hits = desk.corpus.search("Restart delay of the Kelvo pump, manual, settings, table, setting, value")
    assert [(str(hit.document), hit.section.rpartition(" > ")[2]) for hit in hits][:2] == [
        ("bulletin", "Change"),
        ("manual", "Settings"),
    ]


def test_what_replaces_is_brought_in_although_it_was_not_found(desk: Desk) -> None:
    for n in range(70):
        desk.write(f"docs/other-{n}.md", f"# Restart {n}\n\nA restart delay of the delay kind, number {n}.")
    desk.sync()
    found = [str(hit.document) for hit in desk.corpus.search("Restart delay Kelvo setting, firmware 2.4", k=80)]
    assert found.index("bulletin") < found.index("manual")


def test_a_notice_that_the_reader_may_not_see_replaces_all_the_same_and_is_not_named(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/manual.md", MANUAL, id="manual")
    desk.write(
        "docs/bulletin.md", NOTICE, id="bulletin", access="[staff]", supersedes='"manual#Settings/Restart delay"'
    )
    desk.sync()
    outside = desk.corpus.ask("What is the restart delay?")
    assert "10 seconds" not in outside.text
    assert "bulletin" not in repr(outside)
    inside = desk.corpus.ask("What is the restart delay?", principal=Principal(tenant="default", groups=["staff"]))
    assert cited(inside) == {"bulletin"}


def test_a_whole_page_that_is_replaced_for_everything_is_not_found_any_more(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/old.md", "# Parking\n\nParking costs 5 euros.", id="old")
    desk.write(
        "docs/new.md", "# Parking rules\n\nParking costs 7 euros.", id="new", effective="2025-01-01", supersedes="old"
    )
    desk.sync()
    assert {str(hit.document) for hit in desk.corpus.search("parking")} == {"new"}
    assert {str(hit.document) for hit in desk.corpus.search("parking", as_of=date(2024, 1, 1))} == {"old"}


def test_values_are_known_from_readable_pages_only(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/a.md", "# Gate\n\nThe gate opens at 7.", applies_to="[leeds]")
    desk.write("docs/b.md", "# Gate\n\nThe gate opens at 9.", applies_to="[york]", access="[staff]")
    desk.sync()
    staff = Principal(tenant="default", groups=["staff"])
    assert cited(desk.corpus.ask("When does the gate open in York?", principal=staff)) == {"docs/b"}
    answer = desk.corpus.ask("At what time does the gate open for site York?")
    assert answer.missing[-1].endswith("the pages speak of leeds") or "leeds" not in repr(answer.missing)
    assert "docs/b" not in repr(answer)


def test_the_steps_of_a_stream_end_in_the_answer_that_comes_at_once(desk: Desk) -> None:
    steps = list(desk.corpus.stream("What is the restart delay?"))
    claims = [value for name, value in steps if name == "claim"]
    assert claims == list(steps[-1][1].claims)  # type: ignore[attr-defined]  # the last step is the answer


def test_the_record_counts_what_was_left_out_and_names_nothing(desk: Desk) -> None:
    answer = desk.corpus.ask("What is the restart delay with firmware 2.4?")
    details = [event.detail for event in desk.corpus.trace(answer.trace_id).events if event.kind == "govern"]
    assert details
    assert all(isinstance(value, int) for detail in details for value in detail.values())


def test_a_table_reads_no_row_that_is_replaced_for_what_is_asked_about(desk: Desk) -> None:
    table = desk.corpus.table("What is the restart delay?", applies_to="firmware 2.4")
    values = {str(row.document): row.value for row in table.rows if row.found}
    assert "10 seconds" not in repr(values)
    assert "25 seconds" in values.get("bulletin", "")
