"""Line numbers down the margin of legal papers: no part of what the lines say."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

from pincite.parse.pdf_lines import Line, lines_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.parse.pdf_page import Page, Word

__all__ = ["line_numbers"]

_FEWEST: Final = 20
"""Numbers down a page; papers for courts have 25, 28 or 32."""
_REACH: Final = 0.5
"""Share of the page's height that they reach over at least."""
_UNEVEN: Final = 0.35
"""Share by which a step from line to line differs from the usual one at most."""
_GOES_ON: Final = 0.2
"""Share of the lines that begin inside a sentence, or are empty, at least: rows of a table hardly do."""
_CODE: Final = re.compile(r"[={};]|\w\(|^\s*(?:#|//|def |class |import |return\b|for |if |else\b)")
_MOST_CODE: Final = 0.3


def line_numbers(pages: Sequence[Page]) -> Mapping[int, Line]:
    """
    Return the numbers 1, 2, 3, … down the margin, as one line for each page that has them, by page number.

    They begin anew on every page and are on most pages; the numbers of a listing of code are its own.
    """
    found = {page.number: numbers for page in pages if (numbers := _numbers(page))}
    full = sum(len(lines_of(page.words)) >= _FEWEST // 2 for page in pages)
    if 2 * len(found) < full:
        return {}
    return {number: Line(words=tuple(words)) for number, words in found.items()}


def _numbers(page: Page) -> list[Word]:
    """Return the numbers that begin the lines of a page, if they are such; else nothing."""
    lines = lines_of([word for word in page.words if word.upright and not word.hidden])
    counted: list[tuple[Word, Line]] = []
    for line in lines:
        first = min(line.words, key=lambda word: word.left)
        if first.text == str(len(counted) + 1):
            counted.append((first, line))
    words = [word for word, _ in counted]
    if len(words) < _FEWEST or not _is_column(words, page) or not _beside_prose([line for _, line in counted]):
        return []
    return words


def _is_column(words: Sequence[Word], page: Page) -> bool:
    """Tell whether the numbers stand under one another, evenly, over most of the page, left of all the text."""
    if max(word.right for word in words) - min(word.right for word in words) > max(words[0].size, 4.0):
        return False
    steps = [two.middle - one.middle for one, two in pairwise(words)]
    usual = median(steps)
    if usual <= 0 or any(abs(step - usual) > _UNEVEN * usual for step in steps):
        return False
    own = set(map(id, words))
    edge = max(word.right for word in words)
    top, bottom = words[0].top, words[-1].bottom
    inside = [word for word in page.words if id(word) not in own and top <= word.middle <= bottom]
    return bottom - top >= _REACH * page.height and all(word.left > edge for word in inside)


def _beside_prose(lines: Sequence[Line]) -> bool:
    rests = [line.text.partition(" ")[2].strip() for line in lines]
    inside = sum(not rest or rest[0].islower() for rest in rests)
    code = sum(_CODE.search(rest) is not None for rest in rests)
    return inside >= _GOES_ON * len(rests) and code <= _MOST_CODE * len(rests)
