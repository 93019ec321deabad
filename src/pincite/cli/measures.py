"""Writes measures of retrieval: one set-up, or two side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pincite.cli.layout import columns, fold
from pincite.cli.screen import plural

if TYPE_CHECKING:
    from pincite.evaluate import Outcome, Result

__all__ = ["comparison_text", "outcome_json", "result_json", "result_text"]

_SHOWN = 20


def result_text(result: Result) -> str:
    """Return the measures of all questions and of each kind, then the questions that missed something."""
    names = list(result.overall)
    rows = [(each.name, each.n, *(_number(each.values.get(name), name) for name in names)) for each in result.slices]
    table = columns(("KIND", "N", *names), rows, right=frozenset(range(1, len(names) + 2)))
    missed = [line for line in map(_missed, result.outcomes) if line]
    more = [f"  … and {len(missed) - _SHOWN} more (--json lists all)"] if len(missed) > _SHOWN else []
    lines = [
        table,
        *([f"\n{plural(len(missed), 'question')} with something amiss:"] if missed else []),
        *missed[:_SHOWN],
    ]
    return "\n".join([*lines, *more, "", _facts(result)])


def comparison_text(first: Result, second: Result, names: tuple[str, str]) -> str:
    """Return the measures of two set-ups side by side, and the questions on which they part."""
    rows = []
    for name, value in first.overall.items():
        other = second.overall.get(name)
        change = "" if value is None or other is None else f"{other - value:+.3f}"
        rows.append((name, _number(value, name), _number(other, name), change))
    table = columns(("MEASURE", *names, "CHANGE"), rows, right=frozenset({1, 2, 3}))
    others = {outcome.id: outcome for outcome in second.outcomes}
    parted = [
        f"  {one.id}  {fold(one.question)}: {_came_to(one)} against {_came_to(others[one.id])}"
        for one in first.outcomes
        if one.id in others and _came_to(one) != _came_to(others[one.id])
    ]
    head = f"\nThey part on {plural(len(parted), 'question')} ({names[0]} against {names[1]}):" if parted else ""
    return "\n".join(line for line in (table, head, *parted[:_SHOWN]) if line)


def result_json(result: Result, name: str) -> dict[str, Any]:
    """Return the measures of one set-up as one object."""
    slices = [{"kind": each.name, "n": each.n, "values": dict(each.values)} for each in result.slices]
    return {"config": name, "measures": slices, "facts": {key: _plain(value) for key, value in result.facts.items()}}


def outcome_json(outcome: Outcome, name: str) -> dict[str, Any]:
    """Return what one question came to."""
    return {
        "config": name,
        "id": outcome.id,
        "kind": outcome.kind,
        "question": outcome.question,
        "ranking": [[where, round(score, 6)] for where, score in outcome.ranking],
        "gained": list(outcome.gained),
        "labels": outcome.n_labels,
        "current": list(outcome.current),
        "leaks": outcome.leaks,
        "refused": outcome.refused,
        "correct": outcome.correct,
    }


def _missed(outcome: Outcome) -> str:
    amiss = []
    found = [rank for rank, label in enumerate(outcome.gained, start=1) if label]
    if outcome.answerable and outcome.n_labels > len(found):
        amiss.append(
            f"{outcome.n_labels - len(found)} of {outcome.n_labels} labels not in the first {len(outcome.gained)}"
        )
    if outcome.leaks:
        amiss.append(plural(outcome.leaks, "leak"))
    if outcome.correct is False:
        amiss.append("refused" if outcome.refused else "answered, not as the label wants")
    return f"  {outcome.id}  {fold(outcome.question)}: {'; '.join(amiss)}" if amiss else ""


def _came_to(outcome: Outcome) -> str:
    ranks = [str(rank) for rank, label in enumerate(outcome.gained, start=1) if label]
    parts = [f"found at {', '.join(ranks)}" if ranks else "nothing found" if outcome.n_labels else "nothing to find"]
    if outcome.leaks:
        parts.append(plural(outcome.leaks, "leak"))
    if outcome.refused is not None:
        parts.append("refused" if outcome.refused else "answered")
    return ", ".join(parts)


def _number(value: float | None, name: str) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if name == "leaks" else f"{value:.3f}"


def _facts(result: Result) -> str:
    return ", ".join(f"{name} {value}" for name, value in result.facts.items())


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | type(None)) else str(value)
