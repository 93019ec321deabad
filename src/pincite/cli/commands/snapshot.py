"""``pincite snapshot``."""

from __future__ import annotations

import click

from pincite.cli.group import group
from pincite.cli.options import json_option
from pincite.cli.reports import differing_json, differing_text
from pincite.cli.screen import emit, note, plural, say
from pincite.cli.session import Session

__all__ = ["snapshot"]


@group("snapshot")
def snapshot() -> None:
    """Name states of the corpus, and go back to one."""


@snapshot.command(
    "create",
    details="What the state needs is kept until the name is deleted, whatever sync and vacuum do.",
    examples="pincite snapshot create before-the-move",
)
@click.argument("name")
@click.pass_obj
def _create(session: Session, name: str) -> None:
    """Name the present state."""
    with session.open() as corpus:
        row = corpus.create_snapshot(name)
    say(f"Snapshot {row.name}: state {row.sequence} of {row.at}.")


@snapshot.command("list", examples="pincite snapshot list")
@json_option
@click.pass_obj
def _list(session: Session, as_json: bool) -> None:
    """List the states that have a name."""
    from pincite.cli.keeping import print_snapshots

    with session.open() as corpus:
        print_snapshots(corpus, as_json=as_json)


@snapshot.command(
    "restore",
    details="The content of then becomes a new state. Who may read is as it is now, and what was purged stays out. "
    "Files are not touched: what is restored holds until a file of it changes; those that differ are listed.",
    examples="pincite snapshot restore before-the-move",
)
@click.argument("name")
@json_option
@click.pass_obj
def _restore(session: Session, name: str, as_json: bool) -> None:
    """Go back to the content of a named state."""
    with session.open() as corpus:
        done = corpus.restore_snapshot(name)
        apart = corpus.differing()
    it = done.committed
    if as_json:
        counts = {"added": it.n_added, "changed": it.n_changed, "deleted": it.n_removed, "moved": it.n_moved}
        emit(
            {
                "snapshot": name,
                "sequence": str(it.sequence),
                **counts,
                "narrowed": done.n_narrowed,
                "purged": done.n_purged,
                "differing": differing_json(apart),
            }
        )
        return
    say(f"Restored {name}: {it.n_added:,} added, {it.n_changed:,} changed, {it.n_removed:,} deleted.")
    if done.n_narrowed:
        note(
            f"{plural(done.n_narrowed, 'revision')} came back for fewer readers than before, by what holds today; "
            "pincite access check DOCUMENT says who."
        )
    if done.n_purged:
        note(f"{plural(done.n_purged, 'revision')} stayed out: purged.")
    if apart:
        say("\n".join(differing_text(apart)))


@snapshot.command(
    "delete",
    details="What only this state needed goes with the next pincite vacuum.",
    examples="pincite snapshot delete before-the-move",
)
@click.argument("name")
@click.pass_obj
def _delete(session: Session, name: str) -> None:
    """Forget a name."""
    with session.open() as corpus:
        corpus.delete_snapshot(name)
    say(f"Deleted snapshot {name}.")
