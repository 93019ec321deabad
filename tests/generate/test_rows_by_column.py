"""Rows of tables whose cells are not all there: each value is read, quoted and checked under its own column."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pincite.answers import Draft
from pincite.attribute import AttributeSettings, build
from pincite.generate.reading.candidates import candidates
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser
from pincite.testing.passages import passage_of, revision_of

if TYPE_CHECKING:
    from pincite.answers import Passage

PAGE = """<h1>Retail</h1>
<table><tr><th></th><th>Population (mn)</th><th>Outlets (000)</th></tr>
<tr><td>Italy</td><td>57.3</td><td>627.2</td></tr></table>
<h1>Parking</h1>
<table><tr><th>Zone</th><th>Day</th><th>Fee</th></tr>
<tr><td rowspan="2">Harbour</td><td>Weekday</td><td>$4</td></tr><tr><td>Sunday</td><td>$2</td></tr></table>
<h1>Staff</h1>
<table><tr><th rowspan="2">Branch</th><th colspan="2">Headcount</th></tr><tr><th>2023</th><th>2024</th></tr>
<tr><td>Oslo</td><td>12</td><td>15</td></tr></table>
"""


PEOPLE = """<h1>People</h1><table><thead><tr><th colspan="2">Name</th><th colspan="2">Contact</th></tr></thead>
<tr><td>First</td><td>Last</td><td>Phone</td><td>E-mail</td></tr>
<tr><td>Ann</td><td>Lee</td><td>555 1234</td><td>ann@example.com</td></tr>
<tr><td>Bob</td><td>Ray</td><td>555 9876</td><td>bob@example.com</td></tr></table>
"""
CLAIMS = [
    "Italy: population (mn) 57.3; outlets (000) 627.2.",
    "Harbour: day Weekday; fee $4.",
    "Harbour: day Sunday; fee $2.",
    "Oslo: headcount 2023 12; headcount 2024 15.",
]


def shown(html: str) -> Passage:
    parsed = build_parser(ParseSettings()).parse(html.encode(), path="page.html")
    return passage_of(replace(revision_of("# Page"), text=parsed.text, blocks=parsed.blocks))


@pytest.fixture(scope="module")
def page() -> Passage:
    return shown(PAGE)


def let_stand(page: Passage, quoted: str, claim: str) -> bool:
    """Tell whether a claim stands that quotes the row which the other words are read from."""
    row = next(c for c in candidates(page, 0) if c.claim == quoted)
    draft = Draft(claims=(replace(row.drafted(), text=claim),))
    return bool(build(AttributeSettings()).attribute("What is it?", draft, (page,)).claims)


def test_each_value_stands_under_its_own_header(page: Passage) -> None:
    assert [c.claim for c in candidates(page, 0)] == CLAIMS


def test_a_cell_over_several_rows_is_quoted_with_each(page: Passage) -> None:
    quoted = [span.cut(page.permit.revision.text) for span in candidates(page, 0)[2].spans]
    assert quoted == ["Harbour", "|  | Sunday | $2 |"]


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_row_bears_out_what_is_read_from_it(page: Passage, claim: str) -> None:
    assert let_stand(page, claim, claim)


def test_a_value_of_another_column_is_not_borne_out(page: Passage) -> None:
    assert not let_stand(page, CLAIMS[0], "The population of Italy is 627.2 million.")


def test_a_cell_over_several_rows_does_not_bear_out_values_of_the_row_above(page: Passage) -> None:
    assert not let_stand(page, CLAIMS[2], "Harbour: day Sunday; fee $4.")


def test_a_second_row_of_a_header_is_no_row_of_a_form() -> None:
    claims = [c.claim for c in candidates(shown(PEOPLE), 0)]
    assert claims == [
        "Ann: Name Last Lee; Contact Phone 555 1234; Contact E-mail ann@example.com.",
        "Bob: Name Last Ray; Contact Phone 555 9876; Contact E-mail bob@example.com.",
    ]


FORM = """<h1>Boat</h1><table><tr><td>Skipper</td><td>Jon Vik</td><td>Plate</td><td>BX-77</td></tr>
<tr><td>Power</td><td>diesel</td><td>Berths</td><td>6</td></tr>
<tr><td>Owner</td><td></td><td>Insurer</td><td>Nordhav</td></tr></table>
"""
FERRIES = """<h1>Ferries</h1><table><tr><th>Ferry</th><th>Adult</th><th>Child</th></tr>
<tr><td>Tern</td><td>$5</td><td>$3</td></tr>
<tr><th>Ferry</th><th>Child</th><th>Adult</th></tr>
<tr><td>Gull</td><td>$2</td><td>$4</td></tr></table>
"""


def test_a_form_without_a_header_is_read_label_by_label() -> None:
    assert [c.claim for c in candidates(shown(FORM), 0)] == [
        "Skipper: Jon Vik; Plate: BX-77.",
        "Power: diesel; Berths: 6.",
        "Owner; Insurer: Nordhav.",
    ]


def test_rows_under_a_header_in_mid_table_are_read_by_that_header_alone() -> None:
    assert [c.claim for c in candidates(shown(FERRIES), 0)] == [
        "Tern: adult $5; child $3.",
        "Gull: child $2; adult $4.",
    ]


def test_a_group_that_begins_below_a_row_says_nothing_of_it() -> None:
    seasons = shown(
        "<h1>Ferries</h1><table><tr><th>Ferry</th><th>Leaves</th></tr><tr><td>Tern</td><td>07:15</td></tr>"
        '<tr><th colspan="2">Summer only</th></tr><tr><td>Gull</td><td>11:00</td></tr></table>'
    )
    assert let_stand(seasons, "Tern: leaves 07:15.", "Tern: leaves 07:15.")
