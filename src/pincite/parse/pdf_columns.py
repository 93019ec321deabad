"""Text columns of a page: where its gutters run, and the words of each column in order of reading."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.parse.tables.grid import in_lines
from pincite.parse.tables.numbers import pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.parse.pdf_page import Word

__all__ = ["Gutter", "columns", "gutters"]

_LEAST_LINES: Final = 5
"""Lines of running text that each side of a gutter has at least."""
_LEAST_WORDS: Final = 3
"""Words of a piece of running text."""
_LEAST_WIDTH: Final = 0.12
"""Share of the page's width that a text column takes at least."""
_CROSSING: Final = 0.25
"""Share of the lines beside a gutter that may run across it: titles, wide figures and tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gutter:
    """A white strip between two text columns."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        """Where the page is cut."""
        return (self.left + self.right) / 2


def gutters(words: Sequence[Word], *, width: float) -> tuple[Gutter, ...]:
    """
    Return the gutters of a page, from the left; none where the text runs in one column.

    :param words: Words of running text, those of drawn tables left out.
    :param width: Width of the page in points.
    """
    spans = [
        (min(w.left for w in piece), max(w.right for w in piece))
        for line in in_lines(words)
        for piece in pieces(line)
        if len(piece) >= _LEAST_WORDS
    ]
    cover = [0] * (int(width) + 2)
    for left, right in spans:
        for x in range(max(0, int(left)), min(len(cover), int(right) + 1)):
            cover[x] += 1
    found: list[Gutter] = []
    highest = max(cover)
    if highest < _LEAST_LINES:
        return ()
    x = 0
    while x < len(cover):
        end = x
        while end < len(cover) and _is_valley(cover, end, width, highest):
            end += 1
        if end > x:
            found.append(_best(cover, x, end))
            x = end
        x += 1
    return tuple(g for g in found if _is_gutter(g, found, spans, width))


def _is_valley(cover: Sequence[int], x: int, width: float, highest: int) -> bool:
    if cover[x] > _CROSSING * highest:
        return False
    reach = int(0.45 * width)
    left = max(cover[max(0, x - reach) : x], default=0)
    right = max(cover[x + 1 : x + reach], default=0)
    return min(left, right) >= _LEAST_LINES and cover[x] <= _CROSSING * min(left, right)


def _best(cover: Sequence[int], start: int, end: int) -> Gutter:
    """Return the widest run of the least covered places of a valley."""
    low = min(cover[start:end])
    runs: list[tuple[int, int]] = []
    for x in range(start, end):
        if cover[x] == low:
            if runs and runs[-1][1] == x:
                runs[-1] = (runs[-1][0], x + 1)
            else:
                runs.append((x, x + 1))
    left, right = max(runs, key=lambda run: run[1] - run[0])
    return Gutter(left=float(left), right=float(right))


def _is_gutter(gutter: Gutter, found: Sequence[Gutter], spans: Sequence[tuple[float, float]], width: float) -> bool:
    """Tell whether there is running text on both sides: several wide lines that end or start beside the strip."""
    at = found.index(gutter)
    low = found[at - 1].right if at else 0.0
    high = found[at + 1].left if at + 1 < len(found) else width
    left = [right - start for start, right in spans if low - 2 <= start and right <= gutter.middle]
    right = [end - start for start, end in spans if gutter.middle <= start and end <= high + 2]
    wide = _LEAST_WIDTH * width
    return all(sum(length >= wide for length in side) >= _LEAST_LINES for side in (left, right))


def columns(words: Sequence[Word], strips: Sequence[Gutter]) -> list[list[Word]]:
    """
    Return the words in runs to be read one after the other: text across the page, then each column below it, and so on.

    :param words: What is to be put in order.
    """
    if not strips:
        return [list(words)] if words else []
    out: list[list[Word]] = []
    band: dict[int, list[Word]] = defaultdict(list)
    across: list[Word] = []
    crossed: tuple[bool, ...] = ()
    for line in in_lines(words):
        parts = pieces(line)
        now = tuple(any(_crosses(piece, strip) for piece in parts) for strip in strips)
        if now != crossed:
            out += _closed(across, band)
            across, band, crossed = [], defaultdict(list), now
        if all(now):
            across += line
            continue
        for piece in parts:
            slot = sum(
                strip.middle < (piece[0].left + piece[-1].right) / 2 and not hit
                for strip, hit in zip(strips, now, strict=True)
            )
            band[slot] += piece
    return [run for run in [*out, *_closed(across, band)] if run]


def _closed(across: list[Word], band: dict[int, list[Word]]) -> list[list[Word]]:
    return [across, *(band[slot] for slot in sorted(band))]


def _crosses(piece: Sequence[Word], strip: Gutter) -> bool:
    return piece[0].left < strip.left - 1 and max(word.right for word in piece) > strip.right + 1
