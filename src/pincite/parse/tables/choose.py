# ruff: noqa: RUF001  (dashes and quotation marks as documents have them)
"""Which of the tables that the finders propose are tables, and which finder's is the best for each."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.parse.tables.grid import Grid, in_lines
from pincite.parse.tables.numbers import is_figure, pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.parse.pdf_page import Word

__all__ = ["best_of", "is_table"]

_PROSE_WORDS: Final = 7
"""A cell of this many words reads like a sentence."""
_TERSE: Final = 3
"""Words of a cell, on average, below which a table is no numbered text."""
_NUMBERING = re.compile(r"[(\[]?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[a-zA-Z]|[ivxIVX]{1,5})[.):\]]{0,2}|[•‣▪·◦o\-–—*➢✓❖□■]")
_ROMAN = re.compile(r"[ivxlc]{1,6}")
_LEADERS = re.compile(r"(?:[.…·_] ?){4,}")


def best_of(proposals: Iterable[Grid]) -> list[Grid]:
    """
    Return one grid for each place where tables were proposed, from the top; what is no table is left out.

    :param proposals: Where two are as good as each other the one with more words is taken, then the first.
    """
    kept: list[Grid] = []
    for grid in sorted((g for g in proposals if is_table(g)), key=_merit, reverse=True):
        if not any(grid.overlaps(other) for other in kept):
            kept.append(grid)
    return sorted(kept, key=lambda grid: (grid.top, grid.left))


def is_table(grid: Grid) -> bool:
    """Tell whether a grid is a table: filled, aligned, and no running text, list or table of contents."""
    if grid.n_rows < 2 or grid.n_columns < 2 or len(grid.cells) < 4 or _is_contents(grid):
        return False
    if grid.source == "ruled":
        return _is_drawn_table(grid)
    texts = [cell.text for cell in grid.cells]
    prose = sum(len(text.split()) >= _PROSE_WORDS for text in texts) / len(texts)
    figures = _figures_right(grid)
    if grid.n_rows < 3 or _is_list(grid) or prose > 0.25 or (prose > 0.1 and figures < 0.2):
        return False
    if figures >= 0.3:
        return _filled(grid) >= 0.45
    return _filled(grid) >= 0.85 and grid.n_columns >= 3 and grid.n_rows >= 4 and _is_short(texts)


def _is_drawn_table(grid: Grid) -> bool:
    """Tell whether drawn cells are a table and no diagram: most hold words, or each row and column has its label."""
    rows = Counter(cell.row for cell in grid.cells)
    if sum(n == 1 for n in rows.values()) > 0.5 * grid.n_rows and grid.n_columns > 2:
        return False
    if _filled(grid) >= 0.7 and _together(grid) < 0.5:
        return True
    labels = sum(cell.row_span for cell in grid.cells if cell.column == 0)
    heads = sum(cell.column_span for cell in grid.cells if cell.row == 0)
    return labels >= 0.6 * grid.n_rows and heads >= 0.6 * grid.n_columns


def _figures_right(grid: Grid) -> float:
    """Return the share of figures among the cells right of the first column; signs for no value, alone, are none."""
    right = [cell.text for cell in grid.cells if cell.column > 0]
    figures = [text for text in right if is_figure(text)]
    return len(figures) / len(right) if any(c.isalnum() for text in figures for c in text) else 0.0


def _is_short(texts: Sequence[str]) -> bool:
    """Tell whether most cells are a few words that make no sentence."""
    return sum(len(text.split()) <= 4 for text in texts) >= 0.75 * len(texts)


def _filled(grid: Grid) -> float:
    places = sum(cell.row_span * cell.column_span for cell in grid.cells)
    return places / max(1, grid.n_rows * grid.n_columns)


def _is_list(grid: Grid) -> bool:
    """Tell whether the first column holds only the numbers or bullets of items or lines of running text."""
    first = [cell.text for cell in grid.cells if cell.column == 0]
    right = [len(cell.text.split()) for cell in grid.cells if cell.column > 0]
    marks = sum(_NUMBERING.fullmatch(text) is not None for text in first)
    terse = grid.n_columns > 2 and sum(right) < _TERSE * len(right)
    return marks >= 0.6 * len(first) and _figures_right(grid) < 0.4 and not terse


def _is_contents(grid: Grid) -> bool:
    """Tell whether titles run, perhaps over dotted leaders, to page numbers."""
    if grid.n_columns > 5:
        return False
    rows = {cell.row for cell in grid.cells if _LEADERS.search(cell.text)}
    last = [cell.text for cell in grid.cells if cell.column == grid.n_columns - 1]
    pages = sum(text.isdigit() or _ROMAN.fullmatch(text) is not None or bool(_LEADERS.search(text)) for text in last)
    drawn = grid.source == "ruled"  # nobody draws a grid around a table of contents
    return (len(rows) >= 0.5 * grid.n_rows and pages >= 0.7 * len(last)) or (not drawn and _has_page_numbers(grid))


def _has_page_numbers(grid: Grid) -> bool:
    """Tell whether the last column is whole numbers that only grow, and all before it is words: page numbers."""
    last = [cell.text for cell in grid.cells if cell.column == grid.n_columns - 1]
    before = [cell.text for cell in grid.cells if cell.column < grid.n_columns - 1]
    numbers = [int(text) for text in last if text.isdigit()]
    romans = sum(_ROMAN.fullmatch(text) is not None for text in last)
    grows = all(one <= two for one, two in pairwise(numbers))
    words = sum(any(c.isalpha() for c in text) for text in before)
    if any(_holds_figures(grid, column) for column in range(1, grid.n_columns - 1)):
        return False
    return len(last) >= 6 and grows and len(numbers) + romans >= 0.9 * len(last) and words >= 0.45 * len(before)


def _holds_figures(grid: Grid, column: int) -> bool:
    texts = [cell.text for cell in grid.cells if cell.column == column]
    return sum(map(is_figure, texts)) > 0.5 * len(texts)


def _merit(grid: Grid) -> tuple[float, int]:
    """Return how well a grid parts its words: 1 less the share of cells that run several together or are cut apart."""
    lone = _lone_rows(grid) / grid.n_rows
    bonus = {"ruled": 0.25, "gaps": 0.05, "column": 0.0, "library": 0.0}[grid.source]
    return 1.0 - 2 * _together(grid) - 0.5 * lone + bonus, len(grid.words)


def _together(grid: Grid) -> float:
    """Return the share of the cells, or of the words in them, which run several cells together."""
    wrong = [cell for cell in grid.cells if _runs_together(cell.words)]
    words = sum(len(cell.words) for cell in wrong) / max(1, len(grid.words))
    return max(words, len(wrong) / len(grid.cells))


def _runs_together(words: Sequence[Word]) -> bool:
    """Tell whether a cell holds several figures, or pieces with a wide gap between them that runs down its lines."""
    lines = [pieces(line) for line in in_lines(words)]
    texts = [[" ".join(word.text for word in piece) for piece in line] for line in lines]
    beside = any(len(line) > 1 and sum(map(is_figure, line)) >= 2 for line in texts)
    under = len(texts) > 1 and all(len(line) == 1 and is_figure(line[0]) for line in texts)
    return beside or under or _has_river(lines)


def _has_river(lines: Sequence[Sequence[Sequence[Word]]]) -> bool:
    """Tell whether pieces of at least three lines, and of half of them, start at the same place inside the cell."""
    starts = Counter(round(piece[0].left / 3) for line in lines for piece in line[1:])
    return any(n >= 3 and n >= 0.5 * len(lines) for n in starts.values())


def _lone_rows(grid: Grid) -> int:
    """Return how many rows hold a single cell that does not span."""
    rows = Counter(cell.row for cell in grid.cells)
    return sum(1 for cell in grid.cells if rows[cell.row] == 1 and cell.column_span == 1 and cell.row_span == 1)
