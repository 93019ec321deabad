"""What governs among hits, looked up once per state and reader; nothing is imported until something is stated."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.catalog import Catalog
    from pincite.pipeline.governing import Governor
    from pincite.pipeline.search import Request, Search
    from pincite.questions import Found, Query, Scope
    from pincite.trace import Recorder
    from pincite.validity.authority import GoverningSettings
    from pincite.validity.supersession import Supersession

__all__ = ["Governs"]

_KEPT: Final = 256
"""Readers whose values and replacements are remembered."""


class Governs:
    """
    Decides over permitted hits by what is stated about their documents.

    :param catalog: Where it is stated.
    :param settings: Gives the corpus's words for what binds and what only tells; asked for where any of that matters.
    """

    def __init__(self, catalog: Catalog, settings: Callable[[], GoverningSettings]) -> None:
        self._catalog = catalog
        self._settings = settings
        self._kept: OrderedDict[object, tuple[tuple[Supersession, ...], tuple[str, ...]]] = OrderedDict()
        self._lock = Lock()

    def stated(self, scope: Scope) -> tuple[tuple[Supersession, ...], tuple[str, ...]]:
        """Return what is said to be replaced in the tenant, and the values that the reader's documents apply to."""
        key = (scope.tenant, scope.readers, scope.sequence, scope.day, scope.epoch, scope.generation)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = (self._catalog.supersessions(scope), self._catalog.applies_to(scope))
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return found

    def __call__(
        self, search: Search, request: Request, query: Query, scope: Scope, found: tuple[Found, ...], recorder: Recorder
    ) -> tuple[Found, ...]:
        """Return the hits that govern, ranked anew."""
        edges, known = self.stated(scope)
        telling = any(each.permit.revision.authority for each in found)
        if not (edges or known or telling or request.fresh or request.applies_to is not None):
            return found
        from pincite.pipeline.governing import Standing

        with recorder.step("govern", "assemble", "what applies, replaces, binds and is recent enough") as detail:
            standing = Standing(edges=edges, known=known)
            kept, counts = self._governor().govern(search, standing, request, query, scope, found)
            detail |= counts
        return kept

    def _governor(self) -> Governor:
        from pincite.pipeline.governing import Governor
        from pincite.validity.authority import words_of

        return Governor(words=words_of(self._settings()))
