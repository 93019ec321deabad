"""What tells the asked aspect goes first: the minimum before the maximum, a decision before what is only spoken of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pincite.pipeline.aspects import asked_aspect_first
from pincite.questions import Found, Hit
from pincite.testing.desk import PUBLIC_DOCS, Desk
from pincite.testing.passages import passage_of, revision_of

NewDesk = Callable[..., Desk]

SHEET = """# Data sheet of the board

## Electrical limits

Values hold at 25 °C unless a row says otherwise.

| Limit | Value |
| --- | --- |
| Minimum input voltage | 9 V |
| Supply current | 40 mA |
| Ripple at full load | 12 mV |
| Switching frequency | 500 kHz |
| Output current | 2 A |
| Efficiency at half load | 91 % |
| Start-up time | 15 ms |
"""
NOTICE = """# Notice 17: input voltage, revision C

## Change

The maximum input voltage of the board, revisions B and C, is 30 V. Boards before revision B stay at 24 V.
"""


REPORT = """# Weekly report

## Wishes

Who wants a second night shift? A second night shift is what the movers want.
"""
MINUTES = """# Minutes of the group

## Under consideration

A second night shift for the move of the pallets is under consideration. Nothing was decided; Mara brings figures to the
next meeting.
"""


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(PUBLIC_DOCS)
    made.write("docs/sheet.md", SHEET, id="sheet")
    made.write("docs/notice.md", NOTICE, id="notice")
    made.sync()
    return made


@pytest.fixture
def found() -> tuple[Found, ...]:
    """Return a hit on the maximum, one on the minimum and one on neither."""
    texts = {"a": "The maximum load is 9 kg.", "b": "The minimum load is 1 kg.", "c": "The load is weighed."}
    permits = [passage_of(revision_of(text, document=document)).permit for document, text in texts.items()]
    return tuple(
        Found(rank=rank, hit=Hit(chunk_id=permit.chunk.chunk_id, score=1 - rank / 10), permit=permit)
        for rank, permit in enumerate(permits, start=1)
    )


@pytest.mark.parametrize(("extreme", "first"), [("minimum", "sheet"), ("maximum", "notice")])
def test_what_tells_the_asked_extreme_is_found_first(desk: Desk, extreme: str, first: str) -> None:
    found = desk.corpus.search(f"What is the {extreme} input voltage for revision C?")
    assert found[0].permit.revision.document_id == first


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("minimum load", "bac"),
        ("What is the lowest load?", "bac"),
        ("min. load", "bac"),
        ("Wie hoch ist die Mindestlast?", "bac"),
        ("maximum load", "abc"),
        ("load", "abc"),
        ("minimum and maximum load", "abc"),
    ],
)
def test_only_one_extreme_that_is_asked_for_orders(found: tuple[Found, ...], question: str, order: str) -> None:
    ranked, _ = asked_aspect_first(question, found)
    assert "".join(str(each.permit.revision.document_id) for each in ranked) == order
    assert [each.rank for each in ranked] == [1, 2, 3]


def test_what_is_far_behind_stays_there(found: tuple[Found, ...]) -> None:
    far = (found[0], replace(found[1], hit=replace(found[1].hit, score=0.4)), found[2])
    assert asked_aspect_first("minimum load", far) == (far, 0)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Was a second night shift decided?", "minutes"),
        ("Has a second night shift been decided on?", "minutes"),
        ("Who wants a second night shift?", "report"),
    ],
)
def test_whether_something_was_decided_is_told_by_what_speaks_of_deciding(
    new_desk: NewDesk, question: str, first: str
) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/report.md", REPORT, id="report")
    desk.write("docs/minutes.md", MINUTES, id="minutes")
    desk.sync()
    assert desk.corpus.search(question)[0].permit.revision.document_id == first
