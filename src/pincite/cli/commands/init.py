"""``pincite init``."""

from __future__ import annotations

from pathlib import Path

import click

from pincite.cli.group import command
from pincite.cli.screen import note, say
from pincite.cli.session import Session

__all__ = ["init"]


@command(
    "init",
    details="DIR is made where it is missing; without it, the working folder is meant. A settings file that is there "
    "already is never overwritten.",
    examples="""
    pincite init
    pincite init handbook --tenant acme
    """,
)
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option("--tenant", default="default", metavar="T", show_default=True, help="The corpus's tenant.")
@click.pass_obj
def init(session: Session, folder: Path | None, tenant: str) -> None:
    """Write a commented pincite.toml."""
    from pincite.config import write_template

    file = write_template(folder or session.corpus_folder or Path(), tenant=tenant)
    say(str(file))
    note("Next: pincite add PATH --access public")
