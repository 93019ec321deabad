# ruff: noqa: RUF001  (dashes and quotation marks as documents have them)
"""Running headers and footers: lines at the edge of the page that come again, and page labels of an original inside."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.parse.pdf_lines import Line, lines_of
from pincite.parse.tables.choose import is_table
from pincite.parse.tables.ruled import ruled_grids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pincite.parse.pdf_page import Page

__all__ = ["furniture"]

_ZONE: Final = 0.14
"""Share of the page's height, at the top, in which headers stand; footers also follow a page's last line."""
_GAP: Final = 0.45
"""White space between furniture and text, in type sizes, at least; text of another size needs none."""
_LONGEST: Final = 60
_LEAST_LETTERS: Final = 4
_DEEPEST: Final = 4
"""Lines from the edge that may be furniture."""
_PAGE_NUMBER = re.compile(
    r"[-–—\[( ]*(?:page\s*)?(?:[A-Z]{1,3}-?)?(?:\d{1,4}|[ivxlc]{1,7})"
    r"(?:\s*(?:of|/|von|de|sur|di)\s*\d{1,4})?[-–—\]) .]*"
    r"|page\s*\d+(?:\s*of\s*\d+)?",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"page\s*\d+\s*(?:of|/)\s*\d+", re.IGNORECASE)
_LABEL = re.compile(r"[-–—<\[( ]*page\s+(\d{1,4})[-–—>\]) .]*", re.IGNORECASE)
_SERIES: Final = 3
"""Labels that count on from one another before lines inside pages are taken for the page numbers of an original."""
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")


def furniture(pages: Sequence[Page], known: Iterable[str] = ()) -> tuple[dict[int, list[Line]], set[str]]:
    """
    Return the furniture of each page, by page number, and how its lines are written with their numbers left out.

    :param known: How furniture of pages before these is written.
    """
    edges = {page.number: _edge_lines(page) for page in pages}
    where: dict[str, set[int]] = defaultdict(set)
    for number, lines in edges.items():
        for line in lines:
            if sum(c.isalpha() for c in line.text) >= _LEAST_LETTERS:
                where[_signature(line)].add(number)
    enough = min(3, max(2, len(pages)))
    repeated = {signature for signature, numbers in where.items() if len(numbers) >= enough} | set(known)
    labels = _labels(pages, repeated)
    repeated |= {_signature(line) for lines in labels.values() for line in lines}
    numbered = _has_page_numbers(edges)
    out = {
        number: [
            line
            for line in lines
            if _signature(line) in repeated
            or _TOTAL.fullmatch(line.text)
            or (numbered and _PAGE_NUMBER.fullmatch(line.text))
        ]
        for number, lines in edges.items()
    }
    for number, lines in labels.items():
        out[number] += [line for line in lines if all(line.box != other.box for other in out[number])]
    return out, repeated


def _labels(pages: Sequence[Page], known: Iterable[str]) -> dict[int, list[Line]]:
    """
    Return the lines "PAGE 1", "PAGE 2", … inside pages, by page number: where the original's pages ended.

    Filings that were set anew for the screen and printed from there have them; they count on one by one.
    """
    found = [
        (page.number, int(label[1]), line)
        for page in pages
        for line in lines_of([word for word in page.words if word.upright and not word.hidden])
        if (label := _LABEL.fullmatch(line.text))
    ]
    on = sum(after == before + 1 for (_, before, _), (_, after, _) in pairwise(found))
    series = len(found) >= _SERIES and on >= len(found) - 2
    out: dict[int, list[Line]] = defaultdict(list)
    for number, _, line in found:
        if series or _signature(line) in known:
            out[number].append(line)
    return out


def _signature(line: Line) -> str:
    return _NUMBERS.sub("#", line.text.casefold())


def _edge_lines(page: Page) -> list[Line]:
    """Return the first and last few lines of a page, outside drawn tables, that a gap or their type sets apart."""
    plain = [word for word in page.words if word.upright and not word.hidden]
    drawn = {id(word) for grid in ruled_grids(plain, page.rulings) if is_table(grid) for word in grid.words}
    lines = lines_of(plain)
    lines = [line for line in lines if not any(id(word) in drawn for word in line.words)] if drawn else lines
    if len(lines) < 3:
        return [line for line in lines if line.bottom <= _ZONE * page.height or line.top >= (1 - _ZONE) * page.height]
    half = min(_DEEPEST, len(lines) // 2)
    top = [line for line in lines[:half] if line.bottom <= _ZONE * page.height]

    def in_zone(line: Line) -> bool:
        return line.bottom <= _ZONE * page.height or line.top >= (1 - _ZONE) * page.height

    return [*_standing_off(top, lines, in_zone), *_standing_off(lines[::-1][:half], lines[::-1], in_zone)]


def _standing_off(edge: Sequence[Line], lines: Sequence[Line], in_zone: Callable[[Line], bool]) -> list[Line]:
    """
    Return the lines at an edge up to the last one that is parted from the text.

    :param lines: All the lines, counted from that edge.
    :param in_zone: Whether a line stands where furniture does; one that does not must be short and no sentence.
    """
    kept = 0
    for at, line in enumerate(edge):
        if not in_zone(line) and (len(line.text) > _LONGEST or line.text.endswith((".", ":", ";"))):
            break
        inward = lines[at + 1]
        gap = max(inward.top - line.bottom, line.top - inward.bottom)
        if gap > _GAP * line.size or abs(inward.size - line.size) > 0.12 * line.size:
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
