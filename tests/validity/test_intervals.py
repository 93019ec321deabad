from __future__ import annotations

from datetime import date

import pytest

from pincite.documents import FIRST_DAY, LAST_DAY, RevisionKey
from pincite.errors import VersionOrderError
from pincite.validity import Dated, intervals, order


def dated(
    version: str, effective: date | None = None, expires: date | None = None, *, arrival: int = 0, key: str = ""
) -> Dated:
    name = RevisionKey(key or version or "none")
    return Dated(key=name, version=version, effective=effective, expires=expires, arrival=arrival)


def in_force(revisions: list[Dated], day: date) -> list[str]:
    return [key for key, (start, end) in intervals(revisions).items() if start <= day < end]


def test_version_ten_comes_after_nine_whatever_the_order_of_input() -> None:
    revisions = [dated("10"), dated("9"), dated("8")]
    assert [each.version for each in order(revisions)] == ["8", "9", "10"]
    assert order(revisions) == order(reversed(revisions))


def test_a_lone_revision_without_dates_is_always_in_force() -> None:
    assert intervals([dated("")]) == {"none": (FIRST_DAY, LAST_DAY)}


def test_a_higher_version_ends_a_lower_one_on_its_first_day() -> None:
    revisions = [dated("2", date(2024, 1, 1)), dated("3", date(2025, 3, 1))]
    assert in_force(revisions, date(2025, 2, 28)) == ["2"]
    assert in_force(revisions, date(2025, 3, 1)) == ["3"]
    assert in_force(revisions, date(2023, 12, 31)) == []


def test_an_expired_version_does_not_revive_a_lower_one() -> None:
    revisions = [dated("1", date(2024, 1, 1)), dated("2", date(2024, 6, 1), date(2024, 9, 1))]
    assert in_force(revisions, date(2024, 8, 31)) == ["2"]
    assert in_force(revisions, date(2024, 9, 1)) == []


def test_a_lower_version_that_takes_effect_later_than_a_higher_one_is_never_in_force() -> None:
    found = intervals([dated("1", date(2024, 6, 1)), dated("2", date(2024, 1, 1))])
    start, end = found[RevisionKey("1")]
    assert start >= end


def test_a_higher_version_without_a_date_leaves_no_day_to_lower_ones() -> None:
    assert in_force([dated("1", date(2024, 1, 1)), dated("2")], date(2030, 1, 1)) == ["2"]


def test_equal_versions_are_ordered_by_date_then_arrival_then_key() -> None:
    late = dated("1", date(2024, 2, 1), key="late")
    early = dated("1", date(2024, 1, 1), arrival=9, key="early")
    second = dated("1", date(2024, 2, 1), arrival=1, key="second")
    twin = dated("1", date(2024, 2, 1), arrival=1, key="twin")
    assert [each.key for each in order([twin, second, late, early])] == ["early", "late", "second", "twin"]


def test_two_versions_of_one_day_leave_the_higher_one_in_force() -> None:
    day = date(2023, 12, 27)
    assert in_force([dated("v09", day), dated("v10", day)], day) == ["v10"]


def test_versions_without_an_order_are_an_error_that_lists_them() -> None:
    with pytest.raises(VersionOrderError, match=r"topic 'refunds'.*'3' \(number\), 'C' \(letter\)") as caught:
        intervals([dated("C"), dated("3"), dated("")], topic="refunds")
    assert caught.value.versions == ["3", "C"]
    assert caught.value.topic == "refunds"


def test_no_revisions_give_no_intervals() -> None:
    assert intervals([]) == {}
