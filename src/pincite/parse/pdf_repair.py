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
_COMMON: Final = frozenset(
    "的一是不了人我在有他这這中大来來上国國个個到说說们們为為子和你地出道也时時年得就那要下以生会會自着去之过過家学學对對可她里"
    "裡后後小么心多天而能好都然没於于起还還发發成事只作当當想看文无無开開手十用主行方又如前所本见見经經头頭面公同三已老从從动動两"
    "長长知民样樣现現分将將外但身些与與高意进進把法此实實回二理美点點月明其种種全工己话話者向情部正名定女问問力机機给給等几很业"
    "業最间間新什打便位因重被走电電四第门門相次东東政海口使教西再平真市日本社会人務書規則条項甲乙"
)
"""Characters of which there are many in any running text in Chinese, and some in any in Japanese."""
_LEAST_COMMON: Final = 0.06
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
    unassigned characters, most of their characters are symbols that no keyboard has, or most are Chinese characters and
    hardly any of them common ones, as in letters that were taken two by two.
    """
    text = "".join(words)
    if len(text) < _LEAST:
        return False
    odd = sum(not c.isascii() and unicodedata.category(c)[0] == "S" for c in text)
    unmapped = 2 * sum(map(_is_unmapped, words)) > len(words)
    return unmapped or odd > _MOST_ODD * len(text) or _is_shuffled(text)


def _is_shuffled(text: str) -> bool:
    """Tell whether a text is of Chinese characters that stand together in no language."""
    ideographs = [c for c in text if "\u3400" <= c <= "\u9fff"]
    letters = sum(c.isalpha() for c in text)
    if len(ideographs) < 2 * _LEAST or 2 * len(ideographs) < letters or any("\u3040" <= c <= "\u30ff" for c in text):
        return False
    return sum(c in _COMMON for c in ideographs) < _LEAST_COMMON * len(ideographs)


def mapped(words: Iterable[Word]) -> tuple[Word, ...]:
    """Return the words without those that are nothing but characters which cannot be mapped."""
    return tuple(word for word in words if not _is_unmapped(word.text, share=0.5))


def _is_unmapped(text: str, *, share: float = 0.0) -> bool:
    bad = sum(unicodedata.category(c) in _NO_TEXT or c == "\ufffd" for c in text)
    return bad > share * len(text)
