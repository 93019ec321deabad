"""What the documents would have to say for a question to be answered, in the question's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.generate.barring.halves import unspoken_half
from pincite.generate.reading.expected import Expected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.generate.reading.asked import Ask

__all__ = ["half_sought", "sought"]

_SOUGHT: Final = {
    Expected.DURATION: "how long that takes or lasts",
    Expected.TIME: "when that is",
    Expected.COUNT: "how many there are",
    Expected.MONEY: "how much that is",
    Expected.SHARE: "what share that is",
    Expected.MEASURE: "how much that is",
    Expected.QUANTITY: "how much that is",
    Expected.NAME: "who that is",
    Expected.PLACE: "where that is",
    Expected.REASON: "why that is so",
    Expected.YES_NO: "whether that is so",
}


def sought(ask: Ask, absent: Sequence[str]) -> str:
    """
    Return what is missing for a part of a question that nothing answers.

    :param absent: Words of the part that stand in no passage, the heaviest first.
    """
    asked = " ".join(ask.text.split()).rstrip("?!. ")
    kind = _SOUGHT.get(ask.expected)
    quoted = ", ".join(f'"{word}"' for word in absent[:3])
    silent = f"; nothing found speaks of {quoted}" if quoted else ""
    return (f'a passage on "{asked}" that says {kind}' if kind else f'a passage that answers "{asked}"') + silent


def half_sought(ask: Ask, absent: Sequence[str]) -> str:
    """Return what is missing for the half of an answered part that nothing speaks of; ``""`` where there is none."""
    half = unspoken_half(ask.text, absent)
    return f'a passage on "{half}"' if half else ""
