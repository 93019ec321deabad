"""Orders hits by a learned score over both legs and words, and stated weights for keys, phrases, dates, authority."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.questions import Signal
from pincite.rerank.features import features, read
from pincite.rerank.trees import shipped
from pincite.text.identifiers import find
from pincite.text.phrases import phrases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pincite.questions import Found, Query
    from pincite.rerank import BlendSettings, RerankSettings

__all__ = ["Blend", "build"]

_BY_KEY: Final = "identifier"
_JUDGED: Final = 60
"""Hits that are judged where the settings do not say: they hold 95% of what is relevant in SciFact."""
_LOOSE: Final = frozenset({"code", "reference"})
"""Kinds of keys that are spoken of in many places: that one stands in a hit is known to the score that it came with."""


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
        _, self._trees = shipped()  # at once: while the embedder's model is loaded beside, this takes nobody's time

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        """
        Return the hits by blended score, which replaces their own; theirs stays as the signal "fused".

        What was looked up by exact keys comes back as it is: by turns with what was searched openly beside it.
        """
        head, tail = found[: self._first], found[self._first :]
        if not head or head[0].route == _BY_KEY:
            return found
        scores = self._scores(query, head)
        order = sorted(range(len(head)), key=lambda at: (-scores[at], at))
        judged = [_placed(rank, max(0.0, float(scores[at])), head[at]) for rank, at in enumerate(order, start=1)]
        least = judged[-1].hit.score
        return (*judged, *(replace(f, hit=replace(f.hit, score=min(f.hit.score, least))) for f in tail))

    def _scores(self, query: Query, found: Sequence[Found]) -> NDArray[np.float64]:
        learned = self._trees.score(features(query, found, read(query, found)))
        own = self._settings
        added = own.exact * _carrying(query, found) + own.authority * _binding(found) + own.recency * _recent(found)
        total: NDArray[np.float64] = learned + added + own.phrase * _phrased(query, found)
        return total


def _carrying(query: Query, found: Sequence[Found]) -> NDArray[np.float64]:
    """Return 1 for each hit in which an exact key of the question stands, or in the title of its document; else 0."""
    wanted = {identifier.key for identifier in query.identifiers if identifier.kind not in _LOOSE}
    if not wanted:
        return np.zeros(len(found))
    titles = {title: find(title) for title in {each.permit.revision.title for each in found}}
    keys = ((*each.permit.chunk.identifiers, *titles[each.permit.revision.title]) for each in found)
    return np.array([float(any(i.key in wanted and i.kind not in _LOOSE for i in listed)) for listed in keys])


def _binding(found: Sequence[Found]) -> NDArray[np.float64]:
    """Return 1 for each hit whose document is stated to bind, else 0."""
    stated = [each.permit.revision.authority for each in found]
    if not any(stated):
        return np.zeros(len(found))
    from pincite.validity.authority import AuthorityWords, Weight  # imported here: most documents state nothing

    words = AuthorityWords()
    return np.array([float(words.weight(each) is Weight.BINDING) for each in stated])


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
    if not wanted:
        return np.zeros(len(found))
    texts = (" ".join(each.permit.chunk.text.casefold().split()) for each in found)
    return np.array([float(all(phrase in text for phrase in wanted)) for text in texts])


def _placed(rank: int, score: float, found: Found) -> Found:
    fused = Signal(found.rank, found.hit.score)
    return replace(found, rank=rank, hit=replace(found.hit, score=score, signals={**found.hit.signals, "fused": fused}))


def build(settings: RerankSettings) -> Blend:
    """Return the blend with the settings' weights."""
    return Blend(settings.blend, first=settings.first or _JUDGED)
