"""
Makes one score of several legs' scores.

Reciprocal rank fusion is that of Cormack, Clarke and Büttcher (SIGIR 2009); the convex combination of min-max scores is
compared with it by Bruch, Gai and Ingber (TOIS 2023). A hit that one leg alone found keeps that leg's share.
"""

from __future__ import annotations

from math import fsum, sqrt
from typing import TYPE_CHECKING, Final, Protocol

from pincite.questions import Hit, Signal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pincite.documents import ChunkId
    from pincite.questions import Scored
    from pincite.retrieve import FusionSettings

__all__ = ["RANK_OFFSET", "WAYS", "Fusion", "convex", "distributed", "fuse", "ranked", "reciprocal", "signals"]

RANK_OFFSET: Final = 60
"""The constant of reciprocal rank fusion: a hit at rank r, from 1, is worth weight / (60 + r)."""


class Fusion(Protocol):
    """Makes one score of several legs' scores."""

    def __call__(self, legs: Mapping[str, Sequence[Scored]], weights: Mapping[str, float]) -> dict[ChunkId, float]:
        """
        Return the fused score of every chunk that a leg found.

        :param legs: Each leg's chunks, best first, each once.
        :param weights: Each leg's weight, at least 0, not all 0.
        """
        ...


def reciprocal(legs: Mapping[str, Sequence[Scored]], weights: Mapping[str, float]) -> dict[ChunkId, float]:
    """
    Return for each chunk the sum over legs of weight / (60 + rank), rank from 1.

    :param legs: Each leg's chunks, best first, each once.
    :param weights: Each leg's weight, at least 0.
    """
    total: dict[ChunkId, float] = {}
    for name in sorted(legs):
        for rank, scored in enumerate(legs[name], start=1):
            total[scored.chunk_id] = total.get(scored.chunk_id, 0.0) + weights[name] / (RANK_OFFSET + rank)
    return total


def convex(legs: Mapping[str, Sequence[Scored]], weights: Mapping[str, float]) -> dict[ChunkId, float]:
    """
    Return for each chunk the weighted mean of its legs' scores, scaled so that a leg's best is 1 and a score of 0 is 0.

    The lower end is the least that a score can mean (no shared term, no likeness), not the lowest candidate: that one
    depends on how many chunks are in scope, and where few are, it would make nothing of a hit that is nearly the best.

    :param legs: Each leg's chunks, best first, each once.
    :param weights: Each leg's weight, at least 0, not all 0.
    :returns: Scores in [0, 1]; a leg that did not find the chunk adds nothing.
    """
    whole = sum(weights[name] for name in sorted(legs))
    total: dict[ChunkId, float] = {}
    for name in sorted(legs):
        best = max((scored.score for scored in legs[name]), default=0.0)
        for scored in legs[name]:
            share = max(0.0, scored.score) / best if best > 0 else 0.0
            total[scored.chunk_id] = total.get(scored.chunk_id, 0.0) + weights[name] / whole * share
    return total


def distributed(legs: Mapping[str, Sequence[Scored]], weights: Mapping[str, float]) -> dict[ChunkId, float]:
    """
    Return for each chunk the weighted mean of its legs' scores, each leg's spread over three deviations from its mean.

    This is the distribution-based score fusion of Mazzeschi (2023): a leg's scores are mapped so that mean - 3 s is 0
    and mean + 3 s is 1, and cut to [0, 1]; a leg whose scores are all equal gives each 1/2.

    :param legs: Each leg's chunks, best first, each once.
    :param weights: Each leg's weight, at least 0, not all 0.
    :returns: Scores in [0, 1]; a leg that did not find the chunk adds nothing.
    """
    whole = sum(weights[name] for name in sorted(legs))
    total: dict[ChunkId, float] = {}
    for name in sorted(legs):
        scores = [scored.score for scored in legs[name]]
        mean = fsum(scores) / len(scores) if scores else 0.0
        spread = 6 * sqrt(fsum((score - mean) ** 2 for score in scores) / len(scores)) if scores else 0.0
        for scored in legs[name]:
            share = min(1.0, max(0.0, (scored.score - mean) / spread + 0.5)) if spread else 0.5
            total[scored.chunk_id] = total.get(scored.chunk_id, 0.0) + weights[name] / whole * share
    return total


WAYS: Final[dict[str, Fusion]] = {"convex": convex, "dbsf": distributed, "rrf": reciprocal}
"""Every way of fusing by its name in the settings."""


def fuse(
    legs: Mapping[str, Sequence[Scored]], settings: FusionSettings, *, bonus: Mapping[ChunkId, float] | None = None
) -> tuple[Hit, ...]:
    """
    Return every chunk that a leg found as a hit, best first, with its signal from each leg.

    :param legs: Chunks of the legs "dense" and "lexical", best first, each once.
    :param settings: The way of fusing and the weights.
    :param bonus: What is added to the fused score of a chunk; a chunk that is named is a hit although no leg found it.
    """
    weights = {"dense": settings.dense, "lexical": settings.lexical}
    total = WAYS[settings.name](legs, weights)
    for chunk, more in (bonus or {}).items():
        total[chunk] = total.get(chunk, 0.0) + more
    seen = signals(legs)
    return ranked(Hit(chunk_id=chunk, score=score, signals=seen.get(chunk, {})) for chunk, score in total.items())


def signals(legs: Mapping[str, Sequence[Scored]]) -> dict[ChunkId, dict[str, Signal]]:
    """Return for each chunk the rank and raw score that each leg which found it gave."""
    seen: dict[ChunkId, dict[str, Signal]] = {}
    for name in sorted(legs):
        for rank, scored in enumerate(legs[name], start=1):
            seen.setdefault(scored.chunk_id, {})[name] = Signal(rank, scored.score)
    return seen


def ranked(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Return the hits best first, equal scores in order of chunk id."""
    return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id)))
