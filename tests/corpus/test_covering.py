"""What a question asks of another time or version is answered from what held then, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from pincite.answers import Status
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]
PAGE = "# Tariff\n\n| What | Price |\n| --- | --- |\n| Bicycle deposit | {deposit} |\n| Lost key fee | $9 |\n"


POLICY = "# {name} policy\n\nThe {thing} is {value}.\n"
OTHER = "# Keys\n\nThe deposit policy sets the deposit and the limits of a deposit; this page adds to it."


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


@pytest.mark.parametrize("said", ["It weighs 2,015 kg.", "It cost EUR 2015.50."])
def test_the_figures_of_a_year_in_another_number_tell_of_no_year(desk: Desk, said: str) -> None:
    desk.write("docs/pump.md", f"# Pump\n\nThe pump fee is $7. {said}", id="pump")
    desk.sync()
    assert desk.corpus.ask("What was the pump fee in 2015?").claims == ()


def test_a_code_with_the_figures_of_a_year_does_not_keep_an_earlier_version_from_being_read(desk: Desk) -> None:
    desk.write(
        "docs/lock1.md", "# Lock\n\nThe lock SRB-2023 costs $20.", id="lock", version="1", effective="2022-04-01"
    )
    desk.write(
        "docs/lock2.md", "# Lock\n\nThe lock SRB-2023 costs $30.", id="lock", version="2", effective="2025-03-01"
    )
    desk.sync()
    assert "$20" in desk.corpus.ask("What did the lock cost in 2023?").text


@pytest.mark.parametrize("said", ["Since 2015 we fill them.", "As of 2015-03-01.", "It is of 03/2015."])
def test_a_page_that_tells_of_the_year_answers_about_it(desk: Desk, said: str) -> None:
    desk.write("docs/pump.md", f"# Pump\n\nThe pump fee is $7. {said}", id="pump")
    desk.sync()
    assert "$7" in desk.corpus.ask("What was the pump fee in 2015?").text


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


@pytest.fixture
def shelf(new_desk: NewDesk) -> Desk:
    """Three versions of one policy, beside another page in the same versions that speaks of it."""
    shelf = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    for version, value, day in (("1", "$20", "2019-01-01"), ("2", "$30", "2023-09-01"), ("3", "$40", "2025-03-01")):
        page = POLICY.format(name="Deposit", thing="deposit", value=value)
        shelf.write(f"docs/deposit-{version}.md", page, id="deposit-policy", version=version, effective=day)
        shelf.write(f"docs/keys-{version}.md", OTHER, id="keys", version=version, effective=day)
    shelf.sync()
    return shelf


@pytest.mark.parametrize(
    ("question", "value", "told"),
    [
        ("What is the deposit in version 2 of the deposit policy?", "$30", ("version 2, in force from 2023-09-01",)),
        ("What is the deposit in version 3 of the deposit policy?", "$40", ()),
        ("What does v3 of the deposit policy say about the deposit?", "$40", ()),
        ("According to the deposit policy v1, what is the deposit?", "$20", ("version 1, in force from 2019-01-01",)),
        ("What was the deposit in the second version of the deposit policy?", "$30", ("version 2, in force",)),
        ("What does the v2 deposit policy say about the deposit?", "$30", ("version 2, in force from 2023-09-01",)),
    ],
)
def test_a_version_of_a_named_document_answers_and_no_other_page(
    shelf: Desk, question: str, value: str, told: tuple[str, ...]
) -> None:
    answer = shelf.corpus.ask(question)
    assert value in answer.text
    assert {citation.document for citation in answer.citations} == {"deposit-policy"}
    assert [each in said for each, said in zip(told, answer.warnings, strict=True)] == [True] * len(told)


def test_a_version_that_a_named_document_does_not_have_is_missing_though_another_page_has_it(shelf: Desk) -> None:
    shelf.write("docs/keys-4.md", OTHER, id="keys", version="4", effective="2025-04-01")
    shelf.sync()
    answer = shelf.corpus.ask("What is the deposit in version 4 of the deposit policy?")
    assert answer.claims == ()
    assert answer.missing == ('no version 4 of "Deposit policy" that you may read answers this',)


def test_two_versions_in_one_question_are_not_answered_from_one_of_them(shelf: Desk) -> None:
    answer = shelf.corpus.ask("How does the deposit in version 2 of the deposit policy differ from version 3?")
    assert answer.claims == ()
    assert answer.missing == ("a page that tells of the versions 2 and 3: each can be asked for by itself",)


def test_versions_that_change_within_the_year_are_both_told_with_their_days(shelf: Desk) -> None:
    answer = shelf.corpus.ask("What was the deposit in 2023?")
    assert answer.text == "Since 2023-09-01: The deposit is $30 [1]. Until 2023-09-01: The deposit is $20 [2]."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What was the deposit in 2019?", "The deposit is $20 [1]."),
        ("What was the deposit on 2 June 2019?", "The deposit is $20 [1]."),
        ("What was the deposit in August 2023?", "The deposit is $20 [1]."),
        ("What was the deposit in 2024?", "The deposit is $30 [1]."),
    ],
)
def test_a_time_in_which_one_version_was_in_force_is_answered_though_no_page_writes_it(
    shelf: Desk, question: str, text: str
) -> None:
    assert shelf.corpus.ask(question).text == text


@pytest.mark.parametrize(
    "question",
    [
        "How many deposits were paid in 2024?",
        "Who paid the deposit in 2024?",
        "How many deposits were required in 2024?",
    ],
)
def test_what_happened_in_a_year_is_not_told_by_what_was_in_force_then(shelf: Desk, question: str) -> None:
    assert shelf.corpus.ask(question).claims == ()


@pytest.fixture
def fuel(new_desk: NewDesk) -> Desk:
    """One policy in three versions that are dated by their year, and pages that ended within one."""
    desk = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    for year, how in (("2021", "excluded"), ("2022", "included"), ("2023", "excluded")):
        page = (
            f"# Fuel allowance\n\nDiesel is {how}. Premium petrol is not {'covered' if year == '2022' else 'capped'}."
        )
        desk.write(f"docs/{year}.md", page, id="fuel", version=year, effective=f"{year}-01-01")
    desk.write("docs/bike.md", "# Bicycle\n\nThe bicycle grant is 250 EUR.", id="bike", expires="2022-12-31")
    desk.write("docs/lunch.md", "# Lunch\n\nLunch costs 9 EUR a person.", id="lunch", expires="2021-07-01")
    desk.sync()
    return desk


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Was diesel included in 2022?", "Diesel is included [1]."),
        ("Was diesel included in 2021?", "Diesel is excluded [1]."),
        ("Was premium petrol covered in 2022?", "Premium petrol is not covered [1]."),
    ],
)
def test_how_something_stood_under_a_rule_in_a_year_is_told_by_the_version_of_that_year(
    fuel: Desk, question: str, text: str
) -> None:
    assert fuel.corpus.ask(question).text == text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What was the bicycle grant in 2022?", "Until 2022-12-31: The bicycle grant is 250 EUR [1]."),
        ("What is the bicycle grant in 2022?", "Until 2022-12-31: The bicycle grant is 250 EUR [1]."),
        ("How much did lunch cost a person in 2021?", "Until 2021-07-01: Lunch costs 9 EUR a person [1]."),
        ("How much did lunch cost a person in July 2021?", ""),
        ("How much did lunch cost a person in June 2021?", "Lunch costs 9 EUR a person [1]."),
        ("How much did lunch cost a person in 2022?", ""),
        ("What was the bicycle grant on 31 December 2022?", ""),
    ],
)
def test_what_ended_within_the_year_or_month_is_told_with_the_day_on_which_it_did(
    fuel: Desk, question: str, text: str
) -> None:
    answer = fuel.corpus.ask(question)
    assert answer.text == text if text else not answer.claims


def test_what_ended_within_the_year_is_replayed_as_it_was(fuel: Desk) -> None:
    answer = fuel.corpus.ask("What was the bicycle grant in 2022?")
    assert answer.claims[0].until == date(2022, 12, 31)
    assert fuel.corpus.replay(answer.trace_id, question=answer.question).same
