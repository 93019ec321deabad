"""
An embedder without a model: every word adds ±1 to one dimension that its digest picks (feature hashing).

Deterministic everywhere, and texts that share words are near each other; no more than that. For tests and dry runs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.documents import Space, digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pincite.embed import EmbedSettings

__all__ = ["DIM", "HashEmbedder", "WordTokenizer", "build", "build_space", "build_tokenizer"]

DIM: Final = 256
"""Dimensions where the settings say none."""
_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\w+|[^\w\s]")


class HashEmbedder:
    """
    Embeds a text as its hashed bag of words, of unit length.

    :param dim: Dimensions of the vectors, at least 1.
    """

    def __init__(self, dim: int = DIM) -> None:
        self._dim = dim
        self._space = _space(dim)

    @property
    def space(self) -> Space:
        """The space of hashed words with this many dimensions."""
        return self._space

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector of unit length per text; see :class:`pincite.protocols.Embedder`."""
        if not texts:
            return np.zeros((0, self._dim), np.float32)
        return np.stack([self._vector(text) for text in texts])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a question: the same as of a document's text."""
        return self._vector(text)

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = np.zeros(self._dim, np.float32)
        for word in _WORD.findall(text.lower()):
            hashed = _hash(word)
            vector[(hashed >> 1) % self._dim] += 1.0 if hashed & 1 else -1.0
        norm = float(np.linalg.norm(vector))
        if norm == 0.0:  # no word at all, or words that cancel out: still a vector of unit length
            vector[_hash(text) % self._dim] = norm = 1.0
        return vector / np.float32(norm)


class WordTokenizer:
    """Counts words and punctuation marks."""

    @property
    def digest(self) -> str:
        """Digest of the pattern."""
        return digest("word-tokenizer", _TOKEN.pattern)

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return the number of words and punctuation marks of each text."""
        return [len(_TOKEN.findall(text)) for text in texts]


def _space(dim: int) -> Space:
    return Space(
        model="hash", weights=digest("hash-embedder", "1"), dim=dim, builder="1", pooling="sum of hashed words"
    )


@lru_cache(maxsize=65_536)
def _hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def build(settings: EmbedSettings, **_: object) -> HashEmbedder:
    """Return the hash embedder with the settings' dimensions."""
    return HashEmbedder(settings.dim or DIM)


def build_tokenizer(settings: EmbedSettings, **_: object) -> WordTokenizer:
    """Return the tokenizer that counts words."""
    del settings
    return WordTokenizer()


def build_space(settings: EmbedSettings) -> Space:
    """Return the space of hashed words with the settings' dimensions."""
    return _space(settings.dim or DIM)
