"""Likeness of texts by an embedder that is asked for each text once, as long as it is remembered."""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.likeness import likeness, unrelated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from pincite.protocols import Embedder

__all__ = ["KEPT", "Cosines"]

KEPT: Final = 8192
"""Vectors that are remembered, the latest used; 12 MB at 384 numbers each."""


class Cosines:
    """
    The similarity that the generator takes, with a bounded memory of vectors; threads may share it.

    :param embedder: Gives the embedder when it is first needed.
    :param kept: Most vectors to remember, at least 1.
    """

    def __init__(self, embedder: Callable[[], Embedder], *, kept: int = KEPT) -> None:
        self._embedder = embedder
        self._kept: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._most = kept
        self._lock = Lock()

    def __call__(self, text: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the likeness of a text to each of several (:mod:`pincite.likeness`), at most 1."""
        if not texts:
            return np.zeros(0, dtype=np.float32)
        found = self._vectors(["?" + text, *("." + other for other in texts)])  # a model may treat questions apart
        cosines: NDArray[np.float32] = np.stack(found[1:]) @ found[0]
        return likeness(cosines, self._zero)

    @cached_property
    def _zero(self) -> float:
        return unrelated(self._embedder())

    def _vectors(self, keys: list[str]) -> list[NDArray[np.float32]]:
        with self._lock:
            known = {key: self._kept[key] for key in keys if key in self._kept}
        new = list(dict.fromkeys(key for key in keys if key not in known))
        known.update(self._embedded(new))
        with self._lock:
            for key in known:
                self._kept[key] = known[key]
                self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return [known[key] for key in keys]

    def _embedded(self, keys: list[str]) -> dict[str, NDArray[np.float32]]:
        embedder = self._embedder() if keys else None
        if embedder is None:
            return {}
        made = {key: embedder.embed_query(key[1:]) for key in keys if key[0] == "?"}
        plain = [key for key in keys if key[0] == "."]
        made.update(zip(plain, embedder.embed([key[1:] for key in plain]), strict=True) if plain else ())
        return made
