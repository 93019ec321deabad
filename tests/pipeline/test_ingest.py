from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from pincite.config import Config, load
from pincite.documents import DocumentId, Revision, TenantId, revision_key
from pincite.errors import Damaged, IdentityClash, ModelUnavailable, NobodyCanRead, StoreError, Unreachable
from pincite.ingest import SourceSettings
from pincite.lifecycle import Store, create_store
from pincite.pipeline.ingest import Registered, Report, sync
from pincite.protocols import SourceItem
from pincite.testing.index import PlainIndex

PUBLIC = '[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'


@dataclass
class Desk:
    """A corpus whose files a test writes and syncs."""

    folder: Path
    store: Store
    toml: str = PUBLIC
    steps: list[tuple[str, int, int]] = field(default_factory=list)

    @property
    def config(self) -> Config:
        (self.folder / "pincite.toml").write_text(self.toml)
        return load(self.folder, env={"PINCITE_EMBED__NAME": "hash", "PINCITE_EMBED__DIM": "16"})

    def write(self, path: str, text: str | bytes) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def sync(
        self,
        sources: Iterable[SourceSettings | Registered] | None = None,
        *,
        dry_run: bool = False,
        strict: bool = False,
        forget: tuple[str, ...] = (),
        stated_again: tuple[str, ...] = (),
    ) -> Report:
        config = self.config
        return sync(
            config.ingest_setup(),
            self.store,
            config.sources if sources is None else sources,
            dry_run=dry_run,
            strict=strict,
            forget=forget,
            stated_again=stated_again,
            progress=lambda step, done, total: self.steps.append((step, done, total)),
        )

    def revisions(self) -> Mapping[tuple[str, str], Revision]:
        found = (state.revision for state in self.store.catalog.all_revisions())
        return {(each.document_id, each.version): each for each in found}

    def texts(self) -> Mapping[tuple[str, str], str]:
        return {key: revision.text.strip() for key, revision in self.revisions().items()}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(folder=tmp_path, store=None)  # type: ignore[arg-type]  # made just below, from its own settings
    config = made.config
    made.store = create_store(
        config.state, index=PlainIndex, analyzer=config.build_analyzer(), generation=config.generation()
    )
    yield made
    made.store.close()


def page(text: str, **front: str) -> str:
    lines = "".join(f"{key}: {value}\n" for key, value in front.items())
    return f"---\n{lines}---\n\n{text}\n" if front else f"{text}\n"


def counts(report: Report) -> tuple[int, int, int, int, int]:
    return report.added, report.changed, report.unchanged, report.deleted, len(report.skipped)


def test_a_folder_becomes_documents_with_ids_titles_and_access(desk: Desk) -> None:
    desk.write("docs/refund.md", "# Refund policy\n\nThirty days.\n")
    desk.write("docs/sub/note.txt", "Just a note.\n")
    assert counts(desk.sync()) == (2, 0, 0, 0, 0)
    found = desk.revisions()
    assert {key: each.title for key, each in found.items()} == {
        ("docs/refund", ""): "Refund policy",
        ("docs/sub/note", ""): "note",
    }
    assert {each.access for each in found.values()} == {("public",)}
    assert found["docs/refund", ""].access_rule == "source docs"


def test_a_second_sync_embeds_nothing_and_writes_nothing(desk: Desk) -> None:
    desk.write("docs/a.md", "# A\n\nAlpha beta. Gamma delta.\n")
    first = desk.sync()
    again = desk.sync()
    assert first.n_embedded > 0
    assert (counts(again), again.n_embedded, again.sequence) == ((0, 0, 1, 0, 0), 0, None)


def test_a_touched_file_is_neither_parsed_nor_changed(desk: Desk) -> None:
    file = desk.write("docs/a.md", "# A\n\nAlpha.\n")
    before = desk.sync().sequence
    file.write_bytes(file.read_bytes())
    report = desk.sync()
    assert (counts(report), report.n_chunks, report.sequence) == ((0, 0, 1, 0, 0), 0, before)
    assert desk.sync().sequence is None, "the new mark is kept"


def test_a_changed_paragraph_embeds_only_its_own_texts(desk: Desk) -> None:
    sections = [f"## Part {n}\n\nSentence {n} says {n}.\n" for n in range(8)]
    desk.write("docs/a.md", "# A\n\n" + "\n".join(sections))
    first = desk.sync()
    desk.write("docs/a.md", "# A\n\n" + "\n".join([*sections[:7], "## Part 7\n\nSomething else.\n"]))
    report = desk.sync()
    assert counts(report) == (0, 1, 0, 0, 0)
    assert report.n_embedded <= 3
    assert report.n_embedded + report.n_reused == first.n_embedded


def test_the_same_text_in_two_documents_is_embedded_once(desk: Desk) -> None:
    desk.write("docs/a.txt", page("Alpha beta gamma.", title="Same"))
    one = desk.sync().n_embedded
    desk.write("docs/b.md", page("Alpha beta gamma.", title="T"))
    desk.write("docs/c.md", page("Alpha beta gamma.", title="T"))
    assert desk.sync().n_embedded <= one + 2


def test_a_deleted_file_leaves_the_corpus(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.")
    gone = desk.write("docs/b.md", "Beta.")
    desk.sync()
    gone.unlink()
    assert counts(desk.sync()) == (0, 0, 1, 1, 0)
    assert desk.texts() == {("docs/a", ""): "Alpha."}


def test_a_source_that_is_registered_no_more_leaves_with_its_documents(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.")
    desk.sync()
    report = desk.sync([], forget=("docs",))
    assert (report.deleted, desk.store.catalog.sources(), desk.texts()) == (1, (), {})


def test_a_new_date_changes_the_document_and_embeds_nothing(desk: Desk) -> None:
    desk.write("docs/a.md", page("Alpha.", version="1", effective="2025-01-01"))
    desk.sync()
    desk.write("docs/a.md", page("Alpha.", version="1", effective="2026-01-01"))
    report = desk.sync()
    assert (counts(report), report.n_embedded) == ((0, 1, 0, 0, 0), 0)


def test_new_access_in_a_sidecar_holds_at_the_next_sync_without_embedding(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.")
    desk.sync()
    desk.write("docs/a.md.meta.toml", 'access = ["staff"]')
    report = desk.sync()
    assert report.n_embedded == 0
    assert desk.revisions()["docs/a", ""].access == ("staff",)


def test_a_new_rule_reads_the_files_again_and_embeds_nothing(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.")
    desk.sync()
    desk.toml += '[[rules]]\nglob = "docs/**"\naccess = ["staff"]\nversion = "7"\n'
    report = desk.sync()
    assert (report.added, report.deleted, report.n_embedded) == (1, 1, 0)
    assert desk.revisions()["docs/a", "7"].access == ("staff",)


def test_where_a_sidecar_vanishes_nobody_reads_until_access_is_stated_again(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.")
    sidecar = desk.write("docs/a.md.meta.toml", 'access = ["staff"]')
    desk.sync()
    sidecar.unlink()
    assert desk.sync().closed == ("docs/a.md",)
    assert desk.revisions()["docs/a", ""].access == ()
    desk.write("docs/a.md", "Alpha, edited.")
    desk.sync()
    assert desk.revisions()["docs/a", ""].access == ()
    desk.sync(stated_again=("docs",))
    assert desk.revisions()["docs/a", ""].access == ("public",)


def test_a_document_that_moves_keeps_the_rule_that_it_had_before(desk: Desk) -> None:
    file = desk.write("docs/a.md", page("Alpha.", id="alpha"))
    desk.write("docs/a.md.meta.toml", 'access = ["staff"]')
    desk.sync()
    (desk.folder / "docs/a.md.meta.toml").unlink()
    file.rename(desk.folder / "docs/b.md")
    report = desk.sync()
    assert (report.deleted, report.closed) == (0, ("docs/b.md",))


def test_documents_that_nobody_could_read_stop_the_sync_before_anything_is_committed(desk: Desk) -> None:
    desk.toml = '[[sources]]\nname = "docs"\npath = "docs"\n'
    for n in range(12):
        desk.write(f"docs/{n}.md", f"Text {n}.")
    desk.write("docs/open.md", page("Open.", access="public"))
    with pytest.raises(NobodyCanRead, match="12 documents would be readable by nobody: add --access public, or a rule"):
        desk.sync()
    assert desk.texts() == {}
    assert desk.store.catalog.files("docs") == {}


def test_a_document_that_is_stated_to_be_for_nobody_is_taken_in(desk: Desk) -> None:
    desk.write("docs/a.md", page("Alpha.", access="[]"))
    assert desk.sync().added == 1


def test_versions_of_a_topic_become_revisions_of_one_document(desk: Desk) -> None:
    pattern = r"(?P<id>[^/]+)/v(?P<version>\d+)_(?P<effective>\d{4}-\d\d-\d\d)_"
    source = SourceSettings(name="docs", path="docs", access="public", pattern=pattern)
    for n in (9, 10):
        desk.write(f"docs/terms/v{n}_20{n:02}-01-01_x.md", f"Version {n}.")
    desk.sync([source])
    assert desk.texts() == {("terms", "9"): "Version 9.", ("terms", "10"): "Version 10."}
    assert {str(each.effective) for each in desk.revisions().values()} == {"2009-01-01", "2010-01-01"}


def test_versions_without_an_order_are_skipped_by_name_and_the_rest_goes_on(desk: Desk) -> None:
    desk.write("docs/a.md", page("One.", id="a", topic="t", version="1"))
    desk.sync()
    desk.write("docs/b.md", page("Two.", id="a", topic="t", version="C"))
    desk.write("docs/c.md", page("Other.", id="c"))
    report = desk.sync()
    assert [(each.path, each.error) for each in report.skipped] == [("docs/b.md", "VersionOrderError")]
    assert report.skipped[0].reason.startswith("docs/b.md: the versions of topic 't' cannot be put in an order")
    assert "'1' (number), 'C' (letter)" in report.skipped[0].reason
    assert set(desk.texts()) == {("a", "1"), ("c", "")}


def test_one_claim_in_two_files_with_different_text_wins_nowhere(desk: Desk) -> None:
    desk.write("docs/a.md", page("One.", id="x", version="1"))
    desk.write("docs/b.md", page("Two.", id="x", version="1"))
    desk.write("docs/c.md", "Three.")
    report = desk.sync()
    assert [(each.path, each.error) for each in report.skipped] == [
        ("docs/a.md", "IdentityClash"),
        ("docs/b.md", "IdentityClash"),
    ]
    assert "docs/a.md and docs/b.md both claim document 'x' version '1'" in report.skipped[0].reason
    assert desk.texts() == {("docs/c", ""): "Three."}


def test_two_sources_that_claim_one_id_clash_and_the_one_in_the_corpus_stays(desk: Desk) -> None:
    desk.toml += '[[sources]]\nname = "more"\npath = "more"\naccess = ["public"]\n'
    desk.write("more/a.md", page("Old.", id="x"))
    desk.sync([desk.config.sources[1]])
    desk.write("docs/a.md", page("New.", id="x"))
    report = desk.sync([desk.config.sources[0]])
    assert [each.path for each in report.skipped] == ["docs/a.md"]
    assert "docs/a.md and more/a.md" in report.skipped[0].reason
    assert desk.texts() == {("x", ""): "Old."}


def test_a_refused_file_is_taken_in_when_the_other_one_is_gone(desk: Desk) -> None:
    other = desk.write("docs/a.md", page("One.", id="x"))
    desk.sync()
    desk.write("docs/b.md", page("Two.", id="x"))
    assert len(desk.sync().skipped) == 1
    other.unlink()
    assert counts(desk.sync()) == (0, 1, 0, 0, 0)
    assert desk.texts() == {("x", ""): "Two."}


def test_an_edit_in_place_is_an_update(desk: Desk) -> None:
    desk.write("docs/a.md", page("One.", id="x", version="1"))
    desk.sync()
    desk.write("docs/a.md", page("Two.", id="x", version="1"))
    assert counts(desk.sync()) == (0, 1, 0, 0, 0)
    assert desk.texts() == {("x", "1"): "Two."}


def test_the_same_text_twice_is_one_document_that_stays_while_one_file_does(desk: Desk) -> None:
    first = desk.write("docs/a.md", page("One.", id="x"))
    second = desk.write("docs/b.md", page("One.", id="x"))
    assert counts(desk.sync()) == (1, 0, 0, 0, 0)
    first.unlink()
    assert desk.sync().deleted == 0
    second.unlink()
    assert desk.sync().deleted == 1


def test_an_id_that_two_files_swap_ends_as_stated(desk: Desk) -> None:
    desk.write("docs/a.md", page("One.", id="x"))
    desk.write("docs/b.md", page("Two.", id="y"))
    desk.sync()
    desk.write("docs/a.md", page("One.", id="y"))
    desk.write("docs/b.md", page("Two.", id="x"))
    desk.sync()
    assert desk.texts() == {("y", ""): "One.", ("x", ""): "Two."}


BAD: dict[str, tuple[str | bytes, str, str]] = {
    "empty.md": ("", "Damaged", "empty"),
    "blank.txt": (" \n\n", "Damaged", "empty|blank|no text"),
    "binary.md": (bytes(range(256)) * 40, "Damaged", "binary|not text"),
    "front.md": ("---\ntitle: [a\n---\n\nText.\n", "Damaged|MetadataError", "front matter"),
    "date.md": (page("Text.", effective="tomorrow"), "MetadataError", "YYYY-MM-DD"),
    "tenant.md": (page("Text.", tenant="other"), "MetadataError", "expected 'default'"),
    "clip.mp4": (b"\x00\x00\x00\x18ftypmp42" + bytes(64), "UnsupportedFormat", "mp4"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_clear_line_and_the_rest_goes_on(desk: Desk, name: str) -> None:
    content, errors, words = BAD[name]
    desk.write(f"docs/{name}", content)
    desk.write("docs/good.md", "Good.")
    report = desk.sync()
    (skipped,) = report.skipped
    assert (report.added, skipped.path) == (1, f"docs/{name}")
    assert skipped.error in errors.split("|")
    assert any(word in skipped.reason for word in words.split("|"))
    assert "\n" not in skipped.reason
    assert name in skipped.reason
    assert desk.sync().skipped == report.skipped, "it is told again, and nothing is lost"


def test_text_in_another_encoding_is_read(desk: Desk) -> None:
    desk.write("docs/a.md", "# Über\n\nDie Größe beträgt fünf Meter, und die Tür öffnet sich.\n".encode("utf-16"))
    assert desk.sync().added == 1
    assert "Größe" in desk.texts()["docs/a", ""]


def test_a_file_of_200_mb_is_one_clear_line_and_is_not_read(desk: Desk) -> None:
    with desk.write("docs/big.md", "x").open("wb") as file:
        file.truncate(200_000_000)
    desk.write("docs/good.md", "Good.")
    report = desk.sync()
    assert [(each.path, each.error) for each in report.skipped] == [("docs/big.md", "TooLarge")]
    assert report.added == 1


def test_a_missing_folder_is_one_clear_line_and_its_documents_stay(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.")
    desk.sync()
    (desk.folder / "docs").rename(desk.folder / "moved")
    report = desk.sync()
    assert [(each.path, each.error) for each in report.skipped] == [("docs", "Unreachable")]
    assert desk.texts() == {("docs/a", ""): "Alpha."}


def test_a_file_that_breaks_later_keeps_what_the_corpus_had_of_it(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.")
    desk.sync()
    desk.write("docs/a.md", b"\x00\x01\x02" * 1000)
    assert counts(desk.sync()) == (0, 0, 0, 0, 1)
    assert desk.texts() == {("docs/a", ""): "Alpha."}
    desk.write("docs/a.md", "Alpha again.")
    assert counts(desk.sync()) == (0, 1, 0, 0, 0)


@dataclass(frozen=True)
class Listing:
    """A source whose items a test gives."""

    name: str
    listed: tuple[SourceItem, ...]

    def items(self) -> Iterable[SourceItem]:
        return self.listed


def refused() -> bytes:
    raise Unreachable("folder closed cannot be read (permission denied): allow reading it, then sync again")


def test_files_below_a_folder_that_cannot_be_read_are_not_taken_for_deleted(desk: Desk) -> None:
    settings = SourceSettings(name="docs", path="docs", access="public")
    item = SourceItem(path="docs/closed/a.md", stamp="1", read=lambda: b"Alpha.")
    desk.sync([Registered(settings=settings, source=Listing("docs", (item,)))])
    closed = SourceItem(path="docs/closed", stamp="", read=refused)
    report = desk.sync([Registered(settings=settings, source=Listing("docs", (closed,)))])
    assert (report.deleted, [each.error for each in report.skipped]) == (0, ["Unreachable"])
    assert desk.texts() == {("docs/closed/a", ""): "Alpha."}
    assert desk.sync([Registered(settings=settings, source=Listing("docs", ()))]).deleted == 1


def test_a_fault_in_a_parser_costs_one_file(desk: Desk) -> None:
    class Faulty:
        digest = "faulty"

        def parse(self, data: bytes, *, path: str) -> object:
            if path.endswith("bad.md"):
                raise RecursionError("too deep")
            return real.parse(data, path=path)

    config = desk.config
    real = config.build_parser()
    setup = replace(config.ingest_setup(), parser=Faulty())  # type: ignore[arg-type]  # as loose as a fault
    desk.write("docs/bad.md", "Bad.")
    desk.write("docs/good.md", "Good.")
    report = sync(setup, desk.store, config.sources)
    assert (report.added, [each.error for each in report.skipped]) == (1, ["Damaged"])
    assert "RecursionError: too deep" in report.skipped[0].reason


def test_strict_fails_on_the_first_bad_file_before_anything_is_committed(desk: Desk) -> None:
    desk.write("docs/bad.md", "")
    desk.write("docs/good.md", "Good.")
    with pytest.raises(Damaged):
        desk.sync(strict=True)
    assert desk.texts() == {}


def test_strict_fails_on_a_clash(desk: Desk) -> None:
    desk.write("docs/a.md", page("One.", id="x"))
    desk.write("docs/b.md", page("Two.", id="x"))
    with pytest.raises(IdentityClash, match="and 1 more"):
        desk.sync(strict=True)


def test_a_dry_run_counts_and_writes_nothing(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.")
    desk.write("docs/b.md", "Beta.")
    foreseen = desk.sync(dry_run=True)
    assert (desk.texts(), desk.store.catalog.files("docs")) == ({}, {})
    done = desk.sync()
    assert (counts(foreseen), foreseen.n_embedded) == (counts(done), done.n_embedded)
    desk.write("docs/a.md", "Alpha, edited.")
    (desk.folder / "docs/b.md").unlink()
    desk.write("docs/c.md", "Gamma.")
    assert counts(desk.sync(dry_run=True)) == (1, 1, 0, 1, 0) == counts(desk.sync())


def test_an_embedder_that_fails_commits_nothing_and_keeps_what_was_embedded(desk: Desk) -> None:
    def missing() -> object:
        raise ModelUnavailable("minilm is not installed: pincite models install minilm")

    desk.write("docs/a.md", "Alpha.")
    config = desk.config
    with pytest.raises(ModelUnavailable):
        sync(replace(config.ingest_setup(), embedder=missing), desk.store, config.sources)  # type: ignore[arg-type]
    assert desk.texts() == {}
    assert originals(desk) == set()
    assert desk.sync().added == 1


def test_a_commit_that_fails_leaves_the_bytes_of_no_file_behind(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.write("docs/a.md", "Alpha.")
    desk.sync()
    before = originals(desk)
    desk.write("docs/a.md", "Alpha, edited.")
    desk.write("docs/b.md", "Beta.")
    with monkeypatch.context() as patched:
        patched.setattr(Store, "commit", unable)
        with pytest.raises(StoreError, match="no room"):
            desk.sync()
    assert len(before) == 1
    assert originals(desk) == before
    assert counts(desk.sync())[:2] == (1, 1)


def originals(desk: Desk) -> set[str]:
    return {file.name for file in (desk.store.catalog.state / "originals").glob("*/*")}


def unable(*_: object) -> None:
    raise StoreError("no room")


def test_identifiers_of_the_configured_kinds_are_found(desk: Desk) -> None:
    desk.toml += "[identifiers.override]\npattern = '\\bRFD-\\d{4}\\b'\nexhaustive = true\n"
    desk.write("docs/a.md", "Order O-48214 and code rfd\u20137714.")
    report = desk.sync()
    found = desk.revisions()["docs/a", ""].identifiers
    assert {(each.kind, each.key) for each in found} == {("order", "O-48214"), ("override", "RFD-7714")}
    assert report.scorecard is not None
    assert report.scorecard.identifiers == {"order": 1, "override": 1}


def test_the_original_is_kept_for_its_tenant(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.\r\n")
    desk.sync()
    kept = desk.revisions()["docs/a", ""]
    assert desk.store.catalog.original(TenantId("default"), kept.original) == b"Alpha.\r\n"


def test_a_source_with_a_tenant_of_its_own_is_of_that_tenant(desk: Desk) -> None:
    desk.toml = PUBLIC + 'tenant = "red"\n'
    desk.write("docs/a.md", "Alpha.")
    desk.sync()
    assert {each.tenant for each in desk.revisions().values()} == {"red"}
    desk.toml = PUBLIC + 'tenant = "blue"\n'
    assert desk.sync().deleted == 1
    assert {each.tenant for each in desk.revisions().values()} == {"blue"}


def test_what_was_skipped_is_on_record_with_its_reason(desk: Desk) -> None:
    desk.write("docs/empty.md", "")
    desk.sync()
    row = desk.store.catalog.files("docs")["docs/empty.md"]
    assert (row.error, row.revisions) == ("Damaged", ())
    assert "empty" in row.reason


def test_progress_is_told_step_by_step(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.")
    desk.sync()
    assert {step for step, _, _ in desk.steps} == {"read", "embed", "commit"}
    assert all(0 <= done <= total for _, done, total in desk.steps)


def test_the_scorecard_counts_what_usually_goes_wrong(desk: Desk) -> None:
    table = "| What | Limit |\n| --- | --- |\n| Refund cap | $500 |\n| Refund window | 30 days |\n"
    text = f"# Refund policy\n\n{'Filler words stand here. ' * 18}\n\n## Limits\n\n{table}"
    desk.write("docs/a.md", page(text, id="refund", version="2"))
    desk.write("docs/b.md", page("Old.", id="refund", version="1"))
    desk.write("docs/c.md", page("Order O-48214.", access="[staff, legal]"))
    card = desk.sync().scorecard
    assert card is not None
    assert (card.n_documents, card.n_revisions, card.n_several_versions) == (2, 3, 1)
    assert card.readers == {"public": 1, "legal, staff": 1}
    assert (card.n_tables, card.n_cut_tables) == (1, 1)
    assert card.languages == {"en": 3}
    assert card.questions[0] == "In “Refund policy”, what is the limit for “Refund cap”?"


def test_hidden_text_is_reported_and_its_identifiers_are_not_kept(desk: Desk) -> None:
    html = "<html><body><p>Shown O-11111.</p><p style='display:none'>Hidden O-22222.</p></body></html>"
    desk.write("docs/a.html", html)
    report = desk.sync()
    assert report.scorecard is not None
    assert report.scorecard.hidden == ("docs/a.html",)
    assert [each.key for each in desk.revisions()["docs/a", ""].identifiers] == ["O-11111"]


def test_an_administrators_delete_stands_until_the_file_changes(desk: Desk) -> None:
    desk.write("docs/a.md", "Alpha.")
    desk.sync()
    from pincite.lifecycle import Change

    desk.store.commit(Change(kind="delete", remove=((TenantId("default"), DocumentId("docs/a"), ""),)))
    assert desk.sync().added == 0
    desk.write("docs/a.md", "Alpha, edited.")
    assert desk.sync().added == 1
    assert revision_key(TenantId("default"), DocumentId("docs/a"), "") == desk.revisions()["docs/a", ""].key


@pytest.mark.parametrize("broken", ['acess = ["staff"]', "access = [", "\xff"])
def test_a_document_is_closed_while_its_sidecar_cannot_be_read(desk: Desk, broken: str) -> None:
    desk.write("docs/a.md", "# Prices\n\nThe price is 10 dollars.\n")
    desk.write("docs/a.md.meta.toml", 'access = ["public"]')
    desk.sync()
    desk.write("docs/a.md.meta.toml", broken)
    assert desk.sync().closed == ("docs/a.md",)
    assert desk.revisions()["docs/a", ""].access == ()
    desk.write("docs/a.md.meta.toml", 'access = ["staff"]')
    desk.sync()
    assert desk.revisions()["docs/a", ""].access == ("staff",)


def test_a_sidecar_that_was_broken_and_then_lost_does_not_let_a_farther_rule_in(desk: Desk) -> None:
    desk.write("docs/a.md", "# Prices\n\nThe price is 10 dollars.\n")
    sidecar = desk.write("docs/a.md.meta.toml", 'access = ["staff"]')
    desk.sync()
    desk.write("docs/a.md.meta.toml", "access = [")
    desk.sync()
    sidecar.unlink()
    desk.sync()
    assert desk.revisions()["docs/a", ""].access == ()
