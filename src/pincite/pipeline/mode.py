"""How a question is answered: by one search, from all that may be read, or by a search that a model leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.errors import ConfigError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MODES", "Able", "AskSettings", "Decision", "Size", "decide"]

MODES: Final = ("auto", "search", "whole", "model-led")
_NO_LEAD: Final = (
    "mode model-led needs a model that calls tools: set generate.name to claude or openai, or ask with mode search"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskSettings:
    """How questions are answered."""

    mode: str = "auto"
    """"auto", "search", "whole" or "model-led"."""
    whole_tokens: int = 6_000
    """Up to this many tokens that a reader may read, "auto" shows a model all of them; 0 for never."""
    steps: int = 8
    """Most turns of a model that leads a search, at least 1."""

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ConfigError(f"ask.mode is {self.mode!r}: expected one of {', '.join(MODES)}", mode=self.mode)
        if self.whole_tokens < 0:
            raise ConfigError(f"ask.whole_tokens is {self.whole_tokens}: expected 0 or more", value=self.whole_tokens)
        if self.steps < 1:
            raise ConfigError(f"ask.steps is {self.steps}: expected at least 1", value=self.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much a reader may read."""

    documents: int
    tokens: int
    """An estimate, rather too high."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Able:
    """What the generator can do."""

    writes: bool
    """Whether it is a model."""
    leads: bool
    """Whether it calls tools."""
    caches: bool
    """Whether its provider keeps a prefix that many questions share."""
    window: int
    """Most tokens of passages that it takes at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """How one question is answered."""

    mode: str
    """"search", "whole" or "model-led"."""
    why: str
    """One line for people."""


def decide(
    mode: str, settings: AskSettings, *, able: Able, size: Callable[[], Size], hops: bool, keys: bool
) -> Decision:
    """
    Return how a question is answered, and why.

    What can be listed in advance is read whole or found by one search; what to look for next is known only after
    reading where a question leads over something that it does not name, and then the model leads.

    :param mode: What was asked for: one of ``MODES``.
    :param size: Gives how much the reader may read; called only where it decides.
    :param hops: Whether the question leads over something that it does not name.
    :param keys: Whether it names exact keys, which are looked up and never guessed.
    :raises InputError: If the mode is unknown, or cannot be done with this generator.
    """
    if mode not in MODES:
        raise InputError(f"mode is {mode!r}: expected one of {', '.join(MODES)}", mode=mode)
    if mode == "model-led" and not able.leads:
        raise InputError(_NO_LEAD, mode=mode)
    if mode != "auto":
        return Decision(mode=mode, why="as asked")
    if keys:
        return Decision(mode="search", why="it names exact keys, which are looked up")
    if able.caches and settings.whole_tokens:
        room = min(settings.whole_tokens, able.window)
        held = size()
        if held.tokens <= room:
            shown = f"{held.documents} documents with about {held.tokens:,} tokens may be read"
            return Decision(
                mode="whole", why=f"{shown}: all of it fits {room:,}, and is the same for the next question"
            )
    if hops and able.leads:
        return Decision(mode="model-led", why="it leads over something that it does not name")
    return Decision(mode="search", why="one search finds what it names" if able.writes else "no model writes here")
