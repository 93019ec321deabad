"""``pincite rebuild``."""

from __future__ import annotations

import click

from pincite.cli.group import command
from pincite.cli.screen import plural, say
from pincite.cli.session import Session

__all__ = ["rebuild"]


@command(
    "rebuild",
    details="The index is a cache of the catalog. It is built beside the old one, which answers until the new one "
    "takes over. No model is called, and every ranking stays as it is.",
    examples="pincite rebuild",
)
@click.pass_obj
def rebuild(session: Session) -> None:
    """Build the index anew from the catalog."""
    import time

    start = time.monotonic()
    with session.open() as corpus:
        count = corpus.rebuild()
    say(f"Built the index anew: {plural(count, 'point')} in {time.monotonic() - start:.1f} s, no model called.")
