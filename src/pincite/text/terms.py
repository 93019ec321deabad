# ruff: noqa: RUF001, RUF003  (letters and marks of other scripts are what this file is about)
"""
Terms of a text by language, for the lexical leg: words normalised, stopped and stemmed, or characters in pairs.

Compound and agglutinating languages also give each long word's first letters ("Versicherungs-police" meets
"Versicherung"), which is the truncation of Can et al. (JASIST 2008); Chinese, Japanese and Korean give pairs of
characters (Nie, Gao et al. 2000). ``bench/languages.py`` measures the choices on real questions.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.text.stems import stem
from pincite.text.stopwords import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["SEGMENTED", "terms"]

SEGMENTED: Final = frozenset({"th"})
"""Languages whose words the engine's dictionary sets apart; :func:`terms` adds their syllables in threes."""
_MARK: Final = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u0711\u0730-\u074a"
    "\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a3c-\u0a4d\u0abc-\u0acd"
    "\u0b3c-\u0b4d\u0b82\u0bbe-\u0bcd\u0c00-\u0c03\u0c3e-\u0c56\u0c81-\u0c83\u0cbc-\u0cd6\u0d3e-\u0d4d\u200c\u200d"
)
_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f"
_PAIRED: Final = _HAN + "\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af"
_CLUSTERED: Final = "\u0e00-\u0e4e\u0e80-\u0edf\u1000-\u103f\u1780-\u17dd"
_ABOVE: Final = "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3\u17dd"
_RUN = re.compile(
    rf"(?P<paired>[{_PAIRED}]+)|(?P<clustered>[{_CLUSTERED}]+)"
    rf"|(?P<number>\d+)"
    rf"|(?P<word>[^\W\d_{_PAIRED}{_CLUSTERED}][^\W_{_PAIRED}{_CLUSTERED}{_MARK}]*(?:[{_MARK}]+[^\W_{_PAIRED}{_CLUSTERED}]*)*)"
    rf"(?P<suffix>['’][^\W\d_]+)?"
)
_CLUSTER = re.compile(f"[\u0e40-\u0e44\u0ec0-\u0ec4]?[{_CLUSTERED}][{_ABOVE}]*")
_HAN_ONLY = re.compile(f"[{_HAN}]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_DROPPED = re.compile("[\u0640\u064b-\u065f\u0610-\u061a\u0670\u06d6-\u06ed\u0591-\u05c7\u093c\u200c\u200d]")
"""What is left out of a word: Arabic and Hebrew vowel signs, lengthening, the Devanagari nukta, joiners."""
_SAME: Final = str.maketrans(
    {
        "أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ی": "ي", "ة": "ه", "ؤ": "و", "ئ": "ي", "ک": "ك", "ۀ": "ه",
        "ँ": "ं", "ё": "е", "ş": "ș", "ţ": "ț", "ß": "ss", "ς": "σ",
    }
)  # fmt: skip
"""Letters that are written for one another; "ş" is a letter of its own in Turkish, which is not folded so."""
_FIRST_LETTERS: Final = {
    "de": 5, "nl": 5, "sv": 5, "da": 5, "no": 5, "fi": 5, "hu": 5, "tr": 5, "et": 5, "eu": 5, "kk": 5, "az": 5,
    "ru": 4, "uk": 4, "bg": 4, "sr": 4, "pl": 5, "cs": 5, "el": 5,
}  # fmt: skip
"""How many first letters of a longer word are a term of their own."""
_DOTTED: Final = frozenset({"tr", "az"})
_LATIN_IS_FOREIGN: Final = frozenset(
    "ar bg bn el fa he hi hy ja ka km ko lo my ne ru sr ta te th uk ur zh".split()  # noqa: SIM905  (reads as a table)
)
"""Languages in which a word of Latin letters is foreign, most often English."""
_ARTICLES: Final = ("وال", "بال", "كال", "فال", "لل", "ال")
_ENDINGS: Final = ("ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي")


def terms(text: str, language: str) -> list[str]:
    """
    Return the terms of a text in order, as often as they stand.

    :param language: A two-letter code; words of a language without rules are only normalised.
    """
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    if language in _DOTTED:
        text = text.replace("I", "ı").replace("İ", "i")
    found: list[str] = []
    for match in _RUN.finditer(text.casefold()):
        paired, clustered, number, word, suffix = match.groups(default="")
        if paired:
            found.extend(_pairs(paired))
        elif clustered:
            found.extend(_triples(clustered))
        elif number:
            found.append("".join(str(unicodedata.digit(c)) for c in number))
        else:
            found.extend(_word(word, language))
            if suffix and language not in _DOTTED:  # in Ankara'nın it is an ending
                found.extend(_word(suffix[1:], language))
    return _with_neighbours(found) if language == "vi" else found


def _pairs(run: str) -> Iterator[str]:
    """Yield the characters' pairs, and Chinese characters by themselves."""
    if len(run) == 1:
        yield run
        return
    for at, char in enumerate(run):
        if _HAN_ONLY.match(char):
            yield char
        if at:
            yield run[at - 1 : at + 1]


def _triples(run: str) -> Iterator[str]:
    """Yield each three neighbouring syllable signs with their marks; all of them where they are fewer."""
    clusters = _CLUSTER.findall(run)
    for at in range(max(1, len(clusters) - 2)):
        yield "".join(clusters[at : at + 3])


def _word(word: str, language: str) -> tuple[str, ...]:
    """Return the terms of one word in lower case; none for a function word."""
    if language in _LATIN_IS_FOREIGN and _LATIN.match(word):
        return () if word in STOP_WORDS["en"] else (stem(word, "en"),)
    return _analysed(word, language)


@lru_cache(maxsize=65536)
def _analysed(word: str, language: str) -> tuple[str, ...]:
    word = _DROPPED.sub("", word)
    if language not in _DOTTED:
        word = word.translate(_SAME)
    if not word or word in _stopped(language):
        return ()
    root = _light(word) if language in ("ar", "fa", "ur") else stem(word, language)
    if language != "vi":
        root = _unmarked(root)
    first = _FIRST_LETTERS.get(language, 0)
    return (root, f"^{root[:first]}") if first and len(root) > first else (root,)


@lru_cache
def _stopped(language: str) -> frozenset[str]:
    """Return the function words of a language as :func:`_analysed` normalises words."""
    listed = STOP_WORDS.get(language, frozenset())
    return listed | {_DROPPED.sub("", word).translate(_SAME) for word in listed}


def _unmarked(word: str) -> str:
    """Return a word of Latin or Greek letters without accents, others as they are."""
    if word.isascii() or not (_LATIN.match(word) or "\u0370" <= word[0] <= "\u1fff"):
        return word
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def _light(word: str) -> str:
    """Return an Arabic word without article and ending, after Larkey's light10 (SIGIR 2002)."""
    article = next((a for a in _ARTICLES if word.startswith(a) and len(word) - len(a) >= 2), "")
    word = word[len(article) :]
    if not article and word.startswith("و") and len(word) >= 4:
        word = word[1:]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
    return word


def _with_neighbours(syllables: list[str]) -> list[str]:
    """Return Vietnamese syllables and each two neighbours joined: most words are of two syllables."""
    return [*syllables, *(f"{a}_{b}" for a, b in pairwise(syllables))]
