from __future__ import annotations

from datetime import date

import pytest

from pincite.text.dates import dates, days_of_the_year


@pytest.mark.parametrize(
    "written",
    [
        "2025-03-01",
        "1 March 2025",
        "1st of March, 2025",
        "March 1, 2025",
        "Mar. 1 2025",
        "01.03.2025",
        "1. März 2025",
        "1er mars 2025",
        "1 de marzo de 2025",
        "1 марта 2025",
        "2025年3月1日",
        "2025/03/01",
    ],
)
def test_every_way_of_writing_a_day_is_that_day(written: str) -> None:
    (found,) = dates(f"from {written} on")
    assert (found.value, found.precision) == (date(2025, 3, 1), "day")
    assert found.span.cut(f"from {written} on") == written


def test_a_month_is_a_date_of_less_precision() -> None:
    assert [(d.value, d.precision) for d in dates("in March 2025")] == [(date(2025, 3, 1), "month")]


def test_a_date_with_slashes_is_read_only_where_one_order_is_possible() -> None:
    assert [d.value for d in dates("25/03/2025 and 03/25/2025")] == [date(2025, 3, 25)] * 2
    assert dates("03/04/2025") == ()


@pytest.mark.parametrize("text", ["31.02.2025", "2025-13-01", "March 1", "version 1.2.2025.7", "10/12"])
def test_what_is_no_date_is_left_out(text: str) -> None:
    assert dates(text) == ()


def test_days_without_a_year_are_found_by_the_names_of_their_months() -> None:
    text = "From 15 November to December 24, le 1er mars, ab dem 3. Mai 2026, el 4 de junio; up to 10 may stay."
    assert [(month, day) for month, day, _ in days_of_the_year(text)] == [(11, 15), (12, 24), (3, 1), (5, 3), (6, 4)]
