"""The stage that drafts claims from passages: settings and :func:`build`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import ConfigError
from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from pincite.protocols import Generator
    from pincite.secret import Secret

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = [
    "BUILDERS",
    "ClaudeSettings",
    "ExtractiveSettings",
    "GenerateSettings",
    "GgufSettings",
    "OpenAISettings",
    "ScriptedSettings",
    "build",
    "chosen",
]

BUILDERS: Final[dict[str, str]] = {
    "claude": "pincite.generate.claude:build",
    "extractive": "pincite.generate.extractive:build",
    "gguf": "pincite.generate.gguf:build",
    "openai": "pincite.generate.openai:build",
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
class ClaudeSettings:
    """How Claude is asked; its key is read from ANTHROPIC_API_KEY."""

    model: str = "claude-sonnet-5-5"
    """Name of the model."""
    effort: str = ""
    """low, medium, high, xhigh or max; "" for the model's own."""
    thinking: bool = True
    """Whether the model decides how long to think."""
    citations: str = "structured"
    """"structured" (claims with passage numbers and quotes) or "native" (the provider's own citations)."""
    base_url: str = ""
    """Address of the API; "" for the provider's own."""
    cache_ttl: str = "5m"
    """How long instructions and a whole corpus stay in the provider's cache: "5m" or "1h"."""
    retries: int = 2
    """Further attempts where the provider is busy, at least 0."""

    def __post_init__(self) -> None:
        _one_of("generate.claude.effort", self.effort, ("", "low", "medium", "high", "xhigh", "max"))
        _one_of("generate.claude.citations", self.citations, ("structured", "native"))
        _one_of("generate.claude.cache_ttl", self.cache_ttl, ("5m", "1h"))
        _at_least("generate.claude.retries", self.retries, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAISettings:
    """How a server that speaks OpenAI's chat API is asked; its key, where it wants one, is read from OPENAI_API_KEY."""

    model: str = ""
    """Name of the model, as the server has it; the name "openai:MODEL" sets it too."""
    base_url: str = ""
    """Address of the API, such as "http://127.0.0.1:11434/v1" for Ollama; "" for OpenAI's own."""
    effort: str = ""
    """Reasoning effort; "" for the model's own."""
    temperature: float | None = None
    """At least 0; nothing to leave it to the model."""
    seed: int | None = None
    """For servers that can repeat themselves."""
    structured: bool = True
    """Whether the server can be held to a JSON schema; else sentences with markers are asked for."""
    window: int = 32_000
    """Most tokens of passages at once, at least 1."""
    retries: int = 2
    """Further attempts where the server is busy, at least 0."""

    def __post_init__(self) -> None:
        _at_least("generate.openai.retries", self.retries, 0)
        _at_least("generate.openai.window", self.window, 1)
        if self.temperature is not None:
            _at_least("generate.openai.temperature", self.temperature, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class GgufSettings:
    """How a model in a GGUF file is run here."""

    model: str = "qwen-1.5b"
    """A model that ``pincite models install`` installed, or the path of a GGUF file; "gguf:MODEL" sets it too."""
    window: int = 4_096
    """Tokens of prompt and reply together, at least 512."""
    threads: int = 0
    """How many to compute with; 0 for the cores that are free, less one."""
    gate: int = 3
    """How many passages are asked first whether they state the answer, so that the model invents none; 0 for none."""

    def __post_init__(self) -> None:
        _at_least("generate.gguf.window", self.window, 512)
        _at_least("generate.gguf.threads", self.threads, 0)
        _at_least("generate.gguf.gate", self.gate, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateSettings:
    """Which generator drafts, what a question may cost, and each generator's own settings."""

    name: str = "auto"
    """
    "auto" (Claude where ANTHROPIC_API_KEY is set, else extractive), "extractive", "claude", "openai", "gguf",
    "scripted:FILE", or a name that an installed package registers.
    """
    sentences: int = 5
    """Most sentences that a model is asked for, at least 1."""
    max_tokens: int = 4_000
    """Most tokens of one reply of a model, its thinking included, at least 1."""
    cap_input_tokens: int = 100_000
    """Most tokens sent for one question, over all calls, at least 1."""
    cap_output_tokens: int = 8_000
    """Most tokens written for one question, over all calls, at least 1."""
    cap_seconds: float = 120.0
    """Longest time that models work on one question, in seconds, above 0."""
    cap_money: float | None = None
    """Most that one question may cost, in US dollars, above 0; nothing for no cap."""
    prices: dict[str, tuple[float, ...]] = field(default_factory=dict)
    """
    US dollars per million tokens by model: [input, output], or [input, output, cache read, cache write]. Goes before
    the built-in table (``pincite.models.prices``), whose date is in it.
    """
    claude: ClaudeSettings = field(default_factory=ClaudeSettings)
    extractive: ExtractiveSettings = field(default_factory=ExtractiveSettings)
    gguf: GgufSettings = field(default_factory=GgufSettings)
    openai: OpenAISettings = field(default_factory=OpenAISettings)
    scripted: ScriptedSettings = field(default_factory=ScriptedSettings)

    def __post_init__(self) -> None:
        for name in ("sentences", "max_tokens", "cap_input_tokens", "cap_output_tokens"):
            _at_least(f"generate.{name}", getattr(self, name), 1)
        for name in ("cap_seconds", "cap_money"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ConfigError(f"generate.{name} is {value}: expected more than 0", key=f"generate.{name}")
        for model, price in self.prices.items():
            if len(price) not in (2, 4) or min(price) < 0:
                raise ConfigError(
                    f'generate.prices."{model}" is {list(price)}: expected [input, output] or [input, output, cache '
                    "read, cache write] in US dollars per million tokens",
                    key=f"generate.prices.{model}",
                )


def _one_of(key: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ConfigError(f"{key} is {value!r}: expected {', '.join(map(repr, known))}", key=key, value=value)


def _at_least(key: str, value: float, least: int) -> None:
    if not value >= least:
        raise ConfigError(f"{key} is {value}: expected at least {least}", key=key, value=value)


def chosen(settings: GenerateSettings, secrets: Mapping[str, Secret]) -> str:
    """Return the name of the generator that is built: "auto" is Claude where its key is set, else extractive."""
    if settings.name != "auto":
        return settings.name
    return "claude" if "ANTHROPIC_API_KEY" in secrets else "extractive"


def build(
    settings: GenerateSettings,
    *,
    similarity: Similarity | None = None,
    secrets: Mapping[str, Secret] | None = None,
    corpus: str = "",
    cache: Path | None = None,
) -> Generator:
    """
    Return the generator that the settings name.

    :param settings: The stage's settings.
    :param similarity: Cosines in [-1, 1] of a text to each of several; the embedder's, where there is one. Generators
        that do not compare meanings pass over it; without it the extractive generator goes by words alone.
    :param secrets: Keys of providers by the name of their variable; ``None`` for none.
    :param corpus: What models are told that the corpus is called.
    :param cache: Folder of installed models; ``None`` for the user's own.
    :raises UnknownName: If nothing is registered under the name.
    :raises ConfigError: If the settings of that generator are not usable.
    :raises MissingExtra: If it needs a library that is not installed.
    """
    keys = secrets or {}
    name, _, argument = chosen(settings, keys).partition(":")
    made: Callable[..., Any] = builder("generate", name, BUILDERS)
    given: dict[str, Any] = {"argument": argument, "similarity": similarity}
    if name in _WRITERS:
        given |= {"secrets": keys, "corpus": corpus, "cache": cache}
    generator: Generator = made(settings, **given)
    return generator


_WRITERS: Final = ("claude", "gguf", "openai")
"""Generators that write with a model: they are given keys, the corpus's name and the folder of models."""
