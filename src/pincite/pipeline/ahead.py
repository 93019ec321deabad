"""Parses the next files while one is taken in, as many at a time as there are cores."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Self

from pincite.errors import PinciteError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from pincite.documents import Parsed
    from pincite.pipeline.drafts import Unread
    from pincite.protocols import Parser

__all__ = ["Ahead"]

_LARGEST: Final = 16_000_000
"""Bytes of a file that is parsed ahead; larger ones are parsed when their turn comes, one at a time."""

_Found = tuple[str, "Parsed | PinciteError"]
"""Digest of the bytes that were parsed, and what they gave or why they gave nothing."""


class Ahead:
    """
    A parser that has begun with the files which come next; a context that ends with its threads.

    :param parser: Parses; safe to use from many threads.
    :param todo: The files in the order in which they will be asked for.
    """

    def __init__(self, parser: Parser, todo: Iterable[Unread]) -> None:
        self._parser = parser
        self._waiting = deque(todo)
        self._cores = os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._cores, thread_name_prefix="pincite-parsing")
        self._begun: dict[str, Future[_Found | None]] = {}

    def __enter__(self) -> Self:
        self._begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    @property
    def digest(self) -> str:
        """That of the parser."""
        return self._parser.digest

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """Return what a file gives; see :class:`pincite.protocols.Parser`."""
        begun = self._begun.pop(path, None)
        found = begun.result() if begun is not None else None
        if found is None or found[0] != sha256(data).hexdigest():
            return self._parser.parse(data, path=path)
        if isinstance(found[1], PinciteError):
            raise found[1]
        return found[1]

    def passed(self, unread: Unread) -> None:
        """
        Begin with another file in place of one that is done with, whether it was asked for or not.

        :param unread: The file that is done with.
        """
        self._begun.pop(unread.path, None)
        self._begin()

    def _begin(self) -> None:
        while self._waiting and len(self._begun) <= self._cores:
            unread = self._waiting.popleft()
            self._begun[unread.path] = self._pool.submit(self._parsed, unread)

    def _parsed(self, unread: Unread) -> _Found | None:
        """Return what a file gives; ``None`` where it did not change or cannot be read, or waits for its turn."""
        try:
            data = unread.item.read()
        except (PinciteError, OSError):
            return None
        digest = sha256(data).hexdigest()
        if len(data) > _LARGEST or _unchanged(unread, digest):
            return None
        try:
            return digest, self._parser.parse(data, path=unread.path)
        except PinciteError as error:
            return digest, error


def _unchanged(unread: Unread, digest: str) -> bool:
    known = None if unread.stated_again else unread.known
    return known is not None and known.digest == digest and _stated(known.stamp) == _stated(unread.stamp)


def _stated(stamp: str) -> str:
    """Return the part of a mark that is of the settings and not of the file."""
    return stamp.partition("|")[2]
