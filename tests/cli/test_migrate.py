"""``migrate`` and ``reembed`` as they are typed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from pincite import Principal
from pincite import open as open_corpus
from pincite.parse import versions

Run = Callable[..., Result]


def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(versions.VERSIONS, "markdown", ("7", "markdown-it-py"))


def test_where_nothing_differs_there_is_nothing_to_do(run: Run, own: Path) -> None:
    done = run("migrate", corpus=own)
    assert done.exit_code == 0, done.stderr
    assert "There is nothing to do: the corpus is built as the settings say" in done.stdout


def test_reembed_says_what_it_did_and_changes_the_settings(run: Run, own: Path) -> None:
    done = run("reembed", "--embedder", "hash", "--dim", "96", corpus=own)
    assert done.exit_code == 0, done.stderr
    assert "took over from" in done.stdout
    assert "To go back, while it is kept: pincite migrate --rollback" in done.stderr
    assert 'dim = 96\nname = "hash"' in (own / "pincite.toml").read_text()
    assert "30 days" in run("search", "refund window", "--tenant", "shop", corpus=own).stdout


def test_going_back_is_one_command(run: Run, own: Path) -> None:
    before = (own / "pincite.toml").read_text()
    run("reembed", "--dim", "96", corpus=own)
    done = run("migrate", "--rollback", "--json", corpus=own)
    said = json.loads(done.stdout)
    assert (said["n_embedded"], said["n_kept"], said["left_out"]) == (0, 4, [])
    assert (own / "pincite.toml").read_text() == before


def test_after_an_upgrade_the_corpus_answers_and_says_what_to_type(
    run: Run, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    was, _ = versions.VERSIONS["markdown"]
    newer(monkeypatch)
    asked = run("search", "refund window", "--tenant", "shop", corpus=own)
    assert asked.exit_code == 0
    assert "30 days" in asked.stdout
    assert f"parser markdown {was} with markdown-it-py" in asked.stderr
    assert "-> 7 with markdown-it-py" in asked.stderr
    assert "takes no documents in until it is migrated: type pincite migrate" in asked.stderr


def test_after_an_upgrade_nothing_is_taken_in_before_the_migration(
    run: Run, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch)
    refused = run("sync", corpus=own)
    assert refused.exit_code == 1
    assert refused.stderr.count("pincite migrate") == 1
    assert run("migrate", corpus=own).exit_code == 0
    assert run("sync", corpus=own).exit_code == 0


def test_settings_that_were_changed_are_named(run: Run, own: Path) -> None:
    with (own / "pincite.toml").open("a") as file:
        file.write('\n[chunk]\nname = "windows"\n')
    asked = run("ask", "What is the refund window?", "--tenant", "shop", corpus=own)
    assert asked.exit_code == 1
    assert "chunk.name structural -> windows" in asked.stderr
    assert "type pincite migrate, or put the settings back" in asked.stderr
    assert run("migrate", corpus=own).exit_code == 0


def test_an_unknown_embedder_names_the_known_ones(run: Run, own: Path) -> None:
    refused = run("reembed", "--embedder", "minilmo", corpus=own)
    assert refused.exit_code == 2
    assert "did you mean 'minilm'" in refused.stderr


def test_labelled_questions_that_are_configured_are_asked_before_and_after(run: Run, own: Path) -> None:
    question = {
        "id": "1",
        "question": "refund window",
        "relevant": ["refund-policy#Limits"],
        "principal": {"tenant": "shop"},
    }
    (own / "questions.jsonl").write_text(json.dumps(question) + "\n")
    settings = (own / "pincite.toml").read_text()
    (own / "pincite.toml").write_text(settings.replace("[corpus]\n", '[corpus]\nquestions = "questions.jsonl"\n'))
    done = run("reembed", "--dim", "96", "--json", corpus=own)
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["recall"] == {"before": 1.0, "after": 1.0}


def test_other_processes_ask_and_add_while_the_new_generation_is_built(run: Run, own: Path) -> None:
    told: list[str] = []

    def other(*args: str) -> str:
        program = f"from pincite.cli import main; import sys; sys.argv = ['pincite', '--wait', '0', *{args!r}]; main()"
        done = subprocess.run([sys.executable, "-c", program], cwd=own, capture_output=True, text=True, check=True)
        return done.stdout

    def meanwhile(step: str, done: int, total: int) -> None:
        if step == "index" and not told:
            (own / "policies" / "gift.md").write_text("# Gift cards\n\nGift cards have no refund window.\n")
            told.append(other("search", "refund window", "--tenant", "shop"))
            told.append(other("sync"))

    with open_corpus(own) as corpus:
        done = corpus.reembed("hash", dim=96, progress=meanwhile)
        assert "30 days" in told[0]
        assert "1 added" in told[1]
        assert done.n_revisions == 5
        shop = Principal(tenant="shop")
        assert any("Gift cards" in hit.text for hit in corpus.search("refund window", principal=shop))


def test_a_corpus_that_a_server_holds_is_refused_before_any_work(run: Run, own: Path) -> None:
    with open_corpus(own, command="pincite serve") as corpus:
        assert corpus.store.index
        refused = run("--wait", "0", "reembed", "--dim", "96", corpus=own)
    assert refused.exit_code == 1
    assert "is served by process" in refused.stderr
    assert "stop that, and type pincite migrate again" in refused.stderr
    assert "dim" not in (own / "pincite.toml").read_text()


def test_all_is_embedded_anew_with_the_same_embedder(run: Run, own: Path) -> None:
    done = run("reembed", "--again", corpus=own)
    assert done.exit_code == 0, done.stderr
    assert "texts embedded again, and the index built anew." in done.stdout
    refused = run("reembed", "--again", "--dim", "96", corpus=own)
    assert refused.exit_code == 2
