"""Rows that only name the thing of which something is asked: a price and an age do not say whether members pay less."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.generate.barring.able import DECIDES
from pincite.generate.reading.expected import Expected
from pincite.generate.tables.beside import AGED
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["only_names"]


def only_names(part: Ask, found: Sequence[Candidate], language: str) -> frozenset[Candidate]:
    """Return rows that say no word of what a question asks of their thing, and decide nothing, by yes or no."""
    if part.expected is not Expected.YES_NO:
        return frozenset()
    return frozenset(c for c in found if c.is_row and c.columns and _is_bare(part, c, language))


def _is_bare(part: Ask, row: Candidate, language: str) -> bool:
    label = set(content_words(row.columns[0][1], language))
    cells = " ".join(cell for _, cell in row.columns[1:])
    aged = content_words("age", language) if AGED.search(part.whole) else ()
    rest = (set(part.stems) - label).union(aged)
    near = set(content_words(f"{row.heading} {row.around} {cells}", language))
    named = not label.isdisjoint(part.stems)
    return named and len(rest) > 1 and rest.isdisjoint(near) and not DECIDES.search(row.claim)
