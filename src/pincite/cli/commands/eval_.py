"""``pincite eval``."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pincite.cli.group import group
from pincite.cli.options import json_option
from pincite.cli.progress import Meter
from pincite.cli.screen import emit, note, say
from pincite.cli.session import Session
from pincite.errors import MissingExtra

if TYPE_CHECKING:
    from pincite.evaluate import Labelled, Result

__all__ = ["eval_"]


@group("eval")
def eval_() -> None:
    """Measure retrieval with labelled questions."""


if TYPE_CHECKING:
    _CutOffsType = click.ParamType[tuple[int, ...]]
else:
    _CutOffsType = click.ParamType  # not subscriptable in every version


class _CutOffs(_CutOffsType):
    """Whole numbers written as "3,10"."""

    name = "numbers"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        try:
            found = tuple(sorted({int(part) for part in str(value).split(",")}))
        except ValueError:
            self.fail(f"{value!r} is no list of whole numbers: expected such as 3,10", param, ctx)
        if found[0] < 1:
            self.fail(f"{value!r}: a cut-off is at least 1", param, ctx)
        return found


_FILE = click.Path(path_type=Path, dir_okay=False)


@eval_.command(
    "retrieval",
    details="QUERIES is JSONL: one labelled question a line, or BEIR's queries. A gate is comparisons joined by 'and'; "
    "where one does not hold, the exit code is 1.",
    examples="""
    pincite eval retrieval eval/queries.jsonl
    pincite eval retrieval eval/queries.jsonl --answers --gate 'recall@3 >= 0.95 and leaks == 0'
    pincite eval retrieval eval/queries.jsonl --compare naive.toml
    pincite eval retrieval queries.jsonl --qrels qrels/test.tsv --run-out run.trec
    """,
)
@click.argument("queries", type=_FILE)
@click.option(
    "--qrels", type=_FILE, metavar="FILE", help="Judgements in TREC or BEIR form, instead of the labels' own."
)
@click.option("--k", "ks", type=_CutOffs(), default="3,10", metavar="K,K", show_default=True, help="Cut-offs.")
@click.option("--answers", is_flag=True, help="Ask each question too, and measure refusals.")
@click.option("--compare", type=_FILE, metavar="CONFIG", help="Measure this settings file too, side by side.")
@click.option("--gate", multiple=True, metavar="EXPR", help="Fail unless it holds: 'recall@3 >= 0.95 and leaks == 0'.")
@click.option("--run-out", type=_FILE, metavar="FILE", help="Write the rankings as a TREC run.")
@click.option("--split", metavar="NAME", help="Only questions of this split.")
@json_option
@click.pass_obj
def _retrieval(
    session: Session,
    queries: Path,
    qrels: Path | None,
    ks: tuple[int, ...],
    answers: bool,
    compare: Path | None,
    gate: tuple[str, ...],
    run_out: Path | None,
    split: str | None,
    as_json: bool,
) -> None:
    """Measure what a search finds: recall, nDCG, MRR, currency and leaks, in all and per kind."""
    from pincite.evaluate import Gate, load_labels, load_qrels, write_run

    if find_spec("ir_measures") is None:  # before the questions are run, not after
        raise MissingExtra("measuring retrieval", "eval")
    gates = [Gate(text) for text in gate]
    labels = _of_split(load_labels(queries), split, queries)
    judged = load_qrels(qrels) if qrels else None
    places = [session.place(), *([_beside(compare, session)] if compare else [])]
    results = [_measured(session, place, labels, ks, judged, answers=answers) for place in places]
    if run_out:
        write_run(run_out, results[0])
    _print(results, [_name(place) for place in places], as_json=as_json)
    failures = [line for each in gates for line in each.failures(results[0].overall)]
    for line in failures:
        note(f"Gate: {line}")
    if failures:
        click.get_current_context().exit(1)


def _of_split(labels: tuple[Labelled, ...], split: str | None, file: Path) -> tuple[Labelled, ...]:
    from pincite.errors import UnknownName

    if split is None:
        return labels
    found = tuple(label for label in labels if label.split == split)
    if not found:
        raise UnknownName(f"split of {file}", split, {label.split for label in labels if label.split})
    return found


def _beside(file: Path, session: Session) -> Path:
    """Return a settings file, looked for here and then in the corpus folder."""
    if file.is_absolute() or file.is_file():
        return file
    place = session.place()
    return (place if place.is_dir() else place.parent) / file


def _measured(
    session: Session,
    place: Path,
    labels: tuple[Labelled, ...],
    ks: tuple[int, ...],
    qrels: dict[str, dict[str, int]] | None,
    *,
    answers: bool,
) -> Result:
    from pincite.evaluate import evaluate_retrieval

    with session.open_at(place) as corpus, Meter() as meter:
        if corpus.config.sources and not corpus.sources():
            note(f"{_name(place)} holds nothing yet: reading its sources first.")
            corpus.sync(progress=meter)
        return evaluate_retrieval(
            corpus, labels, ks=ks, qrels=qrels, answers=answers, progress=lambda done: meter("ask", done, len(labels))
        )


def _print(results: list[Result], names: list[str], *, as_json: bool) -> None:
    from pincite.cli.measures import comparison_text, outcome_json, result_json, result_text

    if as_json:
        for name, result in zip(names, results, strict=True):
            emit(result_json(result, name))
            for outcome in result.outcomes:
                emit(outcome_json(outcome, name))
    elif len(results) == 2:
        say(comparison_text(results[0], results[1], (names[0], names[1])))
    else:
        say(result_text(results[0]))


def _name(place: Path) -> str:
    return place.name if place.is_file() else "pincite.toml"
