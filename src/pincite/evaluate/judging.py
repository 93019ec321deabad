"""How far a judge agrees with people: its opinions beside labelled pairs of claim and evidence."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pincite.attribute.judge import Judge

__all__ = ["Agreement", "LabelledPair", "agreement", "read_pairs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPair:
    """A claim, what it rests on, and whether a person says that it follows."""

    claim: str
    evidence: str
    right: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How often judge and labels say the same."""

    judge: str
    pairs: int
    agreed: float
    """Share of pairs, in [0, 1]."""
    kappa: float
    """Cohen's kappa: agreement beyond chance, at most 1; 0 where labels or opinions are all the same."""
    wrong_supported: float
    """Share of the wrong claims that the judge finds entailed, in [0, 1]; 0 where there are none."""
    right_supported: float
    """Share of the right claims that the judge finds entailed, in [0, 1]; 0 where there are none."""


def agreement(judge: Judge, pairs: Iterable[LabelledPair]) -> Agreement:
    """
    Ask a judge about every pair.

    :raises InputError: If there are no pairs.
    :raises ModelError: If its model fails.
    """
    seen = Counter((pair.right, judge.judge(pair.claim, pair.evidence) == "entailed") for pair in pairs)
    total = seen.total()
    if not total:
        raise InputError("there are no labelled pairs: expected at least one line")
    right, said = (sum(n for key, n in seen.items() if key[at]) for at in (0, 1))
    agreed = (seen[True, True] + seen[False, False]) / total
    chance = (right * said + (total - right) * (total - said)) / total**2
    return Agreement(
        judge=judge.name,
        pairs=total,
        agreed=agreed,
        kappa=(agreed - chance) / (1 - chance) if chance < 1 else 0.0,
        wrong_supported=seen[False, True] / (total - right) if total > right else 0.0,
        right_supported=seen[True, True] / right if right else 0.0,
    )


def read_pairs(file: Path) -> tuple[LabelledPair, ...]:
    """
    Return the labelled pairs of a JSONL file: ``{"claim", "evidence", "label": "right" | "wrong"}`` a line.

    :raises InputError: If the file cannot be read, or a line is no labelled pair.
    """
    try:
        return tuple(_pairs(file.read_text(encoding="utf-8").splitlines(), file))
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror}): expected a JSONL file", path=str(file)) from error


def _pairs(lines: Iterable[str], file: Path) -> Iterator[LabelledPair]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            yield LabelledPair(
                claim=str(row["claim"]),
                evidence=str(row["evidence"]),
                right={"right": True, "wrong": False}[row["label"]],
            )
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"line {number} of {file} is no labelled pair ({error!r}): expected an object with claim, evidence and "
                'label, which is "right" or "wrong"',
                line=number,
            ) from error
