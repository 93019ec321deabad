# ruff: noqa: RUF001  (letters and marks of other scripts are what this file is about)
"""Tells what language a text is in, by its script and its function words."""

from __future__ import annotations

import re
from collections import Counter
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
    "latin": ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "pl", "cs", "tr", "ro", "hu", "id"),
    "cyrillic": ("ru", "uk", "bg"),
    "arabic": ("ar", "fa", "ur"),
}
_FIRST: Final = {"latin": "en", "cyrillic": "ru", "arabic": "ar"}
# Letters that only some languages of a script have; each counts like half a function word.
_LETTERS: Final = {
    "de": "ßäöü", "fr": "çèêëœùûîï", "es": "ñ¿¡áíóú", "pt": "ãõçáâêó", "it": "èàùò", "sv": "åäö", "da": "æøå",
    "no": "æøå", "fi": "äö", "pl": "ąćęłńśźż", "cs": "ěščřžýůď", "tr": "ğışçö", "ro": "ășțâî", "hu": "őűáéöü",
    "uk": "іїєґ", "bg": "ъ", "ru": "ыэё", "fa": "پچژگک", "ur": "ٹڈڑےہھں",
}  # fmt: skip
_LEAST: Final = 1
"""A single function word tells nothing: "O" and "a" are words somewhere."""
_ENOUGH: Final = 20000
"""Characters looked at; more of the same document tells nothing new."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def detect(text: str) -> str:
    """
    Return the language that a text is most likely in.

    :returns: A two-letter code; "en" where there are no letters or too few words of a script that languages share.
    """
    sample = text[:_ENOUGH]
    counts = {name: len(pattern.findall(sample)) for name, pattern in _SCRIPT.items()}
    if (
        counts["kana"] * 10 > counts["han"] + counts["kana"] > 0
        and counts["kana"] + counts["han"] >= counts["latin"] / 4
    ):
        return "ja"
    # A Han character says as much as three letters.
    counts["han"] = 3 * (counts["han"] + counts.pop("kana"))
    script = max(counts, key=lambda name: counts[name])
    if not counts[script]:
        return "en"
    if script == "han":
        return "zh"
    return _by_words(sample, script) if script in _MEMBERS else script


def _by_words(sample: str, script: str) -> str:
    tally = Counter(word.casefold().replace("’", "'") for word in _WORD.findall(sample))
    letters = Counter(sample.casefold())
    scores = {
        code: sum(n for word, n in tally.items() if word in STOP_WORDS[code])
        + 0.5 * sum(letters[c] for c in _LETTERS.get(code, ""))
        for code in _MEMBERS[script]
    }
    best = max(scores, key=lambda code: scores[code])
    first = _FIRST[script]
    return best if scores[best] > max(scores[first], _LEAST) else first
