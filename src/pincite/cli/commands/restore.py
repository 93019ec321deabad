"""``pincite restore``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.group import command
from pincite.cli.options import json_option
from pincite.cli.reports import differing_json, differing_text
from pincite.cli.screen import emit, note, plural, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from pincite.corpus.restoring import FromFile
    from pincite.lifecycle.differing import Differing
    from pincite.lifecycle.snapshots import Restored

__all__ = ["restore"]


@command(
    "restore",
    details="Into a corpus that is there, the backup comes as a new state: nobody reads more than they may today, and "
    "what was purged stays out; files that say something else now are listed. A state that cannot be read any more is "
    "moved aside, and nobody reads what comes in its place until pincite sync has read from the sources who may: whom "
    "they shut out since the backup is known nowhere else. A folder without a corpus gets the settings too. A file "
    "that is damaged, or no backup, changes nothing.",
    examples="""
    pincite restore ~/backups/handbook-2026-05-01.pincite
    pincite restore handbook.pincite --corpus new-handbook
    """,
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--trust-access",
    is_flag=True,
    help="Let in whom the backup lets in, also where the catalog that came after is lost.",
)
@json_option
@click.pass_obj
def restore(session: Session, file: Path, trust_access: bool, as_json: bool) -> None:
    """Make the corpus what a backup says."""
    from pincite.corpus import restore as restore_file

    place = _place(session)
    done = restore_file(file, place, trusts_access=trust_access, wait_s=session.wait_s, command=session.command)
    apart: tuple[Differing, ...] = ()
    if done.restored is not None:
        with session.open_at(place) as corpus:
            apart = corpus.differing()
    if as_json:
        emit(_shape(done) | {"differing": differing_json(apart)})
        return
    _tell(done, apart)


def _tell(done: FromFile, apart: tuple[Differing, ...]) -> None:
    say(f"Restored the backup of {done.at}.")
    if done.restored is not None:
        _tell_changes(done.restored)
    if done.aside is not None:
        note(f"The state that was there could not be read; it stands in {done.aside} now.")
    if done.n_closed:
        note(
            f"Nobody may read {plural(done.n_closed, 'revision')} for now: whom the sources shut out since the backup "
            "is not known. Type pincite sync: it reads from them who may."
        )
    elif done.restored is None:
        note("Who may read is as of the backup; pincite sync states it anew from the sources.")
    if apart:
        say("\n".join(differing_text(apart)))
    if done.wrote_settings:
        note("The settings of the backup were written too; see that the sources in them are there.")


def _tell_changes(restored: Restored) -> None:
    it = restored.committed
    say(f"{it.n_added:,} added, {it.n_changed:,} changed, {it.n_removed:,} deleted.")
    if restored.n_narrowed:
        note(f"{plural(restored.n_narrowed, 'revision')} came back for fewer readers than the backup says.")
    if restored.n_purged:
        note(f"{plural(restored.n_purged, 'revision')} stayed out: purged, here or there.")


def _place(session: Session) -> Path:
    from pincite.errors import InputError, Missing

    try:
        return session.place()
    except Missing:
        raise InputError(
            "there is no corpus here or above to restore into: name a folder for it: pincite --corpus DIR restore FILE"
        ) from None


def _shape(done: FromFile) -> dict[str, Any]:
    counts: dict[str, Any] = {}
    if done.restored is not None:
        it = done.restored.committed
        counts = {"added": it.n_added, "changed": it.n_changed, "deleted": it.n_removed}
        counts |= {"narrowed": done.restored.n_narrowed, "purged": done.restored.n_purged}
    aside = None if done.aside is None else str(done.aside)
    return {
        "at": done.at,
        **counts,
        "aside": aside,
        "wrote_settings": done.wrote_settings,
        "closed_until_sync": done.n_closed,
    }
