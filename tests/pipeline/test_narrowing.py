"""Who may read no more is kept out before a sync does anything that may fail for want of room, time or luck."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.errors import PinciteError, StoreError
from pincite.lifecycle.store import Store
from pincite.pipeline import ingest
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk
from pincite.testing.disk import disk_with

NewDesk = Callable[..., Desk]

STAFF = Principal(tenant="default", groups=["staff"])
HR = Principal(tenant="default", groups=["hr"])
TEXT = "# Refund\n\nThe refund window is 30 days."


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(PUBLIC_DOCS)
    made.write("docs/pay.md", TEXT, access="[staff, hr]")
    made.sync()
    return made


def fill(disk: pytest.MonkeyPatch) -> None:
    """Leave 32 MB on the disk, which is too little for any point."""
    disk.setattr(shutil, "disk_usage", disk_with(2**25))


@pytest.fixture
def full(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Fill the disk once the desk is there."""
    fill(monkeypatch)
    return monkeypatch


def reopen(desk: Desk) -> None:
    desk.corpus.close()
    del desk.__dict__["corpus"]


def seen(desk: Desk, principal: Principal | None = None) -> set[str]:
    return {str(hit.document) for hit in desk.corpus.search("refund window", principal=principal, route="lexical")}


def refused(desk: Desk) -> str:
    with pytest.raises(PinciteError) as failed:
        desk.sync()
    return str(failed.value)


@pytest.mark.usefixtures("full")
def test_a_group_that_front_matter_names_no_more_reads_no_more_though_the_sync_is_refused(desk: Desk) -> None:
    desk.write("docs/pay.md", f"{TEXT} Edited.", access="[hr]")
    assert "disk full: 32 MB free" in refused(desk)
    assert (seen(desk, STAFF), seen(desk, HR)) == (set(), {"docs/pay"})


@pytest.mark.usefixtures("full")
def test_the_refusal_says_what_was_narrowed_and_what_was_not_taken_in(desk: Desk) -> None:
    desk.write("docs/pay.md", f"{TEXT} Edited.", access="[hr]")
    desk.write("docs/new.md", TEXT)
    said = refused(desk)
    assert "access was narrowed first, and that holds: docs/pay.md" in said
    assert "not taken in: docs/new.md, docs/pay.md" in said
    assert "nothing was written" not in said


@pytest.mark.usefixtures("full")
def test_a_refused_sync_lets_nobody_in_who_was_out(desk: Desk) -> None:
    desk.write("docs/pay.md", f"{TEXT} Edited.", access="[hr, public]")
    assert "narrowed" not in refused(desk)
    assert (seen(desk), seen(desk, STAFF), seen(desk, HR)) == (set(), {"docs/pay"}, {"docs/pay"})


def test_public_that_becomes_a_group_leaves_that_group(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.write("docs/open.md", TEXT)
    desk.sync()
    fill(monkeypatch)
    desk.write("docs/open.md", f"{TEXT} Edited.", access="[staff]")
    refused(desk)
    assert (seen(desk), "docs/open" in seen(desk, STAFF)) == (set(), True)


@pytest.mark.parametrize("how", ["sidecar", "rule", "source", "nothing"])
def test_whatever_states_less_access_takes_it_away_first(
    new_desk: NewDesk, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/open.md", TEXT)
    desk.sync()
    reopen(desk)
    if how == "sidecar":
        desk.write("docs/open.md.meta.toml", 'access = ["staff"]')
    rule = '\n[[rules]]\nglob = "docs/*.md"\naccess = ["staff"]\n'
    settings = {
        "rule": PUBLIC_DOCS + rule,
        "source": PUBLIC_DOCS.replace("public", "staff"),
        "nothing": PUBLIC_DOCS.replace('access = ["public"]\n', ""),
    }
    desk.write("pincite.toml", settings.get(how, PUBLIC_DOCS))
    desk.write("docs/new.md", TEXT, access="[hr]")
    fill(monkeypatch)
    refused(desk)
    assert (seen(desk), seen(desk, STAFF)) == (set(), set() if how == "nothing" else {"docs/open"})


@pytest.mark.usefixtures("full")
def test_what_a_source_holds_no_more_is_read_by_nobody_though_the_sync_is_refused(desk: Desk) -> None:
    (desk.folder / "docs/pay.md").unlink()
    desk.write("docs/new.md", TEXT)
    assert "narrowed first, and that holds: docs/pay.md" in refused(desk)
    assert seen(desk, STAFF) == set()


@pytest.mark.usefixtures("full")
def test_statements_that_cannot_be_read_close_a_file_first(desk: Desk) -> None:
    desk.write("docs/pay.md", TEXT, acces="[hr]")
    desk.write("docs/new.md", TEXT)
    refused(desk)
    assert seen(desk, STAFF) == seen(desk, HR) == set()


@pytest.mark.usefixtures("full")
def test_a_file_that_moved_keeps_the_readers_that_it_states_until_it_is_taken_in(desk: Desk) -> None:
    (desk.folder / "docs/sub").mkdir()
    (desk.folder / "docs/pay.md").rename(desk.folder / "docs/sub/pay.md")
    refused(desk)
    assert seen(desk, STAFF) == {"docs/pay"}


def test_a_document_that_another_file_still_holds_stays_open(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.write("docs/twin.md", TEXT, id="docs/pay", access="[staff, hr]")
    desk.sync()
    (desk.folder / "docs/twin.md").unlink()
    desk.write("docs/new.md", TEXT)
    fill(monkeypatch)
    refused(desk)
    assert seen(desk, STAFF) == {"docs/pay"}


def test_with_room_again_the_sync_takes_in_what_it_could_not(desk: Desk, full: pytest.MonkeyPatch) -> None:
    desk.write("docs/pay.md", f"{TEXT} Edited.", access="[hr]")
    refused(desk)
    full.undo()
    assert desk.sync().changed == 1
    assert (seen(desk, STAFF), seen(desk, HR), desk.corpus.doctor()) == (set(), {"docs/pay"}, ())


@pytest.mark.parametrize("gone", [False, True])
def test_a_file_that_is_put_back_as_it_was_opens_again(desk: Desk, full: pytest.MonkeyPatch, gone: bool) -> None:
    page = desk.folder / "docs/pay.md"
    before, aside = page.read_bytes(), desk.folder / "aside.md"
    page.rename(aside)
    if not gone:
        desk.write("docs/pay.md", TEXT, access="[hr]")
    desk.write("docs/new.md", TEXT)
    refused(desk)
    assert seen(desk, STAFF) == set()
    full.undo()
    aside.rename(page)
    assert page.read_bytes() == before
    desk.sync()
    assert seen(desk, STAFF) == {"docs/new", "docs/pay"}


def test_a_narrowing_holds_though_the_sync_is_killed_while_it_embeds(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(self: object, ledger: object, embedding: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ingest._Sync, "_read", killed)
    desk.write("docs/pay.md", f"{TEXT} Edited.", access="[hr]")
    with pytest.raises(KeyboardInterrupt):
        desk.sync()
    assert (seen(desk, STAFF), seen(desk, HR)) == (set(), {"docs/pay"})


def test_a_narrowing_needs_neither_the_index_nor_the_hold_on_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(self: Store) -> object:
        raise StoreError("the index cannot be opened")

    reopen(desk)
    desk.write("docs/pay.md", f"{TEXT} Edited.", access="[hr]")
    with monkeypatch.context() as without:
        without.setattr(Store, "index", property(torn))
        assert "the index cannot be opened; access was narrowed first" in refused(desk)
    assert (seen(desk, STAFF), seen(desk, HR)) == (set(), {"docs/pay"})


def test_a_dry_run_narrows_nothing(desk: Desk) -> None:
    desk.write("docs/pay.md", f"{TEXT} Edited.", access="[hr]")
    desk.corpus.sync(dry_run=True)
    assert seen(desk, STAFF) == {"docs/pay"}


def test_a_format_that_has_to_be_read_whole_is_read_where_the_sync_fails(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = '<html><head><meta name="pincite:access" content="{}"></head><body><p>The refund window.</p></body></html>'
    desk.write("docs/page.html", page.format("staff, hr"))
    desk.sync()
    fill(monkeypatch)
    desk.write("docs/page.html", page.format("hr"))
    desk.write("docs/new.md", TEXT)
    assert "narrowed first, and that holds: docs/page.html" in refused(desk)
    assert ("docs/page" in seen(desk, STAFF), "docs/page" in seen(desk, HR)) == (False, True)


def test_what_was_closed_as_gone_and_is_restored_has_the_readers_that_it_had(
    desk: Desk, full: pytest.MonkeyPatch
) -> None:
    desk.corpus.create_snapshot("before")
    (desk.folder / "docs/pay.md").unlink()
    desk.write("docs/new.md", TEXT)
    refused(desk)
    full.undo()
    desk.sync()
    desk.corpus.restore_snapshot("before")
    assert "docs/pay" in seen(desk, STAFF)


@pytest.mark.usefixtures("full")
def test_an_override_opens_nothing_that_is_about_to_leave(desk: Desk) -> None:
    (desk.folder / "docs/pay.md").unlink()
    desk.write("docs/new.md", TEXT)
    refused(desk)
    desk.corpus.set_access("docs/pay", ["staff"])
    desk.corpus.clear_access("docs/pay")
    assert seen(desk, STAFF) == set()


RULE = '\n[[rules]]\nglob = "docs/open.md"\naccess = ["staff"]\n'


def narrowed_by(desk: Desk, settings: str) -> None:
    reopen(desk)
    desk.write("pincite.toml", settings)
    desk.corpus.sync()


def dangles(path: Path) -> None:
    path.unlink()
    path.symlink_to("/nowhere")


def is_rubbish(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 12)


def is_away(path: Path) -> None:
    path.parent.rename(path.parent.with_name("away"))


@pytest.mark.parametrize("lost", [dangles, is_rubbish, is_away])
@pytest.mark.parametrize("settings", [PUBLIC_DOCS + RULE, PUBLIC_DOCS.replace("public", "staff")])
def test_settings_take_access_away_from_a_file_that_cannot_be_read(
    new_desk: NewDesk, lost: Callable[[Path], None], settings: str
) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/open.md", TEXT)
    desk.sync()
    lost(desk.folder / "docs/open.md")
    narrowed_by(desk, settings)
    assert (seen(desk), seen(desk, STAFF)) == (set(), {"docs/open"})


def test_a_file_that_cannot_be_read_keeps_the_readers_that_it_states_itself(desk: Desk) -> None:
    is_away(desk.folder / "docs/pay.md")
    narrowed_by(desk, PUBLIC_DOCS.replace("public", "hr"))
    assert (seen(desk, STAFF), seen(desk, HR)) == ({"docs/pay"}, {"docs/pay"})


def test_what_was_narrowed_while_it_was_away_is_read_again_when_it_is_back(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/open.md", TEXT)
    desk.sync()
    is_away(desk.folder / "docs/open.md")
    narrowed_by(desk, PUBLIC_DOCS.replace("public", "staff"))
    (desk.folder / "away").rename(desk.folder / "docs")
    desk.corpus.sync()
    assert (seen(desk), seen(desk, STAFF)) == (set(), {"docs/open"})
    narrowed_by(desk, PUBLIC_DOCS)
    assert seen(desk) == {"docs/open"}


def test_settings_take_access_away_from_a_page_that_has_to_be_read_whole_before_it_is(
    new_desk: NewDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(self: object, ledger: object, embedding: object) -> None:
        raise KeyboardInterrupt

    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/page.html", "<html><body><p>The refund window.</p></body></html>")
    desk.sync()
    monkeypatch.setattr(ingest._Sync, "_read", killed)
    with pytest.raises(KeyboardInterrupt):
        narrowed_by(desk, PUBLIC_DOCS.replace("public", "staff"))
    assert (seen(desk), seen(desk, STAFF)) == (set(), {"docs/page"})
