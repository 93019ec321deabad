"""``pincite eval answers``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pincite.cli.group import command
from pincite.cli.measuring import FILE, Run, run_options
from pincite.cli.screen import emit, note, say

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pincite.cli.session import Session
    from pincite.corpus import Corpus
    from pincite.evaluate import Estimate, Labelled, Result

__all__ = ["answers"]


@command(
    "answers",
    details="QUESTIONS is JSONL with one labelled question a line. A run that is cut off goes on where it stopped when "
    "it is started again. Results are kept in the corpus: see pincite eval diff.",
    examples="""
    pincite eval answers eval/questions.jsonl --dry-run
    pincite eval answers eval/questions.jsonl --report report.html
    pincite eval answers eval/questions.jsonl --gate 'correct >= 0.7 and unanswerable_refused == 1'
    """,
)
@click.argument("questions", type=FILE)
@click.option(
    "-k", type=click.IntRange(min=1), default=5, metavar="N", show_default=True, help="Passages of an answer."
)
@click.option("--dry-run", is_flag=True, help="Only print how many calls, tokens and how much money it would take.")
@click.option(
    "--batch", is_flag=True, help="Ask the model all questions as one batch, at half the price; it may take hours."
)
@click.option("--fresh", is_flag=True, help="Ask every question anew, also where a run was cut off.")
@run_options
@click.pass_obj
def answers(session: Session, questions: Path, k: int, dry_run: bool, batch: bool, fresh: bool, run: Run) -> None:
    """Measure answers: correct, cited right, refused right, conflicts named, in all and per kind."""
    from pincite.diagnose import why
    from pincite.evaluate import estimate, evaluate_answers
    from pincite.evaluate.measures import ANSWER_MEASURES

    labels = run.labels(questions, measures=ANSWER_MEASURES)
    if dry_run:
        with session.open() as corpus:
            _show(estimate(corpus, labels, k=k), as_json=run.as_json)
        return

    def evaluate(corpus: Corpus, name: str, progress: Callable[[int], object]) -> Result:
        _announce(corpus, labels, k)
        return evaluate_answers(
            corpus,
            labels,
            k=k,
            why=why if run.losses else None,
            name=name,
            resume=not fresh,
            batch=batch,
            progress=progress,
        )

    run.show(run.measure(session, labels, evaluate))


def _announce(corpus: Corpus, labels: tuple[Labelled, ...], k: int) -> None:
    """Say what a run costs before it begins, where it costs anything."""
    if not getattr(corpus.pipeline.generator, "model", ""):
        return
    from pincite.evaluate import estimate

    whole = estimate(corpus, labels, k=k)[0]
    price = "at a price that is not known" if whole.price is None else f"about ${whole.price:.2f}"
    if whole.price == 0:
        price = "on this machine, free of charge"
    note(f"{whole.calls} calls of {whole.model}, about {whole.input_tokens:,} tokens in, {price}; Ctrl-C stops.")


def _show(rows: tuple[Estimate, ...], *, as_json: bool) -> None:
    from dataclasses import asdict

    from pincite.cli.layout import columns

    if as_json:
        for row in rows:
            emit(asdict(row))
        return
    header = ("KIND", "QUESTIONS", "CALLS", "TOKENS IN", "TOKENS OUT", "PRICE", "AS A BATCH")
    lines: list[tuple[Any, ...]] = [
        (
            r.kind,
            r.questions,
            r.calls,
            f"{r.input_tokens:,}",
            f"{r.output_tokens:,}",
            _money(r.price),
            _money(r.batch_price),
        )
        for r in rows
    ]
    say(columns(header, lines, right=frozenset(range(1, 7))))
    first = rows[0]
    if first.model == "none":
        say("\nThe generator uses no model: nothing is paid for.")
    elif first.price == 0 < first.calls:
        say(f"\nModel {first.model} runs on this machine: nothing is paid for; tokens are estimates.")
    else:
        say(
            f"\nModel {first.model}; prices in US dollars as of {first.as_of}; tokens are estimates, thinking left out."
        )


def _money(price: float | None) -> str:
    return "not known" if price is None else f"${price:.4f}"
