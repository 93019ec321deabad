"""What the blend knows of each hit: scores, and how the question's words stand in the text, all free of the corpus."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.text.called import called
from pincite.text.numbered import Numbered
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from pincite.documents import Span
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
    One hit as the question reads it: of its words only those that the question has are told apart.

    :param found: The hit with its permit.
    :param numbered: Gives the question's stems in texts of the hit's language.
    """

    __slots__ = ("asked", "body", "n_words", "sentences", "title")

    def __init__(self, found: Found, numbered: Numbered) -> None:
        revision, chunk = found.permit.revision, found.permit.chunk
        units = [_ends(unit.span, chunk.span) for unit in chunk.units]
        cuts = sorted({chunk.span.start, chunk.span.end, *(end for unit in units for end in unit)})
        texts = (revision.text[start:end] for start, end in pairwise(cuts))
        pieces = [[] if text.isspace() else numbered.content(text) for text in texts]
        stems = {start: {*piece} for start, piece in zip(cuts, pieces, strict=False)}
        body = [stem for piece in pieces for stem in piece]
        self.n_words = len(body)
        self.body = [(at, stem) for at, stem in enumerate(body) if stem]
        """Where the question's stems stand among the content words, and which."""
        self.asked = {stem for _, stem in self.body}
        names = called(title=revision.title, path=revision.path, document_id=revision.document_id)
        self.title = {*numbered.content(" ".join((revision.title, *chunk.path, *names)))} - {0}
        self.sentences = [
            {stem for start in cuts if first <= start < last for stem in stems[start]} - {0} for first, last in units
        ]


def read(query: Query, found: Iterable[Found]) -> tuple[Reading, ...]:
    """Return each hit as the question reads it."""
    stems = tuple(dict.fromkeys(content_words(query.text, query.language)))
    by_language: dict[str, Numbered] = {}
    readings = []
    for each in found:
        language = each.permit.revision.language
        if language not in by_language:
            by_language[language] = Numbered(stems, language)
        readings.append(Reading(each, by_language[language]))
    return tuple(readings)


def features(query: Query, found: Sequence[Found], readings: Sequence[Reading]) -> NDArray[np.float32]:
    """
    Return what is known of each hit.

    A stem weighs the more the fewer of the hits have it: what is counted is within the reader's own hits.

    *Shape:* (n_hits, len(FEATURES))

    :param query: The question.
    :param found: Permitted hits, best first.
    :param readings: The same hits, read.
    """
    words = content_words(query.text, query.language)
    number = {stem: at for at, stem in enumerate(dict.fromkeys(words), start=1)}
    holders = Counter(stem for reading in readings for stem in reading.asked | reading.title)
    weights = [0.0, *(log(1 + (len(found) + 1) / (holders[at] + 0.5)) for at in number.values())]
    columns = (
        *_scored(found),
        *_leg(found, "lexical"),
        *_leg(found, "dense"),
        *_worded([number[word] for word in words], weights, readings),
        [log(1 + reading.n_words) for reading in readings],
        [float(len(number))] * len(found),
    )
    return np.array(columns, dtype=np.float32).T


def _ends(unit: Span, chunk: Span) -> tuple[int, int]:
    """Return where a unit begins and ends inside its chunk."""
    start = min(max(unit.start, chunk.start), chunk.end)
    return start, max(start, min(unit.end, chunk.end))


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


def _worded(asked: Sequence[int], weights: Sequence[float], readings: Sequence[Reading]) -> Iterator[list[float]]:
    """
    Yield the columns chunk, sentence, title, pairs, near, rare and share.

    :param asked: The question's content words in order, as numbers of stems.
    :param weights: What each stem weighs, by its number; 0 for number 0.
    :param readings: The hits.
    """
    whole = sum(weights) or 1.0
    rarest = max(range(len(weights)), key=weights.__getitem__)
    pairs = frozenset(pairwise(asked))

    def share(stems: Iterable[int]) -> float:
        return sum(weights[stem] for stem in stems) / whole

    yield [share(reading.asked) for reading in readings]
    yield [max(map(share, reading.sentences), default=0.0) for reading in readings]
    yield [share(reading.title) for reading in readings]
    yield [len(pairs & _neighbours(reading.body)) / (len(pairs) or 1) for reading in readings]
    yield [_near(reading) for reading in readings]
    yield [float(rarest in reading.asked or rarest in reading.title) for reading in readings]
    yield [len(reading.body) / (reading.n_words or 1) for reading in readings]


def _neighbours(body: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the pairs of stems that stand side by side."""
    return {(left, right) for (at, left), (next_, right) in pairwise(body) if next_ == at + 1}


def _near(reading: Reading) -> float:
    """Return how close together the question's stems stand: their number over the words that hold all of them once."""
    places, wanted = reading.body, len(reading.asked)
    if wanted < 2:
        return 0.0
    count: Counter[int] = Counter()
    start, shortest = 0, reading.n_words
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
