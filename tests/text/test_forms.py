"""Forms are told from tables whose header has a second row, and read label by label."""

from __future__ import annotations

import pytest

from pincite.text.forms import is_form, read_pairs

REPAIR = (
    "Insured name | Gabriel Diaz | Year | 2022",
    "Claim # | SF-1008 | Make | Jeep",
    "Policy # | POL-2022-555 | Model | Grand Cherokee",
    "E-mail | gabriel@example.com | Trim | Limited",
)
TABLES = {
    "people": ("First | Last | Phone | E-mail", "Ann | Lee | 555 1234 | ann@b", "Bob | Ray | 555 9876 | bob2@b"),
    "places": ("First | Last | Street | City", "Ann | Lee | Elm Road | Oslo", "Bob | Ray | Oak Lane | Bergen"),
    "counts": ("Spain | Italy | Japan | China", "5 | 6 | 7 | 8", "9 | ten | 11 | 12"),
    "jobs": ("First | Last | Title | Since", "Ann | Lee | Clerk | 2019", "Bob | Ray | Chief | 2020"),
    "ids": ("Category | Description | Group | Meaning", "1 | Costs in 2020 | 1a | Influence", "2 | Time | 2a | 5 days"),
}


def cells(line: str) -> dict[int, str]:
    return {at: word.strip() for at, word in enumerate(line.split("|"))}


def test_labels_beside_what_is_filled_in_are_a_form() -> None:
    assert is_form({0: 2, 2: 2}, [cells(line) for line in REPAIR])


@pytest.mark.parametrize("name", TABLES)
def test_a_second_row_of_a_header_is_no_row_of_a_form(name: str) -> None:
    assert not is_form({0: 2, 2: 2}, [cells(line) for line in TABLES[name]])


@pytest.mark.parametrize("header", [{0: 4}, {0: 1, 1: 3}, {1: 2, 3: 2}, {}])
def test_a_form_has_several_headers_and_the_first_stands_over_labels(header: dict[int, int]) -> None:
    assert not is_form(header, [cells(line) for line in REPAIR])


@pytest.mark.parametrize(
    ("groups", "row", "words"),
    [
        ((0, 2), ("E-mail", "a@b", "Colour", "white"), "E-mail: a@b; Colour: white"),
        ((0, 2), ("", "", "Odometer", "9,800"), "Odometer: 9,800"),
        ((0, 3), ("E-mail", "a@b", "", "VIN", "XXX"), "E-mail: a@b; VIN: XXX"),
        ((0, 2), ("Body Labor", "2", "150", "300"), "Body Labor: 2, 150, 300"),
        ((0, 2), ("Total", "", "", "2,100"), "Total: 2,100"),
        ((0, 2), ("", "", "", ""), ""),
    ],
)
def test_each_label_is_read_with_what_is_filled_in(groups: tuple[int, ...], row: tuple[str, ...], words: str) -> None:
    assert read_pairs(groups, row) == words
