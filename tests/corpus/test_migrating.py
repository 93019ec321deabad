"""A corpus moves to another generation while it answers, and everything that is stated about it comes along."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields
from datetime import date
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from pincite import Answer, Principal
from pincite.config import Config, load
from pincite.corpus import Corpus
from pincite.embed.hashing import HashEmbedder
from pincite.errors import ConfigError, GenerationMismatch, InputError, SpaceMismatch, StoreError
from pincite.lifecycle.probes import PROBES, SAME, Proven, drifted, mixed
from pincite.parse import versions
from pincite.testing.desk import Rigged, ram_folder
from pincite.testing.embedding_server import EmbeddingServer
from pincite.testing.index import PlainIndex

SETTINGS = """\
# The shop's own settings.

[embed]
name = "hash"   # no model
dim = 64

[[sources]]
name = "docs"
path = "docs"
access = ["public"]
"""
PAGES = {
    "refund.md": "---\nversion: 2\neffective: 2025-03-01\ntopic: refund\n---\n"
    "# Refund\n\nThe refund window is 30 days.\n",
    "old.md": "---\nversion: 1\ntopic: refund\n---\n# Refund\n\nThe refund window is 14 days.\n",
    "courier.md": "# Courier\n\nParcels leave within two days. Order O-48214 left by courier.\n",
    "staff.md": "---\naccess: [staff]\n---\n# Desk\n\nThe fraud desk has extension 4471.\n",
}

Open = Callable[..., Corpus]


@pytest.fixture
def folder() -> Iterator[Path]:
    with ram_folder() as made:
        (made / "docs").mkdir()
        for name, text in PAGES.items():
            (made / "docs" / name).write_text(text)
        (made / "pincite.toml").write_text(SETTINGS)
        yield made


@pytest.fixture
def opened(folder: Path) -> Iterator[Open]:
    held: list[Corpus] = []

    def make(**env: str) -> Corpus:
        config = load(folder, env=env)
        stated: dict[str, Any] = {each.name: getattr(config, each.name) for each in fields(Config)}
        held.append(Corpus(Rigged(**stated, opens=PlainIndex), wait_s=0.0))
        return held[-1]

    yield make
    for corpus in held:
        corpus.close()


@pytest.fixture
def corpus(opened: Open) -> Corpus:
    made = opened()
    made.sync()
    return made


def found(corpus: Corpus, question: str = "refund window", **how: Any) -> list[str]:  # noqa: ANN401 - passed on to search
    return [hit.text for hit in corpus.search(question, **how)]


def newer_parser(monkeypatch: pytest.MonkeyPatch, name: str = "markdown") -> None:
    own, library = versions.VERSIONS[name]
    monkeypatch.setitem(versions.VERSIONS, name, (f"{own}1", library))


def test_another_embedder_takes_over_and_the_settings_say_so(corpus: Corpus, folder: Path, opened: Open) -> None:
    before = (found(corpus), corpus.facts()["generation"])
    done = corpus.reembed("hash", dim=128)
    assert done.old == before[1] != done.new == corpus.facts()["generation"]
    assert (found(corpus), done.n_revisions, done.n_parsed) == (before[0], 4, 0)
    assert done.n_embedded > 4
    text = (folder / "pincite.toml").read_text()
    assert text == SETTINGS.replace("dim = 64", "dim = 128")
    corpus.close()
    assert found(opened()) == before[0]


def test_everything_that_is_stated_comes_along(corpus: Corpus) -> None:
    staff = Principal(tenant="default", groups=["staff"])
    corpus.set_access("docs/courier", [])
    past = date(2024, 1, 1)
    before = [found(corpus), found(corpus, as_of=past), found(corpus, "fraud desk", principal=staff)]
    versions_before = [(row.version, row.valid_from, row.valid_to) for row in corpus.versions("docs/refund")]
    corpus.reembed("hash", dim=128)
    assert [found(corpus), found(corpus, as_of=past), found(corpus, "fraud desk", principal=staff)] == before
    assert found(corpus, "courier") == []
    assert [(row.version, row.valid_from, row.valid_to) for row in corpus.versions("docs/refund")] == versions_before
    corpus.clear_access("docs/courier")
    assert found(corpus, "courier")


def test_a_new_parser_reads_the_originals_again_and_the_corpus_answers_meanwhile(
    corpus: Corpus, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = found(corpus)
    corpus.close()
    newer_parser(monkeypatch)
    other = opened()
    assert found(other) == before
    with pytest.raises(
        GenerationMismatch, match=r"\(parser markdown (?P<now>\d+) .* -> (?P=now)1 .*\) and takes no documents in"
    ):
        other.sync()
    assert other.outdated is not None
    assert other.delete("docs/courier") == 1
    assert (other.migrate().n_revisions, found(other)) == (3, before)
    assert not other.outdated
    assert other.sync().n_embedded == 0


def test_files_of_formats_that_are_read_as_before_are_not_read_again(
    corpus: Corpus, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.close()
    newer_parser(monkeypatch, "docx")
    other = opened()
    done = other.migrate()
    assert done.n_parsed == 0
    report = other.sync()
    assert (report.unchanged, report.changed, report.n_chunks) == (4, 0, 0)


def test_settings_that_were_changed_are_refused_by_their_names(corpus: Corpus, folder: Path, opened: Open) -> None:
    corpus.close()
    (folder / "pincite.toml").write_text(SETTINGS + '\n[chunk]\nname = "fixed"\n')
    other = opened()
    with pytest.raises(GenerationMismatch, match=r"chunk\.name structural -> fixed.*: type pincite migrate, or put"):
        found(other)
    done = other.migrate()
    assert done.old != done.new
    assert any("30 days" in text for text in found(other))


def test_going_back_brings_the_old_generation_and_its_settings(corpus: Corpus, folder: Path) -> None:
    old = corpus.facts()["generation"]
    before = found(corpus)
    corpus.reembed("hash", dim=128)
    (folder / "docs" / "new.md").write_text("# New\n\nGift cards have no refund window.\n")
    corpus.sync()
    done = corpus.migrate(rollback=True)
    assert (done.new, corpus.facts()["generation"]) == (old, old)
    assert (done.n_kept, done.n_revisions) == (4, 5)
    assert (folder / "pincite.toml").read_text() == SETTINGS
    assert set(found(corpus)) >= set(before)
    assert any("Gift cards" in text for text in found(corpus))


def test_there_is_nothing_to_go_back_to_in_a_corpus_that_was_never_migrated(corpus: Corpus) -> None:
    with pytest.raises(InputError, match="there is no generation to go back to"):
        corpus.migrate(rollback=True)


def test_a_generation_that_is_not_made_here_is_gone_back_to_as_far_as_it_is_kept(
    corpus: Corpus, folder: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = found(corpus)
    corpus.close()
    newer_parser(monkeypatch)
    other = opened()
    other.migrate()
    (folder / "docs" / "new.md").write_text("# New\n\nGift cards have no refund window.\n")
    other.sync()
    with pytest.raises(InputError, match=r"1 documents came or changed since .* \(docs/new\).*--leave-out"):
        other.migrate(rollback=True)
    done = other.migrate(rollback=True, leave_out=True)
    assert (done.left_out, found(other)) == (("docs/new",), before)
    assert other.outdated is not None
    other.migrate()
    assert other.sync().added == 1
    assert any("Gift cards" in text for text in found(other))


def test_where_recall_falls_nothing_is_switched(corpus: Corpus, folder: Path) -> None:
    old = corpus.facts()["generation"]
    recalls = iter([0.9, 0.5])
    with pytest.raises(StoreError, match=r"recall on the corpus's questions would fall from 0\.900 to 0\.500"):
        corpus.reembed("hash", dim=128, measure=lambda _: next(recalls))
    assert corpus.facts()["generation"] == old
    assert (folder / "pincite.toml").read_text() == SETTINGS
    assert found(corpus)
    done = corpus.reembed("hash", dim=128, measure=lambda each: float(bool(found(each))))
    assert done.recall is not None
    assert (done.recall.before, done.recall.after, done.n_embedded) == (1.0, 1.0, 0)


def test_what_the_environment_states_is_not_changed_behind_its_back(opened: Open) -> None:
    corpus = opened(PINCITE_EMBED__DIM="32")
    corpus.sync()
    with pytest.raises(ConfigError, match=r"PINCITE_EMBED__DIM states the embedder"):
        corpus.reembed("hash", dim=128)


def test_the_same_embedder_again_changes_nothing(corpus: Corpus, folder: Path) -> None:
    done = corpus.reembed("hash", dim=64)
    assert (done.old == done.new, done.sequence) == (True, None)
    assert (folder / "pincite.toml").read_text() == SETTINGS


def test_another_embedder_of_the_same_dimensions_is_refused_with_both_fingerprints(
    corpus: Corpus, folder: Path, opened: Open
) -> None:
    built = corpus.store.generation.space.id
    corpus.close()
    with EmbeddingServer(dim=64) as server:
        embed = f'[embed]\nname = "openai"\nurl = "{server.base_url}"\nmodel = "words"\ndim = 64\n'
        (folder / "pincite.toml").write_text(SETTINGS.replace('[embed]\nname = "hash"   # no model\ndim = 64\n', embed))
        other = opened()
        with pytest.raises(
            SpaceMismatch, match=r"pincite reembed --embedder openai, or put the settings back"
        ) as caught:
            found(other)
        assert (caught.value.built, caught.value.wanted) == (built, other.config.generation().space.id)
        assert built in str(caught.value)
        assert str(caught.value.wanted) in str(caught.value)
        assert other.reembed("openai").n_revisions == 4
        assert any("30 days" in text for text in found(other))


def test_what_is_added_while_the_new_generation_is_built_is_in_it(corpus: Corpus, folder: Path) -> None:
    asked: list[list[str]] = []

    def meanwhile(each: Corpus) -> float:
        if each is corpus:
            asked.append(found(corpus))
            (folder / "docs" / "new.md").write_text("# New\n\nGift cards have no refund window.\n")
            (folder / "docs" / "courier.md").unlink()
            corpus.sync()
            corpus.set_access("docs/old", [])
        return 1.0

    done = corpus.reembed("hash", dim=128, measure=meanwhile)
    assert (done.n_revisions, corpus.store.generation.space.dim) == (4, 128)
    assert any("30 days" in text for text in asked[0])
    assert any("Gift cards" in text for text in found(corpus))
    assert found(corpus, "courier") == []
    (only,) = found(corpus, as_of=date(2024, 1, 1))
    assert "Gift cards" in only


def test_questions_are_answered_by_threads_all_the_while(corpus: Corpus) -> None:
    stop, answers, failures = Event(), [], []

    def ask() -> None:
        while not stop.is_set():
            try:
                answers.append(found(corpus)[0])
            except Exception as error:  # noqa: BLE001 - told by the test
                failures.append(error)

    threads = [Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for dim in (128, 64, 96):
        corpus.reembed("hash", dim=dim)
    stop.set()
    for thread in threads:
        thread.join()
    assert failures == []
    assert set(answers) == {found(corpus)[0]}
    assert len(list((corpus.state / "index").glob("*/"))) == 1


def test_a_question_that_began_before_is_answered_from_the_generation_that_it_began_in(corpus: Corpus) -> None:
    steps = corpus.stream("What is the refund window?")
    first = next(steps)
    old = corpus.facts()["generation"]
    corpus.reembed("hash", dim=128)
    *_, (_, answer) = steps
    assert first[0] == "stage"
    assert isinstance(answer, Answer)
    assert (answer.generation, "30 days" in answer.text) == (old, True)
    assert corpus.ask("What is the refund window?").generation != old


def test_a_model_that_changed_behind_its_name_is_caught_before_anything_is_embedded(folder: Path, opened: Open) -> None:
    with EmbeddingServer(dim=64) as server:
        embed = f'[embed]\nname = "openai"\nurl = "{server.base_url}"\nmodel = "words"\ndim = 64\n'
        (folder / "pincite.toml").write_text(SETTINGS.replace('[embed]\nname = "hash"   # no model\ndim = 64\n', embed))
        with opened() as first:
            first.sync()
        server.weights = "other"
        (folder / "docs" / "new.md").write_text("# New\n\nGift cards have no refund window.\n")
        other = opened()
        n_before = len(server.texts)
        with pytest.raises(SpaceMismatch, match=r"'words' has changed behind its name .* pincite reembed --weights"):
            other.sync()
        assert server.texts[n_before:] == list(PROBES)
        drift = drifted(other.store.catalog, other.embedder())
        assert drift is not None
        assert drift.worst < SAME
        done = other.reembed(weights="2026-11")
        assert done.n_embedded > 0
        assert other.sync().added == 1
        assert 'weights = "2026-11"' in (folder / "pincite.toml").read_text()


def test_vectors_that_were_forced_in_are_found(corpus: Corpus) -> None:
    catalog, generation = corpus.store.catalog, corpus.store.generation
    assert mixed(catalog, generation, corpus.embedder()) is None
    with closing(sqlite3.connect(corpus.state / "catalog.sqlite")) as db, db:
        row, vector = db.execute("SELECT id, vector FROM vectors ORDER BY id DESC LIMIT 1").fetchone()
        db.execute("UPDATE vectors SET vector = ? WHERE id = ?", (vector[2:], row))
    found_mixed = mixed(catalog, generation)
    assert found_mixed is not None
    assert found_mixed.n_strange == 1


def test_vectors_of_another_model_are_found_by_the_embedder(corpus: Corpus) -> None:
    with closing(sqlite3.connect(corpus.state / "catalog.sqlite")) as db, db:
        db.execute("UPDATE vectors SET vector = (SELECT vector FROM vectors ORDER BY id LIMIT 1) WHERE id > 1")
    assert mixed(corpus.store.catalog, corpus.store.generation) is None
    found_mixed = mixed(corpus.store.catalog, corpus.store.generation, corpus.embedder())
    assert found_mixed is not None
    assert found_mixed.n_strange > 1
    assert corpus.embed_again() > 1
    assert mixed(corpus.store.catalog, corpus.store.generation, corpus.embedder()) is None


def test_an_embedder_of_another_space_cannot_write_into_the_generation(corpus: Corpus) -> None:
    catalog, space = corpus.store.catalog, corpus.store.generation.space
    with pytest.raises(SpaceMismatch, match=f"holds vectors of space {space.id}"):
        Proven(catalog, space, lambda: HashEmbedder(space.dim + 1))()


def test_a_store_that_was_open_before_the_migration_takes_nothing_in(corpus: Corpus, opened: Open) -> None:
    other = opened()
    assert other.documents()
    corpus.reembed("hash", dim=128)
    corpus.close()
    with pytest.raises(GenerationMismatch, match=r"was migrated from generation .* since it was opened: open it again"):
        found(other)


def test_a_model_that_changes_while_it_embeds_is_not_switched_to(corpus: Corpus, folder: Path) -> None:
    old = corpus.facts()["generation"]
    with EmbeddingServer(dim=64) as server:

        def swap(step: str, done: int, total: int) -> None:
            if step == "index":
                server.weights = "other"

        how: dict[str, Any] = {"url": server.base_url, "model": "words", "dim": 64}
        with pytest.raises(SpaceMismatch, match=r"vectors that were looked at are not what the embedder 'words' makes"):
            corpus.reembed("openai", progress=swap, **how)
    assert corpus.facts()["generation"] == old
    assert (folder / "pincite.toml").read_text() == SETTINGS
    assert found(corpus)


def test_what_a_purge_took_does_not_come_back_with_the_old_generation(corpus: Corpus) -> None:
    corpus.reembed("hash", dim=128)
    corpus.purge("docs/courier")
    done = corpus.migrate(rollback=True)
    assert done.n_revisions == 3
    assert found(corpus, "courier parcels") == [
        text for text in found(corpus, "courier parcels") if "Order" not in text
    ]
    assert corpus.lookup("O-48214") == ()


def test_files_that_cannot_be_read_any_more_stay_as_they_were_and_are_named(
    corpus: Corpus, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = found(corpus)
    originals = list((corpus.state / "originals").rglob("*"))
    for file in originals:
        if file.is_file():
            file.unlink()
    corpus.close()
    newer_parser(monkeypatch)
    other = opened()
    done = other.migrate()
    assert len(done.notes) == 4
    assert done.notes[0] == "docs/courier: its original is not kept or damaged: kept as it was"
    assert found(other) == before


def test_a_change_of_access_that_the_old_index_does_not_carry_yet_is_in_the_new_one(corpus: Corpus) -> None:
    (key,) = {hit.permit.revision.key for hit in corpus.search("courier parcels order") if "Parcels" in hit.text}
    with closing(sqlite3.connect(corpus.state / "catalog.sqlite")) as db, db:  # as a crash before the payload leaves it
        db.execute("UPDATE access SET effective = '[]', pending = 1 WHERE key = ?", (key,))
        db.execute("DELETE FROM readers WHERE key = ?", (key,))
    corpus.reembed("hash", dim=128)
    assert corpus.store.catalog.unsettled() == {}
    assert {state.groups for state in corpus.store.index.states() if state.revision == key} == {()}
    assert found(corpus, "courier") == []
