from __future__ import annotations

import asyncio
import json
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.parse.simple_pdf import SimplePdf

from pincite.catalog.connections import FILE
from pincite.documents import Chunk, ChunkId, PointId, RevisionKey, Sequence, Span
from pincite.lifecycle.asides import extracting
from pincite.lifecycle.doctor import Finding
from pincite.pipeline.drafts import Drafting
from pincite.testing.desk import Desk
from pincite.testing.disk import disk_with
from pincite.testing.index import PlainIndex

NewDesk = Callable[..., Desk]

SETTINGS = """\
[[sources]]
name = "docs"
path = "docs"
access = ["public"]
"""
TABLE = "# Limits\n\n| What | Limit |\n| --- | --- |\n| Refund window | 30 days |\n| Refund cap | $500 |\n"


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk(SETTINGS)
    desk.write("docs/a.md", "# Alpha\n\nThe alpha page speaks of the zebra crossing at noon.")
    desk.write("docs/b.md", TABLE, version="1")
    desk.sync()
    return desk


def kinds(desk: Desk, *, fix: bool = False) -> dict[str, Finding]:
    return {each.kind: each for each in desk.corpus.doctor(fix=fix)}


def test_files_whose_pictures_are_recognised_are_no_stale_source(desk: Desk) -> None:
    page = SimplePdf().page()
    page.text(50, 60, "The gamma page speaks of owls at dusk, at some length and in plain words.")
    (desk.folder / "docs" / "c.pdf").write_bytes(page.done())
    desk.sync()
    assert kinds(desk) == {}


def points(desk: Desk) -> tuple[Path, PlainIndex]:
    """Close the corpus and return its index, to be tampered with; to be closed, so that it is written."""
    desk.corpus.close()
    state = desk.folder / ".pincite"
    folder = state / "index" / (state / "index" / "current").read_text()
    return folder, PlainIndex(folder)


def tampered(desk: Desk, change: Callable[[PlainIndex], None]) -> None:
    _, index = points(desk)
    change(index)
    index.close()
    del desk.__dict__["corpus"]


def sql(desk: Desk, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(desk.corpus.state / FILE)) as db:
        db.execute(statement, values)
        db.commit()


def test_a_healthy_corpus_has_nothing_and_looking_leaves_it_as_it_is(desk: Desk) -> None:
    desk.corpus.close()
    del desk.__dict__["corpus"]
    assert desk.corpus.doctor() == ()
    assert desk.corpus.doctor(fix=True) == ()
    desk.corpus.search("zebra")
    assert desk.corpus.store.recovered == type(desk.corpus.store.recovered)()


def test_a_corpus_without_a_document_is_healthy(new_desk: NewDesk) -> None:
    assert new_desk(SETTINGS).corpus.doctor() == ()


@pytest.mark.parametrize("logged", [False, True])
def test_a_first_sync_that_was_cut_off_is_told_as_that_and_mended(new_desk: NewDesk, logged: bool) -> None:
    desk = new_desk(SETTINGS)
    desk.write("docs/a.md", "# Alpha\n\nThe alpha page.")
    desk.corpus.state.mkdir()
    with closing(sqlite3.connect(desk.corpus.state / FILE)) as db:
        db.execute(f"PRAGMA journal_mode = {'WAL' if logged else 'DELETE'}")
    found = kinds(desk)
    assert (list(found), found["unfinished-sync"].fix.startswith("type pincite sync")) == (["unfinished-sync"], True)
    mended = kinds(desk, fix=True)
    assert (mended["unfinished-sync"].mended, mended["stale-sources"].fix) == (True, "type pincite sync")
    assert desk.sync().added == 1


def test_a_catalog_that_lost_its_tables_is_no_first_sync(desk: Desk) -> None:
    desk.close()
    (desk.folder / ".pincite" / FILE).write_bytes(b"")
    with desk.opened() as again:
        assert [each.kind for each in again.doctor()] == ["broken-catalog"]


def test_orphan_and_missing_points_are_counted_also_where_their_number_is_right(desk: Desk) -> None:
    def swap(index: PlainIndex) -> None:
        point = next(iter(index._points.values()))
        index.remove([point.point_id])
        index.put([replace(point, point_id=PointId("00000000-0000-0000-0000-000000000001"), chunk_id=ChunkId("x"))])

    tampered(desk, swap)
    found = kinds(desk)
    assert (found["orphan-points"].count, found["missing-points"].count) == (1, 1)
    assert all(each.mended for each in kinds(desk, fix=True).values())
    assert desk.corpus.doctor() == ()


def test_wrong_ends_and_readers_are_found(desk: Desk) -> None:
    def change(index: PlainIndex) -> None:
        one, two = list(index._points)[:2]
        index.close_points([one], at=Sequence(1))
        index.set_groups(RevisionKey(index._points[two].revision), ["staff"])

    tampered(desk, change)
    found = kinds(desk)
    assert found["wrong-ends"].count == 1
    assert "1 of them should be open" in found["wrong-ends"].what
    assert found["wrong-readers"].count == 1
    assert all(each.mended for each in kinds(desk, fix=True).values())


def test_an_index_that_is_lost_or_cannot_be_read_is_found(new_desk: NewDesk) -> None:
    from pincite.index import IndexSettings, build

    desk = new_desk(SETTINGS, opens=build(IndexSettings()))
    desk.write("docs/a.md", "# Alpha\n\nThe alpha page.")
    desk.sync()
    desk.corpus.close()
    del desk.__dict__["corpus"]
    for file in (desk.folder / ".pincite" / "index").rglob("edge_config.json"):
        file.write_bytes(b"{")
    assert kinds(desk)["broken-index"].mends
    assert kinds(desk, fix=True)["broken-index"].mended
    desk.corpus.close()
    del desk.__dict__["corpus"]
    (desk.folder / ".pincite" / "index" / "current").unlink()
    assert kinds(desk)["missing-points"].count == 1


def test_stale_sources_are_named_with_what_is_gone(desk: Desk) -> None:
    desk.write("docs/a.md", "# Alpha\n\nAnother text of another length.")
    (desk.folder / "docs/b.md").unlink()
    stale = kinds(desk)["stale-sources"]
    assert (stale.count, stale.examples) == (2, ("docs/a.md", "docs/b.md is gone"))
    assert (stale.fix, stale.mends) == ("type pincite sync", False)
    desk.sync()
    assert desk.corpus.doctor() == ()


def test_a_source_that_is_gone_is_unreachable(desk: Desk) -> None:
    (desk.folder / "docs").rename(desk.folder / "elsewhere")
    assert set(kinds(desk)) == {"unreachable-sources"}


def test_documents_that_nobody_may_read_are_found_unless_an_administrator_said_so(desk: Desk) -> None:
    desk.corpus.set_access("docs/a", [])
    assert desk.corpus.doctor() == ()
    desk.write("docs/b.md", TABLE, version="1", access="[]")
    desk.sync()
    assert kinds(desk)["no-access"].examples == ("docs/b version 1",)


def test_versions_without_an_order_are_found(desk: Desk) -> None:
    desk.write("docs/c.md", "# Limits\n\nOther.", id="docs/b", version="first edition")
    desk.sync()
    found = kinds(desk)["unordered-versions"]
    assert (found.count, found.examples[0].startswith("docs/c.md")) == (1, True)


def test_files_that_could_not_be_taken_in_are_listed_with_their_reason(desk: Desk) -> None:
    (desk.folder / "docs/bad.md").write_bytes(b"\x00\x01\x02\x03" * 100)
    desk.sync()
    assert "bad.md" in kinds(desk)["skipped-files"].examples[0]


def test_split_tables_empty_and_oversize_chunks_are_found(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Drafting._draft

    def cut(self: Drafting, *given: object) -> object:
        draft = whole(self, *given)  # type: ignore[arg-type]  # passed on
        text, chunk = draft.revision.text, draft.chunks[0]
        inside = text.index("30 days")

        def part(n: int, span: Span, indexed: str) -> Chunk:
            made = replace(chunk, chunk_id=ChunkId(f"{n}" * 32), ordinal=n, span=span, text=span.cut(text))
            return replace(made, indexed=indexed, parent=span, units=(), identifiers=(), previous=None, next=None)

        parts = (
            part(0, Span(0, inside), "first"),
            part(1, Span(inside, len(text)), "word " * 700),
            part(2, Span(inside, inside), ""),
        )
        return replace(draft, chunks=parts)

    monkeypatch.setattr(Drafting, "_draft", cut)
    desk.write("docs/b.md", TABLE + "\nchanged\n", version="1")
    desk.sync()
    found = kinds(desk)
    assert [found[kind].count for kind in ("split-tables", "empty-chunks", "oversize-chunks")] == [1, 1, 1]
    assert "pincite migrate" in found["split-tables"].fix


def test_missing_vectors_are_embedded_anew(desk: Desk) -> None:
    desk.corpus.close()
    del desk.__dict__["corpus"]
    sql(desk, "DELETE FROM vectors WHERE id IN (SELECT id FROM vectors LIMIT 1)")
    assert kinds(desk)["missing-vectors"].count == 1
    assert kinds(desk, fix=True)["missing-vectors"].mended
    assert desk.corpus.rebuild() == 2


def test_vectors_that_the_embedder_does_not_make_are_found(desk: Desk) -> None:
    sql(desk, "UPDATE vectors SET vector = (SELECT vector FROM vectors ORDER BY id DESC LIMIT 1)")
    assert kinds(desk)["mixed-space"].count >= 1
    sql(desk, "UPDATE vectors SET vector = x'0000' WHERE id = (SELECT min(id) FROM vectors)")
    assert kinds(desk)["mixed-space"].count >= 1


def test_an_embedder_that_changed_behind_its_name_is_found(desk: Desk) -> None:
    sql(desk, "UPDATE probes SET vector = (SELECT vector FROM probes ORDER BY text DESC LIMIT 1)")
    assert "pincite reembed" in kinds(desk)["drifted-space"].fix


def test_originals_are_taken_again_from_sources_that_still_have_them(desk: Desk) -> None:
    places = {}
    for name in ("docs/a", "docs/b"):
        its = desk.corpus.show(name)
        places[name] = desk.corpus.store.catalog.originals.place(its.tenant, its.original)
    places["docs/a"].unlink()
    places["docs/b"].write_bytes(b"other")
    found = kinds(desk)["damaged-originals"]
    assert found.count == 2
    assert "docs/b.md has other bytes than it is named for" in found.examples
    assert kinds(desk, fix=True)["damaged-originals"].mended


def test_an_original_whose_source_changed_is_not_mended(desk: Desk) -> None:
    its = desk.corpus.show("docs/a")
    desk.corpus.store.catalog.originals.place(its.tenant, its.original).unlink()
    desk.write("docs/a.md", "# Alpha\n\nAnother text now.")
    assert not kinds(desk, fix=True)["damaged-originals"].mended


def test_a_lock_that_a_killed_process_left_is_found_and_given_back(desk: Desk) -> None:
    desk.corpus.close()
    del desk.__dict__["corpus"]
    file = desk.folder / ".pincite" / "holder.json"
    holder = json.loads(file.read_text())
    file.write_text(json.dumps({**holder, "released": None, "command": "pincite sync"}))
    found = kinds(desk)
    assert set(found) == {"lock-left-behind"}
    assert "pincite sync" in found["lock-left-behind"].examples[0]
    assert set(kinds(desk)) == {"lock-left-behind"}
    assert kinds(desk, fix=True)["lock-left-behind"].mended


def test_files_of_writes_that_were_cut_off_are_removed(desk: Desk) -> None:
    left = desk.corpus.state / ".holder.9.part"
    left.write_bytes(b"x")
    assert kinds(desk)["leftover-files"].examples == (".holder.9.part",)
    assert kinds(desk, fix=True)["leftover-files"].mended
    assert not left.exists()


def test_what_a_killed_restore_left_is_found_where_the_state_stands_elsewhere(
    new_desk: NewDesk, tmp_path: Path
) -> None:
    desk = new_desk(f'[corpus]\nstate = "{tmp_path}/state"\n' + SETTINGS)
    desk.write("docs/a.md", "# Alpha\n\nThe alpha page speaks of the zebra crossing at noon.")
    desk.sync()
    left = desk.folder / ".pincite-restore-abc"
    left.mkdir()
    assert kinds(desk)["leftover-files"].examples == (left.name,)
    kinds(desk, fix=True)
    assert not left.exists()


def test_what_a_killed_restore_left_is_removed_and_what_another_one_reads_is_not(desk: Desk) -> None:
    left = desk.folder / ".pincite-restore-abc"
    left.mkdir()
    (left / "catalog.sqlite").write_bytes(b"x")
    with extracting(desk.folder) as other:
        assert kinds(desk)["leftover-files"].examples == (".pincite-restore-abc",)
        assert kinds(desk, fix=True)["leftover-files"].mended
        assert (left.exists(), other.exists()) == (False, True)
    assert kinds(desk) == {}


def test_a_broken_catalog_is_named_with_the_way_back(desk: Desk) -> None:
    desk.corpus.close()
    del desk.__dict__["corpus"]
    file = desk.folder / ".pincite" / FILE
    data = bytearray(file.read_bytes())
    for at in range(4096 * 2, len(data), 4096):
        data[at : at + 200] = b"\xff" * 200
    file.write_bytes(data)
    found = kinds(desk)
    assert set(found) == {"broken-catalog"}
    assert "pincite restore FILE" in found["broken-catalog"].fix


def test_rows_that_point_nowhere_are_a_broken_catalog(desk: Desk) -> None:
    sql(desk, "DELETE FROM texts WHERE id = 1")
    assert "points to no texts" in kinds(desk)["broken-catalog"].examples[0]


def test_settings_that_would_build_it_otherwise_are_named(desk: Desk) -> None:
    desk.corpus.close()
    del desk.__dict__["corpus"]
    (desk.folder / "pincite.toml").write_text("[chunk.structural]\nmax_tokens = 64\n\n" + SETTINGS)
    found = kinds(desk)["outdated-generation"]
    assert "max_tokens" in found.examples[0]
    assert found.fix == "type pincite migrate"


def test_documents_past_their_age_are_listed(desk: Desk) -> None:
    desk.write("docs/a.md", "# Alpha\n\nA report.", effective="2020-01-01", max_age="30")
    desk.sync()
    assert "docs/a: " in kinds(desk)["past-max-age"].examples[0]


def test_the_twin_does_the_same(desk: Desk) -> None:
    assert asyncio.run(desk.corpus.adoctor()) == ()


@contextmanager
def no_room() -> Iterator[None]:
    """Let this process write no file, as a full disk lets nobody."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_catalog_that_cannot_be_opened_for_want_of_room_is_not_called_damaged(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.close()
    monkeypatch.setattr(shutil, "disk_usage", disk_with(0))
    with no_room(), desk.opened() as corpus:
        (found,) = corpus.doctor()
    assert found.kind == "unreadable-catalog"
    assert found.examples[0].startswith("disk full: ")
    assert "restore" not in found.fix


def test_an_index_that_the_disk_has_no_room_to_open_is_not_called_broken(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, index = points(desk)
    index.close()
    pages = folder / "segments" / "s" / "payload_index" / "chunk"
    pages.mkdir(parents=True)
    with (pages / "page_0.dat").open("wb") as file:
        file.truncate(16 * 2**20)
    monkeypatch.setattr(shutil, "disk_usage", disk_with(2**20))
    with desk.opened() as corpus:
        found = {each.kind: each for each in corpus.doctor()}
    assert set(found) == {"unreadable-index"}
    assert not found["unreadable-index"].mends
    assert found["unreadable-index"].examples[0].startswith("disk full: 1 MB free")


def test_an_index_of_a_folder_that_is_read_only_is_not_called_broken(desk: Desk) -> None:
    desk.close()
    state = desk.corpus.state
    (state / "holder.lock").unlink()
    (state / "holder.lock").mkdir()  # so that nobody may note himself there
    with desk.opened() as corpus:
        found = {each.kind: each for each in corpus.doctor()}
    assert "read-only for this user" in found["unreadable-index"].examples[0]
    assert "broken-index" not in found
