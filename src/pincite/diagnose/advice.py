"""How each kind of question is best answered: looked up, computed, from the whole, by one search, or model-led."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["Advice", "Means", "Mode", "Option", "recommend"]

_MOST: Final = 0.5
"""Share of the questions of a kind from which it counts as being of a form."""
_GOOD: Final = 0.95
"""Score from which one search is enough."""
_WORTH: Final = 3.0
"""How many times the price of one search a better reading may cost."""


class Mode(StrEnum):
    """A way of answering, the cheapest first."""

    LOOKUP = "lookup"
    """An exact key is looked up, never guessed."""
    COMPUTED = "computed"
    """Document by document, the rows as evidence: ``pincite table``."""
    SEARCH = "search"
    """One search, one call."""
    WHOLE = "whole"
    """Everything that may be read in one prompt, whose beginning is the same for every question."""
    LED = "model-led"
    """The model searches as often as it needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """What one way of answering takes per question."""

    mode: Mode
    possible: bool
    tokens: int
    """Input tokens, about; for a model-led search those of all its turns."""
    price: float | None
    """In US dollars, nothing cached; ``None`` where no price is known."""
    cached_price: float | None
    """The same when what repeats is read from the provider's cache."""
    cacheable: float
    """Share of the input that is the same for the next question, from 0 to 1."""
    p50_ms: float | None = None
    """Half of the searches took less; ``None`` where it was not measured. A model's own time comes on top."""
    p95_ms: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What is known of one kind of question."""

    kind: str
    n: int
    """Number of questions; 0 where none were given."""
    keys: float
    """Share of them that names an exact key which is looked up."""
    computed: float
    """Share that asks about every document."""
    hops: float
    """Share that leads over something which it does not name."""
    options: tuple[Option, ...]
    score: tuple[str, float] | None = None
    """Name and value of a measure of it; ``None`` where it was not measured."""
    writes: bool = False
    """Whether the configured generator is a model."""
    leads: bool = False
    """Whether it can lead a search."""

    def option(self, mode: Mode) -> Option:
        """Return the option of a mode."""
        return next(each for each in self.options if each.mode is mode)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What is recommended for one kind of question, with the numbers behind it."""

    means: Means
    mode: Mode
    why: str


def recommend(means: Means) -> Advice:
    """Return the cheapest way of answering that can answer."""
    mode, why = _decided(means)
    return Advice(means=means, mode=mode, why=why)


def _decided(means: Means) -> tuple[Mode, str]:
    if means.n and means.keys >= _MOST:
        return Mode.LOOKUP, f"{means.keys:.0%} name an exact key: it is looked up, no ranking can mistake it"
    if means.n and means.computed >= _MOST:
        return Mode.COMPUTED, f"{means.computed:.0%} ask about every document: no first k of a ranking is all of them"
    if means.n and (means.hops >= _MOST or means.kind == "multi-hop"):
        return _of_hops(means)
    return _of_one(means)


def _of_hops(means: Means) -> tuple[Mode, str]:
    whole, led, search = (means.option(mode) for mode in (Mode.WHOLE, Mode.LED, Mode.SEARCH))
    reason = "what to look for next is known only after reading"
    if not means.writes:
        return Mode.SEARCH, f"{reason}; without a model rules take two steps, and a model would do better"
    if whole.possible and _cheaper(whole, led):
        return Mode.WHOLE, f"{reason}, and all of it fits{_prices(whole, led)}"
    if means.leads:
        return Mode.LED, f"{reason}{_prices(led, search)}"
    return Mode.SEARCH, f"{reason}; this model cannot lead a search, and all of it does not fit"


def _of_one(means: Means) -> tuple[Mode, str]:
    whole, search = means.option(Mode.WHOLE), means.option(Mode.SEARCH)
    if not means.writes:
        return Mode.SEARCH, "no model writes here: one search finds the sentences to quote"
    if means.score and means.score[1] >= _GOOD:
        return Mode.SEARCH, f"one search is enough: {means.score[0]} is {means.score[1]:.2f}{_prices(search, whole)}"
    if whole.possible and _cheaper(whole, search, times=_WORTH):
        return Mode.WHOLE, f"all of it fits, and what is shown whole cannot be missed{_prices(whole, search)}"
    reason = "all of it costs too much" if whole.possible else "all of it does not fit"
    return Mode.SEARCH, f"{reason}: one search{_prices(search, whole)}"


def _cheaper(one: Option, other: Option, *, times: float = 1.0) -> bool:
    if one.cached_price is None or other.cached_price is None:
        return one.tokens * (1 - one.cacheable) <= times * other.tokens
    return one.cached_price <= times * other.cached_price


def _prices(one: Option, other: Option) -> str:
    if one.cached_price is None or other.cached_price is None:
        return ""
    return f" (${one.cached_price:.4f} a question against ${other.cached_price:.4f} for {other.mode}, cached)"
