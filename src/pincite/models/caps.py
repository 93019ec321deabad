"""Caps on tokens, time and money, and the meter that keeps them over the calls of one question."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pincite.answers import Usage
from pincite.errors import CapReached, ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.models.prices import Price

__all__ = ["Caps", "Meter", "estimate_tokens"]

_BYTES_PER_TOKEN = 3
"""Fewer than text has with any tokenizer in use, so that an estimate is too high rather than too low."""


def estimate_tokens(*texts: str) -> int:
    """Return about how many tokens texts have, rather too many, where no tokenizer of the model is at hand."""
    return sum(-(-len(text.encode()) // _BYTES_PER_TOKEN) for text in texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """What one question may cost at most."""

    input_tokens: int = 100_000
    """Tokens sent, over all calls, at least 1."""
    output_tokens: int = 8_000
    """Tokens written, over all calls, at least 1."""
    seconds: float = 120.0
    """Time, over all calls, above 0."""
    money: float | None = None
    """US dollars, over all calls, above 0; ``None`` for no cap."""

    def __post_init__(self) -> None:
        for name in ("input_tokens", "output_tokens", "seconds", "money"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ConfigError(f"a cap of {value} on {name}: expected more than 0", **{name: value})


@dataclass(slots=True)
class Meter:
    """
    Counts what the calls of one question spend, and stops the call that would pass a cap.

    :param caps: The caps.
    :param price: The model's prices; ``None`` where they are not known.
    :param clock: Gives the time in seconds.
    """

    caps: Caps
    price: Price | None = None
    clock: Callable[[], float] = time.monotonic
    usage: Usage = field(default_factory=Usage)
    """What has been spent so far."""
    _start: float = field(init=False)

    def __post_init__(self) -> None:
        self._start = self.clock()

    def left_s(self) -> float:
        """
        Return how much time is left, in seconds, above 0.

        :raises CapReached: If none is.
        """
        left = self.caps.seconds - (self.clock() - self._start)
        if left <= 0:
            raise _reached("seconds", f"{self.caps.seconds:g} seconds", "the model was not done")
        return left

    def allow(self, *, input_tokens: int, max_tokens: int) -> int:
        """
        Check a call before it is made; return how many tokens it may write.

        :param input_tokens: What would be sent.
        :param max_tokens: What it wants to write at the most.
        :raises CapReached: If the call would pass a cap.
        """
        self.left_s()
        sent, written = self.usage.input_tokens + input_tokens, self.usage.output_tokens
        if sent > self.caps.input_tokens:
            raise _reached("input_tokens", f"{self.caps.input_tokens:,} input tokens", f"{sent:,} would be sent")
        room = min(max_tokens, self.caps.output_tokens - written)
        if room < 1:
            raise _reached("output_tokens", f"{self.caps.output_tokens:,} output tokens", "all of them were written")
        self._allow_money(input_tokens, room)
        return room

    def _allow_money(self, input_tokens: int, max_tokens: int) -> None:
        if self.caps.money is None:
            return
        if self.price is None:
            raise ConfigError(
                "there is a cap on money and no price of the model: state it, as in "
                '[generate.prices] "MODEL" = [input, output] in dollars per million tokens'
            )
        would = (self.usage.cost or 0.0) + self.price.cost(fresh=input_tokens, output=max_tokens)
        if would > self.caps.money:
            raise _reached("money", f"${self.caps.money:g}", f"it could come to ${would:.4f}")

    def spend(self, *, fresh: int, output: int, read: int = 0, written: int = 0, share: float = 1.0) -> Usage:
        """
        Note what a call cost, and return that.

        The parameters are those of :meth:`pincite.models.prices.Price.cost`.

        :param share: What its tokens cost, as a share of their price.
        """
        full = self.price.cost(fresh=fresh, output=output, read=read, written=written) if self.price else None
        cost = None if full is None else full * share
        call = Usage(input_tokens=fresh + read + written, output_tokens=output, cost=cost, cached_tokens=read)
        total = replace(
            self.usage,
            input_tokens=self.usage.input_tokens + call.input_tokens,
            output_tokens=self.usage.output_tokens + output,
            cached_tokens=self.usage.cached_tokens + read,
            cost=None if cost is None else (self.usage.cost or 0.0) + cost,
        )
        self.usage = total
        return call


def _reached(cap: str, limit: str, what: str) -> CapReached:
    return CapReached(
        f"the cap of {limit} for one question stopped the model: {what}; raise [generate] cap_{cap}, or ask for less",
        cap=cap,
    )
