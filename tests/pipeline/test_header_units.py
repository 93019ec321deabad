"""A currency that stands only in the header of a column, through a whole corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pincite.testing.desk import PUBLIC_DOCS

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.testing.desk import Desk


@pytest.fixture
def desk(new_desk: Callable[..., Desk]) -> Desk:
    made = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.02\n")
    made.write("docs/hoses.csv", "code,name,pieces per box,price per box EUR\nHS-3310-M,Hose,40,7.60\n")
    made.write(
        "docs/fees.md", "# Fees\n\n| Service | Fee EUR | Minutes |\n|---|---|---|\n| Guest bed | 14.50 | 600 |\n"
    )
    made.sync()
    return made


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the price of HS-3310-M?", "7.60 EUR"),
        ("How many pieces are in a box of HS-3310-M?", "pieces per box 40"),
        ("What is the fee for a guest bed?", "14.50 EUR"),
        ("How many minutes does a guest bed include?", "minutes 600"),
    ],
)
def test_a_currency_in_a_header_leaves_every_column_of_the_row_answerable(desk: Desk, question: str, told: str) -> None:
    assert told in desk.corpus.ask(question).text
