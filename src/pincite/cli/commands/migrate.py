"""``pincite migrate``."""

from __future__ import annotations

import click

from pincite.cli.generations import margin_option, measure_of, print_migrated
from pincite.cli.group import command
from pincite.cli.options import json_option
from pincite.cli.progress import Meter
from pincite.cli.readiness import make_ready
from pincite.cli.session import Session

__all__ = ["migrate"]


@command(
    "migrate",
    details="After an upgrade of Pincite, or a change of the settings that decide how documents are read, cut, indexed "
    "or embedded. The new generation is built beside the old one, which answers questions and takes documents in "
    "meanwhile; only what changed is done again. It is checked (counts, vectors, and recall on the labelled questions "
    "that [corpus] questions names) and takes over in one step. A run that was stopped goes on where it was.",
    examples="""
    pincite migrate
    pincite migrate --rollback
    """,
)
@click.option("--rollback", is_flag=True, help="Go back to the generation before, as far as it is kept.")
@click.option("--leave-out", is_flag=True, help="When going back, leave out what cannot be made as it was then.")
@margin_option
@json_option
@click.pass_obj
def migrate(session: Session, rollback: bool, leave_out: bool, margin: float, as_json: bool) -> None:
    """Rebuild the corpus as its settings say now, while it answers."""
    with session.open() as corpus, Meter() as meter:
        make_ready(corpus.config)
        measure = measure_of(corpus)
        done = corpus.migrate(rollback=rollback, leave_out=leave_out, measure=measure, margin=margin, progress=meter)
    print_migrated(done, as_json=as_json)
