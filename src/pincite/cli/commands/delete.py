"""``pincite delete``."""

from __future__ import annotations

import click

from pincite.cli.group import command
from pincite.cli.screen import note, plural, say
from pincite.cli.session import Session

__all__ = ["delete"]


@command(
    "delete",
    details="It is gone for every reader at once. Its file is not touched: take it out of its source, or it comes back "
    "when it changes.",
    examples="""
    pincite delete policies/refund --version 1
    pincite delete policies/refund
    """,
)
@click.argument("document")
@click.option("--version", metavar="V", help="Only this version (all).")
@click.option("--tenant", metavar="T", help="Of this tenant (the corpus's).")
@click.pass_obj
def delete(session: Session, document: str, version: str | None, tenant: str | None) -> None:
    """Delete a document, or one version of it."""
    with session.open() as corpus:
        count = corpus.delete(document, version=version, tenant=tenant)
    say(f"Deleted {plural(count, 'revision')} of {document}.")
    note("The file is still where it was; take it out of its source too.")
