"""A retriever that follows the corpus to another generation: each question is ranked by the stages of its own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.protocols import Retriever
    from pincite.questions import Query, Ranking, Scope

__all__ = ["Following"]


class Following:
    """
    Gives each question to the retriever of the generation that its scope names.

    A question holds on to the generation that it began in, and one that is asked while another takes over may have
    taken its stages before and its scope after: its vector would be of another space than the index.

    :param of: Gives the retriever for a generation's id.
    """

    def __init__(self, of: Callable[[str], Retriever]) -> None:
        self._of = cache(of)

    def retrieve(self, query: Query, *, k: int, scope: Scope) -> Ranking:
        """Return at most ``k`` chunks in ``scope``; see :class:`pincite.protocols.Retriever`."""
        return self._of(scope.generation).retrieve(query, k=k, scope=scope)
