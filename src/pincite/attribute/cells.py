"""
Cells of a quoted row that a claim says nothing of and that say nothing of what it says.

"No, fixed connection" under "Plug" denies the plug and not the fuse beside it, "free" under "Withdrawal" is no word on
the monthly fee, and "Do not open the door" under "What to do" denies nothing of what a code means. Any other cell may
be a condition of its whole row ("not on Sundays") and stays.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.attribute.facts import stems_of, values_of
from pincite.attribute.polarity import Firmness, firmness
from pincite.text.columns import read_cell
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from pincite.attribute.evidence import Evidence

__all__ = ["orders", "unit_of", "values_in"]

_ANSWERS: Final = re.compile(
    r"\W*(?:yes|no|none|never|always|free|included|excluded|n/a"
    r"|not (?:possible|available|applicable|included|allowed|needed))\s*(?=$|[,;.:(])",
    re.IGNORECASE,
)
"""A cell that answers its header."""


def unit_of(claim: str, held: Evidence, *, language: str) -> str:
    """Return the quoted unit without such cells; as it is where it is no row, or nothing but such cells is left."""
    kept = [
        [(head, cell) for at, (head, cell) in enumerate(row) if not at or not _aside(claim, head, cell, language)]
        for row in held.rows
    ]
    if sum(map(len, kept)) == sum(map(len, held.rows)):
        return held.unit
    return " . ".join(f"{head} {cell}".strip() for row in kept for head, cell in row)


def values_in(head: str, cell: str, *, language: str) -> set[Hashable]:
    """Return the values of a cell, as it stands and with the unit of its header."""
    # A figure that opens a line is read as a clause number; that of a cell is none.
    return values_of(f"= {cell}", language) | values_of(f"= {read_cell(head, cell)[1]}", language)


def orders(claim: str, behind: Sequence[Evidence], *, language: str) -> bool:
    """Tell whether a claim has words of a cell that tells its reader to do something."""
    own = set(content_words(claim, language))
    cells = (cell for held in behind for row in held.rows for _, cell in row)
    return any(own & set(content_words(cell, language)) and _is_order(cell, language) for cell in cells)


def _aside(claim: str, head: str, cell: str, language: str) -> bool:
    if stems_of(f"= {cell}", language) and not _ANSWERS.match(cell) and not _is_order(cell, language):
        return False
    told = f"{head} {cell}"
    values = values_of(claim, language) & values_in(head, cell, language=language)
    return not values and not set(content_words(claim, language)) & set(content_words(told, language))


def _is_order(cell: str, language: str) -> bool:
    return firmness(cell, language=language) is Firmness.BINDING
