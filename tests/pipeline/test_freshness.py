"""A file that changed or vanished since it was read is noticed while an answer is made, and said."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date

import pytest

from pincite.pipeline.freshness import past_their_age
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]
QUESTION = "What is the refund window?"


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk('[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\nmax_age = "2 weeks"\n')
    made.write("docs/refund.md", "# Refund\n\nThe refund window is 30 days.", effective="2025-03-01")
    made.write("docs/other.md", "# Other\n\nSomething else entirely.", max_age=3000, effective="2025-03-01")
    made.sync()
    return made


def warnings(desk: Desk, day: date = date(2025, 3, 2)) -> tuple[str, ...]:
    return desk.corpus.ask(QUESTION, as_of=day).warnings


def test_a_file_that_is_as_it_was_read_is_not_spoken_of(desk: Desk) -> None:
    assert warnings(desk) == ()


def test_a_file_that_changed_is_named_with_what_to_do(desk: Desk) -> None:
    desk.write("docs/refund.md", "# Refund\n\nThe refund window is 60 days.", effective="2025-03-01")
    assert warnings(desk) == ("docs/refund.md has changed since it was read: run pincite sync",)
    desk.sync()
    assert warnings(desk) == ()


def test_a_file_that_was_only_touched_is_not_spoken_of(desk: Desk) -> None:
    os.utime(desk.folder / "docs" / "refund.md", ns=(1, 1))
    assert warnings(desk) == ()


def test_a_file_that_is_gone_is_named(desk: Desk) -> None:
    (desk.folder / "docs" / "refund.md").unlink()
    assert warnings(desk) == ("docs/refund.md is gone since it was read: run pincite sync",)


def test_only_cited_files_are_looked_at(desk: Desk) -> None:
    (desk.folder / "docs" / "other.md").unlink()
    assert warnings(desk) == ()


def test_a_page_past_its_age_is_warned_of_and_listed(desk: Desk) -> None:
    (warning,) = warnings(desk, date(2025, 4, 1))
    assert warning.endswith("is of 2025-03-01, 31 days before 2025-04-01: past its max_age of 14 days")
    assert [(s.document, s.days, s.limit) for s in past_their_age(desk.corpus.store.catalog, date(2025, 4, 1))] == [
        ("docs/refund", 31, 14)
    ]


def test_a_max_age_that_is_none_is_one_clear_line(desk: Desk) -> None:
    desk.write("docs/bad.md", "# Bad\n\nText.", max_age="soon")
    (skipped,) = desk.sync().skipped
    assert "max_age is 'soon': expected a number of days, or a text such as \"7 days\"" in skipped.reason
