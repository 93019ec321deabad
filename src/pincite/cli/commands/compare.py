"""``pincite compare``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.beside import own_state
from pincite.cli.group import command
from pincite.cli.options import DAY, Asker, asker_options, json_option, question_of
from pincite.cli.progress import Meter
from pincite.cli.screen import emit, note, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from pincite.answers import Stage
    from pincite.diagnose import Look, Parting

__all__ = ["compare"]

_WIDTH = 56


@command(
    "compare",
    details="Each stage is run under both settings files; the first that gives something else is named. A file is "
    "looked for here and then in the corpus folder; where it keeps a state of its own that is empty, its sources are "
    "read first. For administrators: it shows what the stages hold.",
    examples="""
    pincite compare "What is the refund window?" --config pincite.toml --config naive.toml
    pincite compare "Where is order O-48214?" --config a.toml --config b.toml --as staff --json
    """,
)
@click.argument("question", nargs=-1, required=True)
@click.option(
    "--config",
    "files",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="A settings file; give two.",
)
@asker_options
@click.option("--as-of", type=DAY, metavar="DATE", help="Read the versions in force on that day (today).")
@click.option(
    "-k", type=click.IntRange(min=1), default=5, metavar="N", show_default=True, help="Passages of the answer."
)
@json_option
@click.pass_obj
def compare(
    session: Session,
    question: tuple[str, ...],
    files: tuple[Path, ...],
    asker: Asker,
    as_of: date | None,
    k: int,
    as_json: bool,
) -> None:
    """Show two settings side by side on one question, and where they part."""
    from pincite.diagnose import parting

    if len(files) != 2:
        raise click.UsageError(
            f"compare takes two settings files, got {len(files)}: give --config A.toml --config B.toml"
        )
    text = question_of(question)
    first, second = (_look(session, file, text, asker, as_of, k, None) for file in files)
    if set(first.documents) != set(second.documents):  # so that both tell of the same documents
        both = sorted({*first.documents, *second.documents})
        first, second = (_look(session, file, text, asker, as_of, k, both) for file in files)
    found = parting(first, second)
    if as_json:
        emit(_shape(text, found))
    else:
        say(_text(found))


def _look(
    session: Session, file: Path, text: str, asker: Asker, as_of: date | None, k: int, also: Iterable[str] | None
) -> Look:
    from pincite.diagnose import look
    from pincite.pipeline.search import Request

    with own_state(file), session.open_at(session.beside(file)) as corpus, Meter() as meter:
        if corpus.config.sources and not corpus.sources():
            note(f"{file.name} holds nothing yet: reading its sources first.")
            corpus.sync(progress=meter)
        told = also is not None and not asker.stated  # as whom it is asked is said at the first look
        principal = corpus.principal() if told else asker.principal(corpus)
        request = Request(question=text, principal=principal, k=k, day=as_of or corpus.today())
        return look(corpus, request, name=file.name, also=tuple(also or ()))


def _text(found: Parting) -> str:
    names = (found.first.name, found.second.name)
    head = f"They part at {found.stage}." if found.stage else "No stage gives anything else."
    return "\n".join([head, *(_stage(found, stage, names) for stage in found.first.stages)])


def _stage(found: Parting, stage: Stage, names: tuple[str, str]) -> str:
    from itertools import zip_longest

    from pincite.cli.layout import columns

    if stage not in found.differs:
        return f"\n{stage}: the same"
    rows = [
        (_cut(one), "" if one == other else "|", _cut(other))
        for one, other in zip_longest(found.first.stages[stage], found.second.stages[stage], fillvalue="")
    ]
    return f"\n{stage}:\n{columns((names[0], '', names[1]), rows)}"


def _cut(line: str) -> str:
    from pincite.cli.layout import fold

    flat = fold(line)
    return flat if len(flat) <= _WIDTH else f"{flat[: _WIDTH - 1]}…"


def _shape(question: str, found: Parting) -> dict[str, Any]:
    looks = (found.first, found.second)
    return {
        "question": question,
        "parts_at": found.stage.value if found.stage else None,
        "differs": [stage.value for stage in found.differs],
        "configs": [
            {"config": each.name, "stages": {stage.value: list(lines) for stage, lines in each.stages.items()}}
            for each in looks
        ],
    }
