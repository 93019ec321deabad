from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import Damaged, InputError, NobodyCanRead, NotFound, Unreachable
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]

PAGE = "# Refund\n\nThe refund window is 30 days."


def registered(desk: Desk) -> list[dict[str, Any]]:
    settings = tomllib.loads((desk.folder / "pincite.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = settings.get("sources", [])
    return found


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk("")
    made.write("docs/refund.md", PAGE)
    return made


def test_a_folder_that_is_added_is_registered_and_read(desk: Desk) -> None:
    report = desk.corpus.add(desk.folder / "docs", access=["public"])
    assert report.added == 1
    assert registered(desk) == [{"name": "docs", "path": "docs", "access": ["public"]}]
    assert [hit.document for hit in desk.corpus.search("refund window")] == ["docs/refund"]


def test_what_is_registered_is_read_again_by_another_process(desk: Desk) -> None:
    desk.corpus.add(desk.folder / "docs", access=["public"])
    desk.write("docs/more.md", "# More\n\nMore of it.")
    desk.corpus.close()
    again = desk.opened()
    assert (again.sync().added, len(again.documents())) == (1, 2)
    again.close()


def test_without_access_nothing_is_taken_in_and_nothing_is_registered(desk: Desk) -> None:
    before = (desk.folder / "pincite.toml").read_bytes()
    with pytest.raises(NobodyCanRead, match=r"1 document would be readable by nobody: add --access public, or a rule"):
        desk.corpus.add(desk.folder / "docs")
    assert (desk.folder / "pincite.toml").read_bytes() == before
    assert (desk.corpus.sources(), desk.corpus.config.sources, desk.corpus.documents()) == ((), (), ())
    assert desk.corpus.add(desk.folder / "docs", access=["public"]).added == 1, "the second try is a fresh one"


def test_a_failure_in_strict_mode_takes_the_source_back(desk: Desk) -> None:
    (desk.folder / "docs/bad.md").write_bytes(b"")
    with pytest.raises(Damaged):
        desk.corpus.add(desk.folder / "docs", access=["public"], strict=True)
    assert (registered(desk), desk.corpus.documents()) == ([], ())


def test_a_path_that_is_not_there_registers_nothing(desk: Desk) -> None:
    with pytest.raises(Unreachable, match=r"there is no file or folder \S+none: expected one to add"):
        desk.corpus.add(desk.folder / "docs", desk.folder / "none", access=["public"])
    assert registered(desk) == []


def test_a_dry_run_says_what_would_happen_and_does_nothing(desk: Desk) -> None:
    report = desk.corpus.add(desk.folder / "docs", access=["public"], dry_run=True)
    assert report.added == 1
    assert (registered(desk), desk.corpus.documents()) == ([], ())


def test_a_folder_that_is_added_again_says_anew_who_may_read(desk: Desk) -> None:
    desk.corpus.add(desk.folder / "docs", access=["public"])
    desk.corpus.add(desk.folder / "docs", access=["staff"])
    assert registered(desk) == [{"name": "docs", "path": "docs", "access": ["staff"]}]
    assert desk.corpus.search("refund window") == ()


def test_a_bad_file_does_not_stop_the_rest_of_its_batch(desk: Desk) -> None:
    (desk.folder / "docs/bad.md").write_bytes(b"\x00\x01")
    report = desk.corpus.add(desk.folder / "docs", access=["public"])
    assert report.added == 1
    assert [(Path(skipped.path).name, skipped.error) for skipped in report.skipped] == [("bad.md", "Damaged")]


def test_no_path_and_one_name_for_several_paths_are_refused(desk: Desk) -> None:
    with pytest.raises(InputError, match="add takes at least one path"):
        desk.corpus.add()
    with pytest.raises(InputError, match="a name for one path only; got 2 paths"):
        desk.corpus.add(desk.folder, desk.folder / "docs", name="x")


def test_a_sync_deletes_what_is_gone_at_once(desk: Desk) -> None:
    desk.write("docs/more.md", "# More\n\nMore of it.")
    desk.corpus.add(desk.folder / "docs", access=["public"])
    (desk.folder / "docs/refund.md").unlink()
    report = desk.corpus.sync()
    assert (report.deleted, report.unchanged) == (1, 1)
    assert [row.document_id for row in desk.corpus.documents()] == ["docs/more"]
    assert "docs/refund" not in {hit.document for hit in desk.corpus.search("refund window")}


def test_a_source_that_the_settings_no_longer_name_is_deleted_by_the_next_sync(desk: Desk) -> None:
    desk.corpus.add(desk.folder / "docs", access=["public"])
    desk.corpus.close()
    (desk.folder / "pincite.toml").write_text("")
    again = desk.opened()
    assert again.sync().deleted == 1
    assert (again.documents(), again.sources()) == ((), ())
    again.close()


def test_a_document_is_deleted_by_an_administrator_and_its_key_with_it(desk: Desk) -> None:
    desk.write("docs/order.md", "# Order O-48214\n\nSent.")
    desk.corpus.add(desk.folder / "docs", access=["public"])
    assert desk.corpus.delete("docs/order") == 1
    assert desk.corpus.lookup("O-48214") == ()
    with pytest.raises(NotFound, match="no document 'docs/order'"):
        desk.corpus.show("docs/order")
    with pytest.raises(NotFound, match="no document 'docs/order'"):
        desk.corpus.delete("docs/order")
