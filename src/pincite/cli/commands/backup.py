"""``pincite backup``."""

from __future__ import annotations

from pathlib import Path

import click

from pincite.cli.group import command
from pincite.cli.options import json_option
from pincite.cli.progress import Meter
from pincite.cli.screen import emit, note, plural, say
from pincite.cli.session import Session

__all__ = ["backup"]


@command(
    "backup",
    details="The file holds every document, with history, snapshots, originals and settings; the index is built from "
    "it. Others may ask and write meanwhile. It is read again at once to see that it holds, and for you alone to read.",
    examples="""
    pincite backup ~/backups/handbook-2026-05-01.pincite
    pincite backup /mnt/backups/handbook.pincite --corpus handbook
    """,
)
@click.argument("file", type=click.Path(path_type=Path))
@json_option
@click.pass_obj
def backup(session: Session, file: Path, as_json: bool) -> None:
    """Write the corpus into one file."""
    from pincite.cli.keeping import megabytes

    with session.open() as corpus, Meter() as meter:
        done = corpus.backup(file, progress=meter)
    counts = {"bytes": done.n_bytes, "revisions": done.n_revisions, "originals": done.n_originals}
    if as_json:
        emit({"file": str(file), **counts, "missing": list(done.missing), "sequence": str(done.sequence)})
        return
    say(
        f"{file}: {plural(done.n_revisions, 'revision')}, {plural(done.n_originals, 'original')}, "
        f"{megabytes(done.n_bytes)}; read again, and it holds."
    )
    if done.missing:
        shown = ", ".join(done.missing[:3]) + (", …" if len(done.missing) > 3 else "")
        note(f"Without the originals of {shown}, which are gone or damaged here: pincite doctor --fix may mend them.")
