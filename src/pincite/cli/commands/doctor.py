"""``pincite doctor``."""

from __future__ import annotations

from dataclasses import asdict

import click

from pincite.cli.group import command
from pincite.cli.options import json_option
from pincite.cli.screen import emit, note, say
from pincite.cli.session import Session

__all__ = ["doctor"]


@command(
    "doctor",
    details="Looks at the catalog, the index point by point, originals, vectors, documents, versions, chunks and "
    "sources, and says for each kind of fault how often it is there and what to do. --fix mends what can be mended "
    "without harm: the index, a first sync that was cut off, a lock left behind, vectors that are "
    "missing, originals that their sources still have. "
    "Exit code 1 where something is wrong, 0 for a healthy corpus.",
    examples="""
    pincite doctor
    pincite doctor --fix
    pincite doctor --json
    """,
)
@click.option("--fix", is_flag=True, help="Mend what can be mended without harm.")
@json_option
@click.pass_context
def doctor(ctx: click.Context, fix: bool, as_json: bool) -> None:
    """Look for what is wrong with the corpus."""
    from pincite.cli.failures import FAILED
    from pincite.cli.keeping import finding_text

    session: Session = ctx.obj
    with session.open() as corpus:
        found = corpus.doctor(fix=fix)
    left = [each for each in found if not each.mended]
    for each in found:
        if as_json:
            emit(asdict(each))
        else:
            say(finding_text(each))
    if not as_json and not found:
        say("Healthy: nothing was found.")
    if not as_json and not fix and any(each.mends for each in left):
        note("pincite doctor --fix mends what it says it does.")
    ctx.exit(FAILED if left else 0)
