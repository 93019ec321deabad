"""The stage that makes passages of permitted hits within a token budget: settings and :func:`build`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import ConfigError
from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.protocols import Assembler, Tokenizer

__all__ = ["BUILDERS", "AssembleSettings", "build"]

BUILDERS: Final[dict[str, str]] = {
    "flat": "pincite.assemble.flat:build",
    "section": "pincite.assemble.section:build",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AssembleSettings:
    """How hits become passages, and how long they may be."""

    name: str = "section"
    """"section" (a hit is widened to its section), "flat" (the chunk itself), or an installed package's name."""
    passage_tokens: int = 400
    """How far one passage may be widened, in tokens, at least 1; a chunk that is longer by itself is shown whole."""
    total_tokens: int = 2_000
    """Most tokens of all passages together, at least 1."""
    whole_tokens: int = 0
    """A document of at most so many tokens is shown whole, by "section" alone; 0 never."""
    per_document: int = 0
    """Passages of a document before those of others had their turn, at least 1; 0 for as many as rank first."""
    order: str = "score"
    """"score" (best first) or "document" (documents by their best passage, within one in the order of the text)."""
    least_score: float = 0.0
    """Hits below it are left out; 0 keeps all. It compares within one question's fused or reranked scores."""

    def __post_init__(self) -> None:
        for name in ("passage_tokens", "total_tokens"):
            value = getattr(self, name)
            if value < 1:
                raise ConfigError(f"assemble.{name} is {value}: expected at least 1 token", **{name: value})
        for name in ("whole_tokens", "per_document"):
            value = getattr(self, name)
            if value < 0:
                raise ConfigError(f"assemble.{name} is {value}: expected at least 0", **{name: value})
        if self.order not in ("score", "document"):
            raise ConfigError(f"assemble.order is {self.order!r}: expected score or document", order=self.order)
        if not self.least_score >= 0:
            raise ConfigError(
                f"assemble.least_score is {self.least_score}: expected at least 0", least_score=self.least_score
            )


def build(settings: AssembleSettings, *, tokenizer: Tokenizer) -> Assembler:
    """
    Return the assembler that the settings name.

    :param settings: The stage's settings.
    :param tokenizer: Counts the tokens of the budget.
    :raises UnknownName: If nothing is registered under the name.
    """
    made: Callable[..., Any] = builder("assemble", settings.name, BUILDERS)
    assembler: Assembler = made(settings, tokenizer=tokenizer)
    return assembler
