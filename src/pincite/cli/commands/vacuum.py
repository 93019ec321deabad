"""``pincite vacuum``."""

from __future__ import annotations

import click

from pincite.cli.group import command
from pincite.cli.options import json_option
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

__all__ = ["vacuum"]


@command(
    "vacuum",
    details="What was replaced or deleted is kept for readers that are under way and for snapshots. This removes "
    "what none of them needs any more, gives the room back to the disk, and writes the index anew where much was "
    "stale.",
    examples="""
    pincite vacuum
    pincite vacuum --keep-days 30
    """,
)
@click.option(
    "--keep-days", type=click.FloatRange(min=0), default=0, metavar="N", help="Keep what was replaced since then (0)."
)
@json_option
@click.pass_obj
def vacuum(session: Session, keep_days: float, as_json: bool) -> None:
    """Remove what no reader and no snapshot needs, and compact."""
    from dataclasses import asdict

    from pincite.cli.keeping import vacuum_text

    with session.open() as corpus:
        done = corpus.vacuum(keep_days=keep_days)
    if as_json:
        emit({name.removeprefix("n_"): value for name, value in asdict(done).items()})
    else:
        say(vacuum_text(done))
