from __future__ import annotations

import asyncio
import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest

import pincite
from pincite.config import load
from pincite.corpus import Corpus
from pincite.errors import InputError, PinciteError, Torn
from pincite.lifecycle.purged import kept_aside
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]

SETTINGS = """\
[embed]
name = "hash"
dim = 64

[[sources]]
name = "docs"
path = "docs"
access = ["public"]
"""
ZEBRA = "# Alpha\n\nThe alpha page speaks of the zebra crossing at noon."
LLAMA = "# Beta\n\nThe beta page speaks of llamas in the evening sun."


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk(SETTINGS)
    desk.write("docs/a.md", ZEBRA)
    desk.write("docs/b.md", LLAMA)
    desk.sync()
    return desk


@pytest.fixture
def backup(desk: Desk) -> Path:
    file = desk.folder / "one.pincite"
    desk.corpus.backup(file)
    return file


def found(corpus: Corpus, question: str = "zebra llamas", *groups: str) -> list[str]:
    principal = pincite.Principal(tenant="default", groups=groups)
    return sorted(hit.document for hit in corpus.search(question, route="lexical", principal=principal))


def content(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_backup_brings_back_what_was_edited_deleted_and_added_as_a_new_state(desk: Desk, backup: Path) -> None:
    desk.write("docs/a.md", "# Alpha\n\nNothing of note.")
    desk.write("docs/c.md", "# Gamma\n\nA new page.")
    (desk.folder / "docs/b.md").unlink()
    before = desk.sync().sequence
    done = desk.corpus.restore(backup).restored
    assert done is not None
    assert before is not None
    assert (done.committed.n_added, done.committed.n_changed, done.committed.n_removed) == (1, 1, 1)
    assert done.committed.sequence > before
    assert [row.document_id for row in desk.corpus.documents()] == ["docs/a", "docs/b"]
    assert found(desk.corpus) == ["docs/a", "docs/b"]


def test_a_backup_makes_the_same_corpus_in_another_folder(desk: Desk, backup: Path, tmp_path: Path) -> None:
    desk.corpus.create_snapshot("kept")
    second = tmp_path / "two.pincite"
    desk.corpus.backup(second)
    done = pincite.restore(second, tmp_path / "new" / "place")
    assert done.wrote_settings
    with pincite.open(tmp_path / "new" / "place") as corpus:
        ours, theirs = (c.search("evening crossing", route="hybrid") for c in (desk.corpus, corpus))
        assert [(h.hit.chunk_id, h.hit.score) for h in theirs] == [(h.hit.chunk_id, h.hit.score) for h in ours]
        assert [row.name for row in corpus.snapshots()] == ["kept"]
        original = corpus.show("docs/a").original
        assert corpus.store.catalog.original(corpus.show("docs/a").tenant, original).startswith(b"# Alpha")


def test_restoring_calls_no_model(desk: Desk, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(desk.corpus.embedder()), "embed", None)
    pincite.restore(backup, tmp_path / "new")
    with pincite.open(tmp_path / "new") as corpus:
        assert found(corpus) == ["docs/a", "docs/b"]


def test_what_was_purged_since_stays_out(desk: Desk, backup: Path) -> None:
    desk.corpus.purge("docs/a")
    done = desk.corpus.restore(backup).restored
    assert done is not None
    assert done.n_purged == 1
    assert found(desk.corpus) == ["docs/b"]
    assert not any(b"zebra" in data for data in content(desk.corpus.state).values())


def test_access_that_was_narrowed_since_stays_narrow(desk: Desk, backup: Path) -> None:
    desk.corpus.set_access("docs/a", ["staff"])
    desk.write("docs/b.md", LLAMA, access="[legal]")
    desk.sync()
    desk.corpus.delete("docs/a")
    desk.corpus.restore(backup)
    assert found(desk.corpus) == []
    assert found(desk.corpus, "zebra llamas", "staff", "legal") == ["docs/a", "docs/b"]


def test_an_override_in_the_backup_holds_too_also_after_the_next_sync(desk: Desk) -> None:
    desk.corpus.set_access("docs/a", ["staff"])
    file = desk.folder / "narrow.pincite"
    desk.corpus.backup(file)
    desk.corpus.clear_access("docs/a")
    assert found(desk.corpus) == ["docs/a", "docs/b"]
    desk.corpus.restore(file)
    assert found(desk.corpus) == ["docs/b"]
    desk.write("docs/a.md", ZEBRA + "\n\nMore.")
    desk.sync()
    assert found(desk.corpus) == ["docs/b"]


def test_a_page_that_was_renamed_and_closed_since_is_not_open_under_its_old_name(desk: Desk, backup: Path) -> None:
    (desk.folder / "docs/a.md").unlink()
    desk.write("docs/secret.md", ZEBRA, access="[staff]")
    desk.sync()
    desk.corpus.restore(backup)
    assert found(desk.corpus) == ["docs/b"]


def test_a_damaged_catalog_is_moved_aside_and_what_was_purged_stays_out(desk: Desk, backup: Path) -> None:
    desk.corpus.purge("docs/a")
    desk.corpus.close()
    catalog = desk.folder / ".pincite" / "catalog.sqlite"
    catalog.write_bytes(b"no database" * 1000)
    done = pincite.restore(backup, desk.folder)
    assert done.aside is not None
    assert (done.aside / "catalog.sqlite").read_bytes().startswith(b"no database")
    with desk.opened() as corpus:
        assert [each.error for each in corpus.sync().skipped] == ["Purged"]
        assert found(corpus) == ["docs/b"]
        assert not any(b"zebra" in data for data in content(corpus.state).values())


def test_after_a_damaged_catalog_the_sources_state_anew_who_may_read(desk: Desk, backup: Path) -> None:
    desk.write("docs/a.md", ZEBRA, access="[staff]")
    desk.sync()
    desk.corpus.close()
    (desk.folder / ".pincite" / "catalog.sqlite").write_bytes(b"no database")
    assert pincite.restore(backup, desk.folder).n_closed == 2
    with desk.opened() as corpus:
        assert found(corpus, "zebra llamas", "staff") == []
        corpus.sync()
        assert found(corpus) == ["docs/b"]
        assert found(corpus, "zebra llamas", "staff") == ["docs/a", "docs/b"]


def test_what_an_administrator_closed_is_closed_after_a_damaged_catalog_too(desk: Desk, backup: Path) -> None:
    desk.corpus.set_access("docs/a", ["staff"])
    desk.write("docs/c.md", "# Gamma\n\nA page on zebra finches.")
    desk.sync()
    desk.corpus.set_access("docs/c", [])
    desk.close()
    (desk.folder / ".pincite" / "catalog.sqlite").write_bytes(b"no database")
    pincite.restore(backup, desk.folder)
    with desk.opened() as corpus:
        corpus.sync()
        assert (found(corpus), found(corpus, "zebra llamas", "staff")) == (["docs/b"], ["docs/a", "docs/b"])


def test_an_administrator_may_take_the_backups_word_for_who_reads(desk: Desk, backup: Path) -> None:
    desk.corpus.set_access("docs/a", ["staff"])
    desk.close()
    (desk.folder / ".pincite" / "catalog.sqlite").unlink()
    assert pincite.restore(backup, desk.folder, trusts_access=True).n_closed == 0
    with desk.opened() as corpus:
        assert found(corpus) == ["docs/b"]
        assert found(corpus, "zebra llamas", "staff") == ["docs/a", "docs/b"]


def test_a_lost_catalog_is_put_back(desk: Desk, backup: Path) -> None:
    desk.corpus.close()
    shutil.rmtree(desk.folder / ".pincite")
    assert pincite.restore(backup, desk.folder).wrote_settings is False
    with desk.opened() as corpus:
        assert found(corpus) == ["docs/a", "docs/b"]


def test_a_backup_is_one_state_while_others_write(desk: Desk, tmp_path: Path) -> None:
    done, failed = Event(), []

    def write() -> None:
        for n in range(30):
            desk.write("docs/a.md", f"# Alpha\n\nEdit {n} of the page.")
            desk.write("docs/b.md", f"# Beta\n\nEdit {n} of the page.")
            try:
                desk.corpus.sync()
            except PinciteError as error:
                failed.append(error)
        done.set()

    thread = Thread(target=write)
    thread.start()
    files: list[Path] = []
    while not done.is_set():
        files.append(tmp_path / f"{len(files)}.pincite")
        desk.corpus.backup(files[-1])
    thread.join()
    assert failed == []
    for at, file in enumerate(files[:6]):
        pincite.restore(file, tmp_path / str(at))
        with pincite.open(tmp_path / str(at)) as corpus:
            texts = {corpus.show(each).text.split("\n\n")[1].strip() for each in ("docs/a", "docs/b")}
            assert len(texts) == 1 or texts == {ZEBRA.split("\n\n")[1], LLAMA.split("\n\n")[1]}


def test_a_backup_is_for_its_user_alone_and_never_over_another_file(desk: Desk, backup: Path) -> None:
    assert backup.stat().st_mode & 0o777 == 0o600
    with pytest.raises(InputError, match=r"there is a file .* already: give the backup a new name"):
        desk.corpus.backup(backup)
    with pytest.raises(InputError, match="inside the state folder"):
        desk.corpus.backup(desk.corpus.state / "x.pincite")
    with pytest.raises(InputError, match=r"there is no folder .*none"):
        desk.corpus.backup(desk.folder / "none" / "x.pincite")


def test_a_backup_that_cannot_be_written_leaves_nothing(desk: Desk) -> None:
    if os.geteuid() == 0:
        place = Path("/proc")
    else:
        place = desk.folder / "closed"
        place.mkdir(mode=0o500)
    with pytest.raises(PinciteError, match="could not be written"):
        desk.corpus.backup(place / "x.pincite")


def test_an_original_that_is_lost_is_named_and_the_rest_is_written(desk: Desk) -> None:
    its = desk.corpus.show("docs/a")
    desk.corpus.store.catalog.originals.place(its.tenant, its.original).unlink()
    done = desk.corpus.backup(desk.folder / "x.pincite")
    assert (done.n_originals, done.missing) == (1, ("docs/a",))


def corrupted(backup: Path, at: float) -> bytes:
    data = bytearray(backup.read_bytes())
    data[int(len(data) * at)] ^= 0xFF
    return bytes(data)


@pytest.mark.parametrize("at", [0.01, 0.2, 0.5, 0.8, 0.99])
def test_a_damaged_backup_is_one_clear_error_and_changes_nothing(desk: Desk, backup: Path, at: float) -> None:
    bad = desk.folder / "bad.pincite"
    bad.write_bytes(corrupted(backup, at))
    desk.corpus.close()
    before = content(desk.folder)
    with pytest.raises((Torn, InputError), match=r"is damaged|is no backup") as caught:
        pincite.restore(bad, desk.folder)
    assert "\n" not in str(caught.value)
    assert content(desk.folder) == before


def test_a_backup_that_was_cut_off_changes_nothing_and_makes_no_folder(backup: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.pincite"
    bad.write_bytes(backup.read_bytes()[:-3000])
    with pytest.raises(InputError, match="is no backup of Pincite"):
        pincite.restore(bad, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_what_is_no_backup_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    with zipfile.ZipFile(tmp_path / "zip", "w") as archive:
        archive.writestr("readme.txt", "hello")
    for name in ("text", "zip"):
        with pytest.raises(InputError, match="is no backup of Pincite: expected a file that pincite backup wrote"):
            pincite.restore(tmp_path / name, tmp_path / "new")
    with pytest.raises(InputError, match="there is no file"):
        pincite.restore(tmp_path / "none", tmp_path / "new")


def test_an_entry_that_points_outside_is_refused(backup: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.pincite"
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(bad, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
        new.writestr("../evil", "x")
        new.comment = old.comment
    with pytest.raises(Torn, match="its list of entries is not what it was written as"):
        pincite.restore(bad, tmp_path / "new")


def test_the_settings_that_are_there_stay(desk: Desk, backup: Path, tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text(SETTINGS.replace('name = "docs"', 'name = "mine"'))
    assert pincite.restore(backup, tmp_path).wrote_settings is False
    assert load(tmp_path).sources[0].name == "mine"


def test_the_twins_do_the_same(desk: Desk) -> None:
    async def both() -> None:
        file = desk.folder / "x.pincite"
        assert (await desk.corpus.abackup(file)).n_revisions == 2
        done = (await desk.corpus.arestore(file)).restored
        assert done is not None
        assert done.committed.n_unchanged == 0

    asyncio.run(both())


def answers(corpus: Corpus, *groups: str, tenant: str = "default") -> list[str]:
    me = pincite.Principal(tenant=tenant, groups=groups)
    return [str(row.document_id) for row in corpus.documents(principal=me)]


@pytest.mark.parametrize("way", ["backup", "snapshot"])
def test_what_belongs_to_another_tenant_now_does_not_come_back_to_the_old_one(
    desk: Desk, backup: Path, way: str
) -> None:
    desk.corpus.create_snapshot("then")
    desk.close()
    settings = desk.folder / "pincite.toml"
    settings.write_text(SETTINGS + 'tenant = "other"\n', encoding="utf-8")
    with desk.opened() as corpus:
        corpus.sync()
        assert (answers(corpus), len(answers(corpus, tenant="other"))) == ([], 2)
        _ = corpus.restore(backup) if way == "backup" else corpus.restore_snapshot("then")
        assert answers(corpus) == []


def test_a_page_that_was_vacuumed_away_comes_back_for_those_whom_its_source_lets_in_today(
    desk: Desk, backup: Path
) -> None:
    desk.close()
    settings = desk.folder / "pincite.toml"
    settings.write_text(SETTINGS.replace("public", "staff"), encoding="utf-8")
    with desk.opened() as corpus:
        corpus.sync()
        (desk.folder / "docs" / "a.md").unlink()
        corpus.sync()
        corpus.vacuum()
        corpus.restore(backup)
        assert answers(corpus) == []
        assert answers(corpus, "staff") == ["docs/a", "docs/b"]


def test_an_earlier_version_comes_back_for_those_who_may_read_the_document_today(desk: Desk) -> None:
    page = desk.write("docs/v.md", ZEBRA, id="v", version="1")
    desk.sync()
    desk.corpus.create_snapshot("then")
    desk.write("docs/v.md", LLAMA, id="v", version="2", access="[staff]")
    desk.sync()
    desk.corpus.restore_snapshot("then")
    assert ("v" in answers(desk.corpus), "v" in answers(desk.corpus, "staff")) == (False, True)
    assert page.exists()


def test_a_purge_that_was_cut_off_can_be_asked_for_again_and_holds_where_the_catalog_is_lost(
    desk: Desk, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upkeep = type(desk.corpus.store.catalog.upkeep)
    with monkeypatch.context() as cut:
        cut.setattr(upkeep, "purge", lambda *given, **how: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            desk.corpus.purge("docs/a")
    assert kept_aside(desk.corpus.state)
    assert desk.corpus.purge("docs/a").proven
    assert not any(b"zebra crossing" in file.read_bytes() for file in desk.corpus.state.rglob("*") if file.is_file())


def test_a_purge_list_that_cannot_be_read_is_refused(desk: Desk, backup: Path) -> None:
    desk.corpus.purge("docs/a")
    desk.close()
    (desk.corpus.state / "purged.json").write_text("[[", encoding="utf-8")
    (desk.corpus.state / "catalog.sqlite").write_bytes(b"no catalog")
    with pytest.raises(Torn, match=r"the purge list .*purged\.json cannot be read"):
        pincite.restore(backup, desk.folder)


def wrecked(desk: Desk, backup: Path) -> Path:
    """Damage the catalog so that its rows can still be read with the eye, and return where it was moved."""
    desk.close()
    catalog = desk.folder / ".pincite" / "catalog.sqlite"
    catalog.write_bytes(b"no database at all" + catalog.read_bytes()[18:])
    done = pincite.restore(backup, desk.folder)
    assert done.aside is not None
    return done.aside


def test_a_purge_removes_a_damaged_state_that_holds_the_document(desk: Desk, backup: Path) -> None:
    aside = wrecked(desk, backup)
    with desk.opened() as corpus:
        corpus.sync()
        assert any(b"zebra crossing" in data for data in content(aside).values())
        done = corpus.purge("docs/a")
    assert (done.asides, done.proven, aside.exists()) == ((str(aside),), True, False)
    left = {name for name, data in content(desk.folder).items() if b"zebra crossing" in data}
    assert left == {"docs/a.md"}


def test_a_damaged_state_that_holds_a_later_text_of_it_goes_too(desk: Desk, backup: Path) -> None:
    page = desk.write("docs/a.md", "# Alpha\n\nThe okapi came later.")
    desk.sync()
    page.unlink()
    aside = wrecked(desk, backup)
    with desk.opened() as corpus:
        assert any(b"okapi" in data for data in content(aside).values())
        assert corpus.purge("docs/a").asides == (str(aside),)


def test_a_damaged_state_without_the_document_stays(desk: Desk, backup: Path) -> None:
    aside = wrecked(desk, backup)
    with desk.opened() as corpus:
        desk.write("docs/llamas-only.md", "# New\n\nA page that came after the wreck.")
        corpus.sync()
        assert corpus.purge("docs/llamas-only").asides == ()
    assert aside.exists()


def test_a_purge_removes_what_a_killed_restore_left_and_not_what_another_one_reads(desk: Desk) -> None:
    from pincite.lifecycle.asides import extracting

    left = desk.folder / ".pincite-restore-abc"
    left.mkdir()
    (left / "catalog.sqlite").write_bytes(ZEBRA.encode())
    with extracting(desk.folder) as other:
        assert desk.corpus.purge("docs/a").asides == (str(left),)
        assert other.exists()
    assert not left.exists()


def test_a_restore_removes_what_a_killed_one_left(desk: Desk, backup: Path) -> None:
    left = desk.folder / ".pincite-restore-abc"
    left.mkdir()
    (left / "catalog.sqlite").write_bytes(ZEBRA.encode())
    desk.corpus.restore(backup)
    assert list(desk.folder.glob(".pincite-restore-*")) == []


def test_originals_that_only_a_lost_catalog_knew_go(desk: Desk, backup: Path) -> None:
    desk.write("docs/a.md", "# Alpha\n\nThe okapi came later.")
    desk.sync()
    desk.close()
    (desk.folder / ".pincite" / "catalog.sqlite").unlink()
    pincite.restore(backup, desk.folder)
    assert not any(b"okapi" in data for data in content(desk.folder / ".pincite").values())


def test_a_purge_removes_an_original_that_a_sync_saved_and_never_committed(desk: Desk) -> None:
    its = desk.corpus.show("docs/a")
    desk.corpus.store.catalog.save_original(its.tenant, ZEBRA.encode() + b"\n\nAn edit.")
    assert desk.corpus.purge("docs/a").proven
    assert not any(b"zebra" in data for data in content(desk.corpus.state).values())


def test_a_backup_brings_what_was_purged_when_it_was_made_and_no_snapshot_revives_it(desk: Desk) -> None:
    desk.corpus.purge("docs/a")
    file = desk.folder / "purged.pincite"
    desk.corpus.backup(file)
    desk.corpus.sync(readmit=["docs/a"])
    desk.corpus.create_snapshot("readmitted")
    assert found(desk.corpus) == ["docs/a", "docs/b"]
    desk.corpus.restore(file)
    assert found(desk.corpus) == ["docs/b"]
    assert desk.corpus.restore_snapshot("readmitted").n_purged == 1
    assert found(desk.corpus) == ["docs/b"]
