"""
A BERT encoder on ONNX Runtime, window by window.

A text of more word pieces than a window holds is embedded in windows of equal length; its vector is their mean,
weighted by length, at unit length again. On one machine a text's vector is the same to the last bit, whatever is
embedded with it and on however many threads.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.documents import Space
from pincite.embed.wordpiece import WordPiece
from pincite.models.installs import INSTALLS, find

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from pincite.embed import EmbedSettings
    from pincite.models.installable import Installable
    from pincite.models.installs import InstalledModel

__all__ = ["Kind", "WindowedEmbedder", "build", "build_space", "windows"]

_MARKS: Final = 2
"""Word pieces of a window that are not the text's: the marks of start and end."""
_BLOCK: Final = 4096
"""Texts that are tokenised together: bounds memory on a large corpus."""

Pieces = list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A model that installs by name, and how it is used."""

    name: str
    """Under which it installs."""
    weights: str
    """The published file that its space is declared from."""
    graph: str
    """The installed file that is run: it gives one vector of unit length a window."""
    dim: int
    builder: str
    """Version of the way from the published file to the graph."""
    quantisation: str
    pooling: str
    max_tokens: int
    """Window in tokens, its two marks included."""
    languages: frozenset[str]
    """What it was taught; a question in another language is searched for by its words alone."""
    query_prefix: str = ""
    """What it was trained to have in front of a question."""
    unrelated: float = 0.0
    """Cosine that is taken for nothing in common (:mod:`pincite.likeness`)."""

    def space(self, model: Installable) -> Space:
        """Return the space of the vectors that it makes of a published model."""
        return Space(
            model=model.model,
            weights=model.files[self.weights],
            dim=self.dim,
            builder=self.builder,
            quantisation=self.quantisation,
            pooling=self.pooling,
            query_prefix=self.query_prefix,
            max_tokens=self.max_tokens,
        )


class WindowedEmbedder:
    """
    Embeds texts with an installed encoder.

    :param model: The installed model.
    :param kind: How it is used.
    :param threads: Runs at the same time, at least 1.
    :raises ModelUnavailable: If its files are missing or have another digest.
    """

    def __init__(self, model: InstalledModel, kind: Kind, *, threads: int) -> None:
        from pincite.embed._onnx import Encoder  # imported here: loading ONNX Runtime takes a tenth of a second

        self._encoder = Encoder(model.read(kind.graph))
        self._tokens = WordPiece(model)
        self._kind = kind
        self._threads = threads
        self._space = kind.space(model.source)

    @property
    def space(self) -> Space:
        """The space of the published weights, used as this file does."""
        return self._space

    @property
    def languages(self) -> frozenset[str]:
        """What the model was taught."""
        return self._kind.languages

    @property
    def unrelated(self) -> float:
        """Cosine that is taken for nothing in common."""
        return self._kind.unrelated

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector of unit length per text; see :class:`pincite.protocols.Embedder`."""
        out = np.empty((len(texts), self._space.dim), np.float32)
        for start in range(0, len(texts), _BLOCK):
            part = texts[start : start + _BLOCK]
            out[start : start + len(part)] = self._block(self._tokens.ids(part))
        return out

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a question: that of a document's text with the model's prefix in front."""
        vector: NDArray[np.float32] = self.embed([f"{self._kind.query_prefix}{text}"])[0]
        return vector

    def _block(self, ids: list[Pieces]) -> NDArray[np.float32]:
        cut = [windows(pieces, self._space.max_tokens) for pieces in ids]
        flat = self._encode([window for of_text in cut for window in of_text])
        if len(flat) == len(ids):
            return flat
        return _averaged(flat, cut)

    def _encode(self, cut: list[Pieces]) -> NDArray[np.float32]:
        """Run each window alone: in a batch its last bits would depend on its neighbours, and little time is gained."""
        out = np.empty((len(cut), self._space.dim), np.float32)
        # Longest first, each to the first thread that is free: none waits long for another at the end.
        left = iter(sorted(range(len(cut)), key=lambda at: -len(cut[at])))

        def run(_: int) -> None:
            for at in left:  # a list's iterator gives each number to one thread only
                out[at] = self._encoder.run(self._tokens.marked(cut[at]))

        if self._threads == 1 or len(cut) == 1:
            run(0)
            return out
        from concurrent.futures import ThreadPoolExecutor  # imported here: one question needs no pool

        with ThreadPoolExecutor(self._threads) as pool:
            list(pool.map(run, range(self._threads)))
        return out


def windows(pieces: Pieces, max_tokens: int) -> list[Pieces]:
    """
    Return a text's word pieces in the fewest windows, of equal length but for one piece.

    :param max_tokens: Window of the model in tokens, its two marks included.
    """
    n_windows = max(1, -(-len(pieces) // (max_tokens - _MARKS)))
    edges = [len(pieces) * at // n_windows for at in range(n_windows + 1)]
    return [pieces[start:end] for start, end in pairwise(edges)]


def _averaged(flat: NDArray[np.float32], cut: list[list[Pieces]]) -> NDArray[np.float32]:
    """Return each text's mean over its windows, weighted by their length, at unit length."""
    lengths = np.array([len(window) for of_text in cut for window in of_text], np.float32)
    starts = np.cumsum([0, *(len(of_text) for of_text in cut[:-1])])
    weighted = flat * np.maximum(lengths, 1)[:, None]
    summed = np.add.reduceat(weighted, starts, axis=0)
    summed /= np.linalg.norm(summed, axis=1, keepdims=True)
    single = np.array([len(of_text) == 1 for of_text in cut])
    summed[single] = flat[starts[single]]  # untouched: the same bits with long neighbours and without
    return summed


def build(kind: Kind, settings: EmbedSettings, *, cache: Path) -> WindowedEmbedder:
    """
    Return the embedder of an installed model.

    :raises ModelUnavailable: If it is not installed, or its files have another digest.
    """
    return WindowedEmbedder(find(kind.name, cache), kind, threads=settings.threads or os.cpu_count() or 1)


def build_space(kind: Kind, settings: EmbedSettings) -> Space:
    """Return the space that the embedder's vectors lie in; nothing needs to be installed."""
    del settings
    return kind.space(INSTALLS[kind.name])
