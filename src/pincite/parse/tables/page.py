"""The tables of one page: what the finders propose, the best of it, and where each header ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pincite.parse.pdf_columns import columns, gutters
from pincite.parse.tables.choose import best_of, is_table
from pincite.parse.tables.foreign import library_grid
from pincite.parse.tables.gaps import gap_grids
from pincite.parse.tables.headers import with_header
from pincite.parse.tables.ruled import ruled_grids

if TYPE_CHECKING:
    from pincite.parse.pdf_page import Candidate, Page
    from pincite.parse.tables.grid import Grid

__all__ = ["page_tables"]


def page_tables(page: Page) -> list[Grid]:
    """Return the tables of a page, from the top, their header rows counted."""
    words = [word for word in page.words if word.upright and not word.hidden]
    drawn = ruled_grids(words, page.rulings)
    held = {id(word) for grid in drawn if is_table(grid) for word in grid.words}
    strips = gutters([word for word in words if id(word) not in held], width=page.width)
    runs = columns(words, strips) if strips else []
    found = best_of(
        [
            *drawn,
            *gap_grids(words, page.rulings),
            *(replace(grid, source="column") for run in runs for grid in gap_grids(run, page.rulings)),
        ]
    )
    missed = [each for each in page.tables if not any(_covers(grid, each) for grid in found)]
    more = [grid for each in missed if (grid := library_grid(words, each))]
    return [with_header(grid) for grid in (best_of([*found, *more]) if more else found)]


def _covers(grid: Grid, candidate: Candidate) -> bool:
    """Tell whether a table that was found takes up some of the place of a candidate."""
    width = min(grid.right, candidate.right) - max(grid.left, candidate.left)
    height = min(grid.bottom, candidate.bottom) - max(grid.top, candidate.top)
    area = (candidate.right - candidate.left) * (candidate.bottom - candidate.top)
    return width > 0 and height > 0 and width * height > 0.3 * area
