"""
The chunk stage: revisions to the pieces that are retrieved.

``structural`` follows the document's own structure and is the default. ``recursive``, ``markdown``, ``semantic``,
``windows`` and ``fixed`` cut as other tools and most tutorials do, for those who need that and to be compared with:
``bench/chunking`` prints what each finds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pincite.chunk.versions import (
    fixed_digest,
    markdown_digest,
    recursive_digest,
    semantic_digest,
    structural_digest,
    windows_digest,
)
from pincite.errors import ConfigError
from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.documents import Space
    from pincite.protocols import Chunker, Embedder, Tokenizer

__all__ = [
    "BUILDERS",
    "ChunkSettings",
    "FixedSettings",
    "MarkdownSettings",
    "RecursiveSettings",
    "SemanticSettings",
    "StructuralSettings",
    "WindowsSettings",
    "build",
    "chunker_digest",
]

BUILDERS = {
    "structural": "pincite.chunk.structural:build",
    "recursive": "pincite.chunk.recursive:build",
    "markdown": "pincite.chunk.markdown:build",
    "semantic": "pincite.chunk.semantic:build",
    "windows": "pincite.chunk.windows:build",
    "fixed": "pincite.chunk.fixed:build",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StructuralSettings:
    """How the structural chunker cuts."""

    max_tokens: int = 256
    """
    Most tokens of a chunk with its title, heading path and context, the model's two marks included; from 32. A script
    that the tokenizer spells letter by letter counts one token for three letters; what is longer than the model's
    window is embedded in several.
    """
    target_tokens: int = 160
    """
    Tokens of text up to which neighbouring blocks are put together, and about as many as a piece has of a paragraph
    that is too long to stay whole; from 16. Every block stays whole up to ``max_tokens``. Of no account where it is the
    larger.
    """

    def __post_init__(self) -> None:
        for name, least in (("max_tokens", 32), ("target_tokens", 16)):
            value = getattr(self, name)
            if value < least:
                raise ConfigError(f"chunk.structural.{name} is {value}: expected {least} or more", **{name: value})


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowsSettings:
    """How windows of words are cut."""

    words: int = 200
    """Words in a window, from 1."""
    overlap: int = 40
    """Words that a window shares with the one before, from 0; less than ``words``."""

    def __post_init__(self) -> None:
        _require_steps("chunk.windows", "words", self.words, self.overlap)


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedSettings:
    """How pieces of one size are cut, wherever that falls."""

    unit: Literal["characters", "tokens"] = "characters"
    """What ``size`` and ``overlap`` count; tokens are whole words' worth."""
    size: int = 500
    """Length of a piece, from 1."""
    overlap: int = 0
    """Length that a piece shares with the one before, from 0; less than ``size``."""

    def __post_init__(self) -> None:
        if self.unit not in ("characters", "tokens"):
            raise ConfigError(f"chunk.fixed.unit is {self.unit!r}: expected characters or tokens", unit=self.unit)
        _require_steps("chunk.fixed", "size", self.size, self.overlap)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecursiveSettings:
    """How a text is parted at ever weaker separators."""

    size: int = 1_000
    """Most characters of a piece, from 1."""
    overlap: int = 100
    """Most characters that a piece shares with the one before, from 0; less than ``size``."""
    separators: tuple[str, ...] = ("\n\n", "\n", ". ", " ")
    """Where a text is parted, strongest first; where none is left, it is cut by characters."""

    def __post_init__(self) -> None:
        _require_steps("chunk.recursive", "size", self.size, self.overlap)
        if "" in self.separators:
            raise ConfigError(
                f"chunk.recursive.separators is {list(self.separators)}: expected texts of at least one character; "
                "cutting between any two characters is the last resort anyway, leave it out",
                separators=self.separators,
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownSettings:
    """How sections are cut."""

    size: int = 1_500
    """Most characters of a piece, from 1."""
    levels: int = 4
    """A heading down to this level begins a piece, from 1 to 6."""

    def __post_init__(self) -> None:
        _require_steps("chunk.markdown", "size", self.size, 0)
        if not 1 <= self.levels <= 6:
            raise ConfigError(f"chunk.markdown.levels is {self.levels}: expected 1 to 6", levels=self.levels)


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticSettings:
    """Where neighbouring sentences part."""

    threshold: float = 0.7
    """Two neighbours whose cosine is below it part, in [-1, 1]."""
    least: int = 200
    """Characters below which a piece is not ended, from 1."""
    most: int = 2_000
    """Most characters of a piece; at least ``least``."""

    def __post_init__(self) -> None:
        if not -1 <= self.threshold <= 1:
            raise ConfigError(
                f"chunk.semantic.threshold is {self.threshold}: expected a cosine in [-1, 1]", threshold=self.threshold
            )
        if not 1 <= self.least <= self.most:
            raise ConfigError(
                f"chunk.semantic.least is {self.least} and most is {self.most}: expected 1 or more, and least no more "
                "than most",
                least=self.least,
                most=self.most,
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkSettings:
    """Which chunker a corpus uses, and the settings of each."""

    name: str = "structural"
    """"structural", "recursive", "markdown", "semantic", "windows", "fixed", or an installed package's name."""
    structural: StructuralSettings = field(default_factory=StructuralSettings)
    recursive: RecursiveSettings = field(default_factory=RecursiveSettings)
    markdown: MarkdownSettings = field(default_factory=MarkdownSettings)
    semantic: SemanticSettings = field(default_factory=SemanticSettings)
    windows: WindowsSettings = field(default_factory=WindowsSettings)
    fixed: FixedSettings = field(default_factory=FixedSettings)


def build(settings: ChunkSettings, *, tokenizer: Tokenizer, embedder: Callable[[], Embedder] | None = None) -> Chunker:
    """
    Return the chunker that the settings name.

    :param tokenizer: Counts tokens as the embedder does.
    :param embedder: Gives the embedder and keeps it; ``semantic`` alone calls it, at the first text.
    :raises UnknownName: If no chunker has that name.
    :raises ConfigError: If the chunker needs an embedder and none is given.
    """
    more = {"embedder": embedder} if settings.name == "semantic" else {}
    chunker: Chunker = builder("chunk", settings.name, BUILDERS)(settings, tokenizer=tokenizer, **more)
    return chunker


def chunker_digest(settings: ChunkSettings, *, tokenizer: Tokenizer, space: Callable[[], Space] | None = None) -> str:
    """
    Return the digest of the chunker that the settings name; one of this package is not loaded for it.

    :param tokenizer: Counts tokens as the embedder does.
    :param space: Gives the embedder's space; ``semantic`` alone calls it.
    :raises UnknownName: If no chunker has that name.
    """
    if settings.name == "structural":
        return structural_digest(settings.structural, tokenizer=tokenizer.digest)
    if settings.name == "fixed":
        return fixed_digest(settings.fixed, tokenizer=tokenizer.digest)
    if settings.name == "semantic" and space is not None:
        return semantic_digest(settings.semantic, space=space().id)
    if settings.name == "windows":
        return windows_digest(settings.windows)
    if settings.name == "recursive":
        return recursive_digest(settings.recursive)
    if settings.name == "markdown":
        return markdown_digest(settings.markdown)
    return build(settings, tokenizer=tokenizer).digest


def _require_steps(where: str, name: str, size: int, overlap: int) -> None:
    if size < 1:
        raise ConfigError(f"{where}.{name} is {size}: expected 1 or more", **{name: size})
    if not 0 <= overlap < size:
        raise ConfigError(
            f"{where}.overlap is {overlap}: expected 0 to {size - 1}, less than {name} ({size}), "
            "or no window would get ahead of the one before",
            overlap=overlap,
            **{name: size},
        )
