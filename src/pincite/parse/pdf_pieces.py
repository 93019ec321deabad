# ruff: noqa: RUF001  (dashes and quotation marks as documents have them)
"""Pieces of a page: paragraphs, list items, tables and figures in order of reading, with the boxes of their lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

from pincite.parse.pdf_lines import Line, lines_of, run_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pincite.parse.pdf_page import Word

__all__ = ["Box4", "Piece", "Stretch", "TableCell", "TableRow", "paragraphs"]

Box4 = tuple[float, float, float, float]
"""Left, top, right and bottom in points from the top left corner."""

_BULLET = re.compile(r"(?:[•‣▪·◦●○■□▶►➢➤✓✔❖*–—-]|\uf0b7|\uf0a7|\uf02d|\u2022)\s+(?=\S)(?![*·–—-]\s)")
"""A bullet; a line of dashes is drawn."""
_DRAWN = re.compile(r"(?:[-–—_=*.·]\s?){5,}\w?")
"""A line that parts what stands above it from what stands below; in papers for courts it ends in an "x"."""
_SMUDGED = re.compile(r"[+~=»«¢©®¤°¥]\s+(?=\S)")
"""What engines of recognition take a printed bullet for."""
_MARK = re.compile(r"(?:\((?:[a-zA-Z]{1,2}|[ivxIVX]{1,6}|\d{1,2})\)|(?:[a-z]|[ivx]{1,5}|\d{1,2})[.)])\s+(?=\S)")
_CLAUSE = re.compile(
    r"(?:§\s*)?\d{1,2}(?:\.\d{1,2}){1,5}\.?\s+\S|(?:article|section|clause)\s+[\dIVX]+\b", re.IGNORECASE
)
_ENDS = (".", ":", ";", "?", "!", "。", "”", '"')
_NEW_SIZE: Final = 0.12
"""Share by which the type size of the next paragraph differs at least, where no gap parts it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """The text of one printed line or cell, with its box."""

    text: str
    box: Box4
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCell:
    """One cell of a table row."""

    column: int
    text: str
    box: Box4
    row_span: int = 1
    column_span: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One row of a table."""

    page: int
    cells: tuple[TableCell, ...]
    header: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """What stands together on a page."""

    kind: str
    """ "text", "item", "table", "figure" or "note"."""
    page: int
    stretches: tuple[Stretch, ...] = ()
    """Its lines: put together they are its text."""
    mark: str = ""
    """The bullet or number of a list item."""
    rows: tuple[TableRow, ...] = ()
    edges: tuple[tuple[float, float], ...] = ()
    """Left and right of each column of a table."""
    size: float = 0.0
    """Type size in points."""
    bold: bool = False
    left: float = 0.0
    wide: bool = False
    """Whether the last line runs to the end of the column."""
    opens: bool = False
    """Whether it is the first of its column."""
    closes: bool = False
    """Whether it is the last of its column."""
    furniture: bool = False
    hidden: bool = False
    confidence: float | None = None

    @property
    def text(self) -> str:
        """All of its text."""
        return "".join(stretch.text for stretch in self.stretches)


def paragraphs(words: Iterable[Word], *, page: int, known: Mapping[str, int]) -> list[Piece]:
    """Return the paragraphs and list items of one column, from the top."""
    lines = lines_of(words)
    if not lines:
        return []
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    pitch = _pitch(lines)
    groups: list[list[Line]] = []
    for line in lines:
        if groups and not _starts(groups[-1], line, pitch=pitch, left=left, right=right):
            groups[-1].append(line)
        else:
            groups.append([line])
    made = [_piece(group, page=page, right=right, known=known) for group in groups]
    return [replace(piece, opens=at == 0, closes=at + 1 == len(made)) for at, piece in enumerate(made)]


def _pitch(lines: Sequence[Line]) -> float:
    """Return the usual distance of two lines in type sizes."""
    steps = [
        (two.middle - one.middle) / one.size
        for one, two in pairwise(lines)
        if one.size > 0 and abs(one.size - two.size) < 0.5 and two.middle - one.middle < 2.6 * one.size
    ]
    return min(median(steps), 2.2) if steps else 1.25


def _starts(group: Sequence[Line], line: Line, *, pitch: float, left: float, right: float) -> bool:
    """Tell whether a line starts a new paragraph after the lines of the one before."""
    last = group[-1]
    size = max(last.size, 1.0)
    step = (line.middle - last.middle) / size
    ended = last.text.endswith(_ENDS)
    short = last.right < right - 0.12 * (right - left)
    change = abs(line.size - last.size) / size
    if step > pitch * 1.28 + 0.12 or change > 2.5 * _NEW_SIZE or (change > _NEW_SIZE and (ended or short)):
        return True
    if line.bold != last.bold and len(line.text) > 3 and (ended or short):
        return True
    if _DRAWN.fullmatch(line.text) or _DRAWN.fullmatch(last.text):
        return True
    if _bullet(line) or (_CLAUSE.match(line.text) and (ended or short)):
        return True
    beside = min(line.right, last.right) - max(line.left, last.left)
    if beside < 0.2 * min(line.right - line.left, last.right - last.left):
        return True
    if _MARK.match(line.text) and (ended or short or last.text.endswith((",", "and", "or"))):
        return True
    indent = line.left - min(each.left for each in group[1:] or group)
    if len(group) == 1 and _is_marked(group[0]):
        return ended and short and line.left <= last.left + 1
    if ended and (indent > 0.8 * size or short):
        return True
    return ended and line.left < last.left - 0.8 * size and len(group) > 1


def _is_marked(line: Line) -> bool:
    return bool(_bullet(line) or _MARK.match(line.text))


def _bullet(line: Line) -> re.Match[str] | None:
    """Return the bullet that a line begins with, also one that recognition took for another sign."""
    recognised = any(word.confidence is not None for word in line.words)
    return _BULLET.match(line.text) or (_SMUDGED.match(line.text) if recognised else None)


def _piece(lines: Sequence[Line], *, page: int, right: float, known: Mapping[str, int]) -> Piece:
    texts = [line.text for line in lines]
    mark = _bullet(lines[0]) or _MARK.match(texts[0])
    if mark:
        texts[0] = texts[0][mark.end() :]
    stretches = tuple(
        Stretch(text=text, box=line.box, page=page) for text, line in zip(run_on(texts, known), lines, strict=True)
    )
    sure = [word.confidence for line in lines for word in line.words if word.confidence is not None]
    return Piece(
        kind="item" if mark else "text",
        page=page,
        stretches=stretches,
        mark=mark.group().strip() if mark else "",
        size=lines[0].size,
        bold=all(line.bold for line in lines),
        left=lines[0].left,
        wide=lines[-1].right > right - 2 * lines[-1].size,
        hidden=all(word.hidden for line in lines for word in line.words),
        confidence=round(sum(sure) / len(sure), 3) if sure else None,
    )
