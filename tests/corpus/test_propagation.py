"""What changes in a folder changes in the corpus in the same sync, and only that is embedded."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread

import pytest

from pincite.errors import NotFound
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]

ZEBRA = "# Alpha\n\nThe alpha page speaks of the zebra crossing at noon, and of the order O-48214."


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk()
    desk.write("docs/a.md", ZEBRA)
    desk.write("docs/b.md", "# Beta\n\nThe beta page speaks of llamas in the evening sun.")
    desk.sync()
    return desk


def found(desk: Desk, question: str) -> list[str]:
    return sorted(hit.document for hit in desk.corpus.search(question, route="lexical"))


def with_bytes(desk: Desk, piece: bytes) -> list[Path]:
    return [file for file in desk.corpus.state.rglob("*") if file.is_file() and piece in file.read_bytes()]


def test_a_deleted_document_is_gone_from_everything_in_the_same_sync(desk: Desk) -> None:
    corpus = desk.corpus
    assert found(desk, "zebra") == ["docs/a"]
    assert corpus.lookup("O-48214")
    assert corpus.ask("What does the alpha page speak of?").citations
    (desk.folder / "docs/a.md").unlink()
    assert desk.sync().deleted == 1
    assert found(desk, "zebra") == []
    assert corpus.lookup("O-48214") == ()
    assert [row.document_id for row in corpus.documents()] == ["docs/b"]
    assert "zebra" not in corpus.ask("What does the alpha page speak of?").text
    with pytest.raises(NotFound):
        corpus.show("docs/a")


def test_a_citation_of_what_was_deleted_since_opens_nothing(desk: Desk) -> None:
    desk.corpus.ask("What does the alpha page speak of?")
    trace = desk.corpus.last_answer()
    assert trace is not None
    (desk.folder / "docs/a.md").unlink()
    desk.sync()
    with pytest.raises(NotFound):
        desk.corpus.cited(trace, 1)


def test_a_deleted_document_stays_in_older_states_until_the_vacuum(desk: Desk) -> None:
    (desk.folder / "docs/a.md").unlink()
    desk.sync()
    assert with_bytes(desk, b"zebra")
    desk.corpus.vacuum()
    assert not with_bytes(desk, b"zebra")


def test_a_renamed_file_is_one_document_under_its_new_name_and_embeds_nothing(desk: Desk) -> None:
    (desk.folder / "docs/a.md").rename(desk.folder / "docs/z.md")
    report = desk.sync()
    assert (report.added, report.deleted, report.n_embedded) == (1, 1, 0)
    assert found(desk, "zebra") == ["docs/z"]


def test_a_change_of_metadata_alone_embeds_nothing_and_shows_at_once(desk: Desk) -> None:
    desk.write("docs/a.md", ZEBRA, effective="2030-01-01", title="Alpha")
    report = desk.sync()
    assert (report.changed, report.n_embedded) == (1, 0)
    assert found(desk, "zebra") == []
    desk.write("docs/a.md", ZEBRA, access="[staff]", title="Alpha")
    report = desk.sync()
    assert (report.changed, report.n_embedded) == (1, 0)
    assert found(desk, "zebra") == []


def test_a_changed_paragraph_embeds_its_own_texts_alone(new_desk: NewDesk) -> None:
    desk = new_desk()
    sections = [f"## Part {n}\n\n{' '.join(f'word{n}x{m}' for m in range(80))}." for n in range(12)]
    desk.write("docs/long.md", "# Long\n\n" + "\n\n".join(sections))
    first = desk.sync()
    sections[5] = sections[5].replace("word5x0", "changed")
    desk.write("docs/long.md", "# Long\n\n" + "\n\n".join(sections))
    second = desk.sync()
    assert first.n_embedded > 12
    assert 1 <= second.n_embedded <= 3
    assert second.n_reused == first.n_embedded - second.n_embedded


def test_of_two_identical_files_the_other_still_answers(desk: Desk) -> None:
    desk.write("docs/copy.md", ZEBRA)
    assert desk.sync().n_embedded == 0
    assert found(desk, "zebra") == ["docs/a", "docs/copy"]
    (desk.folder / "docs/a.md").unlink()
    desk.sync()
    desk.corpus.vacuum()
    assert found(desk, "zebra") == ["docs/copy"]
    assert desk.corpus.rebuild() == 2
    its = desk.corpus.show("docs/copy")
    assert desk.corpus.store.catalog.original(its.tenant, its.original).startswith(b"# Alpha")


def test_threads_that_add_the_same_file_at_once_make_one_document(new_desk: NewDesk) -> None:
    desk = new_desk("")
    desk.write("docs/a.md", ZEBRA)
    start, reports, failed = Barrier(4), [], []

    def add() -> None:
        start.wait()
        try:
            reports.append(desk.corpus.add(desk.folder / "docs/a.md", access=["public"]))
        except BaseException as error:  # noqa: BLE001  # told by the test
            failed.append(error)

    _ = desk.corpus.store
    threads = [Thread(target=add) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []
    assert sum(report.added for report in reports) == 1
    assert len(desk.corpus.documents()) == 1


ADD = """
import json, sys
import pincite
with pincite.open(sys.argv[1], wait_s=60) as corpus:
    report = corpus.add(sys.argv[2], access=["public"])
    print(json.dumps([report.added, report.changed, len(corpus.documents())]))
"""


def test_processes_that_add_the_same_file_at_once_make_one_document(tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text('[embed]\nname = "hash"\n')
    (tmp_path / "page.md").write_text(ZEBRA)
    started = [
        subprocess.Popen(
            [sys.executable, "-c", ADD, str(tmp_path), str(tmp_path / "page.md")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    told = [each.communicate() for each in started]
    assert [each.returncode for each in started] == [0, 0, 0], told
    counts = [json.loads(out) for out, _ in told]
    assert sum(added for added, _, _ in counts) == 1
    assert [n for _, _, n in counts] == [1, 1, 1]
