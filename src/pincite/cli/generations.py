"""What ``migrate`` and ``reembed`` share: how far recall may fall, its measure, and the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from pincite.cli.screen import emit, note, plural, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.corpus import Corpus
    from pincite.pipeline.migrate import Migrated

__all__ = ["margin_option", "measure_of", "print_migrated"]

F = TypeVar("F", bound="Callable[..., Any]")
_K = 10


def margin_option(function: F) -> F:
    """Add ``--margin``."""
    return click.option(
        "--margin",
        type=click.FloatRange(0, 1),
        default=0.02,
        show_default=True,
        metavar="X",
        help="How much lower recall may be.",
    )(function)


def measure_of(corpus: Corpus) -> Callable[[Corpus], float] | None:
    """
    Return what measures recall on the corpus's labelled questions; ``None`` where none are configured.

    :raises InputError: If the file cannot be used.
    :raises MissingExtra: If ``ir_measures`` is not installed.
    """
    named = corpus.config.corpus.questions
    if not named:
        return None
    from pincite.evaluate import evaluate_retrieval, load_labels

    labels = load_labels(corpus.config.folder / named)

    def measure(each: Corpus) -> float:
        return evaluate_retrieval(each, labels, ks=(_K,)).overall[f"recall@{_K}"] or 0.0

    return measure


def print_migrated(done: Migrated, *, as_json: bool) -> None:
    """Print what a migration did."""
    if as_json:
        emit(_json(done))
        return
    if done.sequence is None:
        say(f"There is nothing to do: the corpus is built as the settings say (generation {done.new}).")
        return
    say(
        f"Generation {done.new[:12]} took over from {done.old[:12]} in {done.seconds:.1f} s: "
        f"{plural(done.n_revisions, 'revision')}, {plural(done.n_chunks, 'chunk')}"
    )
    say(
        f"{plural(done.n_parsed, 'file')} with a new text, {done.n_kept:,} taken over as kept, {done.n_resumed:,} from "
        f"a run before; {plural(done.n_embedded, 'text')} embedded, {done.n_reused:,} reused"
    )
    if done.recall is not None:
        before = "not measurable" if done.recall.before is None else f"{done.recall.before:.3f}"
        say(f"Recall@{_K} on the corpus's questions: {before} before, {done.recall.after:.3f} now")
    for line in done.notes:
        say(f"  {line}")
    if done.left_out:
        say(f"Left out until the next sync: {', '.join(done.left_out)}")
    note("To go back, while it is kept: pincite migrate --rollback")


def _json(done: Migrated) -> dict[str, Any]:
    numbers = ("n_revisions", "n_parsed", "n_kept", "n_resumed", "n_chunks", "n_embedded", "n_reused")
    recall = None if done.recall is None else {"before": done.recall.before, "after": done.recall.after}
    return {
        "old": done.old,
        "new": done.new,
        **{name: getattr(done, name) for name in numbers},
        "left_out": list(done.left_out),
        "notes": list(done.notes),
        "recall": recall,
        "sequence": None if done.sequence is None else str(done.sequence),
        "seconds": round(done.seconds, 3),
    }
