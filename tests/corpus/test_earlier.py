"""An answer can say since when it holds and what held before, from the versions of these days."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from pincite.answers import Answer
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]
PAGE = "# Refund\n\n| What | Limit |\n| --- | --- |\n| Refund window | {window} |\n| Refund cap | {cap} |\n"


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    for version, day, window, cap in (
        ("1", "2021-01-01", "10 days", "$200"),
        ("2", "2023-09-01", "14 days", "$500"),
        ("3", "2025-03-01", "30 days", "$500"),
    ):
        page = PAGE.format(window=window, cap=cap)
        made.write(f"docs/refund-{version}.md", page, id="refund", version=version, effective=day)
    made.sync()
    return made


def said(answer: Answer) -> list[tuple[str, date | None, date | None]]:
    versions = {c.label: c.version for c in answer.citations}
    return [(versions[claim.citations[0]], claim.since, claim.until) for claim in answer.claims]


def test_what_held_before_is_said_with_its_last_day(desk: Desk) -> None:
    answer = desk.corpus.ask("What did the refund window use to be?")
    assert "Until 2025-03-01: The refund window is 14 days [2]." in answer.text
    assert said(answer) == [("3", date(2025, 3, 1), None), ("2", None, date(2025, 3, 1))]


def test_a_value_that_stayed_is_followed_back_to_the_day_on_which_it_came(desk: Desk) -> None:
    answer = desk.corpus.ask("Since when is the refund cap $500?")
    assert said(answer) == [("3", date(2023, 9, 1), None), ("1", None, date(2023, 9, 1))]


def test_a_plain_question_is_answered_from_today_alone(desk: Desk) -> None:
    assert said(desk.corpus.ask("What is the refund window?")) == [("3", None, None)]


def test_the_past_is_that_of_the_day_that_is_asked_about(desk: Desk) -> None:
    answer = desk.corpus.ask("What was the refund window before?", as_of=date(2024, 1, 1))
    assert said(answer) == [("2", date(2023, 9, 1), None), ("1", None, date(2023, 9, 1))]


def test_an_earlier_version_that_may_not_be_read_is_not_told(new_desk: NewDesk) -> None:
    desk = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    desk.write("docs/1.md", PAGE.format(window="14 days", cap="$1"), id="r", version="1", access="[staff]")
    desk.write("docs/2.md", PAGE.format(window="30 days", cap="$1"), id="r", version="2", effective="2025-03-01")
    desk.sync()
    question = "What was the refund window before?"
    assert "14 days" not in repr(desk.corpus.ask(question))
    assert "14 days" in desk.corpus.ask(question, principal=Principal(tenant="default", groups=["staff"])).text


def test_what_replaced_a_version_is_listed(desk: Desk) -> None:
    found = desk.corpus.replaced("refund")
    assert {version: [(each.version, each.since) for each in by] for version, by in found.items()} == {
        "1": [("2", date(2023, 9, 1))],
        "2": [("3", date(2025, 3, 1))],
        "3": [],
    }
    assert desk.corpus.replaced("refund", as_of=date(2024, 1, 1))["2"] == ()


def test_a_part_that_another_page_replaced_is_listed_where_that_page_may_be_read(desk: Desk) -> None:
    desk.write(
        "docs/notice.md", "# Notice\n\nThe window is 40 days.", id="notice", effective="2025-06-01",
        supersedes='"refund#Refund/Refund window"', applies_to="[EU]", access="[staff]",
    )  # fmt: skip
    desk.sync()
    assert desk.corpus.replaced("refund")["3"] == ()
    (part,) = desk.corpus.replaced("refund", principal=Principal(tenant="default", groups=["staff"]))["3"]
    assert (part.document, part.section, part.applies_to) == ("notice", "Refund/Refund window", ("EU",))


def test_a_question_that_names_a_past_day_is_answered_as_of_that_day_and_says_so(desk: Desk) -> None:
    question = "What was the refund window on 2024-01-01?"
    answer = desk.corpus.ask(question)
    assert [citation.version for citation in answer.citations] == ["2"]
    assert answer.warnings == ("read as of 2024-01-01, the day that the question names; another day: --as-of",)
    assert desk.corpus.ask(question, as_of=date(2025, 4, 1)).citations[0].version == "3"


def test_a_past_day_before_everything_that_answers_is_read_from_today_and_says_so(desk: Desk) -> None:
    desk.write(
        "docs/party.md", "# Party\n\nThe party was on 3 May 2023 in the barn.", id="party", effective="2024-05-01"
    )
    desk.sync()
    answer = desk.corpus.ask("Where was the party on 3 May 2023?")
    assert "barn" in answer.text
    assert answer.warnings == ("nothing that was in force on 2023-05-03 answers: this is from what is in force today",)


def test_a_past_day_is_not_noted_where_nothing_that_is_cited_has_a_day(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/log.md", "# Log\n\nThe outage on 3 May 2023 was caused by a loose cable.", id="log")
    desk.sync()
    answer = desk.corpus.ask("What was the outage on 3 May 2023 caused by?")
    assert "loose cable" in answer.text
    assert answer.warnings == ()


@pytest.mark.parametrize(
    ("question", "versions", "told"),
    [
        # Both held in 2023, the first until September.
        ("What was the refund window in 2023?", "12", "read as of 2023-12-31, for 'in 2023' in the question"),
        ("What was the refund window in January 2024?", "2", "read as of 2024-01-31, for 'in January 2024'"),
        (
            "What was the refund window before September 2023?",
            "1",
            "read as of 2023-08-31, for 'before September 2023'",
        ),
        ("What will the refund window be from February 2127?", "4", "read as of 2127-02-01, for 'from February 2127'"),
    ],
)
def test_the_version_of_a_named_year_month_or_day_to_come_answers(
    desk: Desk, question: str, versions: str, told: str
) -> None:
    page = PAGE.format(window="60 days", cap="$500")
    desk.write("docs/refund-4.md", page, id="refund", version="4", effective="2127-02-01")
    desk.sync()
    answer = desk.corpus.ask(question)
    assert {citation.version for citation in answer.citations} == set(versions)
    assert any(told in warning for warning in answer.warnings)


def test_a_page_that_tells_of_the_year_itself_answers_as_it_stands_today(desk: Desk) -> None:
    text = "# Harvest\n\nThe harvest of apples in 2023 was 40 tonnes."
    desk.write("docs/harvest.md", text, id="harvest", effective="2024-05-01")
    desk.sync()
    answer = desk.corpus.ask("How large was the harvest of apples in 2023?")
    assert "40 tonnes" in answer.text
    assert answer.warnings == ()
