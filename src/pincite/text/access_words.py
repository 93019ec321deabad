"""
Tells words and lines that a writer meant as a statement of who may read, however they are spelt.

What is not recognised as such leaves a page as open as its source is, so a line counts when in doubt.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["INVISIBLE", "access_line", "folded", "means_access", "seen"]

INVISIBLE: Final = "\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
"""Characters that nobody sees, as part of a set in a regular expression."""
_TWINS: Final = str.maketrans(
    {
        **dict.fromkeys("\u0430\u03b1\u0251\u1d00\u00e0\u00e1\u00e2\u00e3\u00e4\u00e5", "a"),
        **dict.fromkeys("\u0441\u03f2\u0188\u1d04\u00e7\u2ca5", "c"),
        **dict.fromkeys("\u0435\u0454\u03b5\u1d07\u0451\u04bd\u00e8\u00e9\u00ea\u00eb", "e"),
        **dict.fromkeys("\u0455\ua731\u01bd\u1e63", "s"),
    }
)
"""Letters of other alphabets that look like those of the word."""
_NEAR: Final = 0.83
"""How alike a word and "access" are where one letter is wrong, missing, doubled or out of place."""
_WHOLE: Final = re.compile(r"access[ _-]?(?:groups?|list|control)")
_OTHERS: Final = frozenset({"accessed", "accessor", "accesses"})
_STATED: Final = re.compile(
    r"(?:^|[{,(\[<]|[-?+]\s|&\w+\s|!\S*\s)[\s\"'`*_:+#.%/>!-]*([^\W\d_][\w -]{3,18}?)[\"'`*_]*\s*[:=]"
)
_ASKED: Final = re.compile(r"\s*\?\s+[\"']?([\w -]{4,18})[\"']?\s*")
_COMMENT: Final = re.compile(r"\s*#")


def seen(text: str) -> str:
    """Return a text as it is seen: wide and other forms of letters as plain ones, what nobody sees left out."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")


def folded(word: str) -> str:
    """Return a word in lower case, with letters that look like those of "access" as those."""
    return seen(word).strip().lower().translate(_TWINS)


def means_access(word: str) -> bool:
    """Tell whether a key is "access", or that with one letter wrong, missing, doubled or of another alphabet."""
    plain = folded(word)
    if plain in _OTHERS or not 4 <= len(plain) <= 15:
        return False
    if plain == "access" or _WHOLE.fullmatch(plain):
        return True
    return len(plain) <= 8 and SequenceMatcher(None, "access", plain).ratio() >= _NEAR


def access_line(lines: Iterable[str]) -> str:
    """
    Return the first line that states access in some notation, comments of YAML and TOML aside.

    :returns: It, without the space around it; ``""`` where there is none.
    """
    for line in lines:
        plain = seen(line)
        if _COMMENT.match(plain) and not plain.lstrip().startswith("#+"):
            continue
        alone = _ASKED.fullmatch(plain)  # "? access", its value in the next line
        found = [*_STATED.findall(plain), *([alone[1]] if alone else [])]
        if any(means_access(word) for word in found):
            return line.strip()
    return ""
