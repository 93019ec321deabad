"""The tables of a sheet: cells that touch are one; titles above and notes below are taken off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.parse.canonical import RowText
from pincite.parse.word_tables import heads

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pincite.parse.workbook import Merge, Sheet

__all__ = ["Region", "bounded", "parted", "region_rows", "regions"]

_MOST_FILLED_IN: Final = 2000
"""Cells that one merged range is counted as."""
_LONGEST_ROW: Final = 200_000
"""Cells of a region's rectangle up to which it may be thinly filled."""
_THIN: Final = 20
_WIDEST_GAP: Final = 3
"""Columns from a table's last one to that of figures which belong to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A rectangle of a sheet with filled cells; rows and columns from 1, ends included."""

    top: int
    left: int
    bottom: int
    right: int
    cells: frozenset[tuple[int, int]]

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.right - self.left + 1

    @property
    def is_thin(self) -> bool:
        """Whether it is so large and empty that it is no table."""
        area = self.width * (self.bottom - self.top + 1)
        return area > _LONGEST_ROW and area > _THIN * len(self.cells)


def regions(cells: Collection[tuple[int, int]], sheet: Sheet) -> list[Region]:
    """
    Return the regions of a sheet from top to bottom and left to right.

    :param cells: Those of the sheet's cells that are looked at.
    """
    found = [bounded(group) for group in _groups(cells, sheet.merges)]
    pieces: list[Region] = []
    for region in found:
        pieces.extend(_by_row(region) if region.is_thin else [region])
    ordered = sorted(pieces, key=lambda region: (region.top, region.left))
    return _joined(ordered, sheet)


def bounded(cells: Iterable[tuple[int, int]]) -> Region:
    """Return the region of some cells, at least one."""
    held = frozenset(cells)
    rows, columns = [row for row, _ in held], [column for _, column in held]
    return Region(top=min(rows), left=min(columns), bottom=max(rows), right=max(columns), cells=held)


def _groups(cells: Collection[tuple[int, int]], merges: list[Merge]) -> list[list[tuple[int, int]]]:
    """Return the cells in groups of those that touch by an edge, a merged cell with its whole range."""
    left = set(cells)
    reach = {(m.top, m.left): m for m in merges if (m.top, m.left) in left}
    owner = {place: corner for corner, m in reach.items() for place in _edge(m)}
    groups: list[list[tuple[int, int]]] = []
    while left:
        waiting = [left.pop()]
        group: list[tuple[int, int]] = []
        while waiting:
            cell = waiting.pop()
            group.append(cell)
            for row, column in _edge(reach[cell]) if cell in reach else (cell,):
                for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                    hit = owner.get(near, near)
                    if hit in left:
                        left.discard(hit)
                        waiting.append(hit)
        groups.append(group)
    return groups


def _edge(merge: Merge) -> list[tuple[int, int]]:
    """Return the cells along the sides of a merged range, not more than can be looked at."""
    columns = range(merge.left, min(merge.right, merge.left + _MOST_FILLED_IN) + 1)
    rows = range(merge.top, min(merge.bottom, merge.top + _MOST_FILLED_IN) + 1)
    across = [(row, column) for row in {merge.top, rows[-1]} for column in columns]
    return across + [(row, column) for row in rows for column in {merge.left, columns[-1]}]


def _by_row(region: Region) -> list[Region]:
    rows: dict[int, list[tuple[int, int]]] = {}
    for cell in sorted(region.cells):
        rows.setdefault(cell[0], []).append(cell)
    return [bounded(run) for cells in rows.values() for run in _runs(cells)]


def _runs(cells: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Cut the cells of one row where columns between them are empty."""
    runs = [[cells[0]]]
    for cell in cells[1:]:
        if cell[1] == runs[-1][-1][1] + 1:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs


def _joined(found: list[Region], sheet: Sheet) -> list[Region]:
    """Join what one empty row or column parts: rows without a header under a table, figures beside their labels."""
    done: list[Region] = []
    for region in found:
        at = next((k for k in range(len(done) - 1, max(-1, len(done) - 4), -1) if _belongs(done[k], region, sheet)), -1)
        if at < 0:
            done.append(region)
        else:
            done[at] = bounded(done[at].cells | region.cells)
    return done


def _belongs(upper: Region, region: Region, sheet: Sheet) -> bool:
    if len(upper.cells) < 2 or len(region.cells) < 2:
        within = upper.top < region.top <= upper.bottom and upper.left <= region.left <= upper.right
        return within and len(region.cells) < len(upper.cells)  # a cell whose neighbours are empty
    if region.top == upper.bottom + 2 and (region.left, region.right) == (upper.left, upper.right):
        return upper.width > 1 and not any(row.header for row in region_rows(region, sheet)[0])
    if not (upper.top <= region.top and region.bottom <= upper.bottom):
        return False
    below = [cell for cell in region.cells if cell[0] > region.top]
    figures = bool(below) and all(cell in sheet.numbers for cell in below)
    inside = upper.left <= region.left and region.right <= upper.right
    return inside or (figures and 2 <= region.left - upper.right <= _WIDEST_GAP)


def parted(region: Region, sheet: Sheet) -> tuple[list[Region], Region | None, list[Region]]:
    """Return the titles above a table, the table, and the notes below it; ``None`` where there is only text."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for cell in sorted(region.cells):
        rows.setdefault(cell[0], []).append(cell)
    lines = list(rows.values())
    if region.width == 1 and not any(cell in sheet.numbers for cell in region.cells) and len(lines) < 3:
        return [bounded(line) for line in lines], None, []
    first, last = 0, len(lines)
    while first < last and len(lines[first]) == 1 and region.width > 1:
        first += 1
    while last > first and len(lines[last - 1]) == 1 and region.width > 1 and _is_note(lines[last - 1][0], sheet):
        last -= 1
    table = bounded(cell for line in lines[first:last] for cell in line) if first < last else None
    return [bounded(line) for line in lines[:first]], table, [bounded(line) for line in lines[last:]]


def _is_note(cell: tuple[int, int], sheet: Sheet) -> bool:
    """Tell whether the only cell of a last row is a sentence, not a value."""
    return len(sheet.cells[cell].split()) > 5


def region_rows(region: Region, sheet: Sheet) -> tuple[list[RowText], int]:
    """Return the rows of a region as they are written, and how many columns it has."""
    spans = {(m.top, m.left): m for m in sheet.merges}
    rows: dict[int, list[tuple[int, int, int, str]]] = {}
    for cell in sorted(region.cells):
        row, column = cell
        merge = spans.get(cell)
        n_rows = min(merge.bottom, region.bottom) - row + 1 if merge else 1
        n_columns = min(merge.right, region.right) - column + 1 if merge else 1
        text = sheet.cells[cell].replace("|", "\\|")
        rows.setdefault(row, []).append((column - region.left, n_rows, n_columns, text))
    written = [RowText(cells=tuple(cells)) for cells in rows.values()]
    first = [cell for cell in sorted(region.cells) if cell[0] == region.top]
    if any(cell in sheet.numbers for cell in first) and not _are_years(first, sheet):
        return written, region.width
    return _headed(written), region.width


def _are_years(cells: list[tuple[int, int]], sheet: Sheet) -> bool:
    """Tell whether the numbers in a row are years, as headers are."""
    texts = [sheet.cells[cell] for cell in cells if cell in sheet.numbers]
    return all(text.isdecimal() and len(text) == 4 and text[:2] in ("19", "20") for text in texts)


def _headed(rows: list[RowText]) -> list[RowText]:
    """Mark the header row, and one above it that spans columns."""
    if len(rows) > 2 and any(columns > 1 for _, _, columns, _ in rows[0].cells):
        return [replace(rows[0], header=True), replace(rows[1], header=True), *rows[2:]]
    if len(rows) > 1 and len(rows[0].cells) > 1 and all(len(t) == 4 and t.isdecimal() for *_, t in rows[0].cells[1:]):
        return [replace(rows[0], header=True), *rows[1:]]
    return heads(rows)
