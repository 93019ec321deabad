"""A row that a question names together with a column that is filled in there answers it."""

from __future__ import annotations

import pytest

from pincite.generate.extractive import every_candidate
from pincite.generate.reading.asked import asks
from pincite.generate.tables.looked_up import looked_up
from pincite.generate.tables.table_rows import tables_of
from pincite.testing.passages import passages_of

HOURS = """# Overtime hours

| Boat | Lind | Ruiz | Petrov |
|---|---|---|---|
| Tern | 4 | 9 | |
| Gull | 7 | 1 | 8 |
"""
FORM = """# Survey of Gravel Point

<table><tr><td>Surveyor</td><td>Ines Vale</td><td>Depth</td><td>14 m</td></tr>
<tr><td>Phone</td><td></td><td>Fax</td><td>555-0199</td></tr></table>
"""
TWICE = """# Rooms

| Room | Seats |
|---|---|
| Oak | 12 |

| Car | Seats |
|---|---|
| Oak | 4 |
"""


def answer(page: str, question: str) -> str:
    passages = passages_of(page)
    found = every_candidate(passages)
    row = looked_up(asks(question, language="en")[0], found, tables_of(found, passages))
    return row.claim if row else ""


RATES = """# Gear

| Gear | Unit | West pier | East pier |
|---|---|---|---|
| Punt | day | 12 | 14 |
| Awning | per week | | 30 |
| Rope | coil | 5 | 6 |
"""


MOTORS = """<h1>Motors</h1>
<table><tr><th rowspan="2">Model</th><th colspan="2">Weight (kg)</th></tr><tr><th>dry</th><th>wet</th></tr>
<tr><td>M20</td><td>61</td><td>72</td></tr><tr><td>M30</td><td>88</td><td>n/a</td></tr></table>
"""


@pytest.mark.parametrize(
    ("page", "question", "claim"),
    [
        (RATES, "What does a punt cost at East pier?", "Punt: unit day; west pier 12; east pier 14."),
        (RATES, "What is the price of an awning at East pier?", "Awning: unit per week; east pier 30."),
        (HOURS, "How many overtime hours does Ruiz have on the Tern?", "Tern: lind 4; Ruiz 9."),
        (HOURS, "How many hours did Petrov work on the Gull?", "Gull: lind 7; Ruiz 1; Petrov 8."),
        (FORM, "Who is the surveyor of Gravel Point?", "Surveyor: Ines Vale; Depth: 14 m."),
        (MOTORS, "What is the dry weight of the M20?", "M20: weight (kg) dry 61; weight (kg) wet 72."),
        (FORM, "What is the fax number on the survey?", "Phone; Fax: 555-0199."),
    ],
)
def test_a_cell_that_is_named_by_row_and_column_is_looked_up(page: str, question: str, claim: str) -> None:
    assert answer(page, question).casefold() == claim.casefold()


@pytest.mark.parametrize(
    ("page", "question"),
    [
        (RATES, "What does an awning cost at West pier?"),
        (RATES, "What does a rope cost at West pier?"),
        (RATES, "What does a punt weigh at West pier?"),
        (HOURS, "How many hours does Petrov have on the Tern?"),
        (HOURS, "How many days does Ruiz have on the Tern?"),
        (HOURS, "How many sick hours does Ruiz have on the Tern?"),
        (HOURS, "How many hours does Ruiz have more than on the Tern?"),
        (HOURS, "Does Ruiz have overtime hours on the Tern?"),
        (FORM, "What is the phone number on the survey?"),
        (FORM, "Who is the surveyor of Sandy Point?"),
        (TWICE, "How many seats does the Oak have?"),
    ],
)
def test_what_is_empty_or_not_all_said_or_not_clear_is_not_looked_up(page: str, question: str) -> None:
    assert answer(page, question) == ""
