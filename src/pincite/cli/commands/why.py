"""``pincite why``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pincite.cli.asking import in_option, opened
from pincite.cli.group import command
from pincite.cli.options import DAY, Asker, asker_options, json_option, question_of, route_option
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from pincite.diagnose import Why

__all__ = ["why"]


class _Passage(click.types.StringParamType):
    """A document, or a section of one."""

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """Say what has to be named, and where to find it."""
        return (
            "Name the passage that should have answered, by its document and, after #, a heading or its number: "
            '--expect refund-policy#Limits. "pincite list" shows the documents, "pincite show DOC" the headings of one.'
        )


@command(
    "why",
    details="Say with --expect which passage should have answered: it has to be given, for what became of it is tried, "
    "stage by stage, and not guessed. For administrators: it tells of what the asker may not see.",
    examples="""
    pincite why "What is the refund window?" --expect policies/refund#Limits
    pincite why "What is the fraud extension?" --expect staff/fraud-desk --as visitor --json
    pincite why "How long is the notice?" --expect lease --in ./papers
    """,
)
@click.argument("question", nargs=-1, required=True)
@click.option(
    "--expect",
    required=True,
    type=_Passage(),
    metavar="DOC[#SECTION]",
    help="The passage that should have answered: a document's id, and a heading or its number.",
)
@in_option
@asker_options
@click.option("--as-of", type=DAY, metavar="DATE", help="The day that was asked about (today).")
@click.option("--applies-to", metavar="X", help="What was asked about, where documents say what they apply to.")
@route_option
@click.option(
    "-k", type=click.IntRange(min=1), default=5, metavar="N", show_default=True, help="Passages of the answer."
)
@json_option
@click.pass_obj
def why(
    session: Session,
    question: tuple[str, ...],
    expect: str,
    folder: Path | None,
    asker: Asker,
    as_of: date | None,
    applies_to: str | None,
    route: str | None,
    k: int,
    as_json: bool,
) -> None:
    """Name the stage at which an expected passage was lost."""
    text = question_of(question)
    with opened(session, folder, asker, route=route) as (corpus, principal):
        from pincite.diagnose import why as look
        from pincite.diagnose import why_json

        found = look(corpus, text, expect, principal=principal, k=k, as_of=as_of, applies_to=applies_to, route=route)
        if as_json:
            emit(why_json(found))
        else:
            say(_text(found))


def _text(found: Why) -> str:
    if found.loss is None:
        return f"Not lost: {found.expected} was {found.evidence}."
    rank = f" (rank {found.rank})" if found.rank else ""
    lines = [f"Lost at {found.stage}: {found.loss.value}{rank}", f"Evidence: {found.evidence}"]
    return "\n".join([*lines, *([f"Try: {found.fix}"] if found.fix else [])])
