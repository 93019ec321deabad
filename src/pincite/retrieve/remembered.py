"""
Rankings that are kept for the same question of the same reader.

A key holds all that decides a ranking: the scope (tenant, readers with groups and subject, sequence, day, generation,
access epoch, and what is granted or revoked but not yet indexed), the question, how many hits, and the settings. A
change of any of them is another key, so that a kept ranking is never given after it. Permits are checked anew each
time.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from pincite.protocols import Retriever
    from pincite.questions import Query, Ranking, Scope

__all__ = ["Kept", "Remembered"]

V = TypeVar("V")

_MOST: Final = 512


class Kept(Generic[V]):
    """
    A few values by key; the least used go first. Threads may share it.

    :param most: How many are kept, at least 1.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return the value of a key, made where it is not kept."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()  # outside the lock: other questions go on
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return value


class Remembered:
    """
    A retriever that keeps its rankings.

    :param retriever: Makes them.
    :param settings: What it was built with, route included.
    :param most: How many are kept.
    """

    def __init__(self, retriever: Retriever, settings: Hashable, *, most: int = _MOST) -> None:
        self._retriever = retriever
        self._settings = settings
        self._kept: Kept[Ranking] = Kept(most)

    def retrieve(self, query: Query, *, k: int, scope: Scope) -> Ranking:
        """Return the ranking of a question, as it is kept or made now."""
        key = (self._settings, scope, query, k)
        return self._kept.get(key, lambda: self._retriever.retrieve(query, k=k, scope=scope))
