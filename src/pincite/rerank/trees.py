"""Boosted trees as ``bench/blend.py`` writes them, evaluated for all hits at once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Trees", "shipped"]


class Trees:
    """
    What decision trees add to the first feature.

    :param trees: Per tree its nodes ``[feature, threshold, left, right, value]``; a feature of -1 makes a leaf.
    :param first: What the first feature was multiplied with when the trees were grown beside it; the sum is given in
        units of that feature.
    """

    def __init__(self, trees: list[list[list[float]]], *, first: float = 1.0) -> None:
        self._first = first
        widest = max(map(len, trees))
        nodes = np.zeros((len(trees), widest, 5))
        nodes[:, :, 0] = -1
        for at, tree in enumerate(trees):
            nodes[at, : len(tree)] = tree
        self._feature = nodes[:, :, 0].astype(np.intp)
        self._threshold = nodes[:, :, 1]
        self._left = nodes[:, :, 2].astype(np.intp)
        self._right = nodes[:, :, 3].astype(np.intp)
        self._value = nodes[:, :, 4]

    def score(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """
        Return the sum for each row.

        *Shape:* ``rows`` (n_rows, n_features); returns (n_rows,)
        """
        trees = np.arange(len(self._feature))
        at = np.zeros((len(rows), len(trees)), np.intp)
        while True:
            feature = self._feature[trees, at]
            inner = feature >= 0
            if not inner.any():
                total: NDArray[np.float64] = self._value[trees, at].sum(axis=1) / self._first + rows[:, 0]
                return total
            values = np.take_along_axis(rows, np.maximum(feature, 0), axis=1)
            below = values <= self._threshold[trees, at]
            at = np.where(inner, np.where(below, self._left[trees, at], self._right[trees, at]), at)


@lru_cache(maxsize=1)
def shipped() -> tuple[tuple[str, ...], Trees]:
    """Return the features that the shipped trees were fitted on, and the trees."""
    stored = msgspec.json.decode(Path(__file__).with_name("blend.json").read_bytes())
    return tuple(stored["features"]), Trees(stored["trees"], first=stored["fused"])
