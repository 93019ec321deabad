"""What the checks around the generator refuse is named too, and what the answer as it is given cites is not lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.answers import Loss
from pincite.diagnose import why
from pincite.pipeline.refusing import refusals_of
from pincite.pipeline.search import Request
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    for version, days, since in (("1", 14, "2021-01-01"), ("2", 30, "2023-01-01")):
        page = f"# Refund policy\n\nThe refund window is {days} days."
        desk.write(f"docs/refund-{version}.md", page, id="refund", version=version, effective=since)
    desk.write("docs/grant.md", "# Bicycle\n\nThe bicycle grant is 250 EUR.", id="grant", expires="2022-12-31")
    desk.sync()
    return desk


@pytest.mark.parametrize(
    ("question", "check"),
    [
        ("What is the refund window in version 7 of the refund policy?", "named version"),
        ("What was the refund window in 2015?", "named time"),
        ("According to the travel policy, what is the refund window?", "named document"),
        ("What is the refund window of model RX-811?", "key"),
    ],
)
def test_the_check_around_the_generator_that_refuses_is_named(desk: Desk, question: str, check: str) -> None:
    found = why(desk.corpus, question, "refund")
    assert found.loss is Loss.IGNORED
    assert f'refused by the check "{check}": ' in found.evidence
    assert f'"{check}"' in found.fix


@pytest.mark.parametrize(
    ("question", "check"),
    [
        ("What does clause 9.4 of the lease say?", "clause"),
        ("Is the roof repair on track?", "age"),
        ("What is the input voltage?", "applies to"),
        ("Which part does the valve need, and what does it weigh?", "step"),
    ],
)
def test_a_clause_a_step_and_what_governs_are_checks_too(new_desk: NewDesk, question: str, check: str) -> None:
    desk = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    desk.write("docs/lease.md", "# Lease\n\n## 7.2 Notice\n\nThe notice is 3 months.", id="lease")
    desk.write("docs/roof.md", "# Roof repair\n\nThe roof repair is on track.", id="roof", max_age="7 days",
               effective="2024-03-01")  # fmt: skip
    for volts, value in enumerate("ABCDEFGHIJ", 12):
        desk.write(f"docs/{value}.md", f"# Board\n\nThe input voltage is {volts} V.", applies_to=f"[{value}]")
    desk.write("docs/valve.md", "# Valve\n\nThe valve needs the part PX-2210.", id="valve")
    desk.sync()
    request = Request(question=question, principal=desk.corpus.principal(), day=desk.corpus.today())
    _, recorder = desk.corpus.tried(request, reads_day=True)
    assert check in [each.value for each in refusals_of(recorder.events)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the refund window?", "refund"),
        ("What was the refund window in 2022?", "refund"),
        ("What is the refund window in version 1 of the refund policy?", "refund"),
        ("What was the bicycle grant in 2022?", "grant"),
    ],
)
def test_what_the_answer_cites_is_not_lost_whatever_version_or_day_it_is_read_of(
    desk: Desk, question: str, expected: str
) -> None:
    assert desk.corpus.ask(question).claims
    assert why(desk.corpus, question, expected).loss is None


def test_what_another_page_is_cited_for_is_lost_though_the_generator_would_use_it_alone(desk: Desk) -> None:
    found = why(desk.corpus, "What was the refund window in 2015?", "refund")
    assert (
        "the answer as a whole abstains (evidence_insufficient): nothing that you may read says what held in 2015"
        in (found.evidence)
    )


def test_the_trace_of_an_answer_names_the_check(desk: Desk) -> None:
    answer = desk.corpus.ask("What was the refund window in 2015?")
    events = desk.corpus.trace(answer.trace_id).events
    assert [event.title for event in events if event.kind == "refuse"] == ["refused by the check 'named time'"]
