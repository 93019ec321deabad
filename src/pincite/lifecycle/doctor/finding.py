"""What a look at a corpus found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pincite.errors import StoreError

__all__ = ["Finding", "finding", "unreadable"]

_SHOWN: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One kind of fault, with how often it was found and what to do."""

    kind: str
    """Its name: "orphan-points", "stale-sources", …"""
    count: int
    """How many things have it, at least 1."""
    what: str
    """What it is, in one sentence."""
    fix: str
    """What to do, in one sentence."""
    examples: tuple[str, ...] = ()
    """Names of a few of the things."""
    mends: bool = False
    """Whether ``doctor --fix`` mends it."""
    mended: bool = False
    """Whether it has been mended."""


def finding(
    kind: str, items: Iterable[object], *, what: str, fix: str, mends: bool = False, n: int | None = None
) -> Iterator[Finding]:
    """
    Yield a finding where there is anything to tell.

    :param items: The things that have the fault; a few are named.
    :param n: How many they are; ``None`` to count them.
    """
    listed = [str(each) for each in items]
    count = len(listed) if n is None else n
    if count:
        yield Finding(kind=kind, count=count, what=what, fix=fix, examples=tuple(listed[:_SHOWN]), mends=mends)


def unreadable(part: str, error: StoreError) -> Iterator[Finding]:
    """
    Yield that a store could not be looked at, which says nothing of what is in it.

    :param part: "catalog" or "index".
    :param error: Why: no room on the disk, no right to read or write there.
    """
    yield from finding(
        f"unreadable-{part}",
        [error],
        what=f"The {part} could not be looked at; that does not mean that it is damaged.",
        fix="see the reason: free some space, or allow reading and writing there, and type pincite doctor again",
    )
