"""What tokens cost: a table with a date, which settings may change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["AS_OF", "BATCH_SHARE", "FREE", "PRICES", "Price", "price_of"]

AS_OF: Final = "2026-10-16"
"""The day on which the built-in table was compared with the providers' own."""
BATCH_SHARE: Final = 0.5
"""What a token of a batch costs, as a share of its price."""
_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Prices of one model, in US dollars per million tokens."""

    input: float
    output: float
    cache_read: float
    """Of input that a provider has in its cache."""
    cache_write: float
    """Of input that it puts there for five minutes."""

    def cost(self, *, fresh: int, output: int, read: int = 0, written: int = 0) -> float:
        """
        Return what tokens cost, in US dollars.

        :param fresh: Input tokens that came from no cache and went into none.
        :param read: Input tokens that came from the cache.
        :param written: Input tokens that went into it.
        """
        spent = fresh * self.input + output * self.output + read * self.cache_read + written * self.cache_write
        return spent / _MILLION


def _price(input_: float, output: float, read_share: float = 0.1) -> Price:
    return Price(input=input_, output=output, cache_read=input_ * read_share, cache_write=input_ * 1.25)


FREE: Final = Price(input=0.0, output=0.0, cache_read=0.0, cache_write=0.0)
"""Of a model that runs on this machine: nobody is paid for its tokens."""
PRICES: Final[dict[str, Price]] = {
    "claude-opus-5-5": _price(4.0, 20.0, 0.05),
    "claude-sonnet-5-5": _price(2.0, 10.0, 0.05),
    "claude-haiku-5-5": _price(0.5, 2.5),  # of prompts above 100,000 tokens; shorter ones cost a fifth of it
    "claude-opus-5": _price(5.0, 25.0),
    "claude-sonnet-5": _price(2.0, 10.0),
    "claude-opus-4-8": _price(5.0, 25.0),
    "claude-haiku-4-5": _price(1.0, 5.0),
}
"""Prices by model."""


def price_of(model: str, stated: Mapping[str, tuple[float, ...]]) -> Price | None:
    """
    Return the price of a model, or ``None`` where none is known.

    :param stated: Input and output price per million tokens by model, and optionally those of reading from and writing
        to the cache; goes before the built-in table.
    """
    own = stated.get(model)
    if own is None:
        return PRICES.get(model)
    input_, output = own[0], own[1]
    read, write = (own[2], own[3]) if len(own) == 4 else (input_, input_)
    return Price(input=input_, output=output, cache_read=read, cache_write=write)
