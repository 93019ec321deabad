"""The header of a column names what stands below it, and its unit."""

from __future__ import annotations

import pytest

from pincite.text.columns import read_cell


@pytest.mark.parametrize(
    ("header", "value", "read"),
    [
        ("price_eur", "45", ("price", "45 EUR")),
        ("Weight (kg)", "8.4", ("Weight", "8.4 kg")),
        ("Price in EUR", "1,200", ("Price", "1,200 EUR")),
        ("duration_days", "14", ("duration", "14 days")),
        ("start_date", "2026-03-04", ("start date", "2026-03-04")),
        ("price_eur", "on request", ("price eur", "on request")),
        ("Price", "45", ("Price", "45")),
        ("plan_b", "45", ("plan b", "45")),
        ("Arrives in time", "45", ("Arrives in time", "45")),
        ("price per box EUR", "9.80", ("price per box", "9.80 EUR")),
        ("Fee, EUR", "14.50", ("Fee", "14.50 EUR")),
        ("Fee €", "14.50", ("Fee", "14.50 EUR")),
        ("Fee (€)", "14.50", ("Fee", "14.50 EUR")),
        ("Income (kEUR)", "120", ("Income", "120 kEUR")),
        ("Load kg", "140", ("Load", "140 kg")),
        ("EUR", "14.50", ("", "14.50 EUR")),
        ("Fee EUR", "2.00 / 3.50", ("Fee", "2.00 / 3.50 EUR")),
        ("Fee EUR", "2026-03-04", ("Fee EUR", "2026-03-04")),
        ("Temp min", "4", ("Temp min", "4")),
        ("Size M", "4", ("Size M", "4")),
        ("Rental days", "3", ("Rental days", "3")),
        ("Fee (in EUR)", "95", ("Fee", "95 EUR")),
        ("Fee (PLN)", "95", ("Fee", "95 PLN")),
        ("Share %", "5", ("Share", "5 %")),
        ("Fee (EUR/day)", "95", ("Fee", "95 EUR/day")),
        ("Fee in EUR per day", "95", ("Fee", "95 EUR per day")),
        ("Fee EUR/day", "95", ("Fee", "95 EUR/day")),
        ("Dose (mg/kg)", "4", ("Dose", "4 mg/kg")),
        ("Price (EUR)", "45-50", ("Price", "45-50 EUR")),
        ("Price (EUR)", "2026-03", ("Price (EUR)", "2026-03")),
        ("Seats (2/3)", "95", ("Seats (2/3)", "95")),
        ("Ratio (a to b)", "95", ("Ratio (a to b)", "95")),
    ],
)
def test_a_header_gives_a_bare_number_its_unit(header: str, value: str, read: tuple[str, str]) -> None:
    assert read_cell(header, value) == read
