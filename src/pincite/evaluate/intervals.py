"""Intervals by bootstrap over questions, and the paired test of two set-ups on the same questions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.evaluate.results import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pincite.evaluate.results import Outcome

__all__ = ["Paired", "bootstrap", "paired"]

_DRAWS: Final = 2_000
_SEED: Final = 20_250_301
"""The same questions always give the same intervals."""
_TAILS: Final = (2.5, 97.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """One measure of two set-ups on the questions that both were asked."""

    measure: str
    n: int
    """Number of questions that have the measure in both."""
    first: float
    second: float
    interval: Interval
    """Of ``second - first``, at 95%, by paired bootstrap."""
    p: float
    """
    How often a difference at least as large comes up where the two set-ups are the same, by randomly swapping them
    question by question.
    """

    @property
    def change(self) -> float:
        """How much higher the second is."""
        return self.second - self.first

    @property
    def certain(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.interval.low > 0 or self.interval.high < 0


def bootstrap(shares: Sequence[tuple[float, float]]) -> Interval | None:
    """
    Return the interval of a measure: the percentiles of 2,000 resamples of the questions.

    :param shares: What each question adds to the numerator and the denominator.
    :returns: ``None`` for fewer than two questions.
    """
    if len(shares) < 2:
        return None
    up, down = np.asarray(shares, np.float64).T
    drawn = _drawn(len(shares))
    with np.errstate(invalid="ignore", divide="ignore"):
        low, high = np.nanpercentile((drawn @ up) / (drawn @ down), _TAILS)
    return Interval(low=float(low), high=float(high))


def paired(first: Sequence[Outcome], second: Sequence[Outcome], measures: Sequence[str]) -> tuple[Paired, ...]:
    """
    Compare two set-ups measure by measure on the questions that both were asked.

    :param measures: Names of measures; those that no common question has are left out.
    """
    others = {outcome.id: outcome for outcome in second}
    pairs = [(one, others[one.id]) for one in first if one.id in others]
    found = []
    for measure in measures:
        both = [(a, b) for one, other in pairs if None not in (a := one.value(measure), b := other.value(measure))]
        if both:
            found.append(_compared(measure, np.asarray(both, np.float64)))
    return tuple(found)


def _compared(measure: str, values: NDArray[np.float64]) -> Paired:
    differences = values[:, 1] - values[:, 0]
    low, high = np.percentile(_drawn(len(values)) @ differences / len(values), _TAILS)
    return Paired(
        measure=measure,
        n=len(values),
        first=float(values[:, 0].mean()),
        second=float(values[:, 1].mean()),
        interval=Interval(low=float(low), high=float(high)),
        p=_chance(differences),
    )


def _chance(differences: NDArray[np.float64]) -> float:
    """Return the p-value of a two-sided randomisation test, never 0: the order that was seen counts as one."""
    moved = differences[differences != 0]
    if not len(moved):
        return 1.0
    signs = np.random.default_rng(_SEED).choice((-1.0, 1.0), size=(_DRAWS, len(moved)))
    seen = abs(moved.sum())
    return float((1 + np.count_nonzero(np.abs(signs @ moved) >= seen - 1e-12)) / (_DRAWS + 1))


@lru_cache(maxsize=8)
def _drawn(n: int) -> NDArray[np.float64]:
    """Return how often each of ``n`` questions stands in each resample. *Shape:* (n_draws, n)."""
    made = np.random.default_rng(_SEED).multinomial(n, np.full(n, 1 / n), size=_DRAWS)
    return made.astype(np.float64)
