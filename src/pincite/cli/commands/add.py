"""``pincite add``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pincite.cli.group import command
from pincite.cli.options import json_option, names, password_option
from pincite.cli.progress import Meter
from pincite.cli.readiness import make_ready
from pincite.cli.reports import report_json, report_text, scorecard_text
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from pincite.ingest.passwords import Passwords

__all__ = ["add"]


@command(
    "add",
    details="Each PATH becomes a source in pincite.toml, and is read at once. Nobody may read what no rule opens: say "
    "--access public for everyone of the tenant, or name groups. Adding a path again changes what is stated of it.",
    examples=r"""
    pincite add policies/ --access public
    pincite add staff/ --access staff,user:anna
    pincite add policies/ --access public --pattern '(?P<topic>[^/]+)-v(?P<version>\d+)\.md$'
    pincite add big-folder/ --access public --dry-run
    pincite add contracts/ --access legal --password-file ~/contract-passwords.txt
    """,
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--name", metavar="NAME", help="Name of the source (the folder's).")
@click.option("--tenant", metavar="T", help="Tenant of its documents (the corpus's).")
@click.option("--access", multiple=True, metavar="G,G", help="Who may read: groups, user:NAME, or public.")
@click.option("--pattern", metavar="REGEX", help="Searched in each path; named groups such as version are metadata.")
@click.option("--strict", is_flag=True, help="Fail on the first file that cannot be taken in.")
@click.option("--dry-run", is_flag=True, help="Only say what would happen.")
@password_option
@click.option("-v", "--verbose", is_flag=True, help="List every note on every file, and all that was skipped.")
@json_option
@click.pass_obj
def add(
    session: Session,
    paths: tuple[Path, ...],
    name: str | None,
    tenant: str | None,
    access: tuple[str, ...],
    pattern: str | None,
    strict: bool,
    dry_run: bool,
    passwords: Passwords | tuple[str, ...],
    verbose: bool,
    as_json: bool,
) -> None:
    """Add files and folders to the corpus and read them."""
    groups = [each for text in access for each in names(text)] if access else None
    with session.open() as corpus, Meter() as meter:
        make_ready(corpus.config, dry_run=dry_run)
        try:
            report = corpus.add(
                *paths,
                name=name,
                tenant=tenant,
                access=groups,
                pattern=pattern,
                strict=strict,
                dry_run=dry_run,
                passwords=passwords,
                progress=meter,
            )
        finally:
            corpus.forget_pages()
    if as_json:
        emit(report_json(report))
        return
    say(report_text(report, verbose=verbose))
    if report.scorecard is not None:
        say()
        say(scorecard_text(report.scorecard))
