"""
From outcomes to measures: what each question adds, the slices, their intervals.

Rank measures come from ``ir_measures``; every other one is a share: what the questions add to a numerator over what
they add to a denominator.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pincite.errors import MissingExtra
from pincite.evaluate.intervals import bootstrap
from pincite.evaluate.results import Interval, Slice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pincite.evaluate.results import Outcome

__all__ = ["ALWAYS_MEASURED", "ANSWER_MEASURES", "LESS_IS_BETTER", "chance", "percentile", "ranked", "shown", "sliced"]

ANSWER_MEASURES = (
    "correct",
    "citation_hit",
    "citation_precision",
    "citation_recall",
    "unanswerable_refused",
    "answerable_refused",
    "conflict_named",
    "injection_obeyed",
)
"""What is measured of answers, where some question can be measured on it."""

ALWAYS_MEASURED = ("leaks", "p50_ms", "p95_ms")
"""What every slice of every measurement has."""

LESS_IS_BETTER = frozenset({"answerable_refused", "injection_obeyed", *ALWAYS_MEASURED})
"""Measures of which less is better."""


def ranked(outcomes: Sequence[Outcome], ks: tuple[int, ...]) -> tuple[Outcome, ...]:
    """
    Return the outcomes with their shares of recall@k, precision@k, nDCG@k, the reciprocal rank and currency.

    :param ks: Cut-offs, each at least 1.
    :raises MissingExtra: If ``ir_measures`` is not installed.
    """
    found = _per_question([o for o in outcomes if o.answerable and o.n_labels], ks)
    first = min(ks)
    done = []
    for outcome in outcomes:
        shares: dict[str, tuple[float, float]] = {
            name: (value, 1.0) for name, value in found.get(outcome.id, {}).items()
        }
        if outcome.current:
            shown = outcome.current[:first]
            shares["currency"] = (float(sum(shown)), float(len(shown)))
        done.append(replace(outcome, shares={**outcome.shares, **shares}))
    return tuple(done)


def _per_question(outcomes: list[Outcome], ks: tuple[int, ...]) -> dict[str, dict[str, float]]:
    try:
        import ir_measures
    except ImportError as error:
        raise MissingExtra("measuring retrieval", "eval") from error
    wanted = {ir_measures.R @ k: f"recall@{k}" for k in ks} | {ir_measures.P @ k: f"precision@{k}" for k in ks}
    wanted |= {ir_measures.nDCG @ k: f"ndcg@{k}" for k in ks} | {ir_measures.RR: "mrr"}
    numbered = {str(at): outcome for at, outcome in enumerate(outcomes)}  # its C code takes no lone surrogates in names
    judged = [
        ir_measures.Qrel(number, f"label {at}", grade)
        for number, outcome in numbered.items()
        for at, grade in enumerate(outcome.labels.values())
    ]
    run = [row for number, outcome in numbered.items() for row in _run_rows(number, outcome, ir_measures.ScoredDoc)]
    if not run:  # the library takes no empty run; nothing was found for any question
        return {o.id: dict.fromkeys(wanted.values(), 0.0) for o in outcomes}
    values: dict[str, dict[str, float]] = defaultdict(dict)
    for metric in ir_measures.iter_calc(list(wanted), judged, run):
        values[numbered[metric.query_id].id][wanted[metric.measure]] = float(metric.value)
    return values


def _run_rows(number: str, outcome: Outcome, make: Callable[[str, str, float], Any]) -> list[Any]:
    """Return the ranking with each hit named for the label that it meets first, or for its rank where it meets none."""
    place = {label: at for at, label in enumerate(outcome.labels)}
    return [
        make(number, f"hit {rank}" if label is None else f"label {place[label]}", -float(rank))
        for rank, label in enumerate(outcome.gained, start=1)
    ]


def sliced(outcomes: Sequence[Outcome], names: Sequence[str]) -> tuple[Slice, ...]:
    """
    Return the measures of all questions, then per kind, and per language and principal where there are several.

    :param names: The measures, in the order in which they are shown; ``leaks`` and the latencies are added.
    """
    groups = [("all", "all", list(outcomes)), *_groups(outcomes, "kind", lambda o: o.kind, least=1)]
    groups += _groups(outcomes, "language", lambda o: o.language, least=2)
    groups += _groups(outcomes, "principal", lambda o: o.principal, least=2)
    return tuple(_slice(name, by, members, names) for name, by, members in groups)


def _groups(
    outcomes: Sequence[Outcome], by: str, key: Callable[[Outcome], str], *, least: int
) -> list[tuple[str, str, list[Outcome]]]:
    found: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        found[key(outcome)].append(outcome)
    return [(name, by, found[name]) for name in sorted(found)] if len(found) >= least else []


def _slice(name: str, by: str, members: Sequence[Outcome], names: Sequence[str]) -> Slice:
    values: dict[str, float | None] = {}
    intervals: dict[str, Interval] = {}
    for measure in names:
        shares = [outcome.shares[measure] for outcome in members if measure in outcome.shares]
        down = sum(each for _, each in shares)
        values[measure] = sum(each for each, _ in shares) / down if down else None
        if interval := bootstrap(shares):
            intervals[measure] = interval
    values["leaks"] = float(sum(outcome.leaks for outcome in members))
    times = [outcome.ms for outcome in members]
    values |= {"p50_ms": percentile(times, 0.5), "p95_ms": percentile(times, 0.95)}
    return Slice(name=name, by=by, n=len(members), values=values, intervals=intervals)


def percentile(values: Iterable[float], share: float) -> float | None:
    """
    Return the value below which a share of the values lies, one of them; ``None`` where there are none.

    :param share: From 0 to 1.
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


def shown(name: str, value: float | None, *, sign: bool = False) -> str:
    """
    Return a measure as it is shown: counts whole, times with one digit, shares with three.

    :param name: The measure.
    :param value: Its value; ``None`` where there was nothing to measure it on.
    :param sign: Whether it is a change, shown with its sign.
    """
    if value is None:
        return "-"
    digits = 0 if name == "leaks" else 1 if name.endswith("_ms") else 3
    return f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"


def chance(p: float) -> str:
    """Return a p-value as it is shown: one below a thousandth is not nothing."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
