"""After a restore or a deletion it is said which files the corpus does not follow, and one command follows them all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.lifecycle.differing import Why
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk()
    for name in ("edited", "deleted", "gone", "same"):
        desk.write(f"docs/{name}.md", f"# {name.title()}\n\nThe first text of the page called {name}.")
    desk.sync()
    return desk


@pytest.fixture
def restored(desk: Desk) -> Desk:
    desk.corpus.create_snapshot("then")
    desk.write("docs/edited.md", "# Edited\n\nThe second text of the page.")
    desk.write("docs/new.md", "# New\n\nA page that came later.")
    (desk.folder / "docs" / "gone.md").unlink()
    desk.sync()
    desk.corpus.restore_snapshot("then")
    return desk


def told(desk: Desk) -> dict[str, Why]:
    return {each.path: each.why for each in desk.corpus.differing()}


def test_a_restore_says_what_differs_from_its_files(restored: Desk) -> None:
    expected = {"docs/edited.md": Why.ANOTHER_TEXT, "docs/new.md": Why.LEFT_OUT, "docs/gone.md": Why.NO_FILE}
    assert told(restored) == expected
    assert {each.path for each in restored.sync().differing} == expected.keys()


def test_a_deleted_document_whose_file_stays_is_told(desk: Desk) -> None:
    desk.corpus.delete("docs/deleted")
    assert told(desk) == {"docs/deleted.md": Why.LEFT_OUT}


def test_a_file_that_changes_is_followed_again(restored: Desk) -> None:
    restored.write("docs/edited.md", "# Edited\n\nThe third text of the page.")
    restored.sync()
    assert set(told(restored)) == {"docs/new.md", "docs/gone.md"}
    assert "third" in restored.corpus.show("docs/edited").text


def test_reading_every_file_follows_all_of_them(restored: Desk) -> None:
    report = restored.corpus.sync(all_files=True)
    assert (report.added, report.changed, report.deleted, report.differing) == (1, 1, 1, ())
    assert sorted(row.document_id for row in restored.corpus.documents()) == [
        "docs/deleted", "docs/edited", "docs/new", "docs/same",
    ]  # fmt: skip
    assert "second" in restored.corpus.show("docs/edited").text


def test_reading_every_file_changes_nothing_where_all_are_followed(desk: Desk) -> None:
    before = desk.corpus.store.catalog.head()
    report = desk.corpus.sync(all_files=True)
    assert (report.unchanged, report.n_embedded, desk.corpus.store.catalog.head()) == (4, 0, before)


def test_reading_every_file_widens_nothing(desk: Desk) -> None:
    sidecar = desk.folder / "docs" / "same.md.meta.toml"
    sidecar.write_text('access = ["staff"]\n')
    desk.corpus.set_access("docs/edited", ["staff"])
    desk.sync()
    sidecar.unlink()
    desk.sync()
    desk.corpus.sync(all_files=True)
    assert sorted(row.document_id for row in desk.corpus.documents()) == ["docs/deleted", "docs/gone"]


def test_what_was_restored_from_a_source_that_is_not_there_stays(restored: Desk) -> None:
    (restored.folder / "docs").rename(restored.folder / "away")
    assert restored.corpus.sync(all_files=True).deleted == 0
    assert len(restored.corpus.documents()) == 4


def test_a_purged_document_is_not_said_to_differ(restored: Desk, tmp_path: Path) -> None:
    restored.corpus.purge("docs/edited")
    assert set(told(restored)) == {"docs/new.md", "docs/gone.md"}
