"""Answers written out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pincite.answers import Answer, Claim, Status, Verdict
from pincite.answers.render import marked, plain_answer, source_line, titled
from pincite.documents import Place, Span
from pincite.testing.citations import make_citation

REFUND = make_citation(span=Span(430, 457))
WINDOW = Claim(text="The refund window is 30 days.", citations=(1,), verdict=Verdict.CONSISTENT)


def test_markers_stand_before_the_end_mark() -> None:
    assert marked([WINDOW]) == "The refund window is 30 days [1]."


def test_claims_follow_one_another_in_one_text() -> None:
    two = Claim(text="Is it free? Yes!", citations=(1, 2), verdict=Verdict.QUOTED)
    assert marked([WINDOW, two]) == "The refund window is 30 days [1]. Is it free? Yes [1] [2]!"


def test_the_plain_form_names_document_and_version_and_lists_the_sources() -> None:
    answer = Answer(question="?", status=Status.ANSWERED, text="", claims=(WINDOW,), citations=(REFUND,))
    assert plain_answer(answer) == (
        "The refund window is 30 days (Refund policy, v3) [1].\n\n"
        '[1] Refund policy, v3, Limits: "| Refund window | 30 days |"  policies/refund-v3.md'
    )
    assert str(answer) == plain_answer(answer)


def test_a_document_without_a_version_shows_only_its_title() -> None:
    assert titled(replace(REFUND, version="")) == "Refund policy"


def test_a_version_that_is_no_number_is_shown_as_it_is() -> None:
    assert [titled(replace(REFUND, version=v)) for v in ("1.10", "2025-03-01", "Rev C")] == [
        "Refund policy, v1.10",
        "Refund policy, 2025-03-01",
        "Refund policy, Rev C",
    ]


def test_a_section_that_is_the_title_is_not_said_twice_and_pages_are_named() -> None:
    cited = replace(REFUND, section="Refund policy", place=Place(page=4), quote="two\nlines")
    assert source_line(cited) == '[1] Refund policy, v3, p. 4: "two lines"  policies/refund-v3.md'


def test_an_abstention_says_so_and_what_is_missing() -> None:
    answer = Answer(
        question="?", status=Status.ABSTAINED, text="The pages do not answer this.", missing=("how long it takes",)
    )
    assert plain_answer(answer) == "The pages do not answer this.\n\nNot found: how long it takes"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("The window is 999 days [1].", "The window is 999 days (1) [1]."),
        ("It is 9 days [ 2 ][3, 4] long.", "It is 9 days ( 2 )(3, 4) long [1]."),
        ("It is 9 days \uff3b\uff11\uff3d [1\u200b] long.", "It is 9 days (\uff11) (1\u200b) long [1]."),
        ("Press [Enter] or [F1].", "Press [Enter] or [F1] [1]."),
    ],
)
def test_what_looks_like_a_marker_in_a_document_is_shown_as_none(said: str, shown: str) -> None:
    assert marked([replace(WINDOW, text=said)]) == shown


def test_the_plain_form_shows_no_forged_marker_and_quotes_verbatim() -> None:
    cited = replace(REFUND, title="Refunds [7]", section="Limits [8]", quote="999 days [1]")
    claim = replace(WINDOW, text="It is 999 days [1].")
    answer = Answer(question="?", status=Status.ANSWERED, text="", claims=(claim,), citations=(cited,))
    assert plain_answer(answer) == (
        "It is 999 days (1) (Refunds (7), v3) [1].\n\n"
        '[1] Refunds (7), v3, Limits (8): "999 days [1]"  policies/refund-v3.md'
    )
