"""An embedder that keeps every vector by its text's digest, so that a text is embedded once for all benchmarks."""

from __future__ import annotations

import sqlite3
import sys
import time
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.documents import digest
from pincite.likeness import unrelated

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from pincite.documents import Space
    from pincite.protocols import Embedder

__all__ = ["KeptEmbedder"]

_BATCH: Final = 256
"""Texts that are embedded before they are kept: what a run that is stopped loses at most."""


class KeptEmbedder:
    """
    Gives vectors from a file per space, and embeds what the file lacks; a run that was stopped goes on where it was.

    Vectors are kept in half precision, as the catalog keeps them.

    :param embedder: Makes what the file lacks.
    :param folder: Where the files stand.
    """

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._embedder = embedder
        self._file = sqlite3.connect(folder / f"vectors-{embedder.space.id}.sqlite", timeout=120)
        self._file.execute("CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, vector BLOB) WITHOUT ROWID")

    @property
    def languages(self) -> frozenset[str] | None:
        """What the embedder was taught; ``None`` where it does not say."""
        languages: frozenset[str] | None = getattr(self._embedder, "languages", None)
        return languages

    @property
    def unrelated(self) -> float:
        """Cosine that the embedder gives texts with nothing in common."""
        return unrelated(self._embedder)

    @property
    def space(self) -> Space:
        """The embedder's space."""
        return self._embedder.space

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector of unit length per text; see :class:`pincite.protocols.Embedder`."""
        keys = [digest("embedded", text) for text in texts]
        new = sorted({key: text for key, text in zip(keys, texts, strict=True) if key not in self}.items())
        start = time.process_time()
        for at in range(0, len(new), _BATCH):
            batch = new[at : at + _BATCH]
            self._keep([key for key, _ in batch], self._embedder.embed([text for _, text in batch]))
            done = f"{min(at + _BATCH, len(new)):,} of {len(new):,}"
            print(f"  embedded {done}, {time.process_time() - start:.0f} s of processor", file=sys.stderr, flush=True)
        return np.array([self._kept(key) for key in keys], np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a question."""
        key = digest("asked", text)
        if key not in self:
            self._keep([key], self._embedder.embed_query(text)[None])
        return self._kept(key)

    def __contains__(self, key: str) -> bool:
        return self._file.execute("SELECT 1 FROM vectors WHERE key = ?", (key,)).fetchone() is not None

    def _kept(self, key: str) -> NDArray[np.float32]:
        (blob,) = self._file.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
        return np.frombuffer(blob, np.float16).astype(np.float32)

    def _keep(self, keys: Sequence[str], vectors: NDArray[np.float32]) -> None:
        rows = [(key, vector.astype(np.float16).tobytes()) for key, vector in zip(keys, vectors, strict=True)]
        with self._file:
            self._file.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
