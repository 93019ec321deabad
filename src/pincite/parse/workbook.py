"""What a workbook stores: its sheets, their cells as a reader sees them, and merged ranges. No formula is ever run."""

from __future__ import annotations

import re
import zipfile
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from pincite.errors import TooLarge
from pincite.parse.archive import broken_xml
from pincite.parse.sheet_formats import BUILT_IN, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.parse.archive import Archive, Node

__all__ = ["Merge", "Sheet", "Workbook", "column_name", "range_name"]

_MOST_CELLS: Final = 1_500_000
_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_LAST_COLUMN: Final = 16_384
_LAST_ROW: Final = 1_048_576
_UNSEEN_SIZE: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """A merged range, rows and columns counted from 1, ends included."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(slots=True, kw_only=True)
class Sheet:
    """One sheet: only cells that show something."""

    name: str
    hidden: bool = False
    part: str = ""
    cells: dict[tuple[int, int], str] = field(default_factory=dict)
    """(row, column), from 1 → text."""
    numbers: set[tuple[int, int]] = field(default_factory=set)
    """Which of the cells hold numbers or dates."""
    unseen: set[tuple[int, int]] = field(default_factory=set)
    """Which of the cells a reader does not see."""
    merges: list[Merge] = field(default_factory=list)


def column_name(column: int) -> str:
    """Return the letters of a column, counted from 1."""
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def range_name(top: int, left: int, bottom: int, right: int) -> str:
    """Return a range as in "A1:B9", or "A1" for one cell."""
    first, last = f"{column_name(left)}{top}", f"{column_name(right)}{bottom}"
    return first if first == last else f"{first}:{last}"


class Workbook:
    """The sheets of a workbook, read one after the other."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        root = archive.xml(archive.main)
        if root.tag != "workbook":
            raise archive.damaged(f"its main part is a {root.tag!r}, not a workbook")
        self._relations = archive.relations(archive.main)
        kinds = {relation.kind: relation.target for relation in self._relations.values()}
        properties = root.find("workbookPr")
        self._epoch_1904 = properties is not None and properties.get("date1904") in ("1", "true")
        self._strings = list(self._shared(kinds.get("sharedStrings")))
        self._codes, self._invisible = _styles(self._part(kinds.get("styles")))
        self._listed = root.findall("sheets/sheet")
        self._n_cells = 0

    def _part(self, name: str | None) -> Node | None:
        return self._archive.xml(name) if name and name in self._archive else None

    def _shared(self, name: str | None) -> Iterator[str]:
        if not name or name not in self._archive:
            return
        for node in self._stream(name, "si"):
            yield _text(node)

    def _stream(self, name: str, *tags: str) -> Iterator[Node]:
        """Yield the elements of these tags as they end, and forget them."""
        try:
            with self._archive.stream(name) as file:
                for _, node in ElementTree.iterparse(file):
                    node.tag = node.tag.rpartition("}")[2]
                    if node.tag in tags:
                        yield node
                        node.clear()
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise self._archive.damaged(f"{name} in it does not unpack: {error}") from error
        except (ElementTree.ParseError, LookupError, ValueError) as error:
            raise broken_xml(self._archive, name, error) from error

    def sheets(self) -> Iterator[Sheet]:
        """
        Yield the sheets in order.

        :raises TooLarge: If there are more filled cells than are read.
        """
        for node in self._listed:
            relation = self._relations.get(node.get("r:id", ""))
            if relation is None or relation.kind != "worksheet" or relation.target not in self._archive:
                continue
            hidden = node.get("state", "visible") != "visible"
            sheet = Sheet(name=node.get("name", ""), hidden=hidden, part=relation.target)
            self._fill(sheet)
            yield sheet

    def _fill(self, sheet: Sheet) -> None:
        gone: list[tuple[int, int]] = []
        unseen_rows: set[int] = set()
        filtered = False
        row_at = 0
        for node in self._stream(sheet.part, "row", "col", "mergeCell", "filterColumn"):
            if node.tag == "row":
                row_at = _number(node.get("r"), row_at + 1)
                if node.get("hidden") in ("1", "true"):
                    unseen_rows.add(row_at)
                self._row(sheet, node, row_at)
            elif node.tag == "col" and node.get("hidden") in ("1", "true"):
                gone.append((_number(node.get("min"), 1), _number(node.get("max"), 1)))
            elif node.tag == "mergeCell" and (merge := _merge(node.get("ref", ""))):
                sheet.merges.append(merge)
            elif node.tag == "filterColumn":
                filtered = True
        rows = set() if filtered else unseen_rows  # what a filter hides, one click shows
        if rows or gone:
            sheet.unseen |= {
                (row, column)
                for row, column in sheet.cells
                if row in rows or any(first <= column <= last for first, last in gone)
            }

    def _row(self, sheet: Sheet, node: Node, row: int) -> None:
        column = 0
        for cell in node:
            place = _REFERENCE.fullmatch(cell.get("r", ""))
            column = _column(place[1]) if place else column + 1
            if not (0 < row <= _LAST_ROW and 0 < column <= _LAST_COLUMN):
                continue
            style = _number(cell.get("s"), 0)
            text, is_number = self._value(cell, style)
            text = " ".join(text.split())
            if not text:
                continue
            self._n_cells += 1
            if self._n_cells > _MOST_CELLS:
                raise TooLarge(
                    f"{self._archive.path} holds more than {_MOST_CELLS:,} filled cells: split it",
                    path=self._archive.path,
                    limit=_MOST_CELLS,
                )
            sheet.cells[row, column] = text
            if is_number:
                sheet.numbers.add((row, column))
            if style in self._invisible:
                sheet.unseen.add((row, column))

    def _value(self, cell: Node, style: int) -> tuple[str, bool]:
        """Return the text of a cell and whether it is a number; a formula that was never reckoned stands as it is."""
        kind = cell.get("t", "n")
        parts = {child.tag.rpartition("}")[2]: child for child in cell}
        if kind == "inlineStr":
            return (_text(parts["is"]) if "is" in parts else ""), False
        value = parts["v"].text if "v" in parts else None
        if value is None:
            formula = parts["f"].text if "f" in parts else None
            return (f"={formula}" if formula else ""), False
        if kind == "s":
            at = _number(value, -1)
            return (self._strings[at] if 0 <= at < len(self._strings) else ""), False
        if kind == "b":
            return ("TRUE" if value.strip() == "1" else "FALSE"), False
        if kind != "n":
            return _unescaped(value), False
        try:
            number = float(value)
        except ValueError:
            return value, False
        return shown(number, self._codes.get(style, ""), epoch_1904=self._epoch_1904), True


def _text(node: Node) -> str:
    """Return the text of a string, its runs joined, without what is spoken above it."""
    found: list[str] = []
    for child in node:
        tag = child.tag.rpartition("}")[2]
        if tag == "t":
            found.append(child.text or "")
        elif tag == "r":
            found.extend(each.text or "" for each in child if each.tag.rpartition("}")[2] == "t")
    return _unescaped("".join(found))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda m: chr(int(m[1], 16)), text) if "_x" in text else text


def _styles(root: Node | None) -> tuple[dict[int, str], set[int]]:
    """Return the format code of each cell style, and the styles whose letters are not seen."""
    if root is None:
        return {}, set()
    codes = {_number(n.get("numFmtId"), 0): n.get("formatCode", "") for n in root.findall("numFmts/numFmt")}
    fonts, fills = root.findall("fonts/font"), root.findall("fills/fill")
    found: dict[int, str] = {}
    unseen: set[int] = set()
    for at, node in enumerate(root.findall("cellXfs/xf")):
        kind = _number(node.get("numFmtId"), 0)
        found[at] = codes.get(kind, BUILT_IN.get(kind, ""))
        font, fill = _number(node.get("fontId"), 0), _number(node.get("fillId"), 0)
        ground = fills[fill].find("patternFill") if fill < len(fills) else None
        letters = fonts[font] if font < len(fonts) else None
        if _shows_nothing(found[at]) or (letters is not None and _is_unseen(letters, ground)):
            unseen.add(at)
    return found, unseen


def _shows_nothing(code: str) -> bool:
    """Tell whether a format shows neither numbers nor texts: four sections with nothing in them."""
    return code.count(";") == 3 and not code.replace(";", "").strip()


def _is_unseen(font: Node, ground: Node | None) -> bool:
    """Tell whether letters are not seen on what is behind them, a ``patternFill``."""
    color, size = font.find("color"), font.find("sz")
    white = color is not None and (color.get("rgb", "").upper()[-6:] == "FFFFFF" or color.get("theme") == "0")
    bare = ground is None or ground.get("patternType", "none") == "none"
    fill = ground.find("fgColor") if ground is not None and ground.get("patternType") == "solid" else None
    if color is not None and fill is not None:
        said = [(node.get("rgb", "").upper()[-6:], node.get("theme"), node.get("tint")) for node in (color, fill)]
        white, bare = said[0] == said[1] != ("", None, None), True
    try:
        tiny = size is not None and float(size.get("val", "11")) <= _UNSEEN_SIZE
    except ValueError:
        tiny = False
    return tiny or (white and bare)


def _merge(reference: str) -> Merge | None:
    ends = [_REFERENCE.fullmatch(end) for end in reference.split(":")]
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return None
    first, last = ends[0], ends[1]
    return Merge(top=int(first[2]), left=_column(first[1]), bottom=int(last[2]), right=_column(last[1]))


def _column(letters: str) -> int:
    found = 0
    for letter in letters:
        found = found * 26 + ord(letter) - 64
    return found


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.strip().isdecimal() and len(text) < 10 else default
