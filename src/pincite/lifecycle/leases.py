"""
What readers hold, so that nothing they need is removed.

Those of the process that holds the index are noted one by one. Whoever reads without holding it shares a lock that
removing waits for. The lock is the operating system's, so that one which is left behind by a crash holds nothing.
"""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Final

from pincite.errors import Locked
from pincite.lifecycle.changes import Lease

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pincite.catalog import Head
    from pincite.documents import Sequence

__all__ = ["Leases", "alone", "shared"]

_FILE: Final = "readers.lock"
_POLL_S: Final = 0.02


class Leases:
    """
    The leases of one store.

    :param state: The state folder.
    :param head: Gives the committed state.
    """

    def __init__(self, state: Path, *, head: Callable[[], Head]) -> None:
        self._state = state
        self._head = head
        self._held: list[Lease] = []
        self._lock = Lock()

    @contextmanager
    def lend(self, *, holds: bool) -> Iterator[Lease]:
        """
        Lend the committed state.

        :param holds: Whether this process holds the index, and so is the only one that removes.
        """
        if holds:
            with self._noted() as lease:
                yield lease
        else:
            with shared(self._state), self._noted() as lease:
                yield lease

    def sequences(self) -> tuple[Sequence, ...]:
        """Return the sequences that are lent, lowest first."""
        with self._lock:
            return tuple(sorted({lease.sequence for lease in self._held}))

    def generations(self) -> frozenset[str]:
        """Return the generations that are lent."""
        with self._lock:
            return frozenset(lease.generation for lease in self._held)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Lend nothing in this process while the block runs, which is to be short."""
        with self._lock:
            yield

    @contextmanager
    def _noted(self) -> Iterator[Lease]:
        with self._lock:
            head = self._head()
            lease = Lease(sequence=head.sequence, epoch=head.epoch, generation=head.generation)
            self._held.append(lease)
        try:
            yield lease
        finally:
            with self._lock:
                self._held.remove(lease)


@contextmanager
def shared(state: Path) -> Iterator[None]:
    """Read while nobody removes; waits for a removal that is under way."""
    handle = _opened(state)
    if handle is None:  # a folder that nobody can write to, so that nobody removes from it either
        yield
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield
    finally:
        os.close(handle)


@contextmanager
def alone(state: Path, *, wait_s: float) -> Iterator[None]:
    """
    Remove while no other process reads.

    :param wait_s: How long to wait for readers, in seconds.
    :raises Locked: If one still reads after that.
    """
    handle = _opened(state)
    if handle is None:
        yield
        return
    try:
        _take(handle, state, wait_s)
        yield
    finally:
        os.close(handle)


def _take(handle: int, state: Path, wait_s: float) -> None:
    deadline = time.monotonic() + wait_s
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise Locked(
                    f"another process still reads the corpus {state}; waited {wait_s:g} s, and nothing was removed: "
                    "let it end, or wait longer with --wait",
                    path=str(state),
                ) from None
            time.sleep(_POLL_S)
        else:
            return


def _opened(state: Path) -> int | None:
    file = state / _FILE
    for flags in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):
        try:
            return os.open(file, flags | os.O_CLOEXEC, 0o644)
        except OSError:
            continue
    return None
