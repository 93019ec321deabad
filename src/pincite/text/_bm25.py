"""The engine's BM25 term weights; the only file of the text layer that touches ``qdrant_edge``."""

from __future__ import annotations

from typing import Final

from qdrant_edge import Bm25, Bm25Config, DisabledStemmer, StopwordsSet, TokenizerType

from pincite.installed import version_of

__all__ = ["ENGINE", "UNSPACED", "engine_version", "make"]

ENGINE: Final = {
    "ar": "arabic", "az": "azerbaijani", "bn": "bengali", "ca": "catalan", "da": "danish", "de": "german",
    "el": "greek", "en": "english", "es": "spanish", "eu": "basque", "fi": "finnish", "fr": "french", "he": "hebrew",
    "hu": "hungarian", "id": "indonesian", "it": "italian", "kk": "kazakh", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sl": "slovene", "sv": "swedish",
    "tg": "tajik", "tr": "turkish",
}  # fmt: skip
"""Language code → the engine's name for it."""
UNSPACED: Final = frozenset({"ja", "ko", "lo", "km", "my", "th", "zh"})
"""
Languages for the engine's multilingual tokenizer: written without spaces, or with words that glue their particles on.

It runs with English stop words and stemming, so that English terms inside such texts meet English questions.
"""


def make(language: str, *, average_length: float) -> Bm25:
    """
    Return the engine's model for a language.

    :param language: A two-letter code; one that the engine does not know gets plain words, neither stemmed nor stopped.
    :param average_length: The length in terms at which a document's weights are neither raised nor lowered.
    """
    if language in UNSPACED:
        return Bm25(Bm25Config(tokenizer=TokenizerType.Multilingual, language="english", avg_len=average_length))
    if language in ENGINE:
        return Bm25(Bm25Config(language=ENGINE[language], avg_len=average_length))
    plain = Bm25Config(stopwords=StopwordsSet(), stemmer=DisabledStemmer(), avg_len=average_length)
    return Bm25(plain)


def engine_version() -> str:
    """Return the version of the engine, which decides what terms a text has."""
    return version_of("qdrant-edge-py")
