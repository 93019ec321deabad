"""Term weights of the lexical leg: BM25 document weights and question terms, by language."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.documents import Sparse, digest
from pincite.errors import ConfigError

if TYPE_CHECKING:
    from qdrant_edge import Bm25, SparseVector

__all__ = ["AVERAGE_LENGTH", "Bm25Analyzer"]

AVERAGE_LENGTH: Final = 120.0
"""Length in terms that BM25 takes as average: a constant of the generation, never a statistic of the corpus."""
_SAME = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "cmn": "zh", "yue": "zh"}


class Bm25Analyzer:
    """
    Turns texts into BM25 weights; documents and questions of all languages share one space of terms.

    Document length is normalised by a constant, so that a weight never depends on what else is stored.

    :param average_length: The constant, in terms; above 0.
    :raises ConfigError: If ``average_length`` is not above 0.
    """

    def __init__(self, *, average_length: float = AVERAGE_LENGTH) -> None:
        if not average_length > 0:
            raise ConfigError(
                f"average_length is {average_length}: expected a number of terms above 0, such as {AVERAGE_LENGTH}",
                average_length=average_length,
            )
        self.average_length = average_length
        self._models: dict[str, Bm25] = {}

    @cached_property
    def digest(self) -> str:
        """Digest of the settings and of the engine's version."""
        from pincite.text import _bm25  # imported here: the engine is not needed to make an analyzer

        return digest("bm25", "1", repr(float(self.average_length)), _bm25.engine_version())

    def document(self, text: str, *, language: str) -> Sparse:
        """Return the BM25 document weights of a text; empty where it has no terms."""
        return _sparse(self._model(language).embed_document(text))

    def query(self, text: str, *, language: str) -> Sparse:
        """Return the terms of a question, each with weight 1; empty where it has none."""
        return _sparse(self._model(language).embed_query(text))

    def _model(self, language: str) -> Bm25:
        code = language.replace("_", "-").split("-")[0].lower()
        code = _SAME.get(code, code)
        if code not in self._models:
            from pincite.text import _bm25  # imported here: see ``digest``

            self._models[code] = _bm25.make(code, average_length=self.average_length)
        return self._models[code]


def _sparse(vector: SparseVector) -> Sparse:
    pairs = sorted(zip(vector.indices, vector.values, strict=True))
    return Sparse(indices=tuple(i for i, _ in pairs), values=tuple(v for _, v in pairs))
