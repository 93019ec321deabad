"""Orders hits by a learned score over both legs and words, and stated weights for keys, phrases, dates, authority."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.questions import Signal
from pincite.rerank.features import features, read
from pincite.rerank.trees import shipped
from pincite.text.phrases import phrases
from pincite.validity.authority import AuthorityWords, Weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pincite.questions import Found, Query
    from pincite.rerank import BlendSettings, RerankSettings

__all__ = ["Blend", "build"]

_WORDS: Final = AuthorityWords()
_STEEP: Final = 0.5
"""How far learned scores are spread over (0, 1); it changes no order."""


class Blend:
    """
    Judges the first hits by boosted trees over scores and words (``bench/blend.py`` fits them); adds stated weights.

    A hit's score depends on the question and on the hits that came with it, all of which the reader may read.

    :param settings: What keys, phrases, dates and authority weigh.
    :param first: How many hits are judged, from the best; those behind keep their order.
    """

    name = "blend"

    def __init__(self, settings: BlendSettings, *, first: int) -> None:
        self._settings = settings
        self._first = first

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        """Return the hits by blended score, which replaces their own; theirs stays as the signal "fused"."""
        head, tail = found[: self._first], found[self._first :]
        if not head:
            return found
        scores = self._scores(query, head)
        order = sorted(range(len(head)), key=lambda at: (-scores[at], head[at].hit.chunk_id))
        judged = [_placed(rank, float(scores[at]), head[at]) for rank, at in enumerate(order, start=1)]
        least = judged[-1].hit.score
        return (*judged, *(replace(f, hit=replace(f.hit, score=min(f.hit.score, least))) for f in tail))

    def _scores(self, query: Query, found: Sequence[Found]) -> NDArray[np.float64]:
        _, trees = shipped()
        learned = 1 / (1 + np.exp(-_STEEP * trees.score(features(query, found, read(found)))))
        own = self._settings
        wanted = {identifier.key for identifier in query.identifiers}
        exact = [bool(wanted & {i.key for i in each.permit.chunk.identifiers}) for each in found]
        binding = [_WORDS.weight(each.permit.revision.authority) is Weight.BINDING for each in found]
        added = own.exact * np.array(exact) + own.authority * np.array(binding) + own.recency * _recent(found)
        total: NDArray[np.float64] = learned + added + own.phrase * _phrased(query, found)
        return total


def _recent(found: Sequence[Found]) -> NDArray[np.float64]:
    """Return each hit's date between the oldest, 0, and the newest, 1; 0 where none is stated or all are one."""
    days = np.array(
        [each.permit.revision.effective.toordinal() if each.permit.revision.effective else 0 for each in found]
    )
    stated = days[days > 0]
    if not len(stated) or stated.min() == stated.max():
        return np.zeros(len(found))
    return np.where(days > 0, (days - stated.min()) / (stated.max() - stated.min()), 0.0)


def _phrased(query: Query, found: Sequence[Found]) -> NDArray[np.float64]:
    """Return 1 for each hit in which all quoted phrases of the question stand; 0 where it quotes none."""
    wanted = [" ".join(phrase.casefold().split()) for phrase in phrases(query.text)]
    texts = (" ".join(each.permit.chunk.text.casefold().split()) for each in found)
    return np.array([float(bool(wanted) and all(phrase in text for phrase in wanted)) for text in texts])


def _placed(rank: int, score: float, found: Found) -> Found:
    fused = Signal(found.rank, found.hit.score)
    return replace(found, rank=rank, hit=replace(found.hit, score=score, signals={**found.hit.signals, "fused": fused}))


def build(settings: RerankSettings) -> Blend:
    """Return the blend with the settings' weights."""
    return Blend(settings.blend, first=settings.first)
