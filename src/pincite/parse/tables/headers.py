"""Where a table's header ends, and what stands above it as a caption."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.parse.tables.numbers import is_figure
from pincite.text.forms import LOOKED_AT, MOST_PAIRS, is_form, label_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.parse.tables.grid import Grid, GridCell

__all__ = ["with_header"]

_MOST: Final = 4
"""Rows that a header has at most."""
_MARKS: Final = "*\u2020\u2021#"
_MEASURED: Final = re.compile(r"\d[\d.,/:\u2013-]*(?:\s+[^\s\d()]{1,6}|\s*\(\D?[\d.,]+\s?%?\)){1,2}")
_NO_VALUE: Final = re.compile(r"\*+|\([A-Z]{1,2}\)")
"""What statistical tables write where there is no value; small letters in brackets number columns."""


def with_header(grid: Grid) -> Grid:
    """
    Return the grid with its title rows taken off and its header rows counted.

    A title row is a lone cell above a row of several. The header ends above the first row with figures in it, or after
    the first row where no row has figures below it.
    """
    rows = _rows(grid)
    title = 0
    while title < min(3, len(rows) - 2) and _is_title(rows, title, grid):
        title += 1
    if title:
        grid = grid.without_rows(range(title))
        rows = _rows(grid)
    pairs = [{cell.column: cell.text for cell in row} for row in rows[:MOST_PAIRS]]
    return replace(grid, n_header=0 if label_columns(pairs) else _n_header(rows, grid))


def _rows(grid: Grid) -> list[list[GridCell]]:
    rows: list[list[GridCell]] = [[] for _ in range(grid.n_rows)]
    for cell in grid.cells:
        rows[cell.row].append(cell)
    return rows


def _is_title(rows: Sequence[Sequence[GridCell]], at: int, grid: Grid) -> bool:
    """Tell whether a row is one cell that stands over the whole table, above a row of several."""
    if grid.source == "ruled" or len(rows[at]) != 1 or all(len(row) == 1 for row in rows[at + 1 : at + 4]):
        return False
    words = rows[at][0].words
    left, right = min(word.left for word in words), max(word.right for word in words)
    centred = abs((left + right) - (grid.left + grid.right)) < 0.1 * (grid.right - grid.left)
    return centred or left < grid.left + 2 or words[0].text.lower() in {"table", "figure", "exhibit", "chart"}


def _n_header(rows: Sequence[Sequence[GridCell]], grid: Grid) -> int:
    if grid.n_rows < 2:
        return 0
    first = next((at for at, row in enumerate(rows) if _has_figures(row)), None)
    if first == 0:
        return _year_header(rows)
    if first is None:
        return 1
    spanned = max((cell.row + cell.row_span for cell in rows[0]), default=1)
    end = next((at for at in range(1, min(first, _MOST)) if not _goes_on(rows, at, grid)), min(first, _MOST))
    while end > max(1, spanned) and len(rows[end - 1]) == 1:
        end -= 1
    return max(end, min(spanned, _MOST, grid.n_rows - 1)) if end else 1


def _goes_on(rows: Sequence[Sequence[GridCell]], at: int, grid: Grid) -> bool:
    """Tell whether a row may belong to the header above it: it names no row, or that one leaves columns to be named."""
    if all(cell.column > 0 for cell in rows[at]):
        return True
    if _is_form(rows):
        return False
    above = [cell for row in rows[:at] for cell in row if cell.row + cell.row_span >= at]
    named = {column for cell in above for column in range(cell.column, cell.column + cell.column_span)}
    return len(named) < grid.n_columns or any(cell.column_span > 1 for cell in rows[at - 1])


def _is_form(rows: Sequence[Sequence[GridCell]]) -> bool:
    return is_form(
        {cell.column: cell.column_span for cell in rows[0]},
        [{cell.column: cell.text for cell in row} for row in rows[1 : 1 + LOOKED_AT]],
    )


def _has_figures(row: Sequence[GridCell]) -> bool:
    figures = sum(_is_value(cell.text) and not _is_label(cell.text) for cell in row)
    return figures >= max(1, (len(row) - 1) * 0.5)


def _is_value(text: str) -> bool:
    """
    Tell whether a text is a figure or stands for one.

    A mark may stand before it ("**12,760") and a unit or another figure behind ("142/88 mmHg", "63 (18.5%)").
    """
    bare = text.strip().lstrip(_MARKS)
    return is_figure(bare) or _MEASURED.fullmatch(bare) is not None or _NO_VALUE.fullmatch(text.strip()) is not None


def _is_label(text: str) -> bool:
    """Tell whether a figure may head a column: a year, a range of ages."""
    return text.strip().isdigit() and len(text.strip()) == 4 and text.strip()[:2] in {"19", "20"}


def _year_header(rows: Sequence[Sequence[GridCell]]) -> int:
    """Return 1 where the first row has words or an empty corner above figures, else 0."""
    first = rows[0]
    words = sum(not is_figure(cell.text) for cell in first)
    return 1 if words >= 0.5 * len(first) else 0
