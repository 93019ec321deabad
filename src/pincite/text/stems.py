"""Stems of words by the Snowball rules of their language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["stem"]

_SNOWBALL: Final = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish", "fr": "french",
    "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip


@lru_cache(maxsize=65536)
def stem(word: str, language: str) -> str:
    """
    Return the stem of one lower-case word by the Snowball rules of its language.

    :param language: A two-letter code; the word comes back as it is where there are no rules for it.
    """
    if language not in _SNOWBALL or any(map(str.isdigit, word)):
        return word
    return _stemmer(_SNOWBALL[language])(word.removesuffix("'s") if language == "en" else word)


@lru_cache
def _stemmer(algorithm: str) -> Callable[[str], str]:
    import Stemmer  # imported here: the first question of a process is told apart by few words

    found: Callable[[str], str] = Stemmer.Stemmer(algorithm).stemWord
    return found
