"""Words, numbers and marks of punctuation where they stand, without the marks of Markdown: how a quote is compared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pincite.documents import Span

__all__ = ["Token", "folded", "runs", "tokens"]

_PIECE: Final = re.compile(
    r"(?P<mark>^[^\S\n]*(?:#{1,6}|>|[-+*\u2022])(?=\s)"  # heading, quotation, item
    r"|(?<!\s)[*_]+|[*_]+(?!\s)|`+|~~|\\(?=[!-/:-@\[-`{-~])"  # emphasis, code, escapes
    r"|\[(?=[^\[\]\n]{1,200}\]\()|\]\([^()\s]{0,500}\))"  # a link around its words
    r"|(?<![^\W_])(?<!\.)[-+](?=\d)\d+(?:[.,:]\d+)*"  # a number with its sign
    r"|\d+(?:[.,:]\d+)*"
    r"|[^\W\d_][^\W_]*(?:'[^\W_]+)*"
    r"|\S",
    re.MULTILINE,
)
_ALIKE: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u2032\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    }
)
"""Quotation marks and dashes that are typed in place of one another, one character for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word, a number or a mark of punctuation, where it stands."""

    text: str
    """Folded: lower case, plain quotation marks and dashes."""
    span: Span


def tokens(text: str) -> tuple[Token, ...]:
    """
    Return the tokens of a text in order, without the marks of headings, items, emphasis, code and links.

    A number keeps its separators and its sign: "1.5" has nothing in common with "5", and "-5" nothing with "5".
    """
    found = _PIECE.finditer(text.translate(_ALIKE))
    return tuple(Token(text=m.group().casefold(), span=Span(*m.span())) for m in found if not m["mark"])


def folded(text: str) -> tuple[str, ...]:
    """Return the tokens of a text without their places."""
    return tuple(token.text for token in tokens(text))


def runs(wanted: tuple[str, ...], held: tuple[Token, ...]) -> tuple[Span, ...]:
    """Return where tokens stand one after another among others; none for no tokens."""
    texts = tuple(token.text for token in held)
    n = len(wanted)
    starts = [at for at in range(len(texts) - n + 1) if texts[at : at + n] == wanted] if n else []
    return tuple(Span(held[at].span.start, held[at + n - 1].span.end) for at in starts)
