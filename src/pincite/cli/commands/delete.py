"""``pincite delete``."""

from __future__ import annotations

import click

from pincite.cli.group import command
from pincite.cli.options import json_option
from pincite.cli.screen import emit, note, plural, say
from pincite.cli.session import Session

__all__ = ["delete"]


@command(
    "delete",
    details="It is gone for every reader at once; older states keep it until pincite vacuum. Its file is not touched: "
    "take it out of its source, or it comes back when it changes. With --purge it is removed from every state and "
    "everything on the disk, all bytes are looked through for its text, and it stays out, whatever sources and backups "
    "bring, until pincite sync --readmit DOCUMENT. Exit code 1 where some of it is still found.",
    examples="""
    pincite delete policies/refund --version 1
    pincite delete policies/refund
    pincite delete people/anna --purge
    """,
)
@click.argument("document")
@click.option("--version", metavar="V", help="Only this version (all).")
@click.option("--tenant", metavar="T", help="Of this tenant (the corpus's).")
@click.option("--purge", is_flag=True, help="Remove it from every state and from the disk, and keep it out.")
@json_option
@click.pass_context
def delete(
    ctx: click.Context, document: str, version: str | None, tenant: str | None, purge: bool, as_json: bool
) -> None:
    """Delete a document, or one version of it."""
    session: Session = ctx.obj
    if purge:
        ctx.exit(_purge(session, document, version, tenant, as_json=as_json))
    with session.open() as corpus:
        count = corpus.delete(document, version=version, tenant=tenant)
        files = [each.path for each in corpus.differing() if each.document == document]
    if as_json:
        emit({"document": document, "revisions": count})
        return
    say(f"Deleted {plural(count, 'revision')} of {document}.")
    if files:
        note(f"Still where it was: {', '.join(files)}; take it out too, or it comes back when it changes.")


def _purge(session: Session, document: str, version: str | None, tenant: str | None, *, as_json: bool) -> int:
    from pincite.cli.failures import FAILED
    from pincite.cli.keeping import purge_json, purge_text

    with session.open() as corpus:
        done = corpus.purge(document, version=version, tenant=tenant)
    if as_json:
        emit(purge_json(document, done))
    else:
        say(purge_text(document, done))
        note(
            "Its file and backups made before are not touched; sync and restore leave it out until: "
            f"pincite sync --readmit {document}"
        )
    return 0 if done.proven else FAILED
