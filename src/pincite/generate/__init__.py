"""The stage that drafts claims from passages: settings and :func:`build`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import ConfigError
from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.protocols import Generator

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["BUILDERS", "ExtractiveSettings", "GenerateSettings", "ScriptedSettings", "build"]

BUILDERS: Final[dict[str, str]] = {
    "extractive": "pincite.generate.extractive:build",
    "scripted": "pincite.generate.scripted:build",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractiveSettings:
    """How the extractive generator decides."""

    claims: int = 3
    """Most claims in an answer, at least 1."""
    threshold: float = 0.5
    """Estimated probability, in (0, 1), from which a sentence counts as an answer; 0.5 is the calibrated point."""

    def __post_init__(self) -> None:
        if self.claims < 1:
            raise ConfigError(f"generate.extractive.claims is {self.claims}: expected at least 1", claims=self.claims)
        if not 0.0 < self.threshold < 1.0:
            raise ConfigError(
                f"generate.extractive.threshold is {self.threshold}: expected a probability above 0 and below 1",
                threshold=self.threshold,
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedSettings:
    """Where the scripted generator reads its drafts."""

    file: str = ""
    """Path of the JSONL file; the name "scripted:FILE" sets it too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateSettings:
    """Which generator drafts, and its settings."""

    name: str = "extractive"
    """"extractive", "scripted:FILE", or a name that an installed package registers."""
    extractive: ExtractiveSettings = field(default_factory=ExtractiveSettings)
    scripted: ScriptedSettings = field(default_factory=ScriptedSettings)


def build(settings: GenerateSettings, *, similarity: Similarity | None = None) -> Generator:
    """
    Return the generator that the settings name.

    :param settings: The stage's settings.
    :param similarity: Cosines in [-1, 1] of a text to each of several; the embedder's, where there is one. Generators
        that do not compare meanings pass over it; without it the extractive generator goes by words alone.
    :raises UnknownName: If nothing is registered under the name.
    :raises ConfigError: If the settings of that generator are not usable.
    """
    name, _, argument = settings.name.partition(":")
    made: Callable[..., Any] = builder("generate", name, BUILDERS)
    generator: Generator = made(settings, argument=argument, similarity=similarity)
    return generator
