"""Token counts for models whose tokenizer is not here: never far below what theirs counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.documents import digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.embed import EmbedSettings

__all__ = ["EstimatingTokenizer", "build_tokenizer", "estimate", "windows"]

_PIECE: Final = re.compile(r"\w+|[^\w\s]")
_ASCII_PER_TOKEN: Final = 4
_WORD: Final = re.compile(r"\S+\s*")


class EstimatingTokenizer:
    """Counts a token for every four letters of a Latin word, every other letter, and every mark."""

    @property
    def digest(self) -> str:
        """Digest of the way of counting."""
        return digest("estimate", "1", _PIECE.pattern, str(_ASCII_PER_TOKEN))

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text."""
        return [estimate(text) for text in texts]


def estimate(text: str) -> int:
    """Return about how many tokens a text has."""
    return sum(_weight(piece) for piece in _PIECE.findall(text))


def windows(text: str, *, max_tokens: int) -> list[str]:
    """
    Return a text in pieces of about one length, each of at most ``max_tokens`` by estimate; the text itself if it fits.

    :param max_tokens: From 1.
    """
    total = estimate(text)
    if total <= max_tokens:
        return [text]
    room = -(-total // -(-total // max_tokens))
    found: list[str] = []
    held, weight = "", 0
    for word in _words(text, room):
        more = estimate(word)
        if held and weight + more > room:
            found.append(held)
            held, weight = "", 0
        held, weight = held + word, weight + more
    return [*found, held] if held.strip() else found


def _weight(piece: str) -> int:
    return -(-len(piece) // _ASCII_PER_TOKEN) if piece.isascii() else len(piece)


def _words(text: str, room: int) -> Iterator[str]:
    """Yield a text word by word; a word that is longer than a window is cut."""
    for word in _WORD.findall(text):
        if estimate(word) <= room:
            yield word
        else:
            yield from (word[at : at + room] for at in range(0, len(word), room))


def build_tokenizer(settings: EmbedSettings, **_: object) -> EstimatingTokenizer:
    """Return the tokenizer that estimates."""
    del settings
    return EstimatingTokenizer()
