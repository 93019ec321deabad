"""Term weights of the lexical leg: BM25 document weights and question terms, by language."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from pincite.documents import Sparse, digest
from pincite.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from qdrant_edge import Bm25, SparseVector

__all__ = ["AVERAGE_LENGTH", "Bm25Analyzer"]

AVERAGE_LENGTH: Final = 120.0
"""Length in terms that BM25 takes as average: a constant of the generation, never a statistic of the corpus."""
_SAME = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "cmn": "zh", "yue": "zh"}
_UNMARKED: Final = "en"
"""The language whose terms stand in the space as they are; those of every other also stand in a part of their own."""
_OWN: Final = 0.4
"""Share of a foreign document's weight that only questions in its language meet; ``bench/languages.py`` measures it."""


class Bm25Analyzer:
    """
    Turns texts into BM25 weights; documents and questions of all languages share one space of terms.

    Document length is normalised by a constant, so that a weight never depends on what else is stored.

    A term of a language other than English stands in the space twice, as itself and as that language's. Questions in a
    language weigh both so that its documents score as they would by themselves, and those of other languages, which
    share names, numbers and keys with the question, less: a German question finds the German page before the English
    one that names the same people.

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

        return digest("bm25", "2", repr(float(self.average_length)), _bm25.engine_version())

    def document(self, text: str, *, language: str) -> Sparse:
        """Return the BM25 document weights of a text; empty where it has no terms."""
        code = _code(language)
        pairs = {
            term: weight
            for model, given in self._read(text, code)
            for term, weight in _pairs(model.embed_document(given))
        }
        if code == _UNMARKED:
            return _sparse(pairs.items())
        mark = _mark(code)
        foreign = ((term, (1 - _OWN) * weight) for term, weight in pairs.items())
        return _sparse((*foreign, *((term ^ mark, _OWN * weight) for term, weight in pairs.items())))

    def query(self, text: str, *, language: str) -> Sparse:
        """Return the terms of a question, those as they are with weight 1 in English; empty where it has none."""
        code = _code(language)
        found = {term for model, given in self._read(text, code) for term, _ in _pairs(model.embed_query(given))}
        if code == _UNMARKED:
            return _sparse((term, 1.0) for term in found)
        mark = _mark(code)
        # (1 - own) x (1 - own) + own x (2 - own) = 1: a document of the same language scores as in its own space.
        shared = ((term, 1 - _OWN) for term in found)
        return _sparse((*shared, *((term ^ mark, 2 - _OWN) for term in found)))

    def _read(self, text: str, code: str) -> Iterator[tuple[Bm25, str]]:
        """Yield what reads the terms of a text, and the text as it is given to it."""
        from pincite.text import _bm25  # imported here: see ``digest``

        if code == _UNMARKED:
            yield self._model(_UNMARKED), text
            return
        from pincite.text.terms import SEGMENTED, terms  # imported here: questions in English do without stemmers

        yield self._model(_bm25.WORDS), " ".join(terms(text, code))
        if code in SEGMENTED:
            yield self._model(_bm25.DICTIONARY), text

    def _model(self, name: str) -> Bm25:
        if name not in self._models:
            from pincite.text import _bm25  # imported here: see ``digest``

            self._models[name] = _bm25.make(name, average_length=self.average_length)
        return self._models[name]


def _code(language: str) -> str:
    code = language.replace("_", "-").split("-")[0].lower()
    return _SAME.get(code, code)


@lru_cache
def _mark(code: str) -> int:
    """Return what tells the terms of a language from the shared ones: 32 bits that are never 0."""
    return int(digest("language", code)[:8], 16) | 1


def _pairs(vector: SparseVector) -> Iterator[tuple[int, float]]:
    return zip(vector.indices, vector.values, strict=True)


def _sparse(pairs: Iterable[tuple[int, float]]) -> Sparse:
    ordered = sorted(dict(pairs).items())
    return Sparse(indices=tuple(i for i, _ in ordered), values=tuple(v for _, v in ordered))
