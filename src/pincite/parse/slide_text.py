"""The words of a shape: paragraphs and lists, and tables with merged cells."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.parse.canonical import ItemText, RowText
from pincite.parse.word_numbers import counted
from pincite.text.forms import MOST_PAIRS, label_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.parse.archive import Node

__all__ = ["Line", "items_of", "lines_of", "table_rows"]

_SPACE = re.compile(r"[^\S\n]+")
_NUMBER = re.compile(r"(arabic|romanLc|romanUc|alphaLc|alphaUc)(Period|ParenR|ParenBoth|Plain)?")
_FORMS: Final = {
    "arabic": "decimal",
    "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
    "alphaLc": "lowerLetter",
    "alphaUc": "upperLetter",
}
_UNSEEN_SIZE: Final = 100
"""Hundredths of a point: type of one point and less is not seen."""
_LISTED: Final = frozenset({"body"})
_WHITES: Final = frozenset({"FFFFFF", "bg1", "lt1"})
_MOST_SPANNED: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One paragraph of a shape."""

    text: str
    level: int = 0
    mark: str = ""
    """Bullet or number; "" for a paragraph that is no list item."""
    unseen: str = ""
    """Its words that a reader does not see."""


def lines_of(
    shape: Node, inherited: tuple[Node, ...], place: str, master: Node | None, *, white: bool, ground: str = ""
) -> list[Line]:
    """
    Return the paragraphs of a shape.

    :param inherited: The placeholders that it fills, nearest first.
    :param place: Kind of its placeholder.
    :param master: Root of the master, for its text styles.
    :param white: Whether it stands on a white ground.
    :param ground: The one colour that the shape is filled with; ``""`` where it has none or several.
    """
    body = shape.find("txBody")
    if body is None:
        return []
    styles = [each for node in (shape, *inherited) if (each := node.find("txBody/lstStyle")) is not None]
    if place in _LISTED and master is not None and (own := master.find("txStyles/bodyStyle")) is not None:
        styles.append(own)
    counts: dict[int, int] = {}
    found: list[Line] = []
    for paragraph in body.findall("p"):
        text, unseen = _words(paragraph, white=white, ground=ground)
        if not text and not unseen:
            continue
        properties = paragraph.find("pPr")
        level = _level(properties)
        chain = [properties, *(style.find(f"lvl{level + 1}pPr") for style in styles)]
        mark = _mark(chain, level, counts) if text else ""
        found.append(Line(text=text, level=level, mark=mark, unseen=unseen))
    return found


def items_of(lines: list[Line]) -> list[ItemText]:
    """Return list items for lines that are all such, the highest level at 0."""
    least = min(line.level for line in lines)
    return [ItemText(text=line.text.replace("\n", " "), level=line.level - least, mark=line.mark) for line in lines]


def _level(properties: Node | None) -> int:
    given = properties.get("lvl", "0") if properties is not None else "0"
    return min(int(given), 8) if given.isdecimal() else 0


def _mark(chain: list[Node | None], level: int, counts: dict[int, int]) -> str:
    """Return the bullet or number that the nearest properties state; numbers count on, anew under another level."""
    for lower in [each for each in counts if each > level]:
        del counts[lower]
    for properties in chain:
        for node in properties if properties is not None else ():
            if node.tag == "buNone":
                counts.pop(level, None)
                return ""
            if node.tag in ("buChar", "buBlip"):
                counts.pop(level, None)
                return "-"
            if node.tag == "buAutoNum":
                return _counted(node, level, counts)
    return ""


def _counted(node: Node, level: int, counts: dict[int, int]) -> str:
    start = node.get("startAt", "1")
    counts[level] = counts[level] + 1 if level in counts else int(start) if start.isdecimal() else 1
    form = _NUMBER.match(node.get("type", "arabicPeriod"))
    kind, end = (form[1], form[2]) if form else ("arabic", "Period")
    number = counted(counts[level], _FORMS[kind])
    return f"({number})" if end == "ParenBoth" else number + {"Period": ".", "ParenR": ")"}.get(end or "", "")


def _words(paragraph: Node, *, white: bool, ground: str = "") -> tuple[str, str]:
    """Return the words of a paragraph that are seen, and those that are not."""
    shown: list[str] = []
    unseen: list[str] = []
    for node in paragraph:
        if node.tag == "br":
            shown.append("\n")
        elif node.tag in ("r", "fld"):
            text = "".join(each.text or "" for each in node.findall("t"))
            (unseen if _is_unseen(node.find("rPr"), white=white, ground=ground) else shown).append(text)
        elif node.tag not in ("pPr", "endParaRPr"):
            shown.extend(each.text or "" for each in node.iter("t"))
    return _folded("".join(shown)), _folded("".join(unseen))


def _is_unseen(properties: Node | None, *, white: bool, ground: str) -> bool:
    if properties is None:
        return False
    size = properties.get("sz", "")
    if size.isdecimal() and int(size) <= _UNSEEN_SIZE:
        return True
    color = properties.find("solidFill")
    plain = [each.get("val", "") for each in color if not len(each)] if color is not None else []
    return any((white and value in _WHITES) or (ground and value == ground) for value in plain)


def _folded(text: str) -> str:
    lines = (_SPACE.sub(" ", line).strip() for line in text.replace("\v", "\n").replace("\u00ad", "").split("\n"))
    return "\n".join(line for line in lines if line)


def table_rows(table: Node) -> tuple[list[RowText], int]:
    """Return the rows of a table, without empty ones, and how many columns it has."""
    properties = table.find("tblPr")
    headed = properties is not None and properties.get("firstRow") in ("1", "true")
    rows: list[RowText] = []
    width = 0
    for row in table.findall("tr"):
        cells = tuple(_cells(row))
        width = max([width, *(column + columns for column, _, columns, _ in cells)])
        if any(text for *_, text in cells):
            rows.append(RowText(cells=cells))
    pairs = [{column: text for column, _, _, text in row.cells} for row in rows[:MOST_PAIRS]]
    if headed and len(rows) > 1 and not label_columns(pairs):
        rows[0] = replace(rows[0], header=True)
    return rows, width


def _cells(row: Node) -> Iterator[tuple[int, int, int, str]]:
    """Yield (column, rows, columns, text) of the cells that are not part of another one."""
    for column, cell in enumerate(row.findall("tc")):
        if cell.get("hMerge") in ("1", "true") or cell.get("vMerge") in ("1", "true"):
            continue
        words = " ".join(" ".join(filter(None, _words(p, white=False))) for p in cell.iter("p"))
        text = " ".join(words.split()).replace("|", "\\|")
        yield column, _number(cell, "rowSpan"), _number(cell, "gridSpan"), text


def _number(cell: Node, name: str) -> int:
    given = cell.get(name, "1")
    return min(max(int(given), 1), _MOST_SPANNED) if given.isdecimal() else 1
