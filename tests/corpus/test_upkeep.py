from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.errors import InputError, NotFound
from pincite.index import IndexSettings, build
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

ZEBRA = "# Alpha\n\nThe alpha page speaks of the zebra crossing at noon, and of the order O-48214."
LLAMA = "# Beta\n\nThe beta page speaks of llamas in the evening sun."


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk()
    desk.write("docs/a.md", ZEBRA)
    desk.write("docs/b.md", LLAMA)
    desk.sync()
    return desk


def found(desk: Desk, question: str) -> list[str]:
    return [hit.document for hit in desk.corpus.search(question, route="lexical")]


def bytes_with(folder: Path, *pieces: bytes) -> list[str]:
    files = (file for file in folder.rglob("*") if file.is_file())
    held = ((file, file.read_bytes()) for file in files)
    return [str(file.relative_to(folder)) for file, data in held if any(piece in data for piece in pieces)]


def test_a_snapshot_brings_back_what_was_edited_and_deleted(desk: Desk) -> None:
    desk.corpus.create_snapshot("before")
    desk.write("docs/a.md", "# Alpha\n\nNothing of note.")
    (desk.folder / "docs/b.md").unlink()
    desk.sync()
    assert found(desk, "zebra llamas") == []
    desk.corpus.restore_snapshot("before")
    assert sorted(found(desk, "zebra llamas")) == ["docs/a", "docs/b"]
    assert [row.name for row in desk.corpus.snapshots()] == ["before"]


def test_what_is_restored_holds_until_its_file_changes(desk: Desk) -> None:
    desk.corpus.create_snapshot("before")
    desk.write("docs/a.md", "# Alpha\n\nA giraffe instead.")
    desk.sync()
    desk.corpus.restore_snapshot("before")
    desk.sync()
    assert found(desk, "zebra giraffe") == ["docs/a"]
    assert found(desk, "giraffe") == []
    desk.write("docs/a.md", "# Alpha\n\nA giraffe again.")
    desk.sync()
    assert found(desk, "giraffe") == ["docs/a"]


def test_what_was_purged_is_gone_from_answers_lookups_lists_and_the_disk(desk: Desk) -> None:
    corpus = desk.corpus
    corpus.ask("What does the alpha page speak of?")
    done = corpus.purge("docs/a")
    assert done.proven
    assert done.n_traces == 1
    assert done.scan.n_pieces >= 2
    assert found(desk, "zebra") == []
    assert corpus.lookup("O-48214") == ()
    assert [row.document_id for row in corpus.documents()] == ["docs/b"]
    assert bytes_with(corpus.state, b"zebra") == []


def test_a_purge_reaches_every_older_state_and_every_file_of_the_engine(new_desk: NewDesk) -> None:
    desk = new_desk(opens=build(IndexSettings()))
    desk.write("docs/a.md", ZEBRA)
    desk.write("docs/b.md", LLAMA)
    desk.sync()
    desk.corpus.create_snapshot("old")
    desk.write("docs/a.md", ZEBRA.replace("zebra", "giraffe"))
    desk.sync()
    chunk = desk.corpus.chunks("docs/a")[0].chunk_id  # the index holds no text, so that ids tell whether it is clean
    assert desk.corpus.purge("docs/a").proven
    assert bytes_with(desk.corpus.state, b"zebra", b"giraffe", chunk.encode()) == []


def test_what_was_purged_stays_out_of_sync_also_when_its_file_changes_or_moves(desk: Desk) -> None:
    desk.corpus.purge("docs/a")
    report = desk.sync()
    assert [(each.path, each.error) for each in report.skipped] == [("docs/a.md", "Purged")]
    assert "to take it back, type pincite sync --readmit docs/a" in report.skipped[0].reason
    desk.write("docs/a.md", ZEBRA + "\n\nAnd more.")
    assert desk.sync().added == 0
    desk.write("docs/a.md", ZEBRA)
    shutil.move(desk.folder / "docs/a.md", desk.folder / "docs/moved.md")
    assert [each.path for each in desk.sync().skipped] == ["docs/moved.md"]
    assert found(desk, "zebra") == []


def test_a_purged_file_is_no_failure_in_strict_mode(desk: Desk) -> None:
    desk.corpus.purge("docs/a")
    assert len(desk.corpus.sync(strict=True).skipped) == 1


def test_what_was_purged_stays_out_of_a_snapshot_that_had_it(desk: Desk) -> None:
    desk.corpus.create_snapshot("before")
    desk.corpus.purge("docs/a")
    desk.corpus.restore_snapshot("before")
    assert found(desk, "zebra") == []
    assert found(desk, "llamas") == ["docs/b"]


@pytest.mark.parametrize("moved", [False, True])
def test_a_purged_document_is_taken_back_by_the_name_that_it_had_or_has(desk: Desk, moved: bool) -> None:
    desk.corpus.purge("docs/a")
    if moved:
        shutil.move(desk.folder / "docs/a.md", desk.folder / "docs/new.md")
    name = "docs/new" if moved else "docs/a"
    assert desk.corpus.sync(readmit=[name]).added == 1
    assert found(desk, "zebra") == [name]
    assert desk.corpus.store.catalog.purged() == () or moved


def test_taking_back_what_was_never_purged_is_refused_and_nothing_is_read(desk: Desk) -> None:
    desk.write("docs/c.md", "# New\n\nA page.")
    with pytest.raises(InputError, match="nothing was purged as 'docs/b'"):
        desk.corpus.sync(readmit=["docs/b"])
    assert len(desk.corpus.documents()) == 2


def test_an_identical_file_under_another_name_still_answers_and_the_scan_says_so(desk: Desk) -> None:
    desk.write("docs/copy.md", ZEBRA)
    desk.sync()
    done = desk.corpus.purge("docs/a")
    assert done.proven
    assert dict(done.elsewhere).keys() == {"docs/copy"}
    assert found(desk, "zebra") == ["docs/copy"]
    desk.write("docs/copy.md", ZEBRA, title="Alpha")
    assert desk.sync().changed == 1


def test_one_version_is_purged_and_the_others_stay(new_desk: NewDesk) -> None:
    desk = new_desk()
    for version in ("1", "2"):
        desk.write(f"docs/v{version}.md", f"The window is {version}0 days by rule {version}.", id="p", version=version)
    desk.sync()
    assert desk.corpus.purge("p", version="1").n_revisions == 1
    assert bytes_with(desk.corpus.state, b"by rule 1") == []
    assert [row.version for row in desk.corpus.versions("p")] == ["2"]
    desk.write("docs/v3.md", "The window is 30 days by rule 3.", id="p", version="3")
    assert desk.sync().added == 1


def test_a_document_that_was_deleted_before_can_be_purged(desk: Desk) -> None:
    desk.corpus.delete("docs/a")
    assert desk.corpus.purge("docs/a").n_revisions == 1
    assert bytes_with(desk.corpus.state, b"zebra") == []


def test_purging_what_no_state_has_is_not_found(desk: Desk) -> None:
    with pytest.raises(NotFound, match="no document 'docs/none'"):
        desk.corpus.purge("docs/none")


def test_a_proof_that_fails_names_the_file(desk: Desk) -> None:
    (desk.corpus.state / "forgotten.txt").write_text("copied: The alpha page speaks of the zebra crossing at noon, so")
    done = desk.corpus.purge("docs/a")
    assert (done.proven, done.left) == (False, ("forgotten.txt",))


def test_a_rebuild_calls_no_model_and_changes_no_ranking(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def ranked() -> list[tuple[str, float]]:
        return [(hit.hit.chunk_id, hit.hit.score) for hit in desk.corpus.search("evening zebra")]

    before, called = ranked(), []
    embedder = type(desk.corpus.embedder())
    monkeypatch.setattr(embedder, "embed", lambda *given: called.append(given))
    assert desk.corpus.rebuild() == 2
    assert called == []
    monkeypatch.undo()
    assert ranked() == before


def test_the_twins_do_the_same(desk: Desk) -> None:
    async def all_of_them() -> None:
        corpus = desk.corpus
        await corpus.acreate_snapshot("one")
        assert (await corpus.arestore_snapshot("one")).committed.n_changed == 0
        await corpus.adelete_snapshot("one")
        assert await corpus.arebuild() == 2
        assert (await corpus.apurge("docs/a")).proven
        assert (await corpus.avacuum()).n_revisions == 0

    asyncio.run(all_of_them())


def test_a_purge_takes_former_names_along_also_where_the_front_matter_was_another(desk: Desk) -> None:
    desk.write("docs/a.md", ZEBRA, title="Alpha", access="[public]")
    desk.sync()
    (desk.folder / "docs/a.md").unlink()
    desk.write("docs/new.md", ZEBRA)
    desk.sync()
    done = desk.corpus.purge("docs/new")
    assert (done.former, done.elsewhere, done.proven) == (("docs/a",), (), True)
    assert bytes_with(desk.corpus.state, b"zebra") == []


def test_a_migration_can_be_gone_back_on_after_a_vacuum_and_what_changed_since_is_gone(new_desk: NewDesk) -> None:
    cut = "[chunk.structural]\nmax_tokens = {}\n\n"
    desk = new_desk(cut.format(256) + PUBLIC_DOCS)
    for name in ("a", "b", "c"):
        desk.write(f"docs/{name}.md", ZEBRA.replace("Alpha", name))
    desk.sync()
    desk.corpus.close()
    del desk.__dict__["corpus"]
    (desk.folder / "pincite.toml").write_text(cut.format(64) + PUBLIC_DOCS)
    desk.corpus.migrate()
    desk.write("docs/a.md", "# A\n\nA giraffe.")
    desk.sync()
    desk.corpus.vacuum()
    assert desk.corpus.vacuum().n_revisions == 0
    assert len(list(desk.corpus.store.catalog.stated())) == 5
    desk.corpus.delete("docs/b")
    desk.corpus.vacuum()
    assert len(list(desk.corpus.store.catalog.stated())) == 3
    assert sorted(found(desk, "zebra giraffe")) == ["docs/a", "docs/c"]


def test_a_snapshot_from_before_a_migration_is_cut_anew(new_desk: NewDesk) -> None:
    cut = "[chunk.structural]\nmax_tokens = {}\n\n"
    desk = new_desk(cut.format(256) + PUBLIC_DOCS)
    desk.write("docs/a.md", ZEBRA)
    desk.sync()
    desk.corpus.create_snapshot("before")
    desk.corpus.close()
    del desk.__dict__["corpus"]
    (desk.folder / "pincite.toml").write_text(cut.format(64) + PUBLIC_DOCS)
    desk.corpus.migrate()
    desk.write("docs/a.md", "# Alpha\n\nA giraffe.")
    desk.sync()
    desk.corpus.restore_snapshot("before")
    assert found(desk, "zebra") == ["docs/a"]
    assert desk.corpus.doctor() == ()
