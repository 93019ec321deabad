"""
bge-small-en-v1.5 on ONNX Runtime, in windows of 256 tokens.

It finds more than MiniLM in most kinds of pages (docs/quality.md has both on every set) and takes about as long on a
sentence, and half as long again on 200 tokens.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from pincite.documents import Space
from pincite.embed.windowed import WindowedEmbedder
from pincite.models.bge import BUILDER, DIM, GRAPH, MAX_TOKENS, QUANTISATION, WEIGHTS
from pincite.models.installs import INSTALLS, find

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from pincite.embed import EmbedSettings
    from pincite.models.installs import Installable, InstalledModel

__all__ = ["BgeEmbedder", "build", "build_space"]

_NAME: Final = "bge-small"
_PREFIX: Final = "Represent this sentence for searching relevant passages: "


class BgeEmbedder(WindowedEmbedder):
    """
    Embeds texts with the installed model.

    :param model: The installed model.
    :param threads: Runs at the same time, at least 1.
    :raises ModelUnavailable: If its files are missing or have another digest.
    """

    languages: Final = frozenset({"en"})
    """What it was taught; a question in another language is searched for by its words alone."""
    unrelated: Final = 0.33
    """Taken for nothing in common: with it what was fitted on MiniLM refuses as few questions that can be answered."""

    def __init__(self, model: InstalledModel, *, threads: int) -> None:
        super().__init__(model, _space(model.source), graph=GRAPH, threads=threads)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a question, which has the prefix in front that the model was trained with."""
        vector: NDArray[np.float32] = self.embed([f"{_PREFIX}{text}"])[0]
        return vector


def _space(model: Installable) -> Space:
    return Space(
        model=model.model,
        weights=model.files[WEIGHTS],
        dim=DIM,
        builder=BUILDER,
        quantisation=QUANTISATION,
        pooling="cls",
        query_prefix=_PREFIX,
        max_tokens=MAX_TOKENS,
    )


def build(settings: EmbedSettings, *, cache: Path) -> BgeEmbedder:
    """
    Return the embedder of the installed bge-small-en-v1.5.

    :raises ModelUnavailable: If it is not installed, or its files have another digest.
    """
    return BgeEmbedder(find(_NAME, cache), threads=settings.threads or os.cpu_count() or 1)


def build_space(settings: EmbedSettings) -> Space:
    """Return the space that the embedder's vectors lie in; nothing needs to be installed."""
    del settings
    return _space(INSTALLS[_NAME])
