"""Tables of AsciiDoc: cells by line or in a row, with spans; CSV in them too."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from typing import Final

from pincite.parse.canonical import RowText
from pincite.parse.word_tables import heads

__all__ = ["delimited_rows", "piped_rows"]

_CELL = re.compile(
    r"(?:(?<=\s)|^)(?:(?P<times>\d{1,2})\*|(?:(?P<columns>\d{1,3}))?(?:\.(?P<rows>\d{1,3}))?\+)?"
    r"[<^>]?(?:\.[<^>])?[aehlmsvd]?(?<!\\)\|"
)
_BARE = re.compile(r"(?<!\\)\|")
_COLUMNS = re.compile(r"cols\s*=\s*\"?([^\"\]]+)\"?")
_REPEATED = re.compile(r"(\d{1,3})\*")
_HEADER = re.compile(r"%(?:[\w%]*)header|options\s*=\s*\"?[^\"\]]*header")
_FORMAT = re.compile(r"format\s*=\s*\"?(\w+)")
_SEPARATORS: Final = {"csv": ",", "tsv": "\t", "dsv": ":"}
_STATED_SEPARATOR = re.compile(r"separator\s*=\s*\"?(\\t|[^\s\"\]\\])")
_MOST_COLUMNS: Final = 500

_Cell = tuple[int, int, str]
"""Rows, columns and text of a cell."""


def piped_rows(lines: list[str]) -> tuple[list[RowText], int]:
    """Return a row for each line that begins with a bar, and how many columns there are."""
    return _placed([_trimmed([(1, 1, text) for text in _split(line)]) for line in lines], header=False)


def delimited_rows(lines: list[str], attributes: str, sign: str) -> tuple[list[RowText], int]:
    """
    Return the rows between two lines "|===", and how many columns there are.

    :param attributes: What stands in brackets above it.
    :param sign: First sign of the line: "|", "," for CSV, ":" for its like.
    """
    header = bool(_HEADER.search(attributes))
    filled = [line for line in lines if line.strip()]
    sign = _separator(attributes, sign)
    if sign not in "|!":
        rows = [[(1, 1, cell.strip()) for cell in row] for row in csv.reader(filled, delimiter=sign)]
        return _placed(rows, header=header)
    stated = _stated(attributes)
    found: list[list[_Cell]] = []
    for line in filled:
        before, cells = _cells(line)
        if before and found:
            _continue(found, before)
        elif before:
            found.append([(1, 1, _text(before))])  # no cell as it should be, and still words
        if cells:
            found.append(cells)
    if found and not header and len(lines) > 1 and not stated:
        first = next((k for k, line in enumerate(lines) if line.strip()), 0)
        header = first + 1 < len(lines) and not lines[first + 1].strip() and len(found) > 1 and len(found[0]) > 1
    by_line = not stated and all(len(cells) > 1 for cells in found)
    if by_line:
        return _placed([_trimmed(cells) for cells in found], header=header)
    width = stated or max((len(found[0]) if found else 1), 1)
    return _placed(_flowed([cell for cells in found for cell in cells], width), header=header)


def _separator(attributes: str, sign: str) -> str:
    """Return the sign between cells: the one that the attributes name, else that of the table's first line."""
    if stated := _STATED_SEPARATOR.search(attributes):
        return "\t" if stated[1] == "\\t" else stated[1]
    form = _FORMAT.search(attributes)
    return _SEPARATORS.get(form[1].lower(), sign) if form else sign


def _stated(attributes: str) -> int:
    """Return how many columns the attributes name; 0 for none."""
    found = _COLUMNS.search(attributes)
    if not found:
        return 0
    n = 0
    for piece in re.split(r"[,;]", found[1]):
        times = _REPEATED.match(piece.strip())
        n += int(times[1]) if times else 1
    return min(n, _MOST_COLUMNS)


def _cells(line: str) -> tuple[str, list[_Cell]]:
    """Return what stands before the first bar of a line, and its cells."""
    marks = list(_CELL.finditer(line)) if line.count("|") == len(_CELL.findall(line)) else list(_BARE.finditer(line))
    if not marks:
        return line.strip(), []
    ends = [*(mark.start() for mark in marks[1:]), len(line)]
    cells: list[_Cell] = []
    for mark, end in zip(marks, ends, strict=True):
        given = mark.groupdict()
        rows, columns, times = (min(int(given.get(k) or 1), _MOST_COLUMNS) for k in ("rows", "columns", "times"))
        cells.extend([(rows, columns, _text(line[mark.end() : end]))] * times)
    return line[: marks[0].start()].strip(), cells


def _split(line: str) -> list[str]:
    return [_text(piece) for piece in _BARE.split(line.strip())[1:]]


def _text(piece: str) -> str:
    return " ".join(piece.replace("\\|", "|").split())


def _continue(found: list[list[_Cell]], text: str) -> None:
    rows, columns, before = found[-1][-1]
    found[-1][-1] = (rows, columns, f"{before} {text}".strip())


def _trimmed(cells: list[_Cell]) -> list[_Cell]:
    """Return the cells without an empty last one, which a closing bar makes."""
    return cells[:-1] if len(cells) > 1 and not cells[-1][2] else cells


def _flowed(cells: list[_Cell], width: int) -> list[list[_Cell]]:
    """Return rows of so many columns, counting those that cells of rows above reach into."""
    rows: list[list[_Cell]] = [[]]
    below: dict[int, int] = {}
    column = 0
    for cell in cells:
        while column < width and below.get(column, 0) > 0:
            column += 1
        if column >= width:
            rows.append([])
            below = {at: n - 1 for at, n in below.items() if n > 1}
            column = next((at for at in range(width) if below.get(at, 0) <= 0), 0)
        rows[-1].append(cell)
        for at in range(column, min(column + cell[1], width)):
            if cell[0] > 1:
                below[at] = cell[0]
        column += cell[1]
    return rows


def _placed(rows: list[list[_Cell]], *, header: bool) -> tuple[list[RowText], int]:
    """Return the rows with their columns counted out."""
    below: dict[int, int] = {}
    found: list[RowText] = []
    width = 0
    for row in rows:
        taken = {at for at, n in below.items() if n > 0}
        below.update({at: below[at] - 1 for at in taken})
        cells: list[tuple[int, int, int, str]] = []
        column = 0
        for n_rows, n_columns, text in row:
            while column in taken:
                column += 1
            cells.append((column, n_rows, n_columns, text.replace("|", "\\|")))
            below.update({at: n_rows - 1 for at in range(column, column + n_columns)})
            column += n_columns
        width = max(width, column)
        if any(text for *_, text in cells):
            found.append(RowText(cells=tuple(cells)))
    if header and found:
        return [replace(found[0], header=True), *found[1:]], width
    return heads(found), width
