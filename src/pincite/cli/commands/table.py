"""``pincite table``."""

from __future__ import annotations

import click

from pincite.cli.group import command
from pincite.cli.options import Asker, Where, asker_options, json_option, question_of, where_options
from pincite.cli.progress import Meter
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

__all__ = ["table"]


@command(
    "table",
    details="Every document that may be read has its row, and one that does not say it has the verdict “not found”. "
    "Counts, sums, minima and maxima are computed from the rows. QUESTION - is read from standard input.",
    examples="""
    pincite table "Which of our contracts cap liability, and at how much?" --as legal
    pincite table "What is the notice period in each contract?" --csv > notice.csv
    pincite table "What is the notice period in each contract?" --source contracts
    pincite table "How many of our policies name a refund window?" --json
    """,
)
@click.argument("question", nargs=-1, required=True)
@asker_options
@where_options
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="NAME",
    help='Only this source, or a pattern over name and path ("contracts/2024/*"); may be repeated.',
)
@click.option("--csv", "as_csv", is_flag=True, help="The rows as CSV, with a header.")
@json_option
@click.pass_obj
def table(
    session: Session,
    question: tuple[str, ...],
    asker: Asker,
    where: Where,
    sources: tuple[str, ...],
    as_csv: bool,
    as_json: bool,
) -> None:
    """Ask every document the same question: one row for each."""
    if as_csv and as_json:
        raise click.UsageError("--csv and --json are two forms: give one of them.")
    from pincite.cli.tables import table_csv, table_json, table_text

    text = question_of(question)
    with session.open() as corpus, Meter() as meter:
        made = corpus.table(
            text, principal=asker.principal(corpus), sources=sources or None, progress=meter, **where.narrowing()
        )
    if as_json:
        emit(table_json(made))
    else:
        say(table_csv(made) if as_csv else table_text(made))
