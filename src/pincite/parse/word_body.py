# ruff: noqa: RUF001  (the dashes that lists are typed with)
"""The body of a Word document, written as canonical text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import Element

from pincite.documents import BlockKind, Place
from pincite.parse.canonical import Canonical, ItemText
from pincite.parse.charts import chart_rows
from pincite.parse.clauses import number_and_title, paragraph_number
from pincite.parse.nesting import may_enter
from pincite.parse.word_runs import Words, words_of
from pincite.parse.word_styles import Manner, Styles
from pincite.parse.word_tables import WordCell, grid, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pincite.parse.archive import Node
    from pincite.parse.word_numbers import Counting, Label

__all__ = ["Body"]

_LONGEST_HEADING: Final = 160
_LONGEST_GUESSED: Final = 90
_OPENING: Final = 6
"""Blocks at the beginning of a document among which the lines of its title stand."""
_CLAUSE = re.compile(r"(?:§\s*)?\d{1,3}(?:\.\d{1,3})+[.):]?")
_LEADING = re.compile(r"\d{1,3}[.):]?")
_WORD_LABEL = re.compile(r"(?i:article|section|clause|schedule|annex|appendix|exhibit|part|chapter)\s+\S+")
_TYPED = re.compile(r"(?P<mark>[•‣▪·*–-]|\(?(?:(?P<figure>\d{1,3})|[ivx]{1,5}|[a-z])[.)])\s+(?=\S)")
_ENDS_SENTENCE: Final = (".", ",", ";", "?", "!")
_DEEPEST: Final = 40
"""Tables, text boxes and other frames in one another."""
_TITLES: Final = frozenset(("title", "titel", "titre"))
_PASSED: Final = frozenset(("sectPr", "del", "moveFrom", "sdtPr", "sdtEndPr", "tcPr"))


class Body:
    """
    Writes what stands in a document part.

    :param parts: Gives the root of what an id refers to; ``None`` where it is not there.
    :param paged: Whether Word noted where pages begin.
    :param dark: Whether the page has a ground that white letters are seen on.
    """

    def __init__(
        self,
        styles: Styles,
        counting: Counting,
        parts: Callable[[str], Node | None],
        *,
        paged: bool,
        dark: bool = False,
    ) -> None:
        self.canonical = Canonical()
        self.notes: list[tuple[str, str]] = []
        """(kind, id) of the notes in the order of the text."""
        self.titles: list[str] = []
        """What stands in the style "Title": the first such paragraph, and those that follow it at once."""
        self._titled = 0
        self._styles = styles
        self._counting = counting
        self._parts = parts
        self._dark = dark
        self._page = 1 if paged else None
        self._furniture = False
        self._items: list[ItemText] = []
        self._kinds: list[str] = []
        self._after: list[Node] = []
        self._unseen: list[str] = []
        self._pictures: list[str] = []
        self._drawings: list[str] = []
        self._depth = 0
        self._styled = 0

    def write(self, content: Node, *, furniture: bool = False) -> None:
        """Write the paragraphs and tables of an element."""
        before, self._furniture = self._furniture, furniture or self._furniture
        self._content(content)
        self._flush()
        self._furniture = before

    def note(self, number: int, content: Node) -> None:
        """Write a footnote, endnote or the like."""
        words = " ".join(filter(None, (self._line(p, self._dark) for p in content.iter("p"))))
        if words:
            self.canonical.add(BlockKind.FOOTNOTE, f"[^{number}]: {words}")
        self._flush()

    def comment(self, content: Node) -> None:
        """Write a comment: readers of the document do not see it."""
        for paragraph in content.iter("p"):
            if words := self._line(paragraph, self._dark):
                self.canonical.add(BlockKind.PARAGRAPH, words, hidden=True)

    def _content(self, node: Node) -> None:
        self._depth += 1
        for child in node:
            if child.tag == "p":
                self._paragraph(child)
            elif child.tag == "tbl":
                self._table(child)
            elif child.tag not in _PASSED and may_enter(child, depth=self._depth, deepest=_DEEPEST):
                self._content(child)
        self._depth -= 1

    def _paragraph(self, node: Node) -> None:
        manner, words, label = self._read(node, self._dark)
        text = words.text
        if text:
            self._shown(manner, words, label, text)
        self._hang(words)
        if words.hidden or words.boxes or words.pictures or words.drawings:
            self._flush()
        if self._page is not None:
            self._page += words.n_pages

    def _read(self, node: Node, dark: bool) -> tuple[Manner, Words, Label | None]:
        """Return what a paragraph is, its words and its number."""
        properties = node.find("pPr")
        manner = self._styles.manner(properties)
        look = manner.look if manner.look.dark is not None or not dark else replace(manner.look, dark=True)
        words = words_of(node, self._styles, look, self.notes)
        label = self._label(manner, properties) if words.text else None
        return manner, words, label

    def _label(self, manner: Manner, properties: Node | None) -> Label | None:
        if manner.list_id in (None, "0"):
            return None
        list_id = str(manner.list_id)
        level = manner.list_level
        if level is None:
            named = properties.find("pStyle") if properties is not None else None
            level = self._counting.level_of(list_id, named.get("val", "")) if named is not None else None
        return self._counting.next(list_id, level or 0)

    def _shown(self, manner: Manner, words: Words, label: Label | None, text: str) -> None:
        full = text if label is None or label.bullet else f"{label.text} {text}"
        level = self._heading_level(manner, words, label, text)
        titled = manner.name in _TITLES and not self._furniture
        if titled and (not self.titles or self._titled == len(self.canonical.blocks)):
            self.titles.append(text.replace("\n", " "))
            self._titled = len(self.canonical.blocks) + 1
        if level and len(text) <= _LONGEST_HEADING:
            self._end_list()
            self._heading(full.replace("\n", " "), level, label)
        elif manner.name.startswith("toc "):
            self._end_list()
            self._add(BlockKind.PARAGRAPH, full, furniture=True)
        elif label is not None and not _is_clause(label):
            mark = "-" if label.bullet else label.text
            self._items.append(ItemText(text=text.replace("\n", " "), level=label.level, mark=mark))
        elif label is None and (typed := _TYPED.match(text)):
            self._items.append(self._typed(typed, text))
        else:
            self._end_list()
            kind = BlockKind.FIGURE if manner.name == "caption" and text.lower().startswith("fig") else None
            self._add(kind or BlockKind.PARAGRAPH, full, number=_number_of(label) or paragraph_number(full))

    def _typed(self, mark: re.Match[str], text: str) -> ItemText:
        """Return the item of a list whose marks are typed; one with marks of another kind is inside the one before."""
        last = mark["mark"][-1]
        kind = "1" if mark["figure"] else "a" if last in ".)" else last
        kind = f"({kind}" if mark["mark"].startswith("(") else kind
        if kind in self._kinds:
            del self._kinds[self._kinds.index(kind) + 1 :]
        else:
            self._kinds.append(kind)
        rest = text[mark.end() :].replace("\n", " ")
        return ItemText(text=rest, level=len(self._kinds) - 1, mark=mark["mark"])

    def _heading_level(self, manner: Manner, words: Words, label: Label | None, text: str) -> int:
        if manner.name in _TITLES:
            return 1
        if manner.level or self._furniture:
            self._styled = 0 if self._furniture else manner.level
            return self._styled
        guessed = self._guessed_level(words, label, text)
        return guessed and self._styled + guessed

    def _guessed_level(self, words: Words, label: Label | None, text: str) -> int:
        """Return the depth below the last heading by style of a paragraph that looks like one; 0 where it does not."""
        if len(text) > _LONGEST_GUESSED or text.endswith(_ENDS_SENTENCE) or "\n" in text:
            return 0
        if label is not None:
            leads = label.clauses and label.level == 0
            return label.level + 1 if not label.bullet and (leads or (words.bold and label.clauses)) else 0
        number = number_and_title(text)[0]
        if number and (words.bold or (text.isupper() and not text[-1].isdigit())):
            return number.count(".") + 1
        large = words.bold and words.size >= self._styles.body_size * 1.3
        return 1 if large and (len(self.canonical.blocks) < 3 or self._opens_with_title()) else 0

    def _opens_with_title(self) -> bool:
        """Tell whether a heading was written last and only a few lines before it: a title may have several lines."""
        blocks = self.canonical.blocks
        return len(blocks) < _OPENING and bool(blocks) and blocks[-1].kind is BlockKind.HEADING

    def _heading(self, text: str, level: int, label: Label | None) -> None:
        number, title = number_and_title(text)
        if number is None and (number := _number_of(label)) and label is not None:
            title = text.removeprefix(label.text).strip()
        self.canonical.place = self._place()
        self.canonical.heading(text, level=level, number=number, title=title, furniture=self._furniture, hidden=False)

    def _add(
        self, kind: BlockKind, text: str, *, furniture: bool = False, hidden: bool = False, number: str | None = None
    ) -> None:
        if any(c.isalnum() for c in text):
            self.canonical.place = self._place()
            furniture = furniture or self._furniture
            self.canonical.add(kind, text, furniture=furniture, hidden=hidden, number=number)

    def _place(self) -> Place:
        return Place(page=self._page)

    def _table(self, node: Node) -> None:
        self._end_list()
        rows = grid(node, self._styles)
        cells = [cell for row in rows for cell in row.cells]
        if len(cells) == 1:  # a frame around text
            self._content(cells[0].node)
            return
        written, width = rows_of(rows, self._cell)
        if written:
            self.canonical.place = self._place()
            self.canonical.table(written, width=width, furniture=self._furniture)
        self._flush()

    def _cell(self, cell: WordCell) -> str:
        """Return a cell's words in one line; what cannot stand in it is written after the table."""
        lines: list[str] = []
        for child in _flat(cell.node):
            if child.tag == "p":
                lines.append(self._line(child, cell.dark))
            else:
                self._after.append(_alone(child))
        return " ".join(filter(None, lines))

    def _line(self, paragraph: Node, dark: bool) -> str:
        _, words, label = self._read(paragraph, dark)
        self._hang(words)
        text = words.text.replace("\n", " ")
        return f"{label.text} {text}" if label and not label.bullet else text

    def _hang(self, words: Words) -> None:
        """Keep what hangs on a paragraph until the block that it stands in is written."""
        self._after.extend(words.boxes)
        self._pictures.extend(words.pictures)
        self._drawings.extend(words.drawings)
        if words.hidden:
            self._unseen.append(words.hidden)

    def _end_list(self) -> None:
        items, self._items = self._items, []
        self._kinds.clear()
        if items:
            least = min(item.level for item in items)
            self.canonical.place = self._place()
            shifted = [replace(item, level=item.level - least) for item in items]
            self.canonical.list_of(shifted, furniture=self._furniture)

    def _flush(self) -> None:
        """Write the list that is open, and what hangs on the blocks that were written."""
        self._end_list()
        pictures, self._pictures = self._pictures, []
        unseen, self._unseen = self._unseen, []
        boxes, self._after = self._after, []
        for words in pictures:
            self._add(BlockKind.FIGURE, f"![{' '.join(words.split())}]()", hidden=True)
        for words in unseen:
            self._add(BlockKind.PARAGRAPH, words, hidden=True)
        drawings, self._drawings = self._drawings, []
        for key in drawings:
            self._drawing(key)
        for box in boxes:
            dark, self._dark = self._dark, True  # the fill of a shape is not looked up
            self._content(box)
            self._flush()
            self._dark = dark

    def _drawing(self, key: str) -> None:
        """Write the numbers of a chart as a table, or the words of a diagram."""
        root = self._parts(key)
        if root is None:
            return
        if root.tag != "chartSpace":
            for paragraph in root.iter("p"):
                self._add(BlockKind.PARAGRAPH, " ".join("".join(t.text or "" for t in paragraph.iter("t")).split()))
            return
        title, rows, width = chart_rows(root)
        self._add(BlockKind.FIGURE, title)
        if rows:
            self.canonical.place = self._place()
            self.canonical.table(rows, width=width, furniture=self._furniture)


def _flat(node: Node) -> Iterator[Node]:
    """Yield the paragraphs and tables of a cell, those in wrappers too."""
    for child in node:
        if child.tag in ("p", "tbl"):
            yield child
        elif child.tag not in ("tcPr", "del", "moveFrom", "sdtPr"):
            yield from _flat(child)


def _alone(table: Node) -> Node:
    """Return an element that holds nothing but a table."""
    holder = Element("cell")
    holder.append(table)
    return holder


def _is_clause(label: Label) -> bool:
    """Tell whether a label numbers a clause, not a list item: "7.2", "Article IV", "7." where "7.2" is below it."""
    leads = label.clauses and bool(_LEADING.fullmatch(label.text))
    return leads or bool(_CLAUSE.fullmatch(label.text) or _WORD_LABEL.match(label.text))


def _number_of(label: Label | None) -> str | None:
    """Return the clause number that a label is."""
    if label is None or label.bullet:
        return None
    stripped = label.text.strip(" .():")
    number = number_and_title(label.text)[0]
    return number or (stripped if re.fullmatch(r"\d{1,3}(?:\.\d{1,3})*|[IVXLC]+|[A-Z]", stripped) else None)
