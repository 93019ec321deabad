from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import pincite
from pincite.errors import ConfigError, GenerationMismatch, Missing, NotFound
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]


@pytest.fixture(autouse=True)
def hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_EMBED__NAME", "hash")


def test_a_corpus_is_made_with_commented_settings_and_opened_as_it_is_from_then_on(tmp_path: Path) -> None:
    with pincite.create(tmp_path / "new", tenant="lumen") as corpus:
        assert corpus.config.corpus.tenant == "lumen"
        assert corpus.principal().tenant == "lumen"
    settings = (tmp_path / "new/pincite.toml").read_text(encoding="utf-8")
    assert "#" in settings
    with pincite.create(tmp_path / "new", tenant="other") as again:
        assert again.config.corpus.tenant == "lumen"
    assert (tmp_path / "new/pincite.toml").read_text(encoding="utf-8") == settings


def test_a_corpus_is_opened_by_its_folder_or_its_settings_file(tmp_path: Path) -> None:
    pincite.create(tmp_path).close()
    for place in (tmp_path, str(tmp_path), tmp_path / "pincite.toml"):
        with pincite.open(place) as corpus:
            assert corpus.state == tmp_path / ".pincite"


def test_where_there_is_none_the_next_step_is_told(tmp_path: Path) -> None:
    with pytest.raises(Missing, match=r"run pincite init"):
        pincite.open(tmp_path)


def test_settings_that_cannot_be_used_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text("[retrieve]\nruote = 'dense'\n")
    with pytest.raises(ConfigError, match="route"):
        pincite.open(tmp_path)
    assert not (tmp_path / ".pincite").exists()


def test_opening_makes_nothing_and_closing_twice_is_harmless(tmp_path: Path) -> None:
    pincite.create(tmp_path).close()
    corpus = pincite.open(tmp_path)
    corpus.close()
    corpus.close()
    assert not (tmp_path / ".pincite").exists()


def test_an_empty_corpus_answers_that_nothing_matches(new_desk: NewDesk) -> None:
    corpus = new_desk().corpus
    answer = corpus.ask("What is the refund window?")
    assert (answer.status, answer.reason) == (pincite.Status.ABSTAINED, pincite.Reason.NOTHING_IN_SCOPE)
    assert (corpus.search("refund"), corpus.lookup("O-48214"), corpus.documents(), corpus.sources()) == ((), (), (), ())
    with pytest.raises(NotFound):
        corpus.show("refund")


def test_a_corpus_is_not_opened_under_settings_that_would_build_it_otherwise(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/refund.md", "# Refund\n\nThe refund window is 30 days.")
    desk.sync()
    built = desk.corpus.facts()["generation"]
    desk.corpus.close()
    (desk.folder / "pincite.toml").write_text(f'[chunk]\nname = "fixed"\n{PUBLIC_DOCS}')
    other = desk.opened()
    with pytest.raises(GenerationMismatch, match=str(built)):
        other.search("refund")
    other.close()


def test_settings_of_asking_may_change_and_the_corpus_stays(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/refund.md", "# Refund\n\nThe refund window is 30 days.")
    desk.sync()
    before = desk.corpus.facts()
    desk.corpus.close()
    (desk.folder / "pincite.toml").write_text(f'[retrieve]\nroute = "lexical"\n{PUBLIC_DOCS}')
    other = desk.opened()
    assert other.ask("What is the refund window?").route == "lexical"
    after = other.facts()
    assert (after["sequence"], after["generation"]) == (before["sequence"], before["generation"])
    assert after["settings"] != before["settings"]
    other.close()


def test_what_was_taken_in_is_there_for_the_next_process_with_the_same_scores(new_desk: NewDesk) -> None:
    desk = new_desk()
    for n in range(3):
        desk.write(f"docs/page{n}.md", f"# Page {n}\n\nThe refund window of shop {n}.")
    desk.sync()
    before = [(hit.chunk_id, hit.score) for hit in desk.corpus.search("refund window of shop 1")]
    desk.corpus.close()
    again = desk.opened()
    assert [(hit.chunk_id, hit.score) for hit in again.search("refund window of shop 1")] == before
    again.close()


def synced_at_once(folder: Path, *, times: int) -> list[str]:
    """Sync a folder from several threads at once, each with a corpus of its own, and tell how each ended."""
    start = Barrier(times)

    def first(_: int) -> str:
        with pincite.open(folder, wait_s=30) as corpus:
            start.wait()
            report = corpus.sync()
            return f"{report.added + report.unchanged} files"

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(first, range(times)))


def test_first_syncs_at_once_wait_for_one_another_as_later_ones_do(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for n in range(3):
        (tmp_path / f"docs/{n}.md").write_text(f"# Page {n}\n\nThe fee of thing {n} is {n} EUR.\n")
    (tmp_path / "pincite.toml").write_text(PUBLIC_DOCS)
    assert synced_at_once(tmp_path, times=4) == ["3 files"] * 4


def test_a_corpus_that_another_process_is_just_making_is_made_and_synced(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/fee.md", "# Fee\n\nThe fee is 3 EUR.")
    desk.corpus.state.mkdir()
    (desk.corpus.state / "catalog.sqlite").touch()
    assert desk.sync().added == 1


def test_a_catalog_that_was_emptied_after_it_was_used_is_told_as_lost(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/fee.md", "# Fee\n\nThe fee is 3 EUR.")
    desk.sync()
    desk.close()
    (desk.corpus.state / "catalog.sqlite").write_bytes(b"")
    with pytest.raises(Missing, match="there is no corpus at"), desk.opened() as again:
        again.search("fee")
