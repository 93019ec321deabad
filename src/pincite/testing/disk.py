"""A disk with little room, for tests that need one and cannot fill their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Usage", "disk_with"]

_TOTAL = 2**30


class Usage(NamedTuple):
    """What :func:`shutil.disk_usage` returns, in bytes."""

    total: int
    used: int
    free: int


def disk_with(free: int) -> Callable[[object], Usage]:
    """
    Return what stands in for :func:`shutil.disk_usage` where every disk has so much room.

    :param free: Free bytes, from 0.
    """
    return lambda path: Usage(_TOTAL, _TOTAL - free, free)
