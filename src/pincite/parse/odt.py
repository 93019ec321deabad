"""OpenDocument texts, as LibreOffice writes them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Parsed
from pincite.errors import PasswordNeeded
from pincite.parse.archive import Archive
from pincite.parse.canonical import Canonical, ItemText, RowText
from pincite.parse.clauses import number_and_title, paragraph_number
from pincite.parse.nesting import may_enter
from pincite.parse.odt_styles import OdtStyles
from pincite.parse.stated_title import stated_title
from pincite.parse.versions import format_digest
from pincite.parse.word_tables import heads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.parse import ParseSettings
    from pincite.parse.archive import Node

__all__ = ["OdtParser", "build"]

_SPACE = re.compile(r"[^\S\n]+")
_SKIPPED: Final = frozenset(
    ("tracked-changes", "sequence-decls", "variable-decls", "forms", "annotation-end", "bookmark", "soft-page-break")
)
_MOST_SPANNED: Final = 1000
_MOST_REPEATED: Final = 100
_DEEPEST: Final = 40
_NOTHING: Final = {"s": " ", "tab": " ", "line-break": "\n"}


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> OdtParser:
    """Return the parser of OpenDocument texts."""
    del settings, passwords
    return OdtParser()


class OdtParser:
    """Reads OpenDocument texts: numbered headings, lists, tables, notes; headers and footers are furniture."""

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version."""
        return format_digest("odt")

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the document's text and blocks.

        :raises Damaged: If it is no OpenDocument text, broken, or has no text.
        :raises TooLarge: If it would unpack to more than a document does.
        :raises PasswordNeeded: If it is encrypted.
        """
        archive = Archive(data, path=path)
        if "META-INF/manifest.xml" in archive and any(
            node.tag == "encryption-data" for node in archive.xml("META-INF/manifest.xml").iter()
        ):
            raise PasswordNeeded(
                f"{path} is encrypted, and encrypted OpenDocument texts are not read: save it without a password",
                path=path,
            )
        root = archive.xml("content.xml")
        text = root.find("body/text")
        if text is None:
            raise archive.damaged("it is no text document")
        shared = archive.xml("styles.xml") if "styles.xml" in archive else None
        writer = _Writer(OdtStyles(*(each for each in (shared, root) if each is not None)))
        writer.write(text)
        for node in shared.iter("master-page") if shared is not None else ():
            for part in node:
                if part.tag in ("header", "footer", "header-first", "footer-first"):
                    writer.write(part, furniture=True)
        canonical = writer.canonical
        if not any(c.isalnum() for c in canonical.text):
            raise archive.damaged("it holds no text")
        meta = archive.xml("meta.xml") if "meta.xml" in archive else None
        stated = {n.tag: (n.text or "").strip() for n in meta.iter() if n.text} if meta is not None else {}
        return Parsed(
            text=canonical.text,
            blocks=tuple(canonical.blocks),
            title=canonical.title or stated_title(stated.get("title")),
            language=stated.get("language") or None,
        )


class _Writer:
    def __init__(self, styles: OdtStyles) -> None:
        self.canonical = Canonical()
        self._styles = styles
        self._furniture = False
        self._notes: list[str] = []
        self._after: list[Node] = []
        self._unseen: list[str] = []
        self._n_notes = 0
        self._depth = 0
        self._written: set[str] = set()

    def write(self, content: Node, *, furniture: bool = False) -> None:
        """Write an element's paragraphs, lists and tables, then the notes that they refer to."""
        words = "".join(content.itertext()).strip()
        if furniture and words in self._written:
            return
        self._written.add(words)
        self._furniture = furniture
        self._content(content)
        self._hung()
        notes, self._notes = self._notes, []
        for note in notes:
            self._add(BlockKind.FOOTNOTE, note)

    def _content(self, node: Node) -> None:
        self._depth += 1
        for child in node:
            if child.tag == "h":
                self._heading(child)
            elif child.tag == "p":
                self._paragraph(child)
            elif child.tag == "list":
                items = list(self._items(child, 0, None))
                if items:
                    self.canonical.list_of(items, furniture=self._furniture)
            elif child.tag == "table":
                self._table(child)
            elif child.tag not in _SKIPPED and may_enter(child, depth=self._depth, deepest=_DEEPEST):
                contents = child.tag in ("table-of-content", "alphabetical-index", "illustration-index")
                before, self._furniture = self._furniture, self._furniture or contents
                self._content(child)
                self._furniture = before
            self._hung()
        self._depth -= 1

    def _heading(self, node: Node) -> None:
        text = self._words(node).replace("\n", " ")
        if not any(c.isalnum() for c in text):
            return
        given = node.get("outline-level", "1")
        level = max(1, min(int(given), 10)) if given.isdecimal() else 1
        label = self._styles.heading_label(level)
        full = f"{label} {text}" if label else text
        number, title = number_and_title(full)
        self.canonical.heading(full, level=level, number=number, title=title, furniture=self._furniture, hidden=False)

    def _paragraph(self, node: Node) -> None:
        text = self._words(node)
        style = node.get("style-name", "")
        if self._styles.is_title(style) and any(c.isalnum() for c in text) and not self._furniture:
            line = text.replace("\n", " ")
            number, title = number_and_title(line)
            self.canonical.heading(line, level=1, number=number, title=title, furniture=False, hidden=False)
        else:
            self._add(BlockKind.PARAGRAPH, text)

    def _add(self, kind: BlockKind, text: str, *, hidden: bool = False) -> None:
        if any(c.isalnum() for c in text):
            number = paragraph_number(text) if kind is BlockKind.PARAGRAPH else None
            self.canonical.add(kind, text, furniture=self._furniture, hidden=hidden, number=number)

    def _items(self, node: Node, level: int, style: str | None) -> Iterator[ItemText]:
        """Yield the items of a list and of the lists in it."""
        style = node.get("style-name") or style
        count = self._styles.start(style, level, node)
        for item in node:
            if item.tag not in ("list-item", "list-header"):
                continue
            mark = self._styles.mark(style, level, count) if item.tag == "list-item" else "-"
            texts = [self._words(child) for child in item if child.tag in ("p", "h")]
            text = " ".join(filter(None, texts)).replace("\n", " ")
            if text:
                yield ItemText(text=text, level=level, mark=mark)
            count += bool(text) and item.tag == "list-item"
            for child in item:
                if child.tag == "list":
                    yield from self._items(child, level + 1, style)
                elif child.tag == "table":
                    self._after.append(child)

    def _table(self, node: Node) -> None:
        rows: list[RowText] = []
        for row, header in _rows(node, header=False):
            cells = tuple(self._cells(row))
            if any(text for *_, text in cells):
                rows.append(RowText(cells=cells, header=header))
        width = max((column + columns for row in rows for column, _, columns, _ in row.cells), default=0)
        if rows:
            self.canonical.table(heads(rows), width=width, furniture=self._furniture)

    def _cells(self, row: Node) -> Iterator[tuple[int, int, int, str]]:
        column = 0
        for cell in row:
            repeated = min(_number(cell, "number-columns-repeated"), _MOST_REPEATED)
            if cell.tag == "table-cell":
                text = self._cell(cell)
                columns = min(_number(cell, "number-columns-spanned"), _MOST_SPANNED)
                rows = min(_number(cell, "number-rows-spanned"), _MOST_SPANNED)
                for step in range(repeated if text else 0):
                    yield column + step, rows, columns, text
            column += repeated if cell.tag in ("table-cell", "covered-table-cell") else 0

    def _cell(self, cell: Node) -> str:
        lines: list[str] = []
        for child in cell:
            if child.tag in ("p", "h"):
                lines.append(self._words(child))
            elif child.tag == "list":
                lines.extend(item.text for item in self._items(child, 0, None))
            elif child.tag == "table":
                self._after.append(child)
        return " ".join(" ".join(lines).split()).replace("|", "\\|")

    def _hung(self) -> None:
        """Write what hangs on the block that was written: text boxes, tables in cells, words that are not seen."""
        unseen, self._unseen = self._unseen, []
        for words in unseen:
            self._add(BlockKind.PARAGRAPH, words, hidden=True)
        after, self._after = self._after, []
        for node in after:
            if node.tag == "table":
                self._table(node)
                self._hung()
            elif may_enter(node, depth=self._depth, deepest=_DEEPEST):
                self._content(node)

    def _words(self, node: Node) -> str:
        """Return the words of a paragraph that are seen; what hangs on it is kept for later."""
        shown: list[str] = []
        self._walk(node, shown, hidden=self._styles.is_unseen(node.get("style-name", "")))
        lines = (_SPACE.sub(" ", line).strip() for line in "".join(shown).replace("\u00ad", "").split("\n"))
        return "\n".join(line for line in lines if line)

    def _walk(self, node: Node, shown: list[str], *, hidden: bool) -> None:
        unseen: list[str] = []
        out = unseen if hidden else shown
        out.append(_SPACE.sub(" ", (node.text or "").replace("\n", " ")))
        for child in node:
            self._inner(child, out, hidden=hidden)
            out.append((child.tail or "").replace("\n", " "))
        if words := " ".join("".join(unseen).split()):
            self._unseen.append(words)

    def _inner(self, child: Node, out: list[str], *, hidden: bool) -> None:
        if child.tag in _NOTHING:
            out.append(_NOTHING[child.tag])
        elif child.tag == "note":
            self._note(child, out)
        elif child.tag in ("annotation", "hidden-text", "hidden-paragraph"):
            words = " ".join(" ".join(child.itertext()).split() or child.get("string-value", "").split())
            self._unseen.extend([words] if words else [])
        elif child.tag == "text-box":
            self._after.append(child)
        elif child.tag in ("desc", "title"):
            self._unseen.append("".join(child.itertext()))
        elif child.tag not in _SKIPPED:
            self._walk(child, out, hidden=hidden or self._styles.is_unseen(child.get("style-name", "")))

    def _note(self, node: Node, out: list[str]) -> None:
        body = node.find("note-body")
        self._n_notes += 1
        number = self._n_notes
        out.append(f"[^{number}]")
        texts = [self._words(child) for child in body.iter("p")] if body is not None else []
        self._notes.append(f"[^{number}]: " + " ".join(filter(None, texts)).replace("\n", " "))


def _rows(node: Node, *, header: bool) -> Iterator[tuple[Node, bool]]:
    """Yield the rows of a table and whether each is repeated on every page."""
    for child in node:
        if child.tag == "table-row":
            for _ in range(min(_number(child, "number-rows-repeated"), _MOST_REPEATED)):
                yield child, header
        elif child.tag in ("table-header-rows", "table-rows", "table-row-group"):
            yield from _rows(child, header=header or child.tag == "table-header-rows")


def _number(node: Node, name: str) -> int:
    given = node.get(name, "1")
    return max(int(given), 1) if given.isdecimal() and len(given) < 9 else 1
