"""Running headers and footers: lines at the edge of the page that come again on other pages."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from pincite.parse.pdf_lines import Line, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.parse.pdf_page import Page

__all__ = ["furniture"]

_ZONE: Final = 0.14
"""Share of the page's height, at the top and at the bottom, in which furniture stands."""
_DEEPEST: Final = 4
"""Lines from the edge that may be furniture."""
_PAGE_NUMBER = re.compile(
    r"[-–—\[( ]*(?:page\s*)?(?:[A-Z]{1,3}-?)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/|von|de|sur|di)\s*\d{1,4})?[-–—\]) .]*"
    r"|page\s*\d+(?:\s*of\s*\d+)?",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"page\s*\d+\s*(?:of|/)\s*\d+", re.IGNORECASE)
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")


def furniture(pages: Sequence[Page], known: Iterable[str] = ()) -> tuple[dict[int, list[Line]], set[str]]:
    """
    Return the furniture of each page, by page number, and how its lines are written with their numbers left out.

    :param known: How furniture of pages before these is written.
    """
    seen = set(known)
    edges = {page.number: _edge_lines(page) for page in pages}
    counts: dict[tuple[str, int], set[int]] = defaultdict(set)
    for page in pages:
        for line in edges[page.number]:
            for slot in (round(line.middle / 8), round((line.middle + 4) / 8) + 10_000):
                counts[_signature(line), slot].add(page.number)
    enough = min(3, max(2, len(pages)))
    repeated = {signature for (signature, _), where in counts.items() if len(where) >= enough}
    numbered = _has_page_numbers(edges)
    out: dict[int, list[Line]] = {}
    for page in pages:
        out[page.number] = [
            line
            for line in edges[page.number]
            if _signature(line) in repeated | seen
            or _TOTAL.fullmatch(line.text)
            or (numbered and _PAGE_NUMBER.fullmatch(line.text) and line.text.strip())
        ]
    return out, seen | repeated


def _signature(line: Line) -> str:
    return _NUMBERS.sub("#", line.text.casefold())


def _edge_lines(page: Page) -> list[Line]:
    """Return the few lines at the top and bottom that may be furniture, pieces on one height taken apart."""
    lines = lines_of(word for word in page.words if word.upright and not word.hidden)
    top = [line for line in lines if line.bottom <= _ZONE * page.height][:_DEEPEST]
    bottom = [line for line in lines if line.top >= (1 - _ZONE) * page.height][-_DEEPEST:]
    return [*_standing_off(top, lines), *_standing_off(bottom[::-1], lines)]


def _standing_off(edge: Sequence[Line], lines: Sequence[Line]) -> list[Line]:
    """Return the lines from the edge inwards, up to the last one that a gap parts from the text."""
    kept = 0
    for at, line in enumerate(edge):
        place = lines.index(line)
        inward = lines[place + 1] if line.middle < lines[len(lines) // 2].middle else lines[place - 1]
        gap = max(inward.top - line.bottom, line.top - inward.bottom)
        if len(lines) > 1 and (gap > 0.55 * line.size or abs(inward.size - line.size) > 0.12 * line.size):
            kept = at + 1
    return list(edge[:kept])


def _has_page_numbers(edges: dict[int, list[Line]]) -> bool:
    """Tell whether pages carry a number of their own at the edge: it grows as they do, or one page says "1"."""
    found = [
        (page, int(digits[0]))
        for page, lines in edges.items()
        for line in lines
        if _PAGE_NUMBER.fullmatch(line.text) and (digits := re.findall(r"\d+", line.text))
    ]
    shifts: dict[int, int] = defaultdict(int)
    for page, number in found:
        shifts[number - page] += 1
    return max(shifts.values(), default=0) >= min(2, len(edges))


