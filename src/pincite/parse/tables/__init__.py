"""Tables on a page: three finders, one chooser, header rows, and tables that run over a page break."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.parse.tables.choose import best_of
from pincite.parse.tables.gaps import gap_grids
from pincite.parse.tables.headers import with_header
from pincite.parse.tables.library import library_grid
from pincite.parse.tables.ruled import ruled_grids

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.parse.pdf_page import Page, Word
    from pincite.parse.tables.grid import Grid

__all__ = ["page_tables"]


def page_tables(page: Page, columns: Iterable[Sequence[Word]] = ()) -> list[Grid]:
    """
    Return the tables of a page, from the top, header rows counted.

    :param columns: The words of each text column, where the page is set in several.
    """
    words = [word for word in page.words if word.upright and not word.hidden]
    proposals = [
        *ruled_grids(words, page.rulings),
        *gap_grids(words, page.rulings),
        *(grid for column in columns for grid in gap_grids(column, page.rulings)),
        *(grid for found in page.tables if (grid := library_grid(words, found))),
    ]
    return [with_header(grid) for grid in best_of(proposals)]
