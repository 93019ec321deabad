"""Questions of several parts and over things that they do not name, answered step by step without a model."""

from __future__ import annotations

from collections.abc import Callable

from pincite.answers import Status
from pincite.testing.desk import PUBLIC_DOCS, Desk

PARTS = """# Parts

| Part | Number | Price | Delivery |
| --- | --- | --- | --- |
| Stacking frame | SF-77 | 85 EUR | 6 days |
| Door seal | DS-12 | 19 EUR | 3 days |
| Drain pump | DP-31 | 62 EUR | 4 days |
"""
DRYER = "# Dryer\n\nTo put the dryer on a washing machine you need the stacking frame SF-77. Do not use tape."
WASHER = """# Washer WM-81

| Code | Meaning | What to do |
| --- | --- | --- |
| W3 | Water does not drain | Clean the filter; if it comes back, the drain pump DP-31 has to be replaced |
| W6 | Door does not close | Fit the door seal DS-12 |
"""


def shop(new_desk: Callable[..., Desk]) -> Desk:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/parts.md", PARTS, id="parts")
    desk.write("docs/dryer.md", DRYER, id="dryer")
    desk.write("docs/washer.md", WASHER, id="washer")
    desk.sync()
    return desk


def test_the_price_of_a_part_that_another_page_names_is_found_and_both_are_cited(new_desk: Callable[..., Desk]) -> None:
    desk = shop(new_desk)
    answer = desk.corpus.ask("Which frame do I need to put the dryer on a washing machine, and what does it cost?")
    assert "85 EUR" in answer.text
    assert {citation.document for citation in answer.citations} == {"parts", "dryer"}
    for citation in answer.citations:
        assert citation.span.cut(desk.corpus.show(citation.document).text) == citation.quote


def test_a_part_that_is_only_described_is_found_over_its_code(new_desk: Callable[..., Desk]) -> None:
    answer = shop(new_desk).corpus.ask("What does the part that W3 of the washer needs cost?")
    assert "62 EUR" in answer.text
    assert "19 EUR" not in answer.text


def test_the_second_part_is_missing_where_nothing_tells_it_of_the_thing_itself(new_desk: Callable[..., Desk]) -> None:
    desk = shop(new_desk)
    desk.write(
        "docs/frames.md", "# Frames of others\n\nThe picture frame PF-20 weighs 3 kg and is made of oak.", id="frames"
    )
    desk.sync()
    answer = desk.corpus.ask("Which frame do I need to put the dryer on a washing machine, and what does it weigh?")
    assert answer.status is Status.PARTIAL
    assert "SF-77" in answer.text
    assert "3 kg" not in answer.text
    assert any("weigh" in missing for missing in answer.missing)


def test_each_step_stands_in_the_trace_as_decided_by_code(new_desk: Callable[..., Desk]) -> None:
    desk = shop(new_desk)
    answer = desk.corpus.ask("Which frame do I need to put the dryer on a washing machine, and what does it cost?")
    trace = desk.corpus.trace(answer.trace_id)
    hops = [event for event in trace.events if event.kind == "hop"]
    assert [event.detail["leans_on"] for event in hops] == [None, 0]
    assert {event.decided_by for event in hops} == {"code"}
    assert "SF-77" not in str([event.detail for event in hops])


def test_both_halves_of_a_question_are_answered_in_its_order(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/prices.md", "# Prices\n\nAn installation costs 145 EUR. A visit costs 89 EUR.", id="prices")
    desk.write("docs/niche.md", "# Niches\n\nThe niche must be 82 cm high. The tap must be within reach.", id="niche")
    desk.sync()
    answer = desk.corpus.ask("How high must the niche be and what does an installation cost?")
    assert [citation.document for citation in answer.citations] == ["niche", "prices"]
