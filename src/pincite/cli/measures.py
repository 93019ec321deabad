"""Writes measures of retrieval: one set-up, or two side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pincite.cli.layout import columns, fold
from pincite.cli.screen import plural
from pincite.evaluate.intervals import paired
from pincite.evaluate.measures import chance, shown
from pincite.evaluate.results import loss_counts
from pincite.evaluate.worst import flipped

if TYPE_CHECKING:
    from pincite.evaluate import Difference, Outcome, Result

__all__ = ["comparison_text", "difference_json", "difference_text", "outcome_json", "result_json", "result_text"]

_SHOWN = 20
_CUT = 40
_SUSPECTS = 5


def result_text(result: Result) -> str:
    """Return the measures of all questions and of each slice, where evidence was lost, and what missed something."""
    names = list(result.overall)
    rows = [(each.name, each.n, *(shown(name, each.values.get(name)) for name in names)) for each in result.slices]
    table = columns(("KIND", "N", *names), rows, right=frozenset(range(1, len(names) + 2)))
    missed = [line for line in map(_missed, result.outcomes) if line]
    more = [f"  … and {len(missed) - _SHOWN} more (--json lists all)"] if len(missed) > _SHOWN else []
    lines = [
        table,
        *_intervals(result),
        *_lost(result),
        *([f"\n{plural(len(missed), 'question')} with something amiss:"] if missed else []),
        *missed[:_SHOWN],
    ]
    return "\n".join([*lines, *more, "", f"result {result.id}, {_facts(result)}"])


def _intervals(result: Result) -> list[str]:
    said = [f"{name} {i.low:.3f} to {i.high:.3f}" for name, i in result.slices[0].intervals.items()]
    return [f"\nWith 95% confidence, over all: {', '.join(said)}."] if said else []


def _lost(result: Result) -> list[str]:
    counts = [f"{loss.value} {n}" for loss, n in loss_counts(result).items() if n]
    return [f"\nLabels lost, by the first stage that lost them: {', '.join(counts)}."] if counts else []


def comparison_text(first: Result, second: Result, names: tuple[str, str]) -> str:
    """Return the measures of two set-ups side by side, and the questions on which they part."""
    tested = {each.measure: each for each in paired(first.outcomes, second.outcomes, list(first.overall))}
    rows = []
    for name, value in first.overall.items():
        other = second.overall.get(name)
        change = "" if value is None or other is None else shown(name, other - value, sign=True)
        test = tested.get(name)
        around = f"{test.interval.low:+.3f} to {test.interval.high:+.3f}" if test else ""
        rows.append((name, shown(name, value), shown(name, other), change, around, chance(test.p) if test else ""))
    table = columns(("MEASURE", *names, "CHANGE", "95% INTERVAL", "P"), rows, right=frozenset(range(1, 6)))
    parted = [
        f"  {each.id}  {fold(each.question)}: {each.first} against {each.second}" for each in flipped(first, second)
    ]
    head = f"\nThey part on {plural(len(parted), 'question')} ({names[0]} against {names[1]}):" if parted else ""
    more = f"  … and {len(parted) - _SHOWN} more (--report and --json list all)" if len(parted) > _SHOWN else ""
    kept = f"\nresults {first.id} and {second.id}"
    return "\n".join(line for line in (table, head, *parted[:_SHOWN], more, kept) if line)


def difference_text(found: Difference) -> str:
    """Return what changed between two results, and where to look first."""
    changes = [(c.plane.value, c.name, fold(c.before)[:_CUT], fold(c.after)[:_CUT]) for c in found.changes]
    measures = [
        (
            m.measure,
            f"{m.first:.3f}",
            f"{m.second:.3f}",
            f"{m.change:+.3f}",
            f"{m.interval.low:+.3f} to {m.interval.high:+.3f}",
            chance(m.p),
            m.n,
        )
        for m in found.measures
    ]
    suspects = ", ".join(c.name for c in found.suspects[:_SUSPECTS])
    return "\n".join(
        [
            f"Look first at: {found.first.value}{f' ({suspects})' if suspects else ''}",
            f"Because: {found.reason}.",
            "",
            columns(("PLANE", "WHAT CHANGED", "BEFORE", "AFTER"), changes)
            if changes
            else "Nothing is known to have changed.",
            "",
            columns(
                ("MEASURE", "BEFORE", "AFTER", "CHANGE", "95% INTERVAL", "P", "N"),
                measures,
                right=frozenset(range(1, 7)),
            )
            if measures
            else "No measure is in both.",
        ]
    )


def difference_json(found: Difference) -> dict[str, Any]:
    """Return what changed between two results as one object."""
    return {
        "first": found.first.value,
        "reason": found.reason,
        "suspects": [change.name for change in found.suspects],
        "changes": [
            {"name": c.name, "before": c.before, "after": c.after, "plane": c.plane.value} for c in found.changes
        ],
        "measures": [
            {
                "measure": m.measure,
                "before": m.first,
                "after": m.second,
                "change": m.change,
                "interval": [m.interval.low, m.interval.high],
                "p": m.p,
                "questions": m.n,
            }
            for m in found.measures
        ],
    }


def result_json(result: Result, name: str) -> dict[str, Any]:
    """Return the measures of one set-up as one object."""
    slices = [
        {
            "kind": each.name,
            "by": each.by,
            "n": each.n,
            "values": dict(each.values),
            "intervals": {measure: [i.low, i.high] for measure, i in each.intervals.items()},
        }
        for each in result.slices
    ]
    return {
        "config": name,
        "result": result.id,
        "measured": result.measured,
        "at": result.at,
        "measures": slices,
        "losses": {loss.value: n for loss, n in loss_counts(result).items() if n},
        "facts": {key: _plain(value) for key, value in result.facts.items()},
        "warnings": list(result.warnings),
    }


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
        "ms": outcome.ms,
        "language": outcome.language,
        "principal": outcome.principal,
        "values": {measure: outcome.value(measure) for measure in outcome.shares},
        "losses": [
            {
                "label": r.label,
                "loss": r.loss.value,
                "stage": r.loss.stage.value,
                "rank": r.rank,
                "evidence": r.evidence,
                "fix": r.fix,
            }
            for r in outcome.losses
        ],
        **(
            {"status": outcome.status, "reason": outcome.reason or None, "trace_id": outcome.trace_id}
            if outcome.status
            else {}
        ),
    }


def _missed(outcome: Outcome) -> str:
    amiss = []
    found = [rank for rank, label in enumerate(outcome.gained, start=1) if label]
    if outcome.answerable and outcome.ranking and outcome.n_labels > len(found):
        amiss.append(
            f"{outcome.n_labels - len(found)} of {outcome.n_labels} labels not in the first {len(outcome.gained)}"
        )
    if outcome.leaks:
        amiss.append(plural(outcome.leaks, "leak"))
    if outcome.correct is False:
        amiss.append("refused" if outcome.refused else "answered, not as the label wants")
    lost = [f"{r.label} lost at {r.loss.stage} ({r.loss})" for r in outcome.losses[:2]] if amiss else []
    return f"  {outcome.id}  {fold(outcome.question)}: {'; '.join([*amiss, *lost])}" if amiss else ""


def _facts(result: Result) -> str:
    return ", ".join(f"{name} {value}" for name, value in result.facts.items())


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | type(None)) else str(value)
