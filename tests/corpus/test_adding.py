from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import ConfigError, Damaged, InputError, NobodyCanRead, NotFound, Unreachable
from pincite.testing.desk import PUBLIC_DOCS, Desk
from pincite.text import patterns

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


def test_sources_that_are_added_at_once_are_all_registered(desk: Desk) -> None:
    names = ["a", "b", "c", "d"]
    for name in names:
        desk.write(f"{name}/page.md", PAGE)
    desks = [desk.opened() for _ in names]

    def add(at: int) -> None:
        with desks[at] as corpus:
            corpus.add(desk.folder / names[at], access=["public"])

    with ThreadPoolExecutor(len(names)) as pool:
        list(pool.map(add, range(len(names))))
    assert sorted(each["name"] for each in registered(desk)) == names
    assert {row.document_id for row in desk.corpus.documents()} == {f"{name}/page" for name in names}


def test_a_source_that_another_process_added_meanwhile_keeps_its_name(desk: Desk) -> None:
    desk.write("other/docs/page.md", PAGE)
    other = desk.opened()
    desk.corpus.add(desk.folder / "docs", access=["public"])
    desk.corpus.close()
    with other:
        other.add(desk.folder / "other/docs", access=["public"])
    assert [each["name"] for each in registered(desk)] == ["docs", "docs-2"]


def test_an_add_that_fails_takes_back_its_own_source_only(desk: Desk) -> None:
    file = desk.folder / "pincite.toml"

    def edit(step: str, done: int, total: int) -> None:
        if "# by hand" not in file.read_text():
            file.write_text("# by hand\n" + file.read_text())

    (desk.folder / "docs/bad.md").write_bytes(b"")
    with pytest.raises(Damaged):
        desk.corpus.add(desk.folder / "docs", access=["public"], strict=True, progress=edit)
    assert (file.read_text().startswith("# by hand\n"), registered(desk)) == (True, [])


def test_a_pipe_that_is_added_is_one_line(desk: Desk) -> None:
    os.mkfifo(desk.folder / "pipe")
    report = desk.corpus.add(desk.folder / "pipe", access=["public"])
    assert [(each.path, each.error) for each in report.skipped] == [("pipe/pipe", "Unreachable")]


def test_a_name_that_is_no_utf8_is_one_line_of_the_report(desk: Desk) -> None:
    with open(os.fsencode(desk.folder) + b"/docs/\xff.md", "wb") as file:
        file.write(PAGE.encode())
    report = desk.corpus.add(desk.folder / "docs", access=["public"])
    assert (report.added, [each.path for each in report.skipped]) == (1, ["docs/\\xff.md"])


@pytest.mark.parametrize(
    "settings",
    [
        PUBLIC_DOCS + "[identifiers.ticket]\npattern = '(?:a|aa)+\\.'\n",
        PUBLIC_DOCS + "pattern = '(?P<version>(?:a|aa)+)\\.txt'\n",
        PUBLIC_DOCS + "[[rules]]\npattern = '(?P<version>(?:a|aa)+)\\.txt'\naccess = ['public']\n",
    ],
    ids=["identifier", "source", "rule"],
)
def test_a_pattern_that_would_never_end_ends_the_sync_and_is_named(
    new_desk: NewDesk, settings: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "LIMIT_S", 0.1)
    desk = new_desk(settings)
    desk.write(f"docs/{'a' * 80}.md", f"# Page\n\n{'a' * 80}-")
    with pytest.raises(ConfigError, match=r"the pattern '.*\(\?:a\|aa\)\+.*' of .* takes longer than 0\.1 s"):
        desk.sync()
    assert desk.corpus.documents() == ()
