"""What the PDF reader hands over of a page: words with boxes and type, rulings, and nothing of the library."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

__all__ = ["Candidate", "Page", "Ruling", "Word", "set_upright", "turned_back"]


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
    turn: int = 0
    """Degrees by which it is turned clockwise on the page: 0, 90, 180 or 270."""
    confidence: float | None = None
    """Certainty of recognised text, in [0, 1]."""
    joined: bool = False
    """Whether it continues the word before it without a space, as a raised mark does."""

    @property
    def upright(self) -> bool:
        """Whether it is not turned on the page."""
        return self.turn == 0

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
    turn: int = 0
    """Degrees by which the page was turned anticlockwise so that most of its words are upright."""


def turned_back(box: tuple[float, float, float, float], page: Page) -> tuple[float, float, float, float]:
    """Return a box (left, top, right, bottom) on a page that was turned as a box on the page as it was."""
    left, top, right, bottom = box
    match page.turn:
        case 90:
            return page.height - bottom, left, page.height - top, right
        case 180:
            return page.width - right, page.height - bottom, page.width - left, page.height - top
        case 270:
            return top, page.width - right, bottom, page.width - left
    return box


def set_upright(page: Page) -> Page:
    """Return the page turned so that most of its words are upright; as it is where they are already."""
    count = Counter(word.turn for word in page.words)
    turn = count.most_common(1)[0][0] if count else 0
    if turn == 0 or count[turn] < 0.6 * len(page.words):
        return page

    def spin(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        left, top, right, bottom = box
        match turn:
            case 90:
                return top, page.width - right, bottom, page.width - left
            case 180:
                return page.width - right, page.height - bottom, page.width - left, page.height - top
            case _:
                return page.height - bottom, left, page.height - top, right

    def word_of(word: Word) -> Word:
        left, top, right, bottom = spin((word.left, word.top, word.right, word.bottom))
        return replace(word, left=left, top=top, right=right, bottom=bottom, turn=(word.turn - turn) % 360)

    def ruling_of(ruling: Ruling) -> Ruling:
        left, top, right, bottom = spin((ruling.left, ruling.top, ruling.right, ruling.bottom))
        return Ruling(left=left, top=top, right=right, bottom=bottom)

    flipped = turn in (90, 270)
    return replace(
        page,
        width=page.height if flipped else page.width,
        height=page.width if flipped else page.height,
        words=tuple(map(word_of, page.words)),
        rulings=tuple(map(ruling_of, page.rulings)),
        tables=(),
        figures=tuple(spin(box) for box in page.figures),
        turn=turn,
    )
