"""A row that holds for a range answers only for amounts within it."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.generate.extractive import every_candidate
from pincite.generate.reading.asked import asks
from pincite.generate.tables.other_cells import of_other_cells
from pincite.generate.tables.ranges import Range, range_of
from pincite.generate.tables.table_rows import tables_of
from pincite.testing.passages import passages_of

PAGE = """# Dosing

| Weight | Dose |
|---|---|
| up to 30 kg | 5 mg |
| 31 to 60 kg | 10 mg |
| over 60 kg | 20 mg |
"""
FINES = """# Fines

| Speed | Fine |
|---|---|
| up to 10 km/h over | 30 EUR |
| 11 to 20 km/h over | 60 EUR |
"""


def claims(question: str, page: str = PAGE) -> list[str]:
    return [c.text for c in build(GenerateSettings()).draft(question, passages_of(page)).claims]


@pytest.mark.parametrize(
    ("question", "dose"),
    [
        ("What is the dose for a weight of 20 kg?", "up to 30 kg: dose 5 mg."),
        ("What is the dose for a weight of 60 kg?", "31 to 60 kg: dose 10 mg."),
        ("What is the dose for a weight over 60 kg?", "over 60 kg: dose 20 mg."),
    ],
)
def test_the_row_whose_range_holds_the_amount_answers(question: str, dose: str) -> None:
    assert claims(question) == [dose]


def test_an_amount_outside_all_ranges_is_not_answered() -> None:
    assert claims("What is the fine for a speed of 45 km/h over?", FINES) == []


@pytest.mark.parametrize(
    ("label", "low", "high"),
    [("10\u201325 kg", 10, 25), ("65+", 65, None), ("21 days or fewer", None, 21), ("from 5 kg", 5, None)],
)
def test_a_range_is_read_off_its_words(label: str, low: int | None, high: int | None) -> None:
    held = range_of(label, language="en")
    assert held is not None
    assert (held.low, held.high) == (low, high)


@pytest.mark.parametrize(
    ("label", "low", "high"),
    [
        ("not more than 5 kg", None, 5),
        ("no less than 5 kg", 5, None),
        ("not exceeding 10 kg", None, 10),
        ("no fewer than 10", 10, None),
        ("not under 18", 18, None),
        ("< 30 kg", None, 30),
        ("<= 30 kg", None, 30),
        (">= 30 kg", 30, None),
        ("up to and including 30 kg", None, 30),
        ("30 kg and up", 30, None),
        ("30 kg max.", None, 30),
        ("5 kg minimum", 5, None),
        ("shorter than 3 m", None, 3),
        ("higher than 5 °C", 5, None),
        ("30 to under 60 kg", 30, 60),
        ("more than 10 and up to 20 kg", 10, 20),
        ("10 kg or heavier", 10, None),
    ],
)
def test_a_bound_is_read_whole_with_its_negation(label: str, low: int | None, high: int | None) -> None:
    held = range_of(label, language="en")
    assert held is not None
    assert (held.low, held.high) == (low, high)


@pytest.mark.parametrize(
    ("label", "is_open"),
    [
        ("over 10 to 20 kg", (True, False)),
        ("30 to under 60 kg", (False, True)),
        ("not more than 5 kg", (False, False)),
        ("< 5 kg", (False, True)),
        ("5 to 9 kg", (False, False)),
    ],
)
def test_an_end_is_out_only_where_its_words_leave_it_out(label: str, is_open: tuple[bool, bool]) -> None:
    held = range_of(label, language="en")
    assert held is not None
    assert (held.open_low, held.open_high) == is_open


AGES = """# Entry

| Age | Entry |
|---|---|
| under 6 | free |
| 6 to 17 | 4 EUR |
| 18 to 64 | 9 EUR |
| 65 and over | 6 EUR |
"""


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("What does entry cost for a 70-year-old?", ["65 and over: entry 6 EUR."]),
        ("How much is entry for somebody aged 10?", ["6 to 17: entry 4 EUR."]),
    ],
)
@pytest.mark.parametrize("page", [AGES, AGES.replace("17 |", "17 years |").replace("Age", "Guest")])
def test_an_age_lies_in_the_ranges_of_a_column_of_ages(question: str, left: list[str], page: str) -> None:
    passages = passages_of(page)
    found = every_candidate(passages)
    (part,) = asks(question)
    barred = of_other_cells(part, tables_of(found, passages), language="en", found=found)
    assert [c.claim.replace(" years", "") for c in found if c not in barred] == left


def test_a_bound_that_is_left_out_does_not_meet_itself() -> None:
    over, up_to = range_of("over 60 kg", language="en"), range_of("up to 60 kg", language="en")
    assert over is not None
    assert up_to is not None
    assert not over.meets(up_to)
    assert up_to.meets(Range(low=up_to.high, high=up_to.high, unit="kg"))
    assert range_of("Zone 4 parking", language="en") is None
