"""
Looks again, before anything more is said, at whether the asker may still read what an answer rests on.

An answer takes seconds where a model writes it, and a stream may be read for as long. Access and membership are those
of now at every step.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from pincite.documents import TenantId
from pincite.errors import AccessChanged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pincite.answers import Answer, Passage
    from pincite.catalog import Catalog
    from pincite.pipeline.ask import Progress
    from pincite.pipeline.search import Request
    from pincite.questions import Principal

__all__ = ["Watch"]


class Watch:
    """
    Watches one answer.

    :param asker: Gives who asks, with the groups of now.
    :param catalog: Knows who may read what now.
    """

    def __init__(self, *, asker: Callable[[], Principal], catalog: Catalog) -> None:
        self._asker = asker
        self._catalog = catalog
        self._passages: list[Passage] = []
        self._seen: tuple[Principal, int] | None = None

    def over(self, steps: Iterator[Progress], request: Request) -> Iterator[Progress]:
        """
        Yield the steps while all that they rest on may be read.

        :raises AccessChanged: If something of it may not be read any more; nothing after that is yielded.
        :raises AccessDenied: If the asker's credential does not hold any more.
        """
        self._seen = (request.principal, self._catalog.head().epoch)
        for name, value in steps:
            self._gather(name, value)
            self._look()
            yield name, value

    def _gather(self, name: str, value: object) -> None:
        if name == "passage":
            self._passages.append(cast("Passage", value))
        elif name == "answer":
            self._passages = list(cast("Answer", value).passages)

    def _look(self) -> None:
        now = (self._asker(), self._catalog.head().epoch)
        if now == self._seen:
            return
        for passage in self._passages:
            scope = replace(passage.permit.scope, tenant=TenantId(str(now[0].tenant)), readers=now[0].readers)
            chunk_id = passage.permit.chunk.chunk_id
            if chunk_id not in self._catalog.permit([chunk_id], scope):
                raise AccessChanged(
                    "what you may read changed while this was being answered, and it does not hold any more: ask again"
                )
