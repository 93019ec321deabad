"""Which version answers: the one in force on the day asked about, whoever may read it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from pincite.answers import Status
from pincite.corpus import Corpus
from pincite.documents import LAST_DAY
from pincite.errors import NotFound
from pincite.questions import Principal
from pincite.testing.desk import Desk
from pincite.wire import answer_json, hit_json

NewDesk = Callable[..., Desk]

STAFF = Principal(tenant="default", groups=["staff"])
QUESTION = "What is the refund window?"


def put(desk: Desk, version: object, days: int, **front: object) -> None:
    stated = {"id": "refund", "title": "Refund policy", "version": version, **front}
    text = f"# Refund policy\n\nThe refund window is {days} days."
    desk.write(f"docs/{front.get('id', 'refund')}-{version}.md", text, **stated)


def found(corpus: Corpus, **how: object) -> list[tuple[str, str]]:
    hits = corpus.search(QUESTION, **how)  # type: ignore[arg-type]  # passed on
    return [(hit.document, hit.version) for hit in hits]


def test_version_10_comes_after_version_9(new_desk: NewDesk) -> None:
    desk = new_desk()
    for version in (10, 9, 2):
        put(desk, version, version)
    desk.sync()
    assert found(desk.corpus) == [("refund", "10")]
    assert [row.version for row in desk.corpus.versions("refund")] == ["2", "9", "10"]
    assert desk.corpus.show("refund").version == "10"


def test_each_day_is_answered_from_the_version_of_that_day(new_desk: NewDesk) -> None:
    desk = new_desk()
    for n, year in ((1, 2020), (2, 2022), (3, 2024)):
        put(desk, n, n * 10, effective=f"{year}-01-01")
    desk.sync()
    for day, version in (("2021-12-31", "1"), ("2022-01-01", "2"), ("2023-12-31", "2"), ("2024-01-01", "3")):
        assert found(desk.corpus, as_of=date.fromisoformat(day)) == [("refund", version)]
    assert found(desk.corpus, as_of=date(2019, 12, 31)) == []
    answer = desk.corpus.ask(QUESTION, as_of=date(2021, 6, 1))
    assert answer.text == "The refund window is 10 days [1]."
    assert (answer.citations[0].version, desk.corpus.ask(QUESTION).citations[0].version) == ("1", "3")


def test_an_outsider_never_gets_retired_version_2_because_version_3_is_for_staff(new_desk: NewDesk) -> None:
    desk = new_desk()
    put(desk, 2, 14, effective="2020-01-01")
    put(desk, 3, 30, effective="2021-01-01", access="[staff]")
    desk.sync()
    assert found(desk.corpus) == []
    assert desk.corpus.ask(QUESTION).status is Status.ABSTAINED
    assert desk.corpus.documents() == ()
    assert found(desk.corpus, principal=STAFF) == [("refund", "3")]
    assert found(desk.corpus, as_of=date(2020, 6, 1)) == [("refund", "2")], "on its own day it was in force"


def test_a_version_for_staff_ends_the_one_before_it_on_a_day_to_come_too_and_tells_no_more_than_an_expiry(
    new_desk: NewDesk,
) -> None:
    told = []
    for ends in ({}, {"expires": "2998-01-01"}):
        desk = new_desk()
        put(desk, 2, 14, effective="2020-01-01", **ends)
        if not ends:
            put(desk, 3, 30, effective="2998-01-01", access="[staff]")
        desk.sync()
        later = date(2999, 1, 1)
        assert found(desk.corpus) == [("refund", "2")], "before that day"
        assert found(desk.corpus, as_of=later) == []
        changed = desk.corpus.changes(since=date(2026, 1, 1), until=later)
        told.append([repr(changed), repr(desk.corpus.documents(as_of=later))])
    assert told[0] == told[1]


def test_a_future_date_is_shown_nowhere_before_its_day(new_desk: NewDesk) -> None:
    desk = new_desk()
    tomorrow = desk.corpus.today() + timedelta(days=1)
    put(desk, 1, 14)
    put(desk, 2, 30, effective=tomorrow.isoformat())
    desk.sync()
    assert found(desk.corpus) == [("refund", "1")]
    assert [(row.version, row.valid_to) for row in desk.corpus.versions("refund")] == [("1", LAST_DAY)]
    assert [row.valid_to for row in desk.corpus.documents()] == [LAST_DAY]
    for version in ("2", "77"):
        with pytest.raises(NotFound, match=f"no version 'refund {version}' among what you may read"):
            desk.corpus.show("refund", version=version)
    assert found(desk.corpus, as_of=tomorrow) == [("refund", "2")]


def test_a_new_document_with_a_future_date_is_absent_until_its_day(new_desk: NewDesk) -> None:
    desk = new_desk()
    put(desk, 1, 14, effective="2999-01-01")
    desk.sync()
    assert found(desk.corpus) == []
    with pytest.raises(NotFound, match="no document 'refund'"):
        desk.corpus.versions("refund")


def test_an_expired_version_does_not_revive_the_one_before_it(new_desk: NewDesk) -> None:
    desk = new_desk()
    put(desk, 1, 14, effective="2020-01-01")
    put(desk, 2, 30, effective="2021-01-01", expires="2022-01-01")
    desk.sync()
    assert found(desk.corpus) == []
    assert found(desk.corpus, as_of=date(2021, 12, 31)) == [("refund", "2")]


def test_versions_that_have_no_order_are_skipped_and_listed_and_the_rest_goes_on(new_desk: NewDesk) -> None:
    desk = new_desk()
    put(desk, "spring", 14)
    put(desk, 3, 30)
    desk.write("docs/other.md", "# Other\n\nThe refund window of others.")
    report = desk.sync()
    assert found(desk.corpus) == [("docs/other", "")]
    reasons = " ".join(skipped.reason for skipped in report.skipped)
    assert "'3'" in reasons
    assert "'spring'" in reasons


def test_one_revision_of_a_document_stands_in_an_answer(new_desk: NewDesk) -> None:
    desk = new_desk()
    for version in (1, 2):
        put(desk, version, version * 10, topic=f"topic-{version}")
    desk.sync()
    assert {version for _, version in found(desk.corpus)} == {"1", "2"}, "both are in force, each in its topic"
    answer = desk.corpus.ask(QUESTION)
    assert len({passage.permit.revision.version for passage in answer.passages}) == 1


def test_an_edit_in_place_replaces_the_version_and_a_removed_file_gives_the_day_back(new_desk: NewDesk) -> None:
    desk = new_desk()
    put(desk, 1, 14)
    put(desk, 2, 30)
    desk.sync()
    put(desk, 2, 60)
    desk.sync()
    assert desk.corpus.ask(QUESTION).text == "The refund window is 60 days [1]."
    (desk.folder / "docs/refund-2.md").unlink()
    desk.sync()
    assert desk.corpus.ask(QUESTION).text == "The refund window is 14 days [1]."


def test_hits_and_answers_name_the_version_and_its_day_as_stated(new_desk: NewDesk) -> None:
    desk = new_desk()
    put(desk, 3, 30, effective="2024-01-01")
    desk.sync()
    (hit,) = desk.corpus.search(QUESTION)
    shape = hit_json(hit)
    assert (shape["version"], shape["effective"], shape["in_force"]) == ("3", "2024-01-01", True)
    assert answer_json(desk.corpus.ask(QUESTION))["citations"][0]["version"] == "3"


def test_the_days_begin_in_the_time_zone_of_the_corpus(new_desk: NewDesk) -> None:
    """They lie a day apart exactly, whatever the time is."""
    east = new_desk('[corpus]\ntimezone = "Pacific/Kiritimati"\n')
    west = new_desk('[corpus]\ntimezone = "Etc/GMT+10"\n')
    assert east.corpus.today() - west.corpus.today() == timedelta(days=1)
