"""How often something is done."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pincite.text.frequencies import frequencies


@pytest.mark.parametrize(
    ("text", "every", "what"),
    [
        ("Clean it once a month.", Fraction(30), "day"),
        ("Clean it every two months.", Fraction(60), "day"),
        ("Clean it every other week.", Fraction(14), "day"),
        ("It is checked weekly.", Fraction(7), "day"),
        ("Take it twice a day.", Fraction(1, 2), "day"),
        ("Up to 3 times per year.", Fraction(365, 3), "day"),
        ("Clean it after every load.", Fraction(1), "load"),
        ("Clean it after every second load.", Fraction(2), "load"),
    ],
)
def test_a_frequency_is_read_as_the_gap_between_two_times(text: str, every: Fraction, what: str) -> None:
    assert [f.key for f in frequencies(text)] == [(every, what)]


def test_every_one_of_a_kind_is_no_frequency() -> None:
    """ "Every order" names all orders; nothing is said of how often."""
    assert frequencies("Every order has a number, and each page says so.") == ()


def test_a_frequency_knows_where_it_stands() -> None:
    text = "Clean the filter once a month."
    assert [f.span.cut(text) for f in frequencies(text)] == ["once a month"]
