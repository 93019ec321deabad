"""What a question asks of another time or version is answered from what held then, or not at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.answers import Status
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]
PAGE = "# Tariff\n\n| What | Price |\n| --- | --- |\n| Bicycle deposit | {deposit} |\n| Lost key fee | $9 |\n"


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    desk.write("docs/1.md", PAGE.format(deposit="$50"), id="tariff", version="1", effective="2022-04-01")
    desk.write("docs/2.md", PAGE.format(deposit="$80"), id="tariff", version="2", effective="2025-03-01")
    desk.write("docs/house.md", "# House\n\nThe house was built in 1912. Breakfast costs $12 a person.", id="house")
    desk.write("docs/app.md", "# App\n\nSince version 7.1 of the app, the map costs $3 a month.", id="app", version="4")
    desk.sync()
    return desk


@pytest.mark.parametrize(
    "question",
    [
        "What was the bicycle deposit in 2015?",
        "What is the bicycle deposit in 2019?",
        "In 2019, how much was the bicycle deposit?",
        "How much did breakfast cost a person in 2003?",
        "What was the bicycle deposit on 2 May 2020?",
    ],
)
def test_what_holds_today_is_no_answer_about_a_day_on_which_it_did_not_hold(desk: Desk, question: str) -> None:
    answer = desk.corpus.ask(question)
    assert (answer.status, answer.claims) == (Status.ABSTAINED, ())
    assert answer.missing[0].startswith("nothing that you may read says what held ")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What was the bicycle deposit in 2023?", "$50"),
        ("What is the bicycle deposit in 2023?", "$50"),
        ("I rented it in 2019. What is the bicycle deposit?", "$80"),
        ("What is the bicycle deposit for one bought in 2019?", "$80"),
        ("What was built in 1912, the house?", "1912"),
    ],
)
def test_a_year_in_which_a_version_held_and_one_that_only_tells_of_something_bar_nothing(
    desk: Desk, question: str, said: str
) -> None:
    assert said in desk.corpus.ask(question).text


def test_a_named_version_that_may_be_read_answers(desk: Desk) -> None:
    answer = desk.corpus.ask("What is the bicycle deposit in version 1 of the tariff?")
    assert "$50" in answer.text
    assert answer.warnings == ("read in version 1, in force from 2022-04-01",)


def test_a_version_that_is_not_there_is_missing(desk: Desk) -> None:
    answer = desk.corpus.ask("What was version 7's bicycle deposit?")
    assert answer.claims == ()
    assert answer.missing == ('no version 7 of "Tariff" that you may read answers this',)


def test_a_version_of_something_that_the_page_speaks_of_is_no_version_of_the_page(desk: Desk) -> None:
    assert "$3" in desk.corpus.ask("What does the map cost since version 7.1 of the app?").text


def test_an_abstention_over_another_time_is_replayed_as_it_was(desk: Desk) -> None:
    answer = desk.corpus.ask("What was the bicycle deposit in 2015?")
    assert desk.corpus.replay(answer.trace_id, question=answer.question).same
