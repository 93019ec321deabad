"""``pincite sync``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pincite.cli.group import command
from pincite.cli.options import json_option, password_option
from pincite.cli.progress import Meter
from pincite.cli.readiness import make_ready
from pincite.cli.reports import report_json, report_text
from pincite.cli.screen import emit, note, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from pincite.ingest.passwords import Passwords

__all__ = ["sync"]


@command(
    "sync",
    details="Only what changed is parsed, and only texts that are new are embedded. After a restore or a deletion the "
    "corpus follows a file only when it changes: sync lists those that it does not follow, and --all takes in every "
    "file as it is now and deletes what no file states.",
    examples="""
    pincite sync
    pincite sync --dry-run
    pincite sync --all
    pincite sync --readmit policies/refund
    pincite sync --password-file passwords.txt
    """,
)
@click.option("--strict", is_flag=True, help="Fail on the first file that cannot be taken in.")
@click.option("--dry-run", is_flag=True, help="Only say what would happen.")
@click.option("--all", "all_files", is_flag=True, help="Read every file, also those that did not change.")
@click.option("--readmit", multiple=True, metavar="DOC", help="Take back a document that was purged; may be repeated.")
@password_option
@click.option("-v", "--verbose", is_flag=True, help="List every note on every file, and all that was skipped.")
@json_option
@click.pass_obj
def sync(
    session: Session,
    strict: bool,
    dry_run: bool,
    all_files: bool,
    readmit: tuple[str, ...],
    passwords: Passwords | tuple[str, ...],
    verbose: bool,
    as_json: bool,
) -> None:
    """Read every source again; what is gone is deleted."""
    with session.open() as corpus, Meter() as meter:
        if not corpus.config.sources:
            note("No source is registered yet; begin with: pincite add PATH --access public")
        make_ready(corpus.config, dry_run=dry_run)
        try:
            report = corpus.sync(
                strict=strict,
                dry_run=dry_run,
                all_files=all_files,
                readmit=readmit,
                passwords=passwords,
                progress=meter,
            )
        finally:
            corpus.forget_pages()
    if as_json:
        emit(report_json(report))
    else:
        say(report_text(report, verbose=verbose))
