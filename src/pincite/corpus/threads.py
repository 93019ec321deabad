"""Calls that take time, made in a thread for whoever waits for them with ``asyncio``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["in_thread"]

T = TypeVar("T")


async def in_thread(call: Callable[..., T], *given: Any, **how: Any) -> T:  # noqa: ANN401  # passed on
    """Return what a call gives that is made in a thread."""
    import asyncio  # imported here: costs 50 ms that a command need not pay

    return await asyncio.to_thread(call, *given, **how)
