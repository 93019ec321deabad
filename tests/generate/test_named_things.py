"""A row that names another thing than the question does not answer, nor what stands beside its empty cell."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.generate.extractive import every_candidate
from pincite.generate.reading.asked import asks
from pincite.generate.tables.other_cells import of_other_cells
from pincite.generate.tables.table_rows import tables_of
from pincite.testing.passages import passages_of

STORE = """# Spare parts

| Part | Description | Suits | Price | On shelf |
|---|---|---|---|---|
| KX-31 | Drive chain | Falcon | $14 | 6 |
| KX-13 | Drive chain | Osprey | $17 | |
| RT-70 | Rear tyre | Osprey, Merlin | $31 | 4 |
| RT-71 | Rear tyre | Falcon | $29 | 8 |
| LB-02 | Lamp | all bicycles | $9 | 12 |
| LB-04 | Bell | children's use | $4 | 2 |
"""
NOTE = """# Opening

Deliveries of chains come on Monday. The shelf in the store is on the left.
"""


def left(page: str, question: str) -> list[str]:
    """Return the rows that may answer a question."""
    passages = passages_of(page)
    found = every_candidate(passages)
    barred = of_other_cells(asks(question, language="en")[0], tables_of(found, passages), language="en", found=found)
    return [c.claim.partition(":")[0] for c in found if c not in barred]


def test_rows_of_another_thing_in_the_same_column_are_left_out() -> None:
    assert left(STORE, "What is the price of the drive chain for the Osprey?") == ["KX-13", "RT-70", "LB-02", "LB-04"]


def test_a_row_that_lists_the_thing_among_others_is_left() -> None:
    assert "RT-70" in left(STORE, "What is the price of a rear tyre for the Merlin?")


def test_a_word_that_is_not_written_as_a_name_leaves_no_row_out() -> None:
    assert len(left(STORE, "What is the price of a chain for an osprey?")) == 6


def test_what_is_compared_with_a_thing_is_another() -> None:
    assert "KX-31" in left(STORE, "Which chain has another price than the one for the Osprey?")


def test_beside_the_empty_cell_of_the_right_row_no_other_row_answers() -> None:
    assert left(STORE, "How many drive chains for the Osprey are on the shelf?") == []


def test_an_empty_cell_of_another_row_of_the_thing_leaves_the_right_one() -> None:
    assert "RT-70" in left(STORE, "How many rear tyres for the Osprey are on the shelf?")


@pytest.mark.parametrize("pages", [(STORE,), (NOTE, STORE)])
def test_nothing_is_answered_beside_the_empty_cell(pages: tuple[str, ...]) -> None:
    draft = build(GenerateSettings()).draft(
        "How many drive chains for the Osprey are on the shelf?", passages_of(*pages)
    )
    assert draft.claims == ()
