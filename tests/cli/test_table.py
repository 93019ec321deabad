from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]
ASKED = "What is the refund window in each policy?"


def test_a_table_shows_rows_totals_coverage_and_sources(run: Run, shop: Path) -> None:
    done = run("table", ASKED, corpus=shop)
    lines = done.stdout.splitlines()
    assert done.exit_code == 0, done.stderr
    assert lines[0].split() == ["DOCUMENT", "VALUE", "SOURCE", "VERDICT"]
    assert any("Refund policy, v2" in line and "30 days" in line and "[1]" in line for line in lines)
    assert "2 of 2 policies read; found in 1, not found in 1" in done.stdout
    assert '[1] Refund policy, v2, Limits: "| Refund window | 30 days |"' in done.stdout


def test_csv_has_a_row_for_each_document(run: Run, shop: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("table", ASKED, "--csv", corpus=shop).stdout)))
    assert [(row["document"], row["value"], row["verdict"]) for row in rows] == [
        ("policies/order", "", "not found"),
        ("refund-policy", "30 days", "consistent"),
    ]


def test_json_is_one_object_with_rows_citations_totals_and_coverage(run: Run, shop: Path) -> None:
    shape = json.loads(run("table", ASKED, "--json", corpus=shop).stdout)
    assert shape["coverage"] == {
        "documents": 2,
        "read": 2,
        "found": 1,
        "line": "2 of 2 policies read; found in 1, not found in 1",
    }
    assert [row["value"] for row in shape["rows"]] == [None, "30 days"]
    assert shape["citations"][0]["quote"] == "| Refund window | 30 days |"
    assert {"kind": "count", "value": 1, "unit": None, "documents": ["refund-policy"]} in shape["totals"]


def test_two_forms_at_once_are_wrong_usage(run: Run, shop: Path) -> None:
    done = run("table", ASKED, "--csv", "--json", corpus=shop)
    assert done.exit_code == 2
    assert "give one of them" in done.stderr


def test_staff_pages_have_a_row_for_staff_only(run: Run, shop: Path) -> None:
    assert "Fraud" not in run("table", "At which extension is each desk reached?", corpus=shop).stdout
    assert "Fraud desk" in run("table", "At which extension is each desk reached?", "--as", "anna", corpus=shop).stdout


def test_a_source_leaves_only_its_documents_and_the_coverage_counts_them(run: Run, shop: Path) -> None:
    listed = [json.loads(line) for line in run("list", "--json", corpus=shop).stdout.splitlines()]
    source = next(row["source"] for row in listed if row["document"] == "refund-policy")
    shape = json.loads(run("table", ASKED, "--source", source, "--json", corpus=shop).stdout)
    assert shape["coverage"]["documents"] == len(shape["rows"])
    nothing = json.loads(run("table", ASKED, "--source", "no-such-source", "--json", corpus=shop).stdout)
    assert (nothing["rows"], nothing["coverage"]["documents"]) == ([], 0)
    pattern = json.loads(run("table", ASKED, "--source", "*refund*", "--json", corpus=shop).stdout)
    assert [row["document"] for row in pattern["rows"]] == ["refund-policy"]
