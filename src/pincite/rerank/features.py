"""What the blend knows of each hit: scores, and how the question's words stand in the text, all free of the corpus."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from pincite.questions import Found, Query

__all__ = ["FEATURES", "Reading", "features", "read"]

FEATURES: Final = (
    "fused", "fused_rank", "lexical", "lexical_raw", "lexical_rank", "dense", "dense_raw", "dense_rank", "chunk",
    "sentence", "title", "pairs", "near", "rare", "share", "length", "asked",
)  # fmt: skip
"""Names of the columns of :func:`features`."""
_RANK_OFFSET: Final = 60


class Reading:
    """
    One hit as the question reads it.

    :param found: The hit with its permit.
    """

    __slots__ = ("body", "sentences", "title")

    def __init__(self, found: Found) -> None:
        revision, chunk = found.permit.revision, found.permit.chunk
        language = revision.language
        self.body = content_words(chunk.text, language)
        self.title = frozenset(content_words(" ".join((revision.title, *chunk.path)), language))
        spans = (unit.span.cut(revision.text) for unit in chunk.units)
        self.sentences = tuple(frozenset(content_words(text, language)) for text in spans)


def read(found: Iterable[Found]) -> tuple[Reading, ...]:
    """Return each hit read into its stems."""
    return tuple(map(Reading, found))


def features(query: Query, found: Sequence[Found], readings: Sequence[Reading]) -> NDArray[np.float32]:
    """
    Return what is known of each hit.

    A stem weighs the more the fewer of the hits have it: what is counted is within the reader's own hits.

    *Shape:* (n_hits, len(FEATURES))

    :param query: The question.
    :param found: Permitted hits, best first.
    :param readings: The same hits, read.
    """
    stems = content_words(query.text, query.language)
    holders = Counter(stem for reading in readings for stem in {*reading.body, *reading.title})
    weights = {stem: log(1 + (len(found) + 1) / (holders[stem] + 0.5)) for stem in stems}
    columns = (
        *_scored(found),
        *_leg(found, "lexical"),
        *_leg(found, "dense"),
        *_worded(stems, weights, readings),
        [log(1 + len(reading.body)) for reading in readings],
        [float(len(weights))] * len(found),
    )
    return np.array(columns, dtype=np.float32).T


def _scored(found: Sequence[Found]) -> tuple[list[float], list[float]]:
    """Return each hit's fused score as a share of the best, and its reciprocal rank by that score."""
    values = [max(0.0, each.hit.score) for each in found]
    best = max(values, default=0.0) or 1.0
    order = sorted(range(len(found)), key=lambda at: (-found[at].hit.score, found[at].hit.chunk_id))
    rank = {at: place for place, at in enumerate(order, start=1)}
    return [value / best for value in values], [1 / (_RANK_OFFSET + rank[at]) for at in range(len(found))]


def _leg(found: Sequence[Found], name: str) -> tuple[list[float], list[float], list[float]]:
    """Return one leg's score as a share of its best, as it is, and its reciprocal rank; 0 where it found nothing."""
    signals = [each.hit.signals.get(name) for each in found]
    raw = [signal.score if signal else 0.0 for signal in signals]
    best = max(raw, default=0.0)
    shares = [max(0.0, value) / best if best > 0 else 0.0 for value in raw]
    return shares, raw, [1 / (_RANK_OFFSET + signal.rank) if signal else 0.0 for signal in signals]


def _worded(stems: tuple[str, ...], weights: Mapping[str, float], readings: Sequence[Reading]) -> Iterable[list[float]]:
    """Yield the columns chunk, sentence, title, pairs, near, rare and share."""
    whole = sum(weights.values()) or 1.0
    rarest = max(weights, key=lambda stem: weights[stem], default="")
    asked_pairs = frozenset(pairwise(stems))

    def share(there: Iterable[str]) -> float:
        return sum(weights[stem] for stem in weights.keys() & there) / whole

    yield [share(frozenset(reading.body)) for reading in readings]
    yield [max(map(share, reading.sentences), default=0.0) for reading in readings]
    yield [share(reading.title) for reading in readings]
    yield [len(asked_pairs.intersection(pairwise(r.body))) / (len(asked_pairs) or 1) for r in readings]
    yield [_near(weights, reading.body) for reading in readings]
    yield [float(rarest in reading.body or rarest in reading.title) for reading in readings]
    yield [sum(stem in weights for stem in reading.body) / (len(reading.body) or 1) for reading in readings]


def _near(weights: Mapping[str, float], body: Sequence[str]) -> float:
    """Return how close together the question's stems stand: their number over the words that hold all of them once."""
    places = [(at, stem) for at, stem in enumerate(body) if stem in weights]
    wanted = len({stem for _, stem in places})
    if wanted < 2:
        return 0.0
    count: Counter[str] = Counter()
    start, shortest = 0, len(body)
    for at, stem in places:
        count[stem] += 1
        while len(count) == wanted:
            first, left = places[start]
            shortest = min(shortest, at - first + 1)
            count[left] -= 1
            if not count[left]:
                del count[left]
            start += 1
    return wanted / max(shortest, wanted)
