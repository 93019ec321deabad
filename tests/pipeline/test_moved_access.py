"""A narrower statement about who may read is not lost on the way: moved files, strayed sidecars, misspelt keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

STAFF = Principal(tenant="default", groups=["staff"])
TEXT = "# Refund\n\nThe refund window is 30 days."
RULE = f'[[rules]]\nglob = "docs/in/**"\naccess = ["staff"]\n{PUBLIC_DOCS}'


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(PUBLIC_DOCS)
    made.write("docs/s.md", TEXT)
    made.write("docs/s.md.meta.toml", 'access = ["staff"]')
    made.sync()
    return made


def seen(desk: Desk, principal: Principal | None = None) -> set[str]:
    return {str(hit.document) for hit in desk.corpus.search("refund window", principal=principal)}


def move(desk: Desk, old: str, new: str) -> None:
    (desk.folder / new).parent.mkdir(parents=True, exist_ok=True)
    (desk.folder / old).rename(desk.folder / new)


def test_a_new_file_beside_a_sidecar_without_its_file_is_skipped_and_named(desk: Desk) -> None:
    move(desk, "docs/s.md", "docs/s2.md")
    reasons = {each.path: each.reason for each in desk.sync().skipped}
    assert "s.md.meta.toml" in reasons["docs/s2.md"]
    assert "rename the sidecar after its file, or remove it" in reasons["docs/s2.md"]
    assert seen(desk) == set()
    move(desk, "docs/s.md.meta.toml", "docs/s2.md.meta.toml")
    assert desk.sync().skipped == ()
    assert (seen(desk), seen(desk, STAFF)) == (set(), {"docs/s2"})


def test_a_file_that_moves_away_from_its_sidecar_is_read_by_nobody_until_access_is_stated(desk: Desk) -> None:
    move(desk, "docs/s.md", "docs/sub/s.md")
    assert desk.sync().closed == ("docs/sub/s.md",)
    assert seen(desk) == seen(desk, STAFF) == set()
    desk.sync()
    assert seen(desk) == set()
    desk.write("docs/sub/s.md.meta.toml", 'access = ["staff"]')
    desk.sync()
    assert (seen(desk), seen(desk, STAFF)) == (set(), {"docs/sub/s"})


def test_a_file_that_was_closed_and_then_moves_stays_closed(desk: Desk) -> None:
    (desk.folder / "docs/s.md.meta.toml").unlink()
    assert desk.sync().closed == ("docs/s.md",)
    move(desk, "docs/s.md", "docs/s2.md")
    assert desk.sync().closed == ("docs/s2.md",)
    assert seen(desk) == seen(desk, STAFF) == set()


def test_a_file_that_takes_the_place_of_another_keeps_its_own_rule(desk: Desk) -> None:
    desk.write("docs/sub/open.md", "# Open\n\nOther words.")
    desk.sync()
    move(desk, "docs/s.md", "docs/sub/open.md")
    desk.sync()
    assert seen(desk) == set()


def test_a_file_that_moves_out_of_the_folder_of_a_rule_is_closed(new_desk: NewDesk) -> None:
    desk = new_desk(RULE)
    desk.write("docs/in/s.md", TEXT)
    desk.write("docs/open.md", "# Open\n\nOther words.")
    desk.sync()
    move(desk, "docs/in/s.md", "docs/out/s.md")
    move(desk, "docs/open.md", "docs/open2.md")
    assert desk.sync().closed == ("docs/out/s.md",)
    assert "docs/out/s" not in seen(desk) | seen(desk, STAFF)
    assert [len(desk.corpus.documents()), len(desk.corpus.documents(principal=STAFF))] == [1, 1], "docs/open2 only"


def test_an_override_goes_with_a_file_that_moves(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/s.md", TEXT)
    desk.sync()
    desk.corpus.set_access("docs/s", ["staff"])
    move(desk, "docs/s.md", "docs/s2.md")
    desk.sync()
    assert (seen(desk), seen(desk, STAFF)) == (set(), {"docs/s2"})


def test_beside_a_strayed_sidecar_old_files_and_files_that_state_their_access_go_on(desk: Desk) -> None:
    desk.write("docs/old.md", TEXT)
    desk.sync()
    desk.write("docs/sa.mdd.meta.toml", 'access = ["staff"]')
    desk.write("docs/old.md", f"{TEXT} Edited.")
    desk.write("docs/own.md", TEXT, access="[public]")
    desk.write("docs/new.md", TEXT)
    desk.write("docs/sub/new.md", TEXT)
    assert [each.path for each in desk.sync().skipped] == ["docs/new.md", "docs/sa.mdd.meta.toml"]
    assert seen(desk) == {"docs/old", "docs/own", "docs/sub/new"}


def test_the_sidecar_of_a_file_that_is_left_out_is_no_stray(new_desk: NewDesk) -> None:
    desk = new_desk(f'{PUBLIC_DOCS}exclude = ["*.tmp"]\n')
    desk.write("docs/a.tmp", TEXT)
    desk.write("docs/a.tmp.meta.toml", 'access = ["staff"]')
    desk.write("docs/new.md", TEXT)
    assert desk.sync().skipped == ()


@pytest.mark.parametrize("suffix", [".meta.TOML", ".META.toml"])
def test_the_suffix_of_a_sidecar_is_read_in_any_case(new_desk: NewDesk, suffix: str) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/t.md", TEXT)
    desk.write(f"docs/t.md{suffix}", 'access = ["staff"]')
    assert desk.sync().skipped == ()
    assert (seen(desk), seen(desk, STAFF)) == (set(), {"docs/t"})


@pytest.mark.parametrize("key", ["Access", "ACCESS", "acess", "acces", "accesss", "acsess"])
def test_a_key_of_front_matter_that_is_nearly_access_is_refused(new_desk: NewDesk, key: str) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/t.md", TEXT, **{key: "[staff]"})
    (skipped,) = desk.sync().skipped
    assert skipped.error == "MetadataError"
    assert f"unknown key {key!r}: expected 'access'" in skipped.reason


@pytest.mark.parametrize("key", ["accessed", "success", "access_level", "accessible"])
def test_other_words_are_keys_of_their_own(new_desk: NewDesk, key: str) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/t.md", TEXT, **{key: "x"})
    assert desk.sync().skipped == ()


def test_front_matter_after_a_blank_line_holds(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/t.md", f"\n---\naccess: [staff]\n---\n{TEXT}")
    desk.sync()
    assert (seen(desk), seen(desk, STAFF)) == (set(), {"docs/t"})


def test_names_in_one_text_are_told_apart_by_commas(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/t.md", TEXT, access='"staff, hr"')
    desk.sync()
    assert (seen(desk), seen(desk, STAFF)) == (set(), {"docs/t"})


@pytest.mark.parametrize(
    "sidecar", [f"title = {'[' * 5000}", f"version = {'9' * 5000}", f"version = 0x{'9' * 6000}", "title = inf"]
)
def test_an_absurd_sidecar_is_one_line_about_the_sidecar(new_desk: NewDesk, sidecar: str) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/t.md", TEXT)
    (desk.folder / "docs/t.md.meta.toml").write_text(sidecar)
    (skipped,) = desk.sync().skipped
    assert (skipped.error, "fault of Pincite" in skipped.reason) == ("MetadataError", False)
    assert len(skipped.reason) < 400


def test_absurd_front_matter_is_one_line_about_the_front_matter(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/t.md", TEXT, title="[" * 5000)
    (skipped,) = desk.sync().skipped
    assert (skipped.error, "fault of Pincite" in skipped.reason) == ("MetadataError", False)
