"""What the PDF reader hands over of a page: words with boxes and type, rulings, and nothing of the library."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Candidate", "Page", "Ruling", "Word"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word as printed, in points from the page's top left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    """Type size in points."""
    bold: bool = False
    hidden: bool = False
    """Nobody sees it on the page: no size, off the page, or the colour of the paper."""
    upright: bool = True
    """Whether it runs from left to right; ``False`` for text that is turned on the page."""
    confidence: float | None = None
    """Certainty of recognised text, in [0, 1]."""
    joined: bool = False
    """Whether it continues the word before it without a space, as a raised mark does."""

    @property
    def middle(self) -> float:
        """Height of its middle line."""
        return (self.top + self.bottom) / 2

    @property
    def centre(self) -> float:
        """Distance of its centre from the left edge of the page."""
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A straight horizontal or vertical line that is drawn on the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def horizontal(self) -> bool:
        """Whether it lies flat."""
        return self.right - self.left >= self.bottom - self.top


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A table as the PDF library sees it: for each row the box of each cell, ``None`` where it knows none."""

    left: float
    top: float
    right: float
    bottom: float
    rows: tuple[tuple[tuple[float, float, float, float] | None, ...], ...]
    texts: tuple[tuple[str, ...], ...] = ()
    """The text of each cell, in the same order."""
    header: bool = False
    """Whether the first row is a header."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of a PDF."""

    number: int
    """From 1."""
    width: float
    height: float
    words: tuple[Word, ...]
    """In the order of the content, which is not always the order of reading."""
    rulings: tuple[Ruling, ...] = ()
    tables: tuple[Candidate, ...] = ()
    figures: tuple[tuple[float, float, float, float], ...] = ()
    """Boxes of pictures and drawings."""
    scanned: bool = False
    """Whether the page is a picture of text that has to be recognised."""
    garbled: bool = False
    """Whether its characters cannot be mapped to text."""
    notes: tuple[str, ...] = field(default=())
    """Texts of annotations, which stand on the page without being part of it."""
