"""``pincite eval diff`` and ``pincite eval list``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pincite.cli.group import command
from pincite.cli.measuring import FILE
from pincite.cli.options import json_option
from pincite.cli.screen import emit, note, say

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.cli.session import Session

__all__ = ["diff", "list_"]


@command(
    "diff",
    details="A and B are ids of results, as pincite eval list shows them, or begin such ids; last is the newest, "
    "last-1 the one before. Without them, these two. A fall of retrieval is never the model's: the data plane is "
    "looked at first.",
    examples="""
    pincite eval diff
    pincite eval diff f87cfe 394d82
    pincite eval diff last-3 last --report diff.html
    """,
)
@click.argument("before", metavar="[A]", default="last-1")
@click.argument("after", metavar="[B]", default="last")
@click.option("--report", type=FILE, metavar="FILE", help="Write both results side by side as a page.")
@json_option
@click.pass_obj
def diff(session: Session, before: str, after: str, report: Path | None, as_json: bool) -> None:
    """List what changed between two results, and say where to look first."""
    from pincite.cli.measures import difference_json, difference_text
    from pincite.evaluate import ResultStore, difference, report_html

    store = ResultStore(session.settings().state)
    first, second = store.get(before), store.get(after)
    found = difference(first, second)
    if as_json:
        emit({"before": first.id, "after": second.id, **difference_json(found)})
    else:
        say(f"{first.id} ({first.name}, {first.at}) against {second.id} ({second.name}, {second.at})\n")
        say(difference_text(found))
    if report:
        report.write_text(report_html(first, second), encoding="utf-8")
        note(f"Report: {report}")


@command(
    "list",
    details="The oldest first. What a result was made on is in its JSON.",
    examples="""
    pincite eval list
    pincite eval list --json
    """,
)
@json_option
@click.pass_obj
def list_(session: Session, as_json: bool) -> None:
    """List the results that are kept in the corpus."""
    from pincite.cli.layout import columns
    from pincite.cli.measures import result_json
    from pincite.evaluate import ResultStore

    found = ResultStore(session.settings().state).all()
    if as_json:
        for each in found:
            emit(result_json(each, each.name))
        return
    rows = [(r.id, r.measured, r.name, r.at, len(r.outcomes), r.facts.get("sequence", "")) for r in found]
    say(columns(("RESULT", "MEASURED", "SETTINGS", "AT", "QUESTIONS", "SEQUENCE"), rows, right=frozenset({4, 5})))
