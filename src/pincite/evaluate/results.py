"""What a measurement comes to: one outcome per question, slices over them, and the facts that it was made on."""

from __future__ import annotations

from collections.abc import Mapping  # at run time too, as below: results are read from JSON into their types
from dataclasses import dataclass, field
from typing import Any

from pincite.answers import Loss
from pincite.documents import digest

__all__ = ["Interval", "LossRecord", "Outcome", "Result", "Slice", "loss_counts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LossRecord:
    """Where one label of a question was lost, as ``pincite why`` names it."""

    label: str
    """"document#section" or "document"."""
    loss: Loss
    rank: int | None = None
    """Rank of its best chunk, from 1; ``None`` where it is not among the hits."""
    evidence: str = ""
    fix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one question came to."""

    id: str
    kind: str
    question: str
    answerable: bool
    language: str = "en"
    """BCP 47 code."""
    principal: str = ""
    """Who asked, as "tenant: group, group"."""
    ranking: tuple[tuple[str, float], ...] = ()
    """"document#section" and score of each hit, best first."""
    gained: tuple[str | None, ...] = ()
    """For each hit the label that it is the first to meet, or ``None``."""
    labels: Mapping[str, int] = field(default_factory=dict)
    """What should be found, each with its grade of relevance, at least 1."""
    current: tuple[bool, ...] = ()
    """For each hit whether its revision was in force."""
    leaks: int = 0
    """Hits and answers that show what the label says must not be seen."""
    refused: bool | None = None
    """Whether the answer abstained; ``None`` where none was asked for."""
    correct: bool | None = None
    """Whether the answer satisfies the label's patterns; ``None`` where none was asked for."""
    ms: float = 0.0
    """How long the search took, or the answer where only that was asked for, in milliseconds."""
    losses: tuple[LossRecord, ...] = ()
    """Where each label that was not found, or not cited, was lost."""
    shares: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """For each measure what the question adds to its numerator and its denominator; left out where it adds nothing."""
    status: str = ""
    """How the answer ended; ``""`` where none was asked for."""
    reason: str = ""
    """Why there is no answer, else ``""``."""
    trace_id: str = ""
    """The record of the answer; ``""`` where none was asked for."""
    tokens: tuple[int, int] = (0, 0)
    """Tokens that the answer read and wrote."""
    cost: float | None = None
    """Price of the answer; ``None`` where no price is known."""
    text: str = ""
    """The answer; never kept on disk, since it may quote documents."""

    @property
    def n_labels(self) -> int:
        """How many labels there are."""
        return len(self.labels)

    def value(self, measure: str) -> float | None:
        """Return a measure of this question alone; ``None`` where it has nothing to measure it on."""
        up, down = self.shares.get(measure, (0.0, 0.0))
        return up / down if down else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Between which values a measure lies with 95% confidence, were other questions of the kind drawn."""

    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """The measures of one group of questions."""

    name: str
    n: int
    """Number of questions."""
    values: Mapping[str, float | None]
    """By name; ``None`` where the group has nothing to measure it on."""
    by: str = "kind"
    """What the group shares: "all", "kind", "language" or "principal"."""
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    """By name of measure; left out where fewer than two questions add to it, or it is a count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """All measures over a set of questions."""

    slices: tuple[Slice, ...]
    """"all" first, then one per kind in order of name, then per language and per principal where there are several."""
    outcomes: tuple[Outcome, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What was measured: sequence, generation, and digests of settings, prompt, model and questions."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Every setting in force, by key; secrets show "(set)" only."""
    measured: str = "retrieval"
    """"retrieval" or "answers"."""
    name: str = ""
    """Name of the settings file, or what else tells it from others."""
    at: str = ""
    """When, as ISO 8601 in UTC."""
    warnings: tuple[str, ...] = ()
    """What makes the figures doubtful, such as labels that name no document."""

    @property
    def overall(self) -> Mapping[str, float | None]:
        """The measures over all questions."""
        return self.slices[0].values

    @property
    def id(self) -> str:
        """What the stored result is called: 12 hexadecimal digits."""
        rows = [f"{o.id} {o.ranking} {o.correct} {o.status}" for o in self.outcomes]
        return digest("result", self.measured, self.name, self.at, *rows)[:12]


def loss_counts(result: Result) -> dict[Loss, int]:
    """Return how many labels were lost at each stage, in the order of the stages; the waterfall."""
    counts = dict.fromkeys(Loss, 0)
    for outcome in result.outcomes:
        for record in outcome.losses:
            counts[record.loss] += 1
    return counts
