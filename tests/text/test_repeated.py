"""Header rows farther down in a table are told from rows that only look a little like them."""

from __future__ import annotations

import pytest

from pincite.text.repeated import repeated_headers

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
