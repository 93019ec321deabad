"""``pincite trace``."""

from __future__ import annotations

from dataclasses import asdict

import click

from pincite.cli.group import group
from pincite.cli.options import json_option
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

__all__ = ["trace"]


@group("trace")
def trace() -> None:
    """Show the steps of an earlier answer."""


@trace.command(
    "show",
    details="Without ID, the last answer. A trace holds ids and counts, no text of documents. IDs are in ask --json.",
    examples="""
    pincite trace show
    pincite trace show 4f1d9c0a77b3e215 --json
    """,
)
@click.argument("trace_id", metavar="[ID]", required=False)
@json_option
@click.pass_obj
def _show(session: Session, trace_id: str | None, as_json: bool) -> None:
    """Show the steps of one answer: what each decided, and how long it took."""
    from pincite.cli.answers import events_text
    from pincite.cli.layout import columns
    from pincite.errors import InputError

    with session.open() as corpus:
        found = corpus.trace(trace_id) if trace_id else corpus.last_answer()
    if found is None:
        raise InputError('there is no answer yet to show the steps of: begin with pincite ask "…"')
    if as_json:
        emit(asdict(found))
        return
    say(f"{found.kind} {found.trace_id} at {found.at}\n")
    say(events_text(found.events))
    say()
    say(columns(("FACT", "VALUE"), sorted((name, str(value)) for name, value in found.facts.items())))
