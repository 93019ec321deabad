"""A reranker that may fail, with what stands in for it: a question is answered all the same, and the output says so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from pincite.errors import BadModelOutput, ModelError
from pincite.protocols import Reranked
from pincite.questions import Signal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.protocols import Reranker
    from pincite.questions import Found, Query

__all__ = ["Guarded", "Scorer", "text_of"]


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
    Orders hits by a scorer; where it fails, by another reranker that cannot.

    Every hit that was judged carries the scorer's opinion as a signal under its name. After a failure every hit carries
    the signal "NAME_failed", and :meth:`attempt` says why.

    :param scorer: The scorer that may fail.
    :param fallback: Orders the hits where it does.
    :param first: How many hits are judged, from the best; those behind keep their order.
    """

    def __init__(self, scorer: Scorer, fallback: Reranker, *, first: int) -> None:
        self._scorer = scorer
        self._fallback = fallback
        self._first = first

    @property
    def name(self) -> str:
        """The scorer's name."""
        return self._scorer.name

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        """Return the hits by the scorer's opinion, or the fallback's order."""
        return self.attempt(query, found).found

    def attempt(self, query: Query, found: tuple[Found, ...]) -> Reranked:
        """Return the hits with who ordered them and, where that is the fallback, why."""
        head, tail = found[: self._first], found[self._first :]
        if not head:
            return Reranked(found=found, by=self.name)
        try:
            scores = self._checked(self._scorer.scores(query.text, [text_of(each) for each in head]), len(head))
        except ModelError as error:
            return self._instead(query, found, error)
        return Reranked(found=_ordered(self.name, head, scores, tail), by=self.name)

    def _checked(self, scores: list[float], n: int) -> list[float]:
        if len(scores) != n or not all(-1e30 < score < 1e30 for score in scores):
            raise BadModelOutput(
                f"the reranker {self.name} gave {len(scores)} scores for {n} texts, or scores that are no numbers: "
                "expected one finite score a text",
                name=self.name,
            )
        return scores

    def _instead(self, query: Query, found: tuple[Found, ...], error: ModelError) -> Reranked:
        failed = f"{self.name}_failed"
        marked = tuple(
            replace(each, hit=replace(each.hit, signals={**each.hit.signals, failed: Signal(each.rank, 0.0)}))
            for each in self._fallback.rerank(query, found)
        )
        kept = "their order was kept" if self._fallback.name == "none" else f"{self._fallback.name} ordered them"
        return Reranked(
            found=marked, by=self._fallback.name, note=f"{self.name} did not rerank the hits ({error}): {kept}"
        )


def text_of(found: Found) -> str:
    """Return what a model reads of a hit: title and heading path, then the text."""
    chunk = found.permit.chunk
    front = ". ".join(dict.fromkeys(part for part in (found.permit.revision.title, *chunk.path) if part))
    return f"{front}\n{chunk.text}" if front else chunk.text


def _ordered(name: str, head: tuple[Found, ...], scores: list[float], tail: tuple[Found, ...]) -> tuple[Found, ...]:
    """Return the judged hits best first, equals as they came, then the others below them; scores never rise."""
    order = sorted(range(len(head)), key=lambda at: (-scores[at], at))
    judged = [
        replace(
            head[at],
            rank=rank,
            hit=replace(
                head[at].hit,
                score=scores[at],
                signals={
                    **head[at].hit.signals,
                    "fused": Signal(head[at].rank, head[at].hit.score),
                    name: Signal(rank, scores[at]),
                },
            ),
        )
        for rank, at in enumerate(order, start=1)
    ]
    least = judged[-1].hit.score
    behind = [replace(each, hit=replace(each.hit, score=min(each.hit.score, least))) for each in tail]
    return (*judged, *behind)
