"""Table rows read as sentences."""

from __future__ import annotations

import pytest

from pincite.generate.rows import read_row

TEXT = "A refund is made within the window. Orders from Lumen count."


@pytest.mark.parametrize(
    ("header", "cells", "sentence"),
    [
        (("What", "Limit"), ("Refund window", "30 days"), "The refund window is 30 days."),
        ((), ("Refund window", "30 days"), "The refund window is 30 days."),
        (("Item", "Value"), ("Return fees", "$5"), "The return fees are $5."),
        (("Product", "Cover"), ("Headphones", "24 months"), "Headphones: cover 24 months."),
        (("Service", "Price", "Delivery"), ("Standard", "$4.95", "2 days"), "Standard: price $4.95; delivery 2 days."),
        (("What", "Answer"), ("When the box is open", "no refund"), "When the box is open: no refund."),
        (
            ("What", "Answer"),
            ("Return window", "Goods must be sent back at once. Then we pay."),
            "Return window: Goods must be sent back at once. Then we pay.",
        ),
        (("What", "Limit"), ("Lumen window", "9 days"), "The Lumen window is 9 days."),
        (("A", "B"), ("", ""), ""),
        (("A", "B"), ("only a label", ""), "only a label."),
    ],
)
def test_a_row_reads_as_a_sentence_of_its_cells(header: tuple[str, ...], cells: tuple[str, ...], sentence: str) -> None:
    assert read_row(header, cells, text=TEXT) == sentence
