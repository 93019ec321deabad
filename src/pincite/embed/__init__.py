"""
The embed stage: texts to vectors of one declared space.

``minilm`` is all-MiniLM-L6-v2 on ONNX Runtime. ``hash`` counts words without any model: for tests and dry runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.errors import ConfigError
from pincite.registry import builder

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.documents import Space
    from pincite.protocols import Embedder, Tokenizer

__all__ = ["BUILDERS", "SPACES", "TOKENIZERS", "EmbedSettings", "build", "build_space", "build_tokenizer"]

BUILDERS = {
    "minilm": "pincite.embed.minilm:build",
    "hash": "pincite.embed.hashing:build",
}
TOKENIZERS = {
    "minilm": "pincite.embed.wordpiece:build_tokenizer",
    "hash": "pincite.embed.hashing:build_tokenizer",
}
SPACES = {
    "minilm": "pincite.embed.minilm:build_space",
    "hash": "pincite.embed.hashing:build_space",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedSettings:
    """Which embedder a corpus uses."""

    name: str = "minilm"
    threads: int = 0
    """Processor threads of a local model, from 0; 0 means one per core."""
    dim: int = 256
    """Dimensions of the vectors of ``hash``, from 8; models have their own."""

    def __post_init__(self) -> None:
        if self.threads < 0:
            raise ConfigError(
                f"embed.threads is {self.threads}: expected 0 (one per core) or more", threads=self.threads
            )
        if self.dim < 8:
            raise ConfigError(f"embed.dim is {self.dim}: expected 8 or more", dim=self.dim)


def build(settings: EmbedSettings, *, cache: Path) -> Embedder:
    """
    Return the embedder that the settings name.

    :param cache: Folder of installed models.
    :raises UnknownName: If no embedder has that name.
    :raises ModelUnavailable: If its model is not installed, or its files have another digest.
    """
    embedder: Embedder = builder("embed", settings.name, BUILDERS)(settings, cache=cache)
    return embedder


def build_tokenizer(settings: EmbedSettings, *, cache: Path) -> Tokenizer:
    """
    Return what counts tokens as the embedder does, without loading its model.

    :param cache: Folder of installed models.
    :raises UnknownName: If no embedder has that name.
    :raises ModelUnavailable: If its model is not installed, or its files have another digest.
    """
    tokenizer: Tokenizer = builder("embed_tokenizer", settings.name, TOKENIZERS)(settings, cache=cache)
    return tokenizer


def build_space(settings: EmbedSettings) -> Space:
    """
    Return the space of the embedder that the settings name, without loading or even having its model.

    :raises UnknownName: If no embedder has that name.
    """
    space: Space = builder("embed_space", settings.name, SPACES)(settings)
    return space
