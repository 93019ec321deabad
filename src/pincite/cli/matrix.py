"""Writes who may read what for people, as comma-separated values and as JSON."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from pincite.cli.layout import columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.access.matrix import Row

__all__ = ["matrix_csv", "matrix_json", "matrix_text"]


def matrix_text(rows: Sequence[Row]) -> str:
    """Return one line per version: "yes" under each principal that may read it, then the rule."""
    names = list(rows[0].decisions)
    lines = [
        (row.tenant, row.document, row.version, *_marks(row, yes="yes", no="-"), row.rule or "no access stated")
        for row in rows
    ]
    return columns(("TENANT", "DOCUMENT", "VERSION", *names, "RULE"), lines)


def matrix_csv(rows: Sequence[Row]) -> str:
    """Return the same with a head line, "yes" or "no", and the names that let somebody in."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["tenant", "document", "version", *(rows[0].decisions if rows else ()), "readers", "rule"])
    for row in rows:
        cells = [
            row.tenant,
            row.document,
            row.version,
            *_marks(row, yes="yes", no="no"),
            " ".join(row.readers),
            row.rule,
        ]
        writer.writerow([_harmless(each) for each in cells])
    return out.getvalue().rstrip("\n")


def matrix_json(row: Row) -> dict[str, Any]:
    """Return one version with the decision for each principal."""
    return {
        "tenant": row.tenant,
        "document": row.document,
        "version": row.version or None,
        "readers": list(row.readers),
        "rule": row.rule,
        "may_read": {name: each.allowed for name, each in row.decisions.items()},
        "decided_by": {name: each.rule for name, each in row.decisions.items()},
    }


def _marks(row: Row, *, yes: str, no: str) -> list[str]:
    return [yes if each.allowed else no for each in row.decisions.values()]


def _harmless(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
