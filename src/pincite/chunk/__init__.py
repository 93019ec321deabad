"""
The chunk stage: revisions to the pieces that are retrieved.

``structural`` follows the document's own structure and is the default. ``windows`` and ``fixed`` cut as most tutorials
do, and exist to be compared with.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pincite.chunk.versions import fixed_digest, structural_digest, windows_digest
from pincite.errors import ConfigError
from pincite.registry import builder

if TYPE_CHECKING:
    from pincite.protocols import Chunker, Tokenizer

__all__ = [
    "BUILDERS",
    "ChunkSettings",
    "FixedSettings",
    "StructuralSettings",
    "WindowsSettings",
    "build",
    "chunker_digest",
]

BUILDERS = {
    "structural": "pincite.chunk.structural:build",
    "windows": "pincite.chunk.windows:build",
    "fixed": "pincite.chunk.fixed:build",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StructuralSettings:
    """How the structural chunker cuts."""

    max_tokens: int = 256
    """Most tokens of a chunk with its title, heading path and context, the model's two marks included; from 32."""

    def __post_init__(self) -> None:
        if self.max_tokens < 32:
            raise ConfigError(
                f"chunk.structural.max_tokens is {self.max_tokens}: expected 32 or more", max_tokens=self.max_tokens
            )


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
class ChunkSettings:
    """Which chunker a corpus uses, and the settings of each."""

    name: str = "structural"
    structural: StructuralSettings = field(default_factory=StructuralSettings)
    windows: WindowsSettings = field(default_factory=WindowsSettings)
    fixed: FixedSettings = field(default_factory=FixedSettings)


def build(settings: ChunkSettings, *, tokenizer: Tokenizer) -> Chunker:
    """
    Return the chunker that the settings name.

    :param tokenizer: Counts tokens as the embedder does.
    :raises UnknownName: If no chunker has that name.
    """
    chunker: Chunker = builder("chunk", settings.name, BUILDERS)(settings, tokenizer=tokenizer)
    return chunker


def chunker_digest(settings: ChunkSettings, *, tokenizer: Tokenizer) -> str:
    """
    Return the digest of the chunker that the settings name; one of this package is not loaded for it.

    :param tokenizer: Counts tokens as the embedder does.
    :raises UnknownName: If no chunker has that name.
    """
    if settings.name == "structural":
        return structural_digest(settings.structural, tokenizer=tokenizer.digest)
    if settings.name == "fixed":
        return fixed_digest(settings.fixed, tokenizer=tokenizer.digest)
    if settings.name == "windows":
        return windows_digest(settings.windows)
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
