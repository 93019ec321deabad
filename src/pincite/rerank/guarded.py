"""
A model's opinion beside an order that cannot fail: where the model does, a question is answered by that order alone,
and the output says so.

The two scores are added by weight: a small cross-encoder alone orders SciFact worse than no model does, and both
together better than either (docs/quality.md).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from pincite.errors import BadModelOutput, ModelError
from pincite.protocols import Reranked
from pincite.questions import Signal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.protocols import Reranker
    from pincite.questions import Found, Query

__all__ = ["Guarded", "Scorer", "text_of"]

_BY_KEY: Final = "identifier"


class Scorer(Protocol):
    """Judges texts against a question; what most rerankers are at heart."""

    @property
    def name(self) -> str:
        """Name in settings and traces."""
        ...

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """
        Return a score for each text, at least 0, higher for better.

        :param texts: At least one.
        :raises ModelError: If the model fails or takes longer than is set.
        """
        ...


class Guarded:
    """
    Orders hits by a reranker that cannot fail, and the first of them by a scorer's opinion beside it.

    Every hit that was judged carries the scorer's opinion as a signal under its name. After a failure every hit carries
    the signal "NAME_failed", and :meth:`attempt` says why. What was looked up by exact keys is not judged: a model
    takes a number for its neighbour.

    :param scorer: The scorer that may fail.
    :param fallback: Orders the hits before it, and alone where it fails.
    :param first: How many hits are judged, from the best; those behind keep their order.
    :param weight: What the scorer's opinion counts, above 0 to 1; the rest is the score that the hit comes with.
    """

    def __init__(self, scorer: Scorer, fallback: Reranker, *, first: int, weight: float) -> None:
        self._scorer = scorer
        self._fallback = fallback
        self._first = first
        self._weight = weight

    @property
    def name(self) -> str:
        """The scorer's name."""
        return self._scorer.name

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        """Return the hits by the scorer's opinion, or the fallback's order."""
        return self.attempt(query, found).found

    def attempt(self, query: Query, found: tuple[Found, ...]) -> Reranked:
        """Return the hits with who ordered them and, where that is the fallback, why."""
        base = self._fallback.rerank(query, found)
        if not base or base[0].route == _BY_KEY:
            return Reranked(found=base, by=self._fallback.name)
        head, tail = base[: self._first], base[self._first :]
        try:
            scores = self._checked(self._scorer.scores(query.text, [text_of(each) for each in head]), len(head))
        except ModelError as error:
            return self._instead(base, error)
        return Reranked(found=self._judged(head, scores, tail), by=self.name)

    def _checked(self, scores: list[float], n: int) -> list[float]:
        if len(scores) != n or not all(-1e30 < score < 1e30 for score in scores):
            raise BadModelOutput(
                f"the reranker {self.name} gave {len(scores)} scores for {n} texts, or scores that are no numbers: "
                "expected one finite score a text",
                name=self.name,
            )
        return scores

    def _instead(self, base: tuple[Found, ...], error: ModelError) -> Reranked:
        failed = f"{self.name}_failed"
        marked = tuple(
            replace(each, hit=replace(each.hit, signals={**each.hit.signals, failed: Signal(each.rank, 0.0)}))
            for each in base
        )
        kept = "their order was kept" if self._fallback.name == "none" else f"{self._fallback.name} ordered them"
        return Reranked(
            found=marked, by=self._fallback.name, note=f"{self.name} did not rerank the hits ({error}): {kept}"
        )

    def _judged(self, head: tuple[Found, ...], scores: list[float], tail: tuple[Found, ...]) -> tuple[Found, ...]:
        """Return the judged hits best first, equals as they came, then the others below them; scores never rise."""
        opinion = {at: rank for rank, at in enumerate(sorted(range(len(head)), key=lambda at: -scores[at]), start=1)}
        mixed = _mixed([each.hit.score for each in head], scores, self._weight)
        order = sorted(range(len(head)), key=lambda at: (-mixed[at], at))
        judged = tuple(
            _placed(rank, mixed[at], head[at], self.name, Signal(opinion[at], scores[at]))
            for rank, at in enumerate(order, start=1)
        )
        least = judged[-1].hit.score
        return (*judged, *(replace(each, hit=replace(each.hit, score=min(each.hit.score, least))) for each in tail))


def _mixed(own: list[float], scores: list[float], weight: float) -> list[float]:
    """Return the weighted mean of shares of the best score and of a scorer's opinions, those in [0, 1] as they are."""
    best, most = max(own), max(1.0, *scores)
    shares = [max(0.0, each) / best if best > 0 else 0.0 for each in own]
    return [weight * score / most + (1 - weight) * share for score, share in zip(scores, shares, strict=True)]


def _placed(rank: int, score: float, found: Found, name: str, opinion: Signal) -> Found:
    """Return a hit at its new place with the scorer's opinion and the one that it came with as signals."""
    signals = {"fused": Signal(found.rank, found.hit.score), **found.hit.signals, name: opinion}
    return replace(found, rank=rank, hit=replace(found.hit, score=score, signals=signals))


def text_of(found: Found) -> str:
    """Return what a model reads of a hit: title and heading path, then the text."""
    chunk = found.permit.chunk
    front = ". ".join(dict.fromkeys(part for part in (found.permit.revision.title, *chunk.path) if part))
    return f"{front}\n{chunk.text}" if front else chunk.text
