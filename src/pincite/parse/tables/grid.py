"""A table on a page: cells that hold words, by row and column."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.parse.pdf_page import Word

__all__ = ["Grid", "GridCell", "in_lines", "in_reading_order", "line_text", "packed", "words_text"]

_SAME_LINE: Final = 0.5
"""Share of the type size by which the middles of two words on one line may differ."""


def in_lines(words: Iterable[Word]) -> list[list[Word]]:
    """Return the words by printed line, from the top, each line from the left."""
    lines: list[list[Word]] = []
    middles: list[float] = []
    for word in sorted(words, key=lambda w: (w.middle, w.left)):
        reach = _SAME_LINE * max(min(word.size, word.bottom - word.top), 4.0)
        at = next(
            (k for k in range(len(lines) - 1, max(-1, len(lines) - 4), -1) if abs(middles[k] - word.middle) < reach), -1
        )
        if at < 0:
            lines.append([word])
            middles.append(word.middle)
        else:
            lines[at].append(word)
            middles[at] += (word.middle - middles[at]) / len(lines[at])
    order = sorted(range(len(lines)), key=lambda k: middles[k])
    return [sorted(lines[k], key=lambda w: w.left) for k in order]


def words_text(words: Iterable[Word]) -> str:
    """Return the words as one line of text, in order of lines."""
    listed = list(words)
    if len(listed) == 1:
        return listed[0].text
    return " ".join(line_text(line) for line in in_lines(listed))


def line_text(line: Sequence[Word]) -> str:
    """Return the words of a line, which stand from the left, as they are read."""
    pieces: list[str] = []
    for word in in_reading_order(line):
        if word.joined and pieces:
            pieces[-1] += word.text
        else:
            pieces.append(word.text)
    return " ".join(pieces)


def in_reading_order(line: Sequence[Word]) -> list[Word]:
    """Return a line's words in order of reading: from the right where most of its letters belong to such a script."""
    right = sum(_from_right(word.text) for word in line)
    if not right or 2 * right < sum(any(c.isalpha() for c in word.text) for word in line):
        return list(line)
    runs: list[list[Word]] = []
    for word in line:
        if runs and not _from_right(word.text) and not _from_right(runs[-1][-1].text):
            runs[-1].append(word)
        else:
            runs.append([word])
    return [word for run in reversed(runs) for word in run]


def _from_right(text: str) -> bool:
    return any("\u0590" <= c <= "\u08ff" or "\ufb1d" <= c <= "\ufefc" for c in text)


@dataclass(frozen=True, kw_only=True)
class GridCell:
    """A cell with its place in the grid."""

    row: int
    column: int
    words: tuple[Word, ...]
    row_span: int = 1
    column_span: int = 1

    @cached_property
    def text(self) -> str:
        """The words as one line."""
        return words_text(self.words)


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Cells in order of row and column, empty ones left out."""

    cells: tuple[GridCell, ...]
    left: float
    top: float
    right: float
    bottom: float
    source: str
    """Which finder made it: "ruled", "gaps" (on the whole page), "column" (in one text column) or "library"."""
    n_header: int = 0
    """How many rows at the top are header rows."""

    @cached_property
    def n_rows(self) -> int:
        """Number of rows."""
        return max((cell.row + cell.row_span for cell in self.cells), default=0)

    @cached_property
    def n_columns(self) -> int:
        """Number of columns."""
        return max((cell.column + cell.column_span for cell in self.cells), default=0)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """All the words in it."""
        return tuple(word for cell in self.cells for word in cell.words)

    @cached_property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The text of every place, row by row; empty where no cell starts."""
        rows = [[""] * self.n_columns for _ in range(self.n_rows)]
        for cell in self.cells:
            rows[cell.row][cell.column] = cell.text
        return tuple(tuple(row) for row in rows)

    def overlaps(self, other: Grid) -> bool:
        """Tell whether the two cover a good part of the smaller one's area."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        if width <= 0 or height <= 0:
            return False
        areas = [(g.right - g.left) * (g.bottom - g.top) for g in (self, other)]
        return width * height > 0.3 * max(min(areas), 1.0)

    def without_rows(self, rows: Sequence[int]) -> Grid:
        """Return the grid without some of its rows."""
        return packed(replace(self, cells=tuple(c for c in self.cells if c.row not in rows)))


def packed(grid: Grid) -> Grid:
    """Return the grid without rows and columns in which no cell with words starts, and boxed to its words."""
    cells = [cell for cell in grid.cells if cell.words]
    rows = {row: at for at, row in enumerate(sorted({cell.row for cell in cells}))}
    columns = {column: at for at, column in enumerate(sorted({cell.column for cell in cells}))}
    moved = tuple(
        replace(
            cell,
            row=rows[cell.row],
            column=columns[cell.column],
            row_span=max(1, sum(cell.row <= row < cell.row + cell.row_span for row in rows)),
            column_span=max(1, sum(cell.column <= column < cell.column + cell.column_span for column in columns)),
        )
        for cell in sorted(cells, key=lambda c: (c.row, c.column))
    )
    words = [word for cell in moved for word in cell.words]
    return replace(
        grid,
        cells=moved,
        left=min((w.left for w in words), default=grid.left),
        top=min((w.top for w in words), default=grid.top),
        right=max((w.right for w in words), default=grid.right),
        bottom=max((w.bottom for w in words), default=grid.bottom),
    )
