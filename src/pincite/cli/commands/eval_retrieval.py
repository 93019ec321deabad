"""``pincite eval retrieval``."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from pincite.cli.group import command
from pincite.cli.measuring import FILE, CutOffs, Run, run_options
from pincite.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pincite.cli.session import Session
    from pincite.corpus import Corpus
    from pincite.evaluate import Result

__all__ = ["retrieval"]


@command(
    "retrieval",
    details="QUERIES is JSONL: one labelled question a line, or BEIR's queries. A gate is comparisons joined by 'and'; "
    "where one does not hold, the exit code is 1. Results are kept in the corpus: see pincite eval diff.",
    examples="""
    pincite eval retrieval eval/queries.jsonl --report report.html
    pincite eval retrieval eval/queries.jsonl --answers --gate 'recall@3 >= 0.95 and leaks == 0'
    pincite eval retrieval eval/queries.jsonl --compare naive.toml
    pincite eval retrieval queries.jsonl --qrels qrels/test.tsv --run-out run.trec
    """,
)
@click.argument("queries", type=FILE)
@click.option("--qrels", type=FILE, metavar="FILE", help="Judgements in TREC or BEIR form, instead of the labels' own.")
@click.option("--k", "ks", type=CutOffs(), default="3,10", metavar="K,K", show_default=True, help="Cut-offs.")
@click.option("--answers", is_flag=True, help="Ask each question too, and measure refusals.")
@click.option("--run-out", type=FILE, metavar="FILE", help="Write the rankings as a TREC run.")
@run_options
@click.pass_obj
def retrieval(
    session: Session,
    queries: Path,
    qrels: Path | None,
    ks: tuple[int, ...],
    answers: bool,
    run_out: Path | None,
    run: Run,
) -> None:
    """Measure what a search finds: recall, nDCG, MRR, currency and leaks, in all and per kind."""
    from pincite.diagnose import why
    from pincite.evaluate import evaluate_retrieval, load_qrels, write_run
    from pincite.evaluate.retrieval import measures_of

    if find_spec("ir_measures") is None:  # before the questions are run, not after
        raise MissingExtra("measuring retrieval", "eval")
    labels = run.labels(queries, measures=measures_of(ks, answers=answers))
    judged = load_qrels(qrels) if qrels else None

    def evaluate(corpus: Corpus, name: str, progress: Callable[[int], object]) -> Result:
        return evaluate_retrieval(
            corpus,
            labels,
            ks=ks,
            qrels=judged,
            answers=answers,
            why=why if run.losses else None,
            name=name,
            progress=progress,
        )

    found = run.measure(session, labels, evaluate)
    if run_out:
        write_run(run_out, found[0].result)
    run.show(found)
