from __future__ import annotations

from decimal import Decimal

import pytest

from pincite.text.numbers import quantities


def read(text: str, language: str = "en") -> list[tuple[Decimal, str]]:
    return [quantity.key for quantity in quantities(text, language=language)]


@pytest.mark.parametrize(
    ("ways", "value", "unit"),
    [
        (("30 days", "thirty (30) days", "30-day", "thirty days", "30 (thirty) days", "30 calendar days"), 30, "day"),
        (("10 business days", "ten working days"), 10, "business day"),
        (("$500", "USD 500", "500 dollars", "US$500", "$500.00", "500 USD", "five hundred dollars"), 500, "USD"),
        (("95%", "95 percent", "ninety-five percent", "95 per cent", "ninety-five percent (95%)"), 95, "%"),
        (("€5 million", "EUR 5,000,000", "5 million euros", "€5m"), 5_000_000, "EUR"),
        (("3rd", "third"), 3, "ordinal"),
        (("250,000", "two hundred and fifty thousand", "250 000", "250k"), 250_000, ""),
        (("2.5 hours", "2½ hours", "2.5 h"), Decimal("2.5"), "hour"),
        (("-5 °C", "\u22125°C", "minus 5 °C"), -5, "°C"),
        (("95 kEUR", "95 thousand EUR", "95,000 EUR", "95 k€", "95 TEUR"), 95_000, "EUR"),
        (("12 V", "12V", "12 volts"), 12, "V"),
    ],
)
def test_all_ways_of_writing_a_quantity_are_the_same(ways: tuple[str, ...], value: Decimal | int, unit: str) -> None:
    assert {way: read(way) for way in ways} == {way: [(Decimal(value), unit)] for way in ways}


def test_both_numbers_of_a_range_have_the_unit() -> None:
    assert read("10\u201320 kg") == [(Decimal(10), "kg"), (Decimal(20), "kg")]
    assert read("between 5 and 10 business days") == [(Decimal(5), "business day"), (Decimal(10), "business day")]
    assert read("from 40 to 55 million EUR") == [(Decimal(40_000_000), "EUR"), (Decimal(55_000_000), "EUR")]
    assert read("$10-20") == [(Decimal(10), "USD"), (Decimal(20), "USD")]


@pytest.mark.parametrize(
    "text",
    [
        "order O-48214",
        "part SRB-5030",
        "clause 7.2",
        "v2.3",
        "on 1 March 2025",
        "1. First of all"[:3],
        "A4",
        "one of them",
    ],
)
def test_numbers_that_count_nothing_are_left_out(text: str) -> None:
    assert read(text) == []


def test_the_language_decides_between_point_and_comma() -> None:
    assert read("1.000 Tage", "de") == [(Decimal(1000), "day")]
    assert read("3,5 %", "de") == [(Decimal("3.5"), "%")]
    assert read("1.234,50 kg", "en") == [(Decimal("1234.5"), "kg")]


def test_units_that_are_glued_to_their_number_are_read() -> None:
    assert read("30天内 5个工作日") == [(Decimal(30), "day"), (Decimal(5), "business day")]


def test_the_span_covers_the_whole_quantity() -> None:
    text = "within thirty (30) days of US$5,000 paid"
    assert [q.span.cut(text) for q in quantities(text)] == ["thirty (30) days", "US$5,000"]


@pytest.mark.parametrize("text", ["2.50 EUR", "2.50 EUR a day.", "Prices:\n2.50 EUR"])
def test_an_amount_at_the_beginning_of_a_line_is_no_clause_number(text: str) -> None:
    assert [q.key for q in quantities(text)] == [(Decimal("2.50"), "EUR")]
