# ruff: noqa: RUF001  (letters and marks of other scripts are what this file is about)
"""Tells what language a text is in, by its script, its function words, its letters and its endings."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import sqrt
from typing import Final

from pincite.text.stopwords import STOP_WORDS

__all__ = ["detect"]

_SCRIPTS: Final = (
    ("kana", "\u3040-\u30ff"), ("han", "\u3400-\u4dbf\u4e00-\u9fff"), ("ko", "\u1100-\u11ff\uac00-\ud7af"),
    ("latin", "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"), ("cyrillic", "\u0400-\u052f"),
    ("arabic", "\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff"), ("he", "\u0590-\u05ff"),
    ("el", "\u0370-\u03ff\u1f00-\u1fff"),
    ("hi", "\u0900-\u097f"), ("bn", "\u0980-\u09ff"), ("ta", "\u0b80-\u0bff"), ("te", "\u0c00-\u0c7f"),
    ("th", "\u0e00-\u0e7f"),
    ("lo", "\u0e80-\u0eff"), ("my", "\u1000-\u109f"), ("ka", "\u10a0-\u10ff"), ("hy", "\u0530-\u058f"),
    ("km", "\u1780-\u17ff"),
)  # fmt: skip
_SCRIPT = {name: re.compile(f"[{ranges}]") for name, ranges in _SCRIPTS}
_MEMBERS: Final = {
    "latin": (
        "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "pl", "cs", "tr", "ro", "hu", "id", "vi",
    ),
    "cyrillic": ("ru", "uk", "bg"),
    "arabic": ("ar", "fa", "ur"),
}  # fmt: skip
_FIRST: Final = {"latin": "en", "cyrillic": "ru", "arabic": "ar"}
# Letters that only some languages of a script have; each counts like half a function word.
_LETTERS: Final = {
    "de": "ßäöü", "fr": "çèêëœùûîï", "es": "ñ¿¡áíóú", "pt": "ãõçáâêó", "it": "èàùò", "sv": "åäö", "da": "æøå",
    "no": "æøå", "fi": "äö", "pl": "ąćęłńśźż", "cs": "ěščřžýůď", "tr": "ğışçö", "ro": "ășțâîşţ", "hu": "őűáéöü",
    "vi": "đơưăạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
    "uk": "іїєґ", "bg": "ъ", "ru": "ыэё", "fa": "پچژگک", "ur": "ٹڈڑےہھں",
}  # fmt: skip
# Endings that many words of a language have and few of the others; each counts like a third of a function word.
_ENDINGS: Final = {
    "en": "tion sion ing ness ment ly ity ed ies",
    "de": "ung ungen keit heit lich liche lichen isch ische ischen schaft ieren iert igen tete",
    "nl": "ij ijk heid baar ische isch eren eerd tje",
    "fr": "eur eux tion ement aient ière",
    "es": "ción idad mente ado ada ados adas iento",
    "pt": "ção ções idade mente ado ada",
    "it": "zione zioni ità mente ato ata ati",
    "sv": "ning het lig ande",
    "da": "ning hed lig ende",
    "no": "ning het lig ende",
    "fi": "ssa ssä sta stä lla llä nen",
    "pl": "ość ego ych ami ania",
    "cs": "ost ého ých ami ání",
    "tr": "lar ler ları leri ında inde dır dir mak mek",
    "ro": "ului ilor ție ului ește eau",
    "hu": "ban ben nak nek ság ség",
    "id": "kan nya an",
}
_HEAVY: Final = 3.0
"""A letter of another script weighs as much as three Latin ones: names of products and firms stay Latin everywhere."""
_LEAST: Final = 1.0
"""A single function word tells little: "O" and "a" are words somewhere."""
_ENOUGH: Final = 20000
"""Characters looked at; more of the same document tells nothing new."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def detect(text: str, *, default: str = "en") -> str:
    """
    Return the language that a text is most likely in.

    :param default: What a text that tells nothing is taken for, where its script allows it.
    :returns: A two-letter code; ``default`` where there are no letters, and for few words of a script that languages
        share, or the first language of that script where ``default`` is not of it.
    """
    sample = text[:_ENOUGH]
    if sample.isascii():  # most questions and most pages: one script, and it is known
        return _by_words(sample, "latin", default) if any(map(str.isalpha, sample)) else default
    counts = {
        name: len(pattern.findall(sample)) * (1.0 if name == "latin" else _HEAVY) for name, pattern in _SCRIPT.items()
    }
    if (
        counts["kana"] * 10 > counts["han"] + counts["kana"] > 0
        and counts["kana"] + counts["han"] >= counts["latin"] / 4
    ):
        return "ja"
    counts["han"] += counts.pop("kana")
    script = max(counts, key=lambda name: counts[name])
    if not counts[script]:
        return default
    if script == "han":
        return "zh"
    return _by_words(sample, script, default) if script in _MEMBERS else script


def _by_words(sample: str, script: str, default: str) -> str:
    tally = Counter(word.casefold().replace("’", "'") for word in _WORD.findall(sample))
    letters = Counter() if sample.isascii() else Counter(sample.casefold())
    members = _MEMBERS[script]
    scores = dict.fromkeys(members, 0.0)
    for word, n in tally.items():
        for code, weight in _votes(word, script):
            scores[code] += sqrt(n) * weight  # a name in it a hundred times, "Los Angeles", is one word still
    for code in members:
        scores[code] += 0.5 * sum(letters[c] for c in _LETTERS.get(code, ""))
    first = default if default in members else _FIRST[script]
    best = max(members, key=lambda code: scores[code])
    return best if scores[best] > max(scores[first], _LEAST) else first


@lru_cache(maxsize=16384)
def _votes(word: str, script: str) -> tuple[tuple[str, float], ...]:
    """Return the languages that a word speaks for and how much: its own word less where others have it too."""
    having = [code for code in _MEMBERS[script] if word in STOP_WORDS[code]]
    if having:
        weight = 1.0 + 0.5 / len(having) if len(word) > 1 else 0.5  # a letter by itself is most often part of a key
        return tuple((code, weight) for code in having)
    ending = [code for code in _MEMBERS[script] if len(word) > 4 and word.endswith(_suffixes(code))]
    return tuple((code, 0.35) for code in ending)


@lru_cache
def _suffixes(code: str) -> tuple[str, ...]:
    return tuple(_ENDINGS.get(code, "").split())
