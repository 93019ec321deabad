"""Lays text out for a terminal: aligned columns, excerpts, marked words."""

from __future__ import annotations

import re
import shutil
import unicodedata
from typing import TYPE_CHECKING, Final

import click

from pincite.cli.screen import bold, styled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["columns", "excerpt", "fold", "indented", "versioned", "width"]

_SHORT: Final = 240


def width(text: str) -> int:
    """Return how many columns a text takes on a terminal."""
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def columns(header: Sequence[str], rows: Iterable[Sequence[object]], *, right: frozenset[int] = frozenset()) -> str:
    """
    Return rows as aligned columns under a header.

    :param right: Columns, from 0, that are aligned to the right.
    :returns: The header alone where there are no rows.
    """
    lines = [tuple(header), *(tuple(_text(cell) for cell in row) for row in rows)]
    widths = [max(width(line[at]) for line in lines) for at in range(len(header))]
    return "\n".join(_line(line, widths, right) for line in lines)


def _text(cell: object) -> str:
    return "" if cell is None else fold(str(cell))


def _line(cells: Sequence[str], widths: Sequence[int], right: frozenset[int]) -> str:
    padded = []
    for at, cell in enumerate(cells):
        space = " " * (widths[at] - width(cell))
        padded.append(space + cell if at in right else cell + space)
    return "  ".join(padded).rstrip()


def fold(text: str) -> str:
    """Return a text on one line, and without characters that would steer the terminal."""
    return re.sub(r"\s+", " ", "".join(char for char in text if char.isprintable() or char.isspace())).strip()


def excerpt(text: str, words: Iterable[str] = (), *, length: int = _SHORT) -> str:
    """
    Return a piece of a text on one line, around the first of the words that stands in it, with the words in bold.

    :param words: What was asked for; single letters are passed over.
    :param length: Most characters.
    """
    whole = fold(text)
    known = [re.escape(word) for word in words if len(word) > 1]
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(known)})(?!\w)", re.IGNORECASE) if known else None
    found = pattern.search(whole) if pattern else None
    shown = _cut(whole, found.start() if found else 0, length)
    return pattern.sub(lambda match: bold(match[0]), shown) if pattern else shown


def _cut(text: str, at: int, length: int) -> str:
    """Return at most ``length`` characters around ``at``, at word ends, with an ellipsis for what is left out."""
    if len(text) <= length:
        return text
    start = max(0, min(at - length // 3, len(text) - length))
    if start:
        start = text.find(" ", start, start + 30) + 1 or start
    end = start + length - 2
    if end < len(text):
        end = max(text.rfind(" ", start + length // 2, end), start + length // 2)
    return f"{'…' if start else ''}{text[start:end].strip()}{'…' if end < len(text) else ''}"


def indented(text: str, *, by: int = 3) -> str:
    """Return a text wrapped to the terminal and indented."""
    columns_there = min(shutil.get_terminal_size((100, 24)).columns, 120)
    if styled(text):  # wrapping counts colours as characters: leave the terminal to fold the line
        return " " * by + text
    return click.wrap_text(text, width=columns_there, initial_indent=" " * by, subsequent_indent=" " * by)


def versioned(title: str, version: str) -> str:
    """Return title and version: "Refund policy, v3"; the title alone where no version is stated."""
    if not version:
        return title
    return f"{title}, {'v' if re.fullmatch(r'[0-9]{1,3}(?:[.][0-9]+)*', version) else ''}{version}"
