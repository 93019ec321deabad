"""The engine's BM25 term weights; the only file of the text layer that touches ``qdrant_edge``."""

from __future__ import annotations

from typing import Final

from qdrant_edge import Bm25, Bm25Config, DisabledStemmer, StopwordsSet, TokenizerType

from pincite.installed import version_of

__all__ = ["DICTIONARY", "WORDS", "engine_version", "make"]

WORDS: Final = "words"
"""The model for terms that are set apart by spaces already: it only counts and weighs them."""
DICTIONARY: Final = "dictionary"
"""The model that sets words apart by the engine's own dictionaries."""


def make(name: str, *, average_length: float) -> Bm25:
    """
    Return one of the engine's models.

    :param name: :data:`WORDS`, :data:`DICTIONARY`, or "en" for English, whose words the engine stems and stops.
    :param average_length: The length in terms at which a document's weights are neither raised nor lowered.
    """
    if name == "en":
        return Bm25(Bm25Config(language="english", avg_len=average_length, ascii_folding=True))
    plain = TokenizerType.Whitespace if name == WORDS else TokenizerType.Multilingual
    return Bm25(
        Bm25Config(tokenizer=plain, stopwords=StopwordsSet(), stemmer=DisabledStemmer(), avg_len=average_length)
    )


def engine_version() -> str:
    """Return the version of the engine, which decides what terms a text has."""
    return version_of("qdrant-edge-py")
