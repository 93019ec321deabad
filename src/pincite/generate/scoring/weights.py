"""
What the fitted model says of a shortlist: which candidate comes first, which stand close, and whether any answers.

Two linear models over the same features (:data:`pincite.generate.scoring.features.FEATURES`): ``order`` puts the
candidates of one question in order, ``trust`` says of the first one how probable it is that the passages answer. Both
are read off a table of weights (:mod:`pincite.generate.scoring.fitted`), one with an embedder and one by words alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.generate.scoring.features import FEATURES
from pincite.generate.scoring.fitted import MEANING, WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["CLOSE", "SHARED", "Judged", "scores"]

CLOSE: Final = 0.6
"""How far behind the first candidate another may stand, in log-odds of the order, to be told with it."""

SHARED: Final = 1.5
"""The same for a candidate that stands in for the first, where that one is the answer to another part already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A shortlist in order, and how far the first one can be trusted."""

    order: tuple[int, ...]
    """Rows of the shortlist, best first."""
    close: tuple[int, ...]
    """Rows that stand close behind the first, best first."""
    next: int | None
    """The best row that can stand in for the first; nothing where all are too far behind."""
    probability: float
    """That the passages answer, in [0, 1], going by the first."""
    each: tuple[float, ...]
    """The same going by each row, in the order of the rows."""


def scores(values: NDArray[np.float64], *, meaning: bool) -> Judged:
    """
    Judge a shortlist.

    :param values: *Shape:* (n_candidates, n_features), at least one row.
    :param meaning: Whether the features of meaning were measured.
    """
    table, intercept = MEANING if meaning else WORDS
    ordering = values @ _column(table, 0)
    order = [int(at) for at in np.argsort(-ordering, kind="stable")]
    first = order[0]
    close = tuple(at for at in order[1:] if ordering[at] >= ordering[first] - CLOSE)
    after = next((at for at in order[1:] if ordering[at] >= ordering[first] - SHARED), None)
    log_odds = values @ _column(table, 1) + intercept
    each = tuple(1.0 / (1.0 + math.exp(-float(odds))) for odds in log_odds)
    return Judged(order=tuple(order), close=close, next=after, probability=each[first], each=each)


def _column(table: Mapping[str, tuple[float, float]], which: int) -> NDArray[np.float64]:
    return np.array(
        [table.get(name, (0.0, 0.0))[which] for name in FEATURES]
    )  # a new feature weighs nothing until fitted
