"""No reranking: the order that retrieval gave."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.questions import Found, Query
    from pincite.rerank import RerankSettings

__all__ = ["Unchanged", "build"]


class Unchanged:
    """Leaves the hits as they are."""

    name = "none"

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        """Return the hits in the order in which they came."""
        return found


def build(_: RerankSettings) -> Unchanged:
    """Return the reranker that changes nothing."""
    return Unchanged()
