from __future__ import annotations

from decimal import Decimal

import pytest

from pincite.generate.reading.attributes import sought
from pincite.generate.reading.expected import Expected
from pincite.generate.reading.values import cell_value, currency_in, value_of

CAP = (frozenset({"cap", "limit"}),)


@pytest.mark.parametrize(
    ("question", "claim", "value"),
    [
        (
            "cap liability at how much?",
            "Liability shall not exceed EUR 750,000 in any period of twelve months.",
            "EUR 750,000",
        ),
        (
            "cap liability at how much?",
            "Liability is limited to 125% of the fees paid, in any year.",
            "125% of the fees paid",
        ),
        (
            "cap liability at how much?",
            "It is limited to twice the charges paid before the claim.",
            "twice the charges paid before the claim",
        ),
        (
            "What is the notice period?",
            "Either party may end it on giving ninety days of notice for EUR 10.",
            "ninety days",
        ),
        ("When does it begin?", "It begins on 1 March 2023.", "2023-03-01"),
        ("Which law governs?", "9.1 Swiss law governs this agreement.", "Swiss law governs this agreement"),
    ],
)
def test_the_value_is_of_the_kind_that_is_asked_for(question: str, claim: str, value: str) -> None:
    found = value_of(claim, sought(question), CAP, currency="", language="en")
    assert found is not None
    assert found.text == value


def test_a_sentence_without_such_a_value_gives_none() -> None:
    assert (
        value_of("Liability is limited for ten days.", sought("cap at how much?"), CAP, currency="", language="en")
        is None
    )


def test_a_bare_number_is_in_the_currency_of_its_table() -> None:
    found = value_of("All claims: limit 2,000,000.", sought("how much?"), CAP, currency="USD", language="en")
    assert found is not None
    assert [(int(amount.value), amount.unit) for amount in found.amounts] == [(2_000_000, "USD")]


def test_a_heading_with_two_currencies_names_none() -> None:
    assert (currency_in("Amounts in USD"), currency_in("in USD or EUR"), currency_in("Amounts")) == ("USD", "", "")


def test_of_several_durations_the_one_nearest_to_what_is_asked_is_taken() -> None:
    claim = "“Forty-five days” becomes “thirty days”, so that payment is due within thirty days after the invoice."
    found = value_of(claim, sought("Within how many days?"), (frozenset({"payment"}),), currency="", language="en")
    assert found is not None
    assert found.text == "thirty days"


def test_a_question_for_words_seeks_no_kind() -> None:
    assert sought("require insurance").kinds == frozenset()
    assert sought("What is the term?").kinds == {Expected.DURATION, Expected.TIME}


def test_a_bound_may_be_said_in_words() -> None:
    claim = "In no event shall the liability of the seller exceed the fees paid in the year before."
    found = value_of(claim, sought("cap at how much?"), CAP, currency="", language="en")
    assert found is not None
    assert (found.text, found.amounts) == ("the fees paid in the year before", ())


@pytest.mark.parametrize(
    ("question", "claim", "text", "unit", "written"),
    [
        ("What is the highest flow?", "OX-15: highest flow 15 l/min.", "15 l/min", "l/min", "l/min"),
        ("What is the highest dose?", "The dose is 4 mg/kg/day.", "4 mg/kg/day", "mg/kg/day", "mg/kg/day"),
        ("What is the turnaround?", "It takes 5 working days.", "5 working days", "business day", "working days"),
        ("What is the fee?", "The fee is 12 EUR/night.", "12 EUR/night", "EUR/night", ""),
        ("What is the notice period?", "Notice is ninety days.", "ninety days", "day", "days"),
    ],
)  # fmt: skip
def test_a_unit_is_kept_whole_and_as_the_source_writes_it(
    question: str, claim: str, text: str, unit: str, written: str
) -> None:
    found = value_of(claim, sought(question), CAP, currency="", language="en")
    assert found is not None
    (amount,) = found.amounts
    assert (found.text, amount.unit, amount.written) == (text, unit, written)


@pytest.mark.parametrize(
    ("question", "claim", "text", "ends", "unit"),
    [
        ("How long is the notice?", "The notice is 5 to 7 days.", "5 to 7 days", (5, 7), "day"),
        ("How much is it?", "It costs between 10 and 20 EUR.", "between 10 and 20 EUR", (10, 20), "EUR"),
        ("How much is it?", "It costs EUR 10\u201320.", "EUR 10\u201320", (10, 20), "EUR"),
        ("What is the interest rate?", "It is 5 to 8% of the loan.", "5 to 8% of the loan", (5, 8), "%"),
    ],
)
def test_a_range_is_kept_whole(question: str, claim: str, text: str, ends: tuple[int, int], unit: str) -> None:
    found = value_of(claim, sought(question), (), currency="", language="en")
    assert found is not None
    (amount,) = found.amounts
    assert found.text == text
    assert [amount.value, amount.to] == [*ends]
    assert amount.unit == unit


@pytest.mark.parametrize(
    ("question", "header", "cell", "text"),
    [
        ("How long is it?", "Duration (days)", "5\u20137", "5\u20137 days"),
        ("What is the price?", "Price (EUR)", "10 - 20", "10 - 20 EUR"),
        ("What is the price?", "Price (EUR)", "2.00 / 3.50", "2.00 / 3.50 EUR"),
        ("What is the range?", "Range", "4 to 6 km", "4 to 6 km"),
    ],
)
def test_a_cell_with_two_numbers_gives_both(question: str, header: str, cell: str, text: str) -> None:
    found = cell_value(cell, header, sought(question), currency="", language="en")
    assert found is not None
    assert found.text == text


@pytest.mark.parametrize(
    "claim", ["The load is 30 \u00b1 2 kg.", "The load is 30 kg \u00b1 2 kg.", "The load is 30 +/- 2 kg."]
)
def test_a_tolerance_is_told_with_what_it_is_of(claim: str) -> None:
    found = value_of(claim, sought("How many kg is the load?"), (), currency="", language="en")
    assert found is not None
    assert found.text == claim.removeprefix("The load is ").removesuffix(".")
    (amount,) = found.amounts
    assert (amount.value, amount.unit, amount.to) == (Decimal(30), "kg", None)


def test_a_cell_with_a_tolerance_gives_it_whole() -> None:
    found = cell_value("30 \u00b1 2 kg", "Load", sought("What is the load?"), currency="", language="en")
    assert found is not None
    assert (found.text, found.amounts[0].value) == ("30 \u00b1 2 kg", Decimal(30))


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("2 keys and a cable come with it.", "2 keys and a cable come with it"),
        ("22 Swiss law governs.", "Swiss law governs"),
        ("1.5 Metres of rope come with it.", "1.5 Metres of rope come with it"),
    ],
)
def test_the_number_of_a_clause_is_no_count(claim: str, text: str) -> None:
    found = value_of(claim, sought("Which law governs?"), (), currency="", language="en")
    assert found is not None
    assert found.text == text


def test_two_amounts_that_make_no_range_are_not_joined() -> None:
    claim = "The notice was cut from 30 to 14 days."
    found = value_of(claim, sought("How long is the notice?"), (), currency="", language="en")
    assert found is not None
    assert found.amounts[0].to is None


@pytest.mark.parametrize(("caption", "code"), [("Amounts in NZ$", "NZD"), ("in C$", "CAD"), ("in PLN", "PLN")])
def test_a_sign_is_read_whole(caption: str, code: str) -> None:
    assert currency_in(caption) == code
