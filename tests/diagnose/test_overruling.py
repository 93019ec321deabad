"""A page that is found and does not govern: which statement left it out is named."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from pincite.answers import Loss
from pincite.diagnose import why
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]
TEXT = "# Limits\n\nThe maximum input voltage is {} V.\n"


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk()
    desk.write("docs/sheet.md", TEXT.format(36), id="sheet", applies_to="[A, B, C]", effective="2024-01-01")
    desk.write("docs/notice.md", TEXT.format(30), id="notice", applies_to="[B, C]", supersedes="[sheet]",
               effective="2025-01-01")  # fmt: skip
    desk.write("docs/lab.md", TEXT.format(48), id="lab", authority="lab note", effective="2024-02-01")
    desk.write("docs/report.md", "# Weekly report\n\nThe voltage tests are on track.\n", id="report",
               max_age="7 days", effective="2024-03-01")  # fmt: skip
    desk.sync()
    return desk


@pytest.mark.parametrize(
    ("question", "expected", "said"),
    [
        ("Maximum input voltage for revision C?", "sheet", "superseded by notice for B, C, in force since 2025-01-01"),
        ("Maximum input voltage for revision A?", "notice", "it applies to B, C, and A is asked about"),
    ],
)
def test_the_statement_that_leaves_a_page_out_is_named(desk: Desk, question: str, expected: str, said: str) -> None:
    found = why(desk.corpus, question, expected)
    assert found.loss is Loss.NOT_IN_FORCE
    assert "does not govern here" in found.evidence
    assert said in found.evidence


def test_what_is_replaced_by_a_page_that_may_not_be_read_does_not_name_it(desk: Desk) -> None:
    desk.corpus.set_access("notice", ["staff"])
    found = why(desk.corpus, "Maximum input voltage for revision C?", "sheet")
    assert found.loss is Loss.NOT_IN_FORCE
    assert "it is superseded" in found.evidence
    assert "notice" not in found.evidence


def test_on_an_earlier_day_it_governs(desk: Desk) -> None:
    found = why(desk.corpus, "Maximum input voltage for revision C?", "sheet", as_of=date(2024, 6, 1))
    assert found.loss is not Loss.NOT_IN_FORCE
