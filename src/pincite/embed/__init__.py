"""
The embed stage: texts to vectors of one declared space.

``minilm`` is all-MiniLM-L6-v2 and ``bge-small`` bge-small-en-v1.5, both on ONNX Runtime; ``e5-small`` is
multilingual-e5-small on an engine of its own. ``openai`` is whatever speaks OpenAI's embeddings API: OpenAI, Ollama,
vLLM, llama.cpp. ``hash`` counts words without any model: for tests and dry runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.errors import ConfigError
from pincite.registry import builder, require

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pincite.documents import Space
    from pincite.embed.apart import Apart
    from pincite.protocols import Embedder, Tokenizer
    from pincite.secret import Secret

__all__ = [
    "BUILDERS",
    "SPACES",
    "TOKENIZERS",
    "EmbedSettings",
    "build",
    "build_apart",
    "build_space",
    "build_tokenizer",
]

BUILDERS = {
    "bge-small": "pincite.embed.bge:build",
    "e5-small": "pincite.embed.e5:build",
    "minilm": "pincite.embed.minilm:build",
    "openai": "pincite.embed.openai:build",
    "hash": "pincite.embed.hashing:build",
}
TOKENIZERS = {
    "bge-small": "pincite.embed.wordpiece:build_tokenizer",
    "e5-small": "pincite.embed.e5:build_tokenizer",
    "minilm": "pincite.embed.wordpiece:build_tokenizer",
    "openai": "pincite.embed.estimate:build_tokenizer",
    "hash": "pincite.embed.hashing:build_tokenizer",
}
SPACES = {
    "bge-small": "pincite.embed.bge:build_space",
    "e5-small": "pincite.embed.e5:build_space",
    "minilm": "pincite.embed.minilm:build_space",
    "openai": "pincite.embed.openai:build_space",
    "hash": "pincite.embed.hashing:build_space",
}

_LOADED = frozenset({"bge-small", "e5-small", "minilm"})
"""Embedders that load a model, and so have something to begin early."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedSettings:
    """Which embedder a corpus uses."""

    name: str = "minilm"
    threads: int = 0
    """Processor threads of a local model, from 0; 0 means one per core."""
    dim: int = 0
    """Dimensions of the vectors of ``hash`` (0 for 256) and of ``openai``'s model, from 8; others have their own."""
    url: str = ""
    """Address of the server of ``openai``, such as ``http://127.0.0.1:11434/v1``; ``""`` for OpenAI's own."""
    model: str = ""
    """Name of the model of ``openai``, as the server has it."""
    weights: str = ""
    """
    What the server of ``openai`` runs, as a digest or a label of your own: vectors of one label are taken to be of one
    model, wherever it is served. ``""`` for its address and the model's name.
    """
    query_prefix: str = ""
    """What ``openai`` puts in front of a question, where its model wants that: "query: "."""
    text_prefix: str = ""
    """What ``openai`` puts in front of a document's text: "passage: "."""
    unrelated: float = 0.0
    """
    Cosine that the model of ``openai`` gives to texts with nothing in common, at least 0 and below 1. Many models give
    any two texts .3 to .8; floors and fitted weights are told on a scale on which that is 0.
    """
    shorten: bool = False
    """Whether ``openai`` asks the server for vectors of ``dim`` dimensions, which only some models can give."""
    max_tokens: int = 512
    """Window of the model of ``openai`` in tokens, from 16: longer texts are embedded in windows and averaged."""
    batch: int = 64
    """Most texts that ``openai`` sends at once, from 1."""
    timeout_s: float = 60.0
    """Longest that ``openai`` waits for one answer, in seconds, above 0."""
    retries: int = 3
    """How often ``openai`` asks again where the server is busy or the connection breaks, from 0."""

    def __post_init__(self) -> None:
        for name, least in (("threads", 0), ("max_tokens", 16), ("batch", 1), ("retries", 0)):
            value = getattr(self, name)
            if value < least:
                raise ConfigError(f"embed.{name} is {value}: expected {least} or more", **{name: value})
        if self.dim and self.dim < 8:
            raise ConfigError(f"embed.dim is {self.dim}: expected 8 or more", dim=self.dim)
        if not 0 <= self.unrelated < 1:
            raise ConfigError(
                f"embed.unrelated is {self.unrelated}: expected at least 0, below 1", unrelated=self.unrelated
            )
        if not self.timeout_s > 0:
            raise ConfigError(f"embed.timeout_s is {self.timeout_s}: expected more than 0", timeout_s=self.timeout_s)
        if self.url and not self.url.startswith(("http://", "https://")):
            raise ConfigError(f"embed.url is {self.url!r}: expected an address as http://127.0.0.1:11434/v1")
        if "@" in self.url.split("://")[-1].split("/")[0]:
            raise ConfigError("embed.url has a name or password in it: take it out, and set PINCITE_EMBED_API_KEY")
        if self.name == "openai" and not (self.model and self.dim):
            raise ConfigError(
                f"embed.name is 'openai', embed.model {self.model!r} and embed.dim {self.dim}: expected the name of "
                "the model and the number of dimensions of its vectors; set both",
                model=self.model,
                dim=self.dim,
            )


def build(settings: EmbedSettings, *, cache: Path, secrets: Mapping[str, Secret] | None = None) -> Embedder:
    """
    Return the embedder that the settings name.

    :param cache: Folder of installed models.
    :param secrets: Keys of servers by the names of their variables; ``None`` for none.
    :raises UnknownName: If no embedder has that name.
    :raises ModelUnavailable: If its model is not installed, or its files have another digest.
    """
    made = builder("embed", settings.name, BUILDERS)
    keys = {"secrets": secrets or {}} if settings.name == "openai" else {}
    embedder: Embedder = made(settings, cache=cache, **keys)
    return embedder


def build_apart(settings: EmbedSettings, *, cache: Path) -> Apart | None:
    """
    Return the embedder that the settings name in a process of its own, where it begins to load at once.

    What goes wrong there shows when it is asked for something.

    :param cache: Folder of installed models.
    :returns: ``None`` where nothing would be gained, or the process cannot be forked; the caller closes what it gets.
    """
    from pincite.embed.apart import Apart, possible

    if settings.name not in _LOADED or not possible():
        return None
    return Apart(lambda: build(settings, cache=cache))


def build_tokenizer(settings: EmbedSettings, *, cache: Path) -> Tokenizer:
    """
    Return what counts tokens as the embedder does, without loading its model.

    :param cache: Folder of installed models.
    :raises UnknownName: If no embedder has that name.
    :raises ModelUnavailable: If its model is not installed, or its files have another digest.
    """
    require("embed", settings.name, BUILDERS)  # so that the stage is named, and not what of it is built
    tokenizer: Tokenizer = builder("embed_tokenizer", settings.name, TOKENIZERS)(settings, cache=cache)
    return tokenizer


def build_space(settings: EmbedSettings) -> Space:
    """
    Return the space of the embedder that the settings name, without loading or even having its model.

    :raises UnknownName: If no embedder has that name.
    """
    require("embed", settings.name, BUILDERS)  # as above
    space: Space = builder("embed_space", settings.name, SPACES)(settings)
    return space
