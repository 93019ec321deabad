"""How old a page is, and whether it can say how something stands."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pincite.documents import DocumentId, Revision, TenantId
from pincite.validity.freshness import age_of, dated, proves

DAY = date(2026, 11, 27)
PAGE = Revision(
    tenant=TenantId("t"), document_id=DocumentId("page"), version="", topic="page", title="Page", text="", blocks=(),
    access=(), source="s", path="s/page.md", language="en",
)  # fmt: skip


@pytest.mark.parametrize(
    ("stated", "day"),
    [
        ({"effective": date(2026, 11, 20)}, date(2026, 11, 20)),
        ({"version": "2026-11-13"}, date(2026, 11, 13)),
        ({"title": "Report of 6 November 2026"}, date(2026, 11, 6)),
        ({"path": "reports/weekly_2026-10-30.md"}, date(2026, 10, 30)),
        ({"version": "3"}, None),
    ],
)
def test_the_date_of_a_page_is_the_nearest_one_that_is_stated(stated: dict[str, object], day: date | None) -> None:
    assert dated(replace(PAGE, **stated)) == day  # type: ignore[arg-type]  # fields by name


def test_a_page_is_old_the_day_after_its_age() -> None:
    page = replace(PAGE, effective=date(2026, 11, 20), max_age=7)
    on_the_day, after = age_of(page, DAY), age_of(page, date(2026, 11, 28))
    assert on_the_day is not None
    assert after is not None
    assert (on_the_day.old, after.old, after.days) == (False, True, 8)


def test_without_a_date_or_an_age_nothing_is_old() -> None:
    assert age_of(replace(PAGE, max_age=1), DAY) is None
    assert age_of(replace(PAGE, effective=date(2000, 1, 1)), DAY) is None


def test_last_weeks_report_proves_nothing_about_this_week() -> None:
    report = replace(PAGE, title="Weekly report", effective=date(2026, 11, 20))
    assert proves(report, DAY)
    assert not proves(report, DAY, since=date(2026, 11, 23))
    assert not proves(report, date(2026, 11, 28))


def test_a_policy_speaks_until_it_is_replaced() -> None:
    assert proves(replace(PAGE, title="Travel policy", effective=date(2019, 1, 1)), DAY, since=date(2026, 11, 23))
