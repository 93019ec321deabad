"""
A limit of processor time on what is made of one file after it is parsed.

Parsers run in processes that are killed when they take too long. What finds sentences, keys and passages in their text
runs in the caller's process; it asks here, wherever a long text is gone through, whether it may go on.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic, thread_time
from typing import TYPE_CHECKING

from pincite.errors import TooLarge

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["allowed", "require_time"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Allowance:
    until: float
    not_before: float
    """The moment up to which no thread can have used it up."""
    seconds: float
    path: str

    @property
    def is_used_up(self) -> bool:
        # Asking for a thread's own time enters the kernel, and this is asked for every sentence; the clock does not.
        return monotonic() > self.not_before and thread_time() > self.until


_current: ContextVar[_Allowance | None] = ContextVar("pincite_allowance", default=None)


@contextmanager
def allowed(seconds: float, *, path: str) -> Iterator[None]:
    """
    Give what runs inside so much time of this thread's processor.

    :param seconds: Above 0.
    :param path: The file that is read, for the message.
    """
    allowance = _Allowance(until=thread_time() + seconds, not_before=monotonic() + seconds, seconds=seconds, path=path)
    token = _current.set(allowance)
    try:
        yield
    finally:
        _current.reset(token)


def require_time() -> None:
    """
    Return at once where there is time left, or nothing limits it.

    :raises TooLarge: If what :func:`allowed` gave is used up.
    """
    allowance = _current.get()
    if allowance is not None and allowance.is_used_up:
        raise TooLarge(
            f"{allowance.path} takes more than {allowance.seconds:g} s of processor time to be cut into passages: "
            "expected text with fewer marks and sentences; split it, or leave it out",
            path=allowance.path,
            limit=allowance.seconds,
        )
