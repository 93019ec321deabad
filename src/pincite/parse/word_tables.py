"""Tables of Word: rows, and cells that are merged over columns and rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.parse.canonical import RowText, with_divided_header
from pincite.parse.word_styles import Styles, shade
from pincite.text.forms import MOST_PAIRS, label_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pincite.parse.archive import Node

__all__ = ["WordCell", "WordRow", "grid", "heads", "rows_of"]

_WRAPPERS: Final = frozenset({"sdt", "sdtContent", "customXml", "ins", "moveTo"})
_MOST_SPANNED: Final = 1000
_FIGURE = re.compile(r"[\s$€£¥(+-]*\d[\d\s.,:/%)-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class WordCell:
    """A cell that is not the continuation of another."""

    node: Node
    column: int
    columns: int = 1
    rows: int = 1
    dark: bool = False
    """Whether white letters are seen on its ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordRow:
    """A row of cells, and whether Word repeats it on every page."""

    cells: tuple[WordCell, ...]
    header: bool = False


def grid(table: Node, styles: Styles) -> list[WordRow]:
    """Return the rows of a table with merged cells counted out."""
    dark = _is_dark(table, styles)
    rows: list[WordRow] = []
    above: dict[int, tuple[int, int]] = {}
    for node in _inside(table, "tr"):
        properties = node.find("trPr")
        if properties is not None and properties.find("del") is not None:
            continue
        cells: list[WordCell] = []
        column = _number(properties, "gridBefore", 0)
        for cell in _inside(node, "tc"):
            own = cell.find("tcPr")
            columns = _number(own, "gridSpan", 1)
            if _continues(own) and column in above:
                at, k = above[column]
                rows[at] = _taller(rows[at], k)
            else:
                shading = own.find("shd") if own is not None else None
                ground = dark if shading is None else shade(shading)
                cells.append(WordCell(node=cell, column=column, columns=columns, dark=ground))
                above[column] = (len(rows), len(cells) - 1)
            column += columns
        rows.append(WordRow(cells=tuple(cells), header=_switched(properties, "tblHeader")))
    return rows


def rows_of(rows: list[WordRow], text: Callable[[WordCell], str]) -> tuple[list[RowText], int]:
    """
    Return the rows as they are written, without empty ones, and how many columns there are.

    :param text: Gives a cell's text in one line.
    """
    found: list[RowText] = []
    width = 0
    for row in rows:
        cells = tuple((c.column, c.rows, c.columns, text(c).replace("|", "\\|")) for c in row.cells)
        width = max([width, *(column + columns for column, _, columns, _ in cells)])
        if any(words for *_, words in cells):
            found.append(RowText(cells=cells, header=row.header))
    return heads(found), width


def heads(rows: list[RowText]) -> list[RowText]:
    """
    Return the rows with the first one as a header where none is, if it looks like one: all filled, no figures, and no
    pair of a form; or with the first two, where the second one divides names of the first.
    """
    if len(rows) < 2 or any(row.header for row in rows):
        return rows
    if label_columns([{column: text for column, _, _, text in row.cells} for row in rows[:MOST_PAIRS]]):
        return rows
    first = [text for *_, text in rows[0].cells]
    filled = [text for text in first if text]
    short = all(len(text) <= 80 and not _FIGURE.fullmatch(text) for text in filled)
    if short and (divided := with_divided_header(rows)):
        return divided
    if len(filled) < 2 or not short or len(filled) < len(first) - 1 or len(set(filled)) < len(filled):
        return rows
    return [replace(rows[0], header=True), *rows[1:]]


def _inside(node: Node, tag: str) -> Iterator[Node]:
    """Yield the children of a tag, those in wrappers too."""
    for child in node:
        if child.tag == tag:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _inside(child, tag)


def _number(properties: Node | None, tag: str, default: int) -> int:
    node = properties.find(tag) if properties is not None else None
    given = node.get("val", "") if node is not None else ""
    return min(int(given), _MOST_SPANNED) if given.isdecimal() and (int(given) or not default) else default


def _continues(properties: Node | None) -> bool:
    merge = properties.find("vMerge") if properties is not None else None
    return merge is not None and merge.get("val", "continue") == "continue"


def _taller(row: WordRow, k: int) -> WordRow:
    cells = list(row.cells)
    cells[k] = replace(cells[k], rows=cells[k].rows + 1)
    return replace(row, cells=tuple(cells))


def _switched(properties: Node | None, tag: str) -> bool:
    node = properties.find(tag) if properties is not None else None
    return node is not None and node.get("val", "true") not in ("0", "false", "off")


def _is_dark(table: Node, styles: Styles) -> bool:
    properties = table.find("tblPr")
    if properties is None:
        return False
    style, shading = properties.find("tblStyle"), properties.find("shd")
    shaded = shading is not None and shade(shading)
    return shaded or (style is not None and styles.is_shaded(style.get("val", "")))
