"""The tables of the PDF library, its cells filled with the words that stand in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pincite.parse.tables.grid import Grid, GridCell, packed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.parse.pdf_page import Candidate, Word

__all__ = ["library_grid"]


def library_grid(words: Sequence[Word], candidate: Candidate) -> Grid | None:
    """Return a table of the library's; ``None`` where its cells have no boxes or do not hold its words."""
    held: dict[tuple[int, int], list[Word]] = {}
    inside = [
        w
        for w in words
        if candidate.left - 1 <= w.centre <= candidate.right + 1
        and candidate.top - 1 <= w.middle <= candidate.bottom + 1
    ]
    for word in inside:
        place = _place(word, candidate)
        if place is None:
            return None
        held.setdefault(place, []).append(word)
    cells = tuple(GridCell(row=r, column=c, words=tuple(content)) for (r, c), content in sorted(held.items()))
    if not cells:
        return None
    grid = packed(
        Grid(
            cells=cells,
            left=candidate.left,
            top=candidate.top,
            right=candidate.right,
            bottom=candidate.bottom,
            source="library",
        )
    )
    return grid if grid.n_rows >= 2 and grid.n_columns >= 2 else None


def _place(word: Word, candidate: Candidate) -> tuple[int, int] | None:
    """Return the row and column of the smallest cell around a word, else of the nearest on its height that names it."""
    best: tuple[float, int, int] | None = None
    for r, row in enumerate(candidate.rows):
        for c, box in enumerate(row):
            if box is None:
                continue
            away = max(box[0] - word.centre, word.centre - box[2], 0.0) + 4 * max(
                box[1] - word.middle, word.middle - box[3], 0.0
            )
            if away > 30 or not _names(candidate.texts[r][c], word.text):
                away += 1000
            score = away + (box[2] - box[0]) * (box[3] - box[1]) * 1e-6
            if best is None or score < best[0]:
                best = (score, r, c)
    return (best[1], best[2]) if best and best[0] < 1000 else None


def _names(text: str, word: str) -> bool:
    return re.sub(r"\W", "", word) in re.sub(r"\W", "", text)
