"""Which words of one text are which words of another: what is lost when a PDF is read, and where a span went."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["aligned", "words"]

_WORD = re.compile(r"\w+")
_RUN: Final = 4
"""Words in a row that, where both texts have them once, fix a place."""
_SMALL: Final = 3_000
"""Words between two fixed places that are compared one by one."""


def words(text: str) -> list[tuple[str, int, int]]:
    """Return (word without case and ligatures, start, end) of each word of a text."""
    found = _WORD.finditer(text)
    return [(unicodedata.normalize("NFKC", m.group()).casefold(), m.start(), m.end()) for m in found]


def aligned(one: Sequence[str], two: Sequence[str]) -> dict[int, int]:
    """Return, for words of the first text, their places in the second: the same words in the same order."""
    out: dict[int, int] = {}
    before = (0, 0)
    for anchor in [*_anchors(one, two), (len(one), len(two))]:
        for at, there, size in _blocks(one[before[0] : anchor[0]], two[before[1] : anchor[1]]):
            out.update({before[0] + at + n: before[1] + there + n for n in range(size)})
        before = anchor
    return out


def _blocks(one: Sequence[str], two: Sequence[str]) -> list[tuple[int, int, int]]:
    if not one or not two or max(len(one), len(two)) > _SMALL:
        return []
    return [tuple(block) for block in SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks()]


def _anchors(one: Sequence[str], two: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest ascending run of places at which a few words stand that both texts have once."""
    first, second = _once(one), _once(two)
    pairs = sorted((at, second[run]) for run, at in first.items() if run in second)
    tails: list[int] = []
    chain: list[list[int]] = []
    back: list[int] = []
    for at, (_, there) in enumerate(pairs):
        length = bisect_left(tails, there)
        if length == len(tails):
            tails.append(there)
            chain.append([])
        tails[length] = there
        chain[length].append(at)
        back.append(chain[length - 1][-1] if length else -1)
    found: list[tuple[int, int]] = []
    at = chain[-1][-1] if chain else -1
    while at >= 0:
        found.append(pairs[at])
        at = back[at]
    return found[::-1]


def _once(text: Sequence[str]) -> dict[tuple[str, ...], int]:
    runs = [tuple(text[at : at + _RUN]) for at in range(len(text) - _RUN + 1)]
    counts = Counter(runs)
    return {run: at for at, run in enumerate(runs) if counts[run] == 1}
