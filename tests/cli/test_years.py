"""What an administrator sees over the years: a restore, a lost catalog, a corpus that another process holds."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

HOLD = """
import sys
import pincite

with pincite.open(sys.argv[1], command="pincite serve") as corpus:
    for line in sys.stdin:
        found = corpus.search("courier order", route="lexical")
        print(sorted({hit.document for hit in found}), flush=True)
"""


@pytest.fixture
def backup(run: Run, own: Path, tmp_path: Path) -> Path:
    file = tmp_path / "shop.pincite"
    assert run("backup", file, corpus=own).exit_code == 0
    return file


def test_a_restore_lists_files_that_say_something_else_and_the_command_that_follows_them(
    run: Run, own: Path, backup: Path
) -> None:
    page = own / "policies" / "order.md"
    page.write_text("# Order\n\nThe order left by ship.\n")
    (own / "policies" / "new.md").write_text("# New\n\nA page that came later.\n")
    run("sync", corpus=own)
    told = run("restore", backup, corpus=own).stdout
    assert "pincite sync --all follows them now" in told
    assert "policies/order.md: the corpus holds another text of it" in told
    assert "policies/new.md: the corpus holds nothing of it" in told
    assert "policies/order.md" in run("sync", corpus=own).stdout
    followed = run("sync", "--all", corpus=own).stdout
    assert followed.startswith("1 added, 1 changed")
    assert "Not followed" not in followed
    assert "by ship" in run("show", "policies/order", corpus=own).stdout


def test_a_lost_catalog_comes_back_closed_and_says_how_to_open_it(run: Run, own: Path, backup: Path) -> None:
    run("access", "set", "policies/order", "staff", corpus=own)
    (own / ".pincite" / "catalog.sqlite").write_bytes(b"no catalog")
    got = run("restore", backup, corpus=own)
    assert "Nobody may read 4 revisions for now" in got.stderr
    assert "Type pincite sync" in got.stderr
    assert run("list", "--json", corpus=own).stdout == ""
    run("sync", corpus=own)
    listed = [json.loads(line)["document"] for line in run("list", "--json", corpus=own).stdout.splitlines()]
    assert listed == ["refund-policy"]


def test_the_backup_is_taken_at_its_word_where_that_is_asked_for(run: Run, own: Path, backup: Path) -> None:
    (own / ".pincite" / "catalog.sqlite").write_bytes(b"no catalog")
    told = json.loads(run("restore", backup, "--trust-access", "--json", corpus=own).stdout)
    assert (told["closed_until_sync"], told["aside"] is not None) == (0, True)
    assert len(run("list", "--json", corpus=own).stdout.splitlines()) == 2


def test_a_deletion_names_the_file_that_stays(run: Run, own: Path) -> None:
    got = run("delete", "policies/order", corpus=own)
    assert got.stderr == "Still where it was: policies/order.md; take it out too, or it comes back when it changes.\n"


def test_a_revocation_does_not_wait_for_the_process_that_holds_the_corpus(run: Run, own: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(own)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        holder.stdin.write("ask\n")
        assert holder.stdout.readline() == "['policies/order']\n"
        got = run("--wait", "0", "access", "set", "policies/order", "staff", corpus=own)
        assert (got.exit_code, got.stdout) == (0, "policies/order may now be read by: staff.\n")
        assert f"Process {holder.pid} (pincite serve) holds the corpus; it goes by this from its next" in got.stderr
        holder.stdin.write("ask\n")
        assert holder.stdout.readline() == "[]\n"
        got = run("--wait", "0", "delete", "policies/order", corpus=own)
        assert got.exit_code == 1
        assert f"is held by process {holder.pid}" in got.stderr
        holder.stdin.close()
