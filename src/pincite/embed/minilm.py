"""all-MiniLM-L6-v2 on ONNX Runtime, in windows of 256 tokens."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from pincite.documents import Space
from pincite.embed.windowed import WindowedEmbedder
from pincite.models.installs import INSTALLS, find
from pincite.models.minilm import BUILDER, DIM, GRAPH, MAX_TOKENS, QUANTISATION, WEIGHTS

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.embed import EmbedSettings
    from pincite.models.installs import Installable, InstalledModel

__all__ = ["MinilmEmbedder", "build", "build_space"]

_NAME: Final = "minilm"


class MinilmEmbedder(WindowedEmbedder):
    """
    Embeds texts with the installed model.

    :param model: The installed model.
    :param threads: Runs at the same time, at least 1.
    :raises ModelUnavailable: If its files are missing or have another digest.
    """

    languages: Final = frozenset({"en"})
    """What it was taught; a question in another language is searched for by its words alone."""

    def __init__(self, model: InstalledModel, *, threads: int) -> None:
        super().__init__(model, _space(model.source), graph=GRAPH, threads=threads)


def _space(model: Installable) -> Space:
    return Space(
        model=model.model,
        weights=model.files[WEIGHTS],
        dim=DIM,
        builder=BUILDER,
        quantisation=QUANTISATION,
        pooling="mean",
        max_tokens=MAX_TOKENS,
    )


def build(settings: EmbedSettings, *, cache: Path) -> MinilmEmbedder:
    """
    Return the embedder of the installed all-MiniLM-L6-v2.

    :raises ModelUnavailable: If it is not installed, or its files have another digest.
    """
    return MinilmEmbedder(find(_NAME, cache), threads=settings.threads or os.cpu_count() or 1)


def build_space(settings: EmbedSettings) -> Space:
    """Return the space that the embedder's vectors lie in; nothing needs to be installed."""
    del settings
    return _space(INSTALLS[_NAME])
