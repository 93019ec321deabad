"""What a page says of another model, year, customer or of other people is no answer."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.generate.barring.contrasts import of_another
from pincite.generate.extractive import every_candidate, of_other_codes
from pincite.testing.passages import passages_of

DRILL = """# Kestrel drill data sheet

| Property | Kestrel 200 | Kestrel 300 |
|---|---|---|
| Weight | 1.4 kg | 1.9 kg |
| Noise | 82 dB | |
"""
SERVICE = """# Service agreements

The response time for Contoso is 8 hours. The response time for Northwind is 4 hours.
"""
REPORT = """# Annual report

Revenue in 2023 was 12.4 million euros. Revenue in 2022 was 11.1 million euros. Profit fell by 3 % in 2023.
"""
HANDBOOK = """# Staff handbook

Employees may work from home two days a week. Interns may not work from home. Until 2021 employees could work from home
one day a week.
"""
WARRANTY = """# Warranty terms

The Kestrel drill has a warranty of 24 months.
"""


def claims(question: str) -> list[str]:
    pages = passages_of(DRILL, SERVICE, REPORT, HANDBOOK, WARRANTY)
    return [c.text for c in build(GenerateSettings()).draft(question, pages).claims]


@pytest.mark.parametrize(
    ("question", "not_said"),
    [
        ("What is the weight of the Kestrel 400?", "kg"),
        ("What is the noise of the Kestrel 300?", "82 dB"),
        ("What is the response time for Fabrikam?", "hours"),
        ("What was the revenue in 2021?", "million"),
        ("What was the revenue in 2024?", "million"),
        ("How many days a week may interns work from home?", "days a week|one day"),
        ("How long is the warranty of the Falcon drill?", "24 months"),
    ],
)
def test_what_is_said_of_another_is_no_answer(question: str, not_said: str) -> None:
    assert not any(part in claim for claim in claims(question) for part in not_said.split("|"))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the weight of the Kestrel 300?", "1.9 kg"),
        ("What is the response time for Contoso?", "8 hours"),
        ("What was the revenue in 2022?", "11.1 million"),
        ("How many days a week may employees work from home?", "two days a week"),
        ("How long is the warranty of the Kestrel drill?", "24 months"),
    ],
)
def test_what_is_said_of_the_thing_itself_is(question: str, said: str) -> None:
    assert said in claims(question)[0]


def test_only_a_year_at_the_edge_of_a_time_may_hold_another() -> None:
    page = "# Report\n\nProfit fell by 3 % in 2023. The fund has been closed since 2023.\n"
    barred = of_another("What was the profit in 2024?", every_candidate(passages_of(page)), "en")
    assert [c.claim for c in barred] == ["Profit fell by 3 % in 2023."]


@pytest.mark.parametrize(
    ("question", "page", "barred"),
    [
        (
            "How long may one stay in Zone B?",
            "In Zone A one may stay four hours.",
            "In Zone A one may stay four hours.",
        ),
        ("On which day does Dr Cole work?", "Dr Abel works on Monday. Dr Cole has left.", "Dr Abel works on Monday."),
        (
            "How many dogs may travel on Dragonfly?",
            "Two dogs may travel on a boat. The charge is 35 GBP.\n\nDogs are not allowed on Dragonfly at all.",
            "Two dogs may travel on a boat.",
        ),
    ],
)
def test_another_zone_person_or_the_rule_for_all_says_nothing_of_the_one_that_is_named(
    question: str, page: str, barred: str
) -> None:
    found = every_candidate(passages_of(f"# Notes\n\n{page}\n"))
    assert [c.claim for c in found if c in of_another(question, found, "en")] == [barred]


def test_what_takes_up_other_persons_is_of_them_too() -> None:
    page = "# Clinic\n\nDr Abel works on Monday, Dr Bose on Thursday. Neither works on Friday. Dr Cole has left.\n"
    found = every_candidate(passages_of(page))
    barred = of_another("On which day does Dr Cole work?", found, "en")
    assert [c.claim for c in found if c not in barred] == ["Dr Cole has left."]


def test_a_sentence_with_another_code_than_the_one_before_it_is_not_of_that_one() -> None:
    page = "# Cold store\n\nFreezer F1 is at -20 °C and freezer F2 at -80 °C. The alarm sounds at -15 °C in F1.\n"
    found = every_candidate(passages_of(page))
    barred = of_other_codes("At what temperature does the alarm sound in F2?", found, "en")
    assert [c.claim for c in barred] == ["The alarm sounds at -15 °C in F1."]
