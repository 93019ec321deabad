from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def test_a_snapshot_is_made_listed_restored_and_deleted(run: Run, own: Path) -> None:
    assert run("snapshot", "create", "before", corpus=own).stdout.startswith("Snapshot before: state ")
    run("delete", "refund-policy", corpus=own)
    listed = json.loads(run("list", "snapshots", "--json", corpus=own).stdout)
    assert listed["name"] == "before"
    assert "before" in run("snapshot", "list", corpus=own).stdout
    assert (
        run("snapshot", "restore", "before", corpus=own).stdout == "Restored before: 2 added, 0 changed, 0 deleted.\n"
    )
    assert run("search", "refund window", corpus=own).exit_code == 0
    assert run("snapshot", "delete", "before", corpus=own).stdout == "Deleted snapshot before.\n"
    assert "No state has a name yet" in run("snapshot", "list", corpus=own).stdout


def test_a_snapshot_that_is_not_there_is_one_line(run: Run, own: Path) -> None:
    got = run("snapshot", "restore", "gone", corpus=own)
    assert (got.exit_code, got.stderr) == (1, "Error: no snapshot 'gone' among what you may read\n")


def test_a_restore_as_json_has_its_counts(run: Run, own: Path) -> None:
    run("snapshot", "create", "now", corpus=own)
    told = json.loads(run("snapshot", "restore", "now", "--json", corpus=own).stdout)
    assert (told["added"], told["changed"], told["deleted"], told["narrowed"]) == (0, 0, 0, 0)


def test_vacuum_says_what_went_and_what_was_kept(run: Run, own: Path) -> None:
    run("snapshot", "create", "one", corpus=own)
    run("delete", "refund-policy", "--version", "1", corpus=own)
    assert "What 1 snapshot need was kept." in run("vacuum", corpus=own).stdout
    run("snapshot", "delete", "one", corpus=own)
    assert json.loads(run("vacuum", "--keep-days", "1", "--json", corpus=own).stdout)["revisions"] == 0
    assert "Removed 1 revision, 1 point," in run("vacuum", corpus=own).stdout


def test_rebuild_says_how_many_points_it_wrote(run: Run, own: Path) -> None:
    got = run("rebuild", corpus=own)
    assert got.exit_code == 0
    assert got.stdout.startswith("Built the index anew: ")
    assert "no model called" in got.stdout


def test_a_purge_says_what_it_looked_for_and_how_to_take_it_back(run: Run, own: Path) -> None:
    got = run("delete", "policies/order", "--purge", corpus=own)
    assert got.exit_code == 0
    assert got.stdout.startswith("Purged policies/order: 1 revision of all states")
    assert "none is left." in got.stdout
    assert "pincite sync --readmit policies/order" in got.stderr
    assert "holds what was purged on" in run("sync", corpus=own).stdout
    assert "1 added" in run("sync", "--readmit", "policies/order", corpus=own).stdout


def test_a_purge_that_leaves_something_fails_and_names_the_file(run: Run, own: Path) -> None:
    (own / ".pincite" / "stray.txt").write_text("The order O-48214 was shipped on 2 May 2025 by courier.")
    got = run("delete", "policies/order", "--purge", "--json", corpus=own)
    told = json.loads(got.stdout)
    assert (got.exit_code, told["proven"], told["left"]) == (1, False, ["stray.txt"])


def test_a_backup_is_restored_into_another_folder(run: Run, own: Path, tmp_path: Path) -> None:
    file = tmp_path / "shop.pincite"
    got = run("backup", file, corpus=own)
    assert got.exit_code == 0
    assert got.stdout.startswith(f"{file}: 4 revisions, 4 originals, ")
    restored = run("restore", file, corpus=tmp_path / "new")
    assert restored.stdout.startswith("Restored the backup of ")
    assert "The settings of the backup were written too" in restored.stderr
    asked = run("ask", "What is the refund window?", corpus=tmp_path / "new")
    assert "30 days" in asked.stdout, asked.stderr


def test_a_backup_comes_into_a_corpus_as_a_new_state(run: Run, own: Path, tmp_path: Path) -> None:
    run("backup", tmp_path / "shop.pincite", corpus=own)
    run("delete", "refund-policy", corpus=own)
    told = json.loads(run("restore", tmp_path / "shop.pincite", "--json", corpus=own).stdout)
    assert (told["added"], told["changed"], told["deleted"], told["aside"]) == (2, 0, 0, None)


def test_a_restore_needs_a_backup_and_a_place(
    run: Run, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    got = run("restore", own / "pincite.toml", corpus=own)
    assert got.exit_code == 2
    assert got.stderr.endswith("is no backup of Pincite: expected a file that pincite backup wrote\n")
    monkeypatch.chdir(tmp_path)
    assert "name a folder for it" in run("restore", "x.pincite").stderr


def test_doctor_names_each_fault_with_its_fix_and_ends_with_1(run: Run, own: Path) -> None:
    assert (run("doctor", corpus=own).exit_code, run("doctor", corpus=own).stdout) == (
        0,
        "Healthy: nothing was found.\n",
    )
    (own / "policies" / "order.md").unlink()
    (own / ".pincite" / ".holder.7.part").write_bytes(b"x")
    got = run("doctor", corpus=own)
    assert got.exit_code == 1
    assert "stale-sources: 1. " in got.stdout
    assert "    policies/order.md is gone\n    fix: type pincite sync" in got.stdout
    assert "pincite doctor --fix mends" in got.stderr
    mended = [json.loads(line) for line in run("doctor", "--fix", "--json", corpus=own).stdout.splitlines()]
    assert {each["kind"]: each["mended"] for each in mended} == {"leftover-files": True, "stale-sources": False}
    run("sync", corpus=own)
    assert run("doctor", corpus=own).exit_code == 0
