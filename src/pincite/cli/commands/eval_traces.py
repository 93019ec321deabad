"""``pincite eval from-traces``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pincite.cli.group import command
from pincite.cli.measuring import FILE
from pincite.cli.screen import emit, note, plural

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.cli.session import Session

__all__ = ["from_traces"]


@command(
    "from-traces",
    details="An answer is accepted with pincite trace accept. Its question becomes a label that wants the sections "
    "which the answer cites, asked as whoever asked it; an accepted abstention becomes an unanswerable question.",
    examples="""
    pincite eval from-traces > eval/accepted.jsonl
    pincite eval from-traces --out eval/accepted.jsonl
    """,
)
@click.option("--out", type=FILE, metavar="FILE", help="Write them into this file (standard output).")
@click.pass_obj
def from_traces(session: Session, out: Path | None) -> None:
    """Turn accepted answers into labelled questions, one JSON object a line."""
    import json

    from pincite.corpus.accepting import accepted
    from pincite.errors import InputError
    from pincite.evaluate.accepted import label_data, labels_of

    found = labels_of(accepted(session.settings().state))
    if not found:
        raise InputError("no answer was accepted yet: ask a question, look at its citations, then pincite trace accept")
    if out is None:
        for each in found:
            emit(label_data(each))
        return
    out.write_text("".join(json.dumps(label_data(e), ensure_ascii=False) + "\n" for e in found), encoding="utf-8")
    note(f"{plural(len(found), 'labelled question')}: {out}")
