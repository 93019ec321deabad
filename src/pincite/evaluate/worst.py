"""Which questions to look at first: the worst of one result, those on which two part, and what happened in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.errors import NotFound, StoreError
from pincite.evaluate.asking import request_of
from pincite.trace import Recorder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pincite.corpus import Corpus
    from pincite.evaluate.labels import Labelled
    from pincite.evaluate.results import Outcome, Result
    from pincite.trace import Event

__all__ = ["Flipped", "came_to", "flipped", "shown_ranks", "traces_of", "worst"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped:
    """A question that came to another end under another set-up."""

    id: str
    question: str
    first: str
    second: str
    better: str
    """"first", "second" or "neither"."""


def worst(result: Result, n: int) -> tuple[Outcome, ...]:
    """
    Return the questions that went wrong, the worst first: leaks, then what was not found or not answered right.

    :param n: Most questions.
    """
    bad = [outcome for outcome in result.outcomes if any(_badness(outcome))]
    return tuple(sorted(bad, key=_badness, reverse=True)[:n])


def _badness(outcome: Outcome) -> tuple[float, float, float, float]:
    found = sum(label is not None for label in outcome.gained)
    reciprocal = outcome.value("mrr")
    lost = len(outcome.losses) or (outcome.n_labels - found if outcome.answerable and outcome.ranking else 0)
    return (
        float(outcome.leaks),
        float(outcome.correct is False),
        lost / outcome.n_labels if outcome.n_labels else 0.0,
        0.0 if reciprocal is None else 1.0 - reciprocal,
    )


def flipped(first: Result, second: Result) -> tuple[Flipped, ...]:
    """Return the questions that came to another end in the second result, those that got worse first."""
    others = {outcome.id: outcome for outcome in second.outcomes}
    found = [
        Flipped(id=one.id, question=one.question, first=came_to(one), second=came_to(other), better=_better(one, other))
        for one in first.outcomes
        if (other := others.get(one.id)) and came_to(one) != came_to(other)
    ]
    return tuple(sorted(found, key=lambda each: ("first", "neither", "second").index(each.better)))


def _better(one: Outcome, other: Outcome) -> str:
    first, second = _badness(one), _badness(other)
    return "neither" if first == second else "first" if first < second else "second"


def came_to(outcome: Outcome) -> str:
    """Return in words what a question came to."""
    ranks = [str(rank) for rank, label in enumerate(outcome.gained, start=1) if label]
    parts = [f"found at {', '.join(ranks)}" if ranks else "nothing found" if outcome.n_labels else "nothing to find"]
    if outcome.status and not outcome.ranking:  # only answers were measured
        parts = []
    if outcome.leaks:
        parts.append(f"{outcome.leaks} leak{'' if outcome.leaks == 1 else 's'}")
    if outcome.refused is not None:
        parts.append("refused" if outcome.refused else "answered")
    if outcome.correct is not None:
        parts.append("right" if outcome.correct else "wrong")
    return ", ".join(parts)


def shown_ranks(outcomes: Iterable[Outcome], names: Sequence[str]) -> dict[str, int]:
    """
    Return how many labels were found first at each rank.

    :param names: Ranks and ranges of ranks, such as "1", "4-5", "11+"; the last is for what was not found.
    """
    counts = dict.fromkeys(names, 0)
    for outcome in outcomes:
        if not outcome.answerable:
            continue
        ranks = {label: rank for rank, label in enumerate(outcome.gained, start=1) if label}
        for label in outcome.labels:
            counts[_range(ranks.get(label), names)] += 1
    return counts


def _range(rank: int | None, names: Sequence[str]) -> str:
    if rank is None:
        return names[-1]
    for name in names[:-1]:
        low, _, high = name.rstrip("+").partition("-")
        if int(low) <= rank and (name.endswith("+") or rank <= int(high or low)):
            return name
    return names[-1]


def traces_of(
    corpus: Corpus, questions: Iterable[Labelled], outcomes: Iterable[Outcome]
) -> Mapping[str, tuple[Event, ...]]:
    """
    Return the steps of some questions, by id: the record of the answer, or a search that is run again.

    :param questions: The labelled questions, in which the outcomes' own are found.
    :param outcomes: Whose steps to return.
    """
    labelled = {each.id: each for each in questions}
    return {o.id: _steps(corpus, labelled[o.id], o) for o in outcomes if o.id in labelled}


def _steps(corpus: Corpus, labelled: Labelled, outcome: Outcome) -> tuple[Event, ...]:
    if outcome.trace_id:
        try:
            return corpus.trace(outcome.trace_id).events
        except (NotFound, StoreError):
            pass  # traces may be switched off, or this one has gone in the meantime
    recorder = Recorder()
    corpus.pipeline.search.run(request_of(corpus, labelled, k=10), recorder=recorder)
    return tuple(recorder.events)
