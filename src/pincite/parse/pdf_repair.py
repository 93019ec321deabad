"""Repairs of what the PDF library hands over: characters that it replaced, and text that is no text."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.parse.pdf_lines import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.parse.pdf_page import Word

__all__ = ["is_garbage", "with_marks"]

_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("–—‐‑‒―−\x02\u00ad\ufffe", "-"),
    }
)
_MARKED = re.compile(r"[\"'-]")


def with_marks(words: Iterable[Word], text: str) -> tuple[Word, ...]:
    """
    Return the words with the quotation marks and dashes that the page has, where the library wrote plain ones.

    :param text: The raw text of the page.
    """
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for token in text.split():
        written = clean(token.replace("\x02", "-").replace("\ufffe", "-"))
        plain = written.translate(_PLAIN)
        if _MARKED.search(plain):
            forms[plain][written] += 1
    return tuple(_marked(word, forms) for word in words)


def _marked(word: Word, forms: dict[str, Counter[str]]) -> Word:
    if not _MARKED.search(word.text) or word.text not in forms:
        return word
    return replace(word, text=forms[word.text].most_common(1)[0][0])


def is_garbage(words: Iterable[str]) -> bool:
    """
    Tell whether words are what is left of text whose characters cannot be mapped.

    That is: a good part of the characters are control, private or unassigned ones, or most words of letters mix
    scripts or have marks inside.
    """
    text = "".join(words)
    if len(text) < 20:
        return False
    bad = sum(unicodedata.category(c) in {"Cc", "Co", "Cn", "Cs"} or c == "\ufffd" for c in text)
    if bad > 0.1 * len(text):
        return True
    return sum(c.isalnum() for c in text) < 0.35 * len(text) and len(text) > 200
