"""Who may read what, what changed and what replaced what, through the real door."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]


def lines(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_changes_show_old_beside_new_under_the_section_and_end_with_the_coverage(run: Run, shop: Path) -> None:
    shown = run("changes", "--since", "2024-01-01", corpus=shop).stdout
    assert "refund-policy (Refund policy): changed, version 1 to version 2, in force since 2025-03-01" in shown
    assert "    + | Refund window | 30 days |" in shown
    assert (
        shown.rstrip().splitlines()[-1].startswith("2 of 2 documents compared: 1 changed, 1 unchanged (2024-01-01 to ")
    )


def test_changes_as_json_end_with_the_coverage(run: Run, shop: Path) -> None:
    *documents, coverage = lines(run("changes", "--since", "2024-01-01", "--json", "--as", "anna", corpus=shop))
    assert [each["document"] for each in documents] == ["refund-policy"]
    assert (coverage["compared"], coverage["total"]) == (3, 3)


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("--since", "yesterday"), 2, "'yesterday' is not a day: expected YYYY-MM-DD"),
        ((), 2, "Missing option '--since'"),
        (("--since", "2024-01-01", "nothing"), 1, "no document 'nothing' among what you may read"),
        (("--since", "2024-01-01", "--until", "2023-01-01"), 2, "expected the later day second"),
    ],
)
def test_changes_say_what_is_wrong(run: Run, shop: Path, args: tuple[str, ...], code: int, message: str) -> None:
    result = run("changes", *args, corpus=shop)
    assert (result.exit_code, message in result.stderr) == (code, True)


def test_versions_name_what_replaced_them(run: Run, shop: Path) -> None:
    first, second = lines(run("list", "versions", "refund-policy", "--json", corpus=shop))
    assert first["replaced_by"] == [
        {"document": "refund-policy", "version": "2", "since": "2025-03-01", "section": None, "applies_to": []}
    ]
    assert second["replaced_by"] == []
    assert "refund-policy 2" in run("list", "versions", "refund-policy", corpus=shop).stdout


def test_the_matrix_sets_documents_against_principals_and_names_the_rule(run: Run, shop: Path) -> None:
    head, *rows = run("access", "matrix", corpus=shop).stdout.splitlines()
    assert head.split() == ["TENANT", "DOCUMENT", "VERSION", "(anyone)", "anna", "RULE"]
    assert [row.split()[-4:] for row in rows if "refund-policy" in row] == [["yes", "yes", "source", "policies"]] * 2
    (staff,) = [row.split() for row in rows if "staff" in row]
    assert staff[-4:] == ["-", "yes", "source", "staff"]


def test_the_matrix_as_csv_and_as_json_say_the_same(run: Run, shop: Path) -> None:
    table = list(csv.DictReader(io.StringIO(run("access", "matrix", "--csv", corpus=shop).stdout)))
    rows = lines(run("access", "matrix", "--json", corpus=shop))
    assert [row["anna"] == "yes" for row in table] == [row["may_read"]["anna"] for row in rows]
    assert run("access", "matrix", "--csv", "--json", corpus=shop).exit_code == 2


def test_the_matrix_of_unknown_names_is_one_clear_line(run: Run, shop: Path) -> None:
    assert "unknown principal 'ana'" in run("access", "matrix", "--as", "ana", corpus=shop).stderr
    assert "no document 'none'" in run("access", "matrix", "none", corpus=shop).stderr


def test_a_key_is_made_listed_changed_and_revoked(run: Run, own: Path) -> None:
    made = run("access", "key", "create", "desk tablet", "--group", "staff", "--expires", "2099-01-01", corpus=own)
    text = made.stdout.strip()
    assert text.startswith("pck_")
    assert "It is not shown again" in made.stderr
    key_id = text.split("_")[1]
    (row,) = lines(run("access", "key", "list", "--json", corpus=own))
    assert (row["id"], row["groups"], row["valid"]) == (key_id, ["staff"], True)
    assert "is now for tenant shop, desk" in run("access", "key", "change", key_id, "desk", corpus=own).stdout
    assert run("access", "key", "revoke", key_id, corpus=own).exit_code == 0
    listed = run("access", "key", "list", corpus=own).stdout
    assert "revoked" in listed
    assert text not in listed


def test_a_key_for_a_configured_name_follows_the_settings(run: Run, own: Path) -> None:
    (made,) = lines(run("access", "key", "create", "x", "--as", "anna", "--json", corpus=own))
    assert (made["principal"], str(made["key"]).startswith("pck_")) == ("anna", True)
    both = run("access", "key", "create", "x", "--as", "anna", "--group", "g", corpus=own)
    assert (both.exit_code, "give either --as, or the others" in both.stderr) == (2, True)
    assert "unknown principal 'bob'" in run("access", "key", "create", "x", "--as", "bob", corpus=own).stderr
    assert "no API key 'none'" in run("access", "key", "revoke", "none", corpus=own).stderr


def test_a_warning_stands_under_the_answer(run: Run, own: Path) -> None:
    page = own / "policies" / "refund-v2.md"
    page.write_text(page.read_text() + "\nMore.\n")
    result = run("ask", "What is the refund window?", corpus=own)
    shown = result.stdout
    assert result.exit_code == 0, result.stderr
    assert "Note: policies/refund-v2.md has changed since it was read: run pincite sync" in shown
