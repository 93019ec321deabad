"""Header rows farther down in a table are told from rows that only look a little like them."""

from __future__ import annotations

import pytest

from pincite.text.repeated import lower_header, repeated_headers

HEAD = "Ferry | Adult | Child"


def cells(line: str) -> dict[int, str]:
    return {at: word.strip() for at, word in enumerate(line.split("|"))}


def is_header(line: str, *head: str) -> bool:
    return bool(repeated_headers([cells(each) for each in head or (HEAD,)], [cells(line)]))


@pytest.mark.parametrize(
    "line",
    ["Ferry | Adult | Child", "Ferry | Child | Adult", "**ferry** | Adult | Child", " | Adult | Child"],
)
def test_a_row_that_repeats_the_header_is_one(line: str) -> None:
    assert is_header(line)


def test_a_row_that_begins_as_the_header_and_names_other_columns_is_one() -> None:
    assert is_header("Ferry | Crossing | 2024")


def test_each_row_of_a_header_of_two_rows_is_one_again() -> None:
    head = ("Ferry | Summer | | Winter | ", " | Day | Night | Day | Night")
    assert is_header(head[0], *head)
    assert is_header(head[1], *head)


@pytest.mark.parametrize(
    "line",
    [
        "Ferry | 12 | 6",
        "Ferry |  | ",
        "Adult | Child | Adult",
        "Ferry | Ferry | Ferry",
        "Tern | Adult | Child",
        " | | ",
    ],
)
def test_a_row_of_values_is_none(line: str) -> None:
    assert not is_header(line)


def test_without_a_header_nothing_repeats_it() -> None:
    assert repeated_headers([], [cells(HEAD), cells(HEAD)]) == frozenset()


TOLL = "Vehicle | Pass | Toll USD | Toll USD"
PORTS = " | | North gate | South gate"


def reach(*lines: str) -> dict[int, int]:
    header, *rows = map(cells, lines)
    return lower_header(header, rows)


def test_a_row_that_divides_a_name_which_comes_twice_is_a_lower_header() -> None:
    assert reach(TOLL, PORTS, "Van | year | 9 | ") == {2: 1, 3: 1}


def test_a_row_that_divides_a_name_with_empty_columns_behind_it_is_one_over_figures() -> None:
    assert reach("Vehicle | Pass | Toll USD | ", PORTS, "Van | year | 9 | ") == {2: 2}
    assert reach("Vehicle | Pass | Toll USD | ", PORTS, "Van | year | free | ") == {}


@pytest.mark.parametrize(
    "row",
    [
        "Van | | North gate | South gate",
        " | year | North gate | South gate",
        " | | North gate | ",
        " | | North gate | North gate",
        " | | 7 | 9",
    ],
)
def test_a_row_with_other_words_or_figures_under_such_a_name_is_none(row: str) -> None:
    assert reach(TOLL, row, "Van | year | 9 | 8") == {}


def test_a_row_under_names_of_single_columns_is_no_lower_header() -> None:
    assert reach("Vehicle | Pass | Toll | Fine", PORTS, "Van | year | 9 | 8") == {}
