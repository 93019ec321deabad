"""Orders hits by a few signals with fixed weights: the fused score, and how the question's words stand in the text."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from pincite.questions import Signal
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.questions import Found, Query
    from pincite.rerank import BlendSettings, RerankSettings

__all__ = ["Blend", "build", "signals"]

_T = TypeVar("_T")


class Blend:
    """
    Adds up weighted signals; each hit keeps its place among equals by chunk id.

    The signals are shares in [0, 1], free of the corpus's statistics, so that a chunk's blended score moves only with
    the question, the chunk and the fused score.

    :param settings: The weights.
    """

    name = "blend"

    def __init__(self, settings: BlendSettings) -> None:
        self._settings = settings

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        """Return the hits by blended score, which replaces their own; theirs stays as the signal "fused"."""
        stems = content_words(query.text, query.language)
        best = max((each.hit.score for each in found), default=0.0)
        scored = sorted(
            ((self._score(stems, query, each, best), each) for each in found),
            key=lambda pair: (-pair[0], pair[1].hit.chunk_id),
        )
        return tuple(_placed(rank, score, each) for rank, (score, each) in enumerate(scored, start=1))

    def _score(self, stems: tuple[str, ...], query: Query, found: Found, best: float) -> float:
        values = signals(stems, query, found, best=best)
        return sum(float(getattr(self._settings, name)) * value for name, value in values.items())


def signals(stems: tuple[str, ...], query: Query, found: Found, *, best: float) -> dict[str, float]:
    """
    Return the signals of one hit by the names of their weights, each in [0, 1].

    :param stems: The question's content-word stems, in order.
    :param query: The question.
    :param found: The hit, with its permit.
    :param best: The highest fused score among the hits.
    """
    chunk, text, language = found.permit.chunk, found.permit.revision.text, found.permit.revision.language
    body = content_words(chunk.text, language)
    wanted = frozenset(stems)
    sentences = (content_words(unit.span.cut(text), language) for unit in chunk.units)
    return {
        "fused": max(0.0, found.hit.score) / best if best > 0 else 0.0,
        "sentence": max((_share(wanted, sentence) for sentence in sentences), default=0.0),
        "chunk": _share(wanted, body),
        "title": _share(wanted, content_words(" ".join((found.permit.revision.title, *chunk.path)), language)),
        "pairs": _share(frozenset(pairwise(stems)), pairwise(body)),
        "exact": float(bool({i.key for i in query.identifiers} & {i.key for i in chunk.identifiers})),
    }


def _share(wanted: frozenset[_T], there: Iterable[_T]) -> float:
    """Return the share of what is wanted that is there; 0 where nothing is wanted."""
    return len(wanted.intersection(there)) / len(wanted) if wanted else 0.0


def _placed(rank: int, score: float, found: Found) -> Found:
    fused = Signal(found.rank, found.hit.score)
    return replace(found, rank=rank, hit=replace(found.hit, score=score, signals={**found.hit.signals, "fused": fused}))


def build(settings: RerankSettings) -> Blend:
    """Return the blend with the settings' weights."""
    return Blend(settings.blend)
