# ruff: noqa: RUF001  (dashes and quotation marks as documents have them)
"""Repairs of what the PDF library hands over: characters that it replaced, and text that is no text."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.parse.pdf_lines import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.parse.pdf_page import Word

__all__ = ["is_garbage", "mapped", "with_marks"]

_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("–—‐‑‒―−\x02\u00ad\ufffe", "-"),
    }
)
_LEAST: Final = 20
"""Characters from which on a text can be judged."""
_MOST_ODD: Final = 0.4
_NO_TEXT: Final = frozenset({"Cc", "Co", "Cn", "Cs"})
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


def is_garbage(words: Sequence[str]) -> bool:
    """
    Tell whether words are what is left of text whose characters cannot be mapped: most of them hold control, private or
    unassigned characters, or most of their characters are symbols that no keyboard has.
    """
    text = "".join(words)
    if len(text) < _LEAST:
        return False
    odd = sum(not c.isascii() and unicodedata.category(c)[0] == "S" for c in text)
    return 2 * sum(map(_is_unmapped, words)) > len(words) or odd > _MOST_ODD * len(text)


def mapped(words: Iterable[Word]) -> tuple[Word, ...]:
    """Return the words without those that are nothing but characters which cannot be mapped."""
    return tuple(word for word in words if not _is_unmapped(word.text, share=0.5))


def _is_unmapped(text: str, *, share: float = 0.0) -> bool:
    bad = sum(unicodedata.category(c) in _NO_TEXT or c == "\ufffd" for c in text)
    return bad > share * len(text)
