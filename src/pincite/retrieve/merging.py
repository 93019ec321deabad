"""One ranking of several wordings' rankings, by reciprocal ranks; each chunk stands in it once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.questions import Hit, Ranking, Signal
from pincite.retrieve.fusion import RANK_OFFSET, ranked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.documents import ChunkId

__all__ = ["merged"]


def merged(rankings: Sequence[Ranking], *, k: int) -> Ranking:
    """
    Return at most ``k`` hits of several rankings, best first.

    A hit keeps the signals of the first wording that found it, and has the signal "wordings": its best rank in any, and
    how many found it.

    :param rankings: At least one; the first gives route and what is absent.
    :param k: Most hits, at least 1.
    """
    total: dict[ChunkId, float] = {}
    first: dict[ChunkId, Hit] = {}
    ranks: dict[ChunkId, list[int]] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking, start=1):
            total[hit.chunk_id] = total.get(hit.chunk_id, 0.0) + 1 / (RANK_OFFSET + rank)
            first.setdefault(hit.chunk_id, hit)
            ranks.setdefault(hit.chunk_id, []).append(rank)
    best = len(rankings) / (RANK_OFFSET + 1)
    hits = ranked(
        Hit(
            chunk_id=chunk,
            score=score / best,
            signals={**first[chunk].signals, "wordings": Signal(min(ranks[chunk]), float(len(ranks[chunk])))},
        )
        for chunk, score in total.items()
    )
    return Ranking(
        hits=hits[:k],
        route=rankings[0].route,
        reason=f"{rankings[0].reason}; fused with {len(rankings) - 1} other wordings",
        absent=rankings[0].absent,
    )
