"""Counts tokens so that a passage is as long in every script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.protocols import Tokenizer

__all__ = ["Even"]

_WHOLE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_LETTERS = 3
"""Letters that make a token at the least; in English it is between four and five."""


class Even:
    """
    Counts as a tokenizer does, but at most one token for three letters and one for each Chinese or Korean sign.

    A model that was not taught a script spells its words letter by letter; counted so, a page of Arabic or Russian
    falls into single sentences, and questions no longer find what stands together. The embedder takes what is longer
    than its window in several. Each line is counted for itself, so that lines put together count what they counted
    apart, whichever scripts they are in.

    :param tokenizer: The embedder's.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer

    @property
    def digest(self) -> str:
        """That of the embedder's tokenizer."""
        return self._tokenizer.digest

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text, special tokens left out."""
        lines = [text.split("\n") for text in texts]
        counts = iter(self._tokenizer.count([line for of_text in lines for line in of_text]))
        return [sum(_even(line, next(counts)) for line in of_text) for of_text in lines]


def _even(line: str, n_tokens: int) -> int:
    return n_tokens if line.isascii() else min(n_tokens, _most(line))


def _most(text: str) -> int:
    whole = len(_WHOLE.findall(text))
    return whole + (len(text) - whole) // _LETTERS + 1
