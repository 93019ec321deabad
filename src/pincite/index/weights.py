"""
The stored term weights of points, remembered.

A point's terms never change without being put again, so that what was read once holds until then; reading them with
each hit again would take a quarter of a lexical search's time.
"""

from __future__ import annotations

from collections import Counter
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from collections.abc import Sequence as Items

    from numpy.typing import NDArray

    Row = tuple[NDArray[np.int64], NDArray[np.float64]]
    """The terms of a point and their weights; *Shape:* (n_terms,) each."""

__all__ = ["Weights", "of_terms", "shared_terms"]

_KEPT: Final = 20_000
"""Most points remembered, some 30 MB at 80 terms each; past it, only those of the latest search are kept."""


class Weights:
    """
    Tells the term weights of points. Threads may share it.

    :param read: Returns the terms and weights of points from the store; points that are gone by then are left out.
    """

    def __init__(self, read: Callable[[list[int]], Mapping[int, Row]]) -> None:
        self._read = read
        self._known: dict[int, Row] = {}
        self._n_forgotten = 0
        self._lock = Lock()

    def of(self, points: list[int]) -> list[Row | None]:
        """Return the terms and weights of each point; ``None`` where the point is gone."""
        n_forgotten, known = self._n_forgotten, self._known
        found = [known.get(point) for point in points]
        unknown = [point for point, row in zip(points, found, strict=True) if row is None]
        if not unknown:
            return found
        read = self._read(unknown)
        with self._lock:
            if n_forgotten == self._n_forgotten:  # else what was read may be from before a write
                if len(known) + len(read) > _KEPT:
                    self._known = known = {}
                known.update(read)
        return [row or read.get(point) for point, row in zip(points, found, strict=True)]

    def forget(self, points: Iterable[int]) -> None:
        """Drop points that were put again or removed; to be called after the write."""
        with self._lock:
            self._n_forgotten += 1
            for point in points:
                self._known.pop(point, None)


def of_terms(rows: Items[Row], terms: Items[int]) -> NDArray[np.float64]:
    """
    Return the weights of these terms in points; 0 where a point has not got one.

    *Shape:* (n_points, n_terms)

    :param terms: Each once, in any order.
    """
    table = np.zeros((len(rows), len(terms)))
    if not rows or not terms:
        return table
    order = np.argsort(terms)
    asked = np.asarray(terms)[order]
    indices = np.concatenate([indices for indices, _ in rows])
    at = np.minimum(np.searchsorted(asked, indices), len(asked) - 1)
    met = asked[at] == indices
    lines = np.repeat(np.arange(len(rows)), [len(indices) for indices, _ in rows])
    table[lines[met], order[at[met]]] = np.concatenate([values for _, values in rows])[met]
    return table


def shared_terms(rows: Iterable[Row]) -> frozenset[int]:
    """Return the terms that stand in more than one of these points."""
    counted: Counter[int] = Counter()
    for indices, _ in rows:
        counted.update(indices.tolist())
    return frozenset(term for term, n in counted.items() if n > 1)
