"""Counts tokens so that a passage is as long in every script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pincite.text.allowance import require_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.protocols import Tokenizer

__all__ = ["Even"]

_WHOLE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_LETTERS = 3
"""Letters that make a token at the least; in English it is between four and five."""
_TOGETHER = 200_000
"""Characters that are counted at once."""


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
        return [n for batch in _batches(texts) for n in self._counted(batch)]

    def _counted(self, texts: Sequence[str]) -> list[int]:
        require_time()
        lines = [[piece for line in text.split("\n") for piece in _pieces(line)] for text in texts]
        counts = iter(self._tokenizer.count([line for of_text in lines for line in of_text]))
        return [sum(_even(line, next(counts)) for line in of_text) for of_text in lines]


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the texts in runs of about one length: a tokenizer keeps far more of each than its number of tokens."""
    start = length = 0
    for at, text in enumerate(texts):
        length += len(text)
        if length > _TOGETHER:
            yield texts[start : at + 1]
            start, length = at + 1, 0
    if start < len(texts):
        yield texts[start:]


def _pieces(line: str) -> Iterator[str]:
    """Yield a line, an overlong one cut at spaces, where words end for every tokenizer."""
    start = 0
    while len(line) - start > _TOGETHER:
        cut = line.rfind(" ", start + 1, start + _TOGETHER)
        cut = cut if cut > start else start + _TOGETHER
        yield line[start:cut]
        start = cut
    yield line[start:]


def _even(line: str, n_tokens: int) -> int:
    return n_tokens if line.isascii() else min(n_tokens, _most(line))


def _most(text: str) -> int:
    whole = len(_WHOLE.findall(text))
    return whole + (len(text) - whole) // _LETTERS + 1
