"""Cuts a ranking at k so that equal scores are ordered by chunk id, also at the cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from pincite.questions import Scored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pincite.documents import ChunkId

__all__ = ["best", "past_the_cut"]


class _Hit(Protocol):
    @property
    def score(self) -> float: ...


H = TypeVar("H", bound=_Hit)


def past_the_cut(ask: Callable[[int], list[H]], k: int, *, noise: float = 0.0, floor: float = 0.0) -> list[H]:
    """
    Return the best ``k`` hits and all that may equal the last of them, scores of zero left out.

    More than ``k`` are asked for, and more again until a score comes back that is surely below that of the last: an
    engine gives equal scores in any order, so only then are all of them there to be ordered.

    :param ask: Returns at most so many hits, highest scores first.
    :param noise: How far a score may be from the true one, as a share of it.
    :param floor: How far it may be at least.
    """
    limit = k + max(4, k // 16)
    while True:
        hits = ask(limit)
        scored = [hit for hit in hits if hit.score != 0.0]
        if len(scored) >= k:
            cut = scored[k - 1].score
            least = cut - 2 * (noise * abs(cut) + floor)
            if len(hits) < limit or hits[-1].score < least:
                return [hit for hit in scored if hit.score >= least]
        elif len(hits) < limit:
            return scored
        limit *= 4


def best(chunks: Iterable[ChunkId], scores: Iterable[float], k: int) -> tuple[Scored, ...]:
    """Return the best ``k``, equal scores in order of chunk id."""
    ordered = sorted((-score, chunk) for chunk, score in zip(chunks, scores, strict=True))
    return tuple(Scored(chunk, -score) for score, chunk in ordered[:k])
