"""Which file speaks for a document that several claim, where none of them is in the corpus yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.pipeline.report import Report
    from pincite.testing.desk import Desk

TWO_SOURCES = """
[[sources]]
name = "docs"
path = "docs"
access = ["public"]

[[sources]]
name = "more"
path = "more"
access = ["staff"]
"""


@pytest.fixture
def desk(new_desk: Callable[..., Desk]) -> Desk:
    (made := new_desk(TWO_SOURCES)).folder.joinpath("more").mkdir()
    return made


def refused(report: Report) -> list[tuple[str, str]]:
    return [(each.path, each.error) for each in report.skipped]


def shown(desk: Desk, document: str) -> str:
    return desk.corpus.show(document).text.strip()


def test_a_file_that_states_the_id_of_another_takes_it_not_away_at_a_first_sync(desk: Desk) -> None:
    desk.write("docs/fee.md", "The fee is 3 EUR.")
    desk.write("docs/a.md", "The fee is 900 EUR.", id="docs/fee", access="[staff]")
    report = desk.sync()
    assert refused(report) == [("docs/a.md", "IdentityClash")]
    assert "docs/a.md and docs/fee.md both claim document 'docs/fee'" in report.skipped[0].reason
    assert report.skipped[0].reason.endswith("until then docs/fee.md holds it")
    assert shown(desk, "docs/fee") == "The fee is 3 EUR."


def test_an_id_that_the_settings_give_goes_before_one_that_a_file_states(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(TWO_SOURCES.replace('"more"\naccess', '"more"\npattern = "(?P<id>fee)-v[0-9]+"\naccess'))
    desk.write("more/fee-v1.md", "The fee is 3 EUR.", access="public")
    desk.write("docs/a.md", "The fee is 900 EUR.", id="fee")
    assert refused(desk.sync()) == [("docs/a.md", "IdentityClash")]
    assert shown(desk, "fee") == "The fee is 3 EUR."


def test_of_two_files_that_both_state_an_id_the_one_of_the_source_registered_first_stands(desk: Desk) -> None:
    desk.write("docs/z.md", "The fee is 3 EUR.", id="fee")
    desk.write("more/a.md", "The fee is 900 EUR.", id="fee")
    assert refused(desk.sync()) == [("more/a.md", "IdentityClash")]
    assert shown(desk, "fee") == "The fee is 3 EUR."


def test_where_nothing_tells_two_files_apart_neither_stands_and_both_are_named(desk: Desk) -> None:
    desk.write("docs/z.md", "The fee is 3 EUR.", id="fee")
    desk.write("docs/a.md", "The fee is 900 EUR.", id="fee")
    report = desk.sync()
    assert refused(report) == [("docs/a.md", "IdentityClash"), ("docs/z.md", "IdentityClash")]
    assert report.skipped[0].reason.endswith("until then none of them is taken in")
    assert desk.corpus.documents() == ()


def test_who_may_read_a_text_in_two_files_is_said_by_the_one_whose_id_it_is(desk: Desk) -> None:
    desk.write("docs/fee.md", "The fee is 3 EUR.", title="Fee")
    desk.write("docs/a.md", "The fee is 3 EUR.", id="docs/fee", access="[staff]")
    assert desk.sync().skipped == ()
    assert shown(desk, "docs/fee") == "The fee is 3 EUR."


def test_a_file_that_states_the_topic_of_another_with_a_version_of_no_order_is_refused_alone(desk: Desk) -> None:
    desk.write("docs/fee.md", "The fee is 3 EUR.", version=3)
    desk.write("docs/a.md", "The fee is 900 EUR.", topic="docs/fee", version="spring")
    assert refused(desk.sync()) == [("docs/a.md", "VersionOrderError")]
    assert shown(desk, "docs/fee") == "The fee is 3 EUR."


def test_a_version_that_the_corpus_has_is_changed_though_a_new_one_of_its_topic_has_no_order(desk: Desk) -> None:
    desk.write("docs/a.md", "The fee is 3 EUR.", topic="docs/fee", version=3)
    desk.sync()
    desk.write("docs/a.md", "The fee is 4 EUR.", topic="docs/fee", version=3)
    desk.write("docs/fee.md", "The fee is 900 EUR.", version="spring")
    assert refused(desk.sync()) == [("docs/fee.md", "VersionOrderError")]
    assert shown(desk, "docs/a") == "The fee is 4 EUR."
