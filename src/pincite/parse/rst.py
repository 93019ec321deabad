"""reStructuredText: read by its own library, written as canonical text; nothing is included or run."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Parsed, Place
from pincite.errors import Damaged
from pincite.parse._docutils import Branch, tree
from pincite.parse.canonical import Canonical, ItemText, RowText
from pincite.parse.clauses import number_and_title, paragraph_number
from pincite.parse.decode import decode
from pincite.parse.hidden import commands
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pincite.parse import ParseSettings

__all__ = ["RstParser", "build"]

_SPACE = re.compile(r"\s+")
_CODE: Final = frozenset({"literal_block", "doctest_block", "math_block"})
_LISTS: Final = frozenset(
    ("bullet_list", "enumerated_list", "definition_list", "field_list", "option_list", "line_block")
)
_NOTHING: Final = frozenset({"substitution_definition", "target", "pending", "raw", "transition", "meta"})
_PROSE: Final = frozenset(
    ("paragraph", "attribution", "caption", "legend", "image", "title", "subtitle", "rubric", "term")
)


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> RstParser:
    """Return the parser of reStructuredText."""
    del settings, passwords
    return RstParser()


class RstParser:
    """Reads reStructuredText; a list of fields at its head states metadata as front matter does."""

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version and the library's."""
        return format_digest("rst")

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the document as text and blocks.

        :raises Damaged: If the bytes are empty or binary, or it has no text.
        """
        decoded = decode(data, path=path)
        writer = _Writer()
        root = tree(decoded.text)
        writer.walk(root, 0)
        canonical = writer.canonical
        if not any(c.isalnum() for c in canonical.text):
            raise Damaged(f"{path} holds no text: expected reStructuredText; fill it or leave it out", path=path)
        return Parsed(
            text=canonical.text,
            blocks=tuple(canonical.blocks),
            title=canonical.title,
            metadata=writer.metadata,
            replaced=decoded.replaced,
        )


class _Writer:
    def __init__(self) -> None:
        self.canonical = Canonical()
        self.metadata: dict[str, str] = {}
        self._line = 1

    def walk(self, node: Branch, level: int) -> None:
        """Write the children of an element; sections in it are one level deeper."""
        for child in node.children:
            self._line = child.line or self._line
            self.canonical.place = Place(line=self._line)
            if child.tag == "title" and node.tag in ("section", "document"):
                self._title(child, max(level, 1))
            else:
                self._block(child, level)

    def _block(self, node: Branch, level: int) -> None:
        tag = node.tag
        if tag in _CODE:
            self._code(node.text)
        elif tag in _LISTS:
            self._list(node, level)
        elif tag in _PROSE:
            self._prose(node)
        elif (written := self._written.get(tag)) is not None:
            written(node)
        elif tag not in _NOTHING:
            self.walk(node, level + (tag == "section"))

    @cached_property
    def _written(self) -> dict[str, Callable[[Branch], None]]:
        """What writes elements of other kinds, by their tag."""
        return {
            "table": self._table,
            "comment": self._comment,
            "system_message": self._misunderstood,
            **dict.fromkeys(("footnote", "citation"), self._footnote),
        }

    def _comment(self, node: Branch) -> None:
        self._add(BlockKind.PARAGRAPH, node.text, hidden=True)

    def _title(self, node: Branch, level: int) -> None:
        text = _one_line(node)
        if any(c.isalnum() for c in text):
            number, title = number_and_title(text)
            self.canonical.heading(text, level=level, number=number, title=title, furniture=False, hidden=False)

    def _prose(self, node: Branch) -> None:
        if node.tag == "image":
            words = node.get("alt")
            self._add(BlockKind.FIGURE, f"![{words}]()" if words else "", hidden=commands(words or ""))
            return
        kind = BlockKind.FIGURE if node.tag == "caption" else BlockKind.PARAGRAPH
        self._add(kind, _one_line(node))

    def _add(self, kind: BlockKind, text: str, *, hidden: bool = False) -> None:
        text = text.strip()
        if any(c.isalnum() for c in text):
            number = paragraph_number(text) if kind is BlockKind.PARAGRAPH else None
            self.canonical.add(kind, text, hidden=hidden, number=number)

    def _code(self, text: str) -> None:
        text = text.strip("\n").rstrip()
        if text.strip():
            fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
            self.canonical.add(BlockKind.CODE, f"{fence}\n{text}\n{fence}")

    def _misunderstood(self, node: Branch) -> None:
        """Write the source of what the library does not know, such as another tool's directives."""
        for child in node.children:
            if child.tag == "literal_block":
                self._code(child.text)

    def _footnote(self, node: Branch) -> None:
        label = next((child.text for child in node.children if child.tag == "label"), "*")
        words = " ".join(_one_line(child) for child in node.children if child.tag != "label")
        self._add(BlockKind.FOOTNOTE, f"[^{label}]: {words}")

    def _list(self, node: Branch, level: int) -> None:
        if node.tag == "field_list" and len(self.canonical.blocks) <= 1 and level <= 1:
            self.metadata = {_one_line(f.children[0]).lower(): _one_line(f.children[1]) for f in node.children}
        rest: list[Branch] = []
        items = list(_items(node, 0, rest))
        if any(any(c.isalnum() for c in item.text) for item in items):
            self.canonical.list_of(items)
        for inner in rest:
            self._block(inner, level)

    def _table(self, node: Branch) -> None:
        rows: list[RowText] = []
        for child in node.children:
            if child.tag == "title":
                self._add(BlockKind.PARAGRAPH, _one_line(child))
            for part in child.children if child.tag == "tgroup" else ():
                if part.tag in ("thead", "tbody"):
                    rows.extend(_rows(part, header=part.tag == "thead"))
        width = max((column + columns for row in rows for column, _, columns, _ in row.cells), default=0)
        kept = [row for row in rows if any(text for *_, text in row.cells)]
        if kept:
            self.canonical.table(kept, width=width)


def _one_line(node: Branch) -> str:
    return _SPACE.sub(" ", _inline(node)).strip()


def _inline(node: Branch) -> str:
    """Return the text of a node with Markdown's marks for code and links."""
    tag = node.tag
    if tag == "#text":
        return node.text
    if tag == "image":
        words = node.get("alt") or ""
        return f"![{words}]()" if words and not commands(words) else ""
    if tag == "footnote_reference":
        return f"[^{node.text}]"
    between = "" if tag in ("inline", "strong", "emphasis", "literal", "reference", "paragraph", "title") else " "
    inner = between.join(_inline(child) for child in node.children)
    if tag in ("literal", "math"):
        return f"`{inner}`"
    address = node.get("refuri") if tag == "reference" else ""
    return f"[{inner}]({address})" if address and address != inner else inner


def _items(node: Branch, level: int, rest: list[Branch]) -> Iterator[ItemText]:
    """Yield the items of a list and of the lists in it; tables and code in items are put into ``rest``."""
    at = int(node.get("start") or 1) if node.tag == "enumerated_list" else 1
    for item in node.children:
        lists: list[Branch] = []
        words: list[str] = []
        for child in _flat(item):
            if child.tag in _LISTS:
                lists.append(child)
            elif child.tag in _CODE or child.tag == "table":
                rest.append(child)
            else:
                mark = ":" if child.tag in ("term", "field_name") else ""
                words.append(_one_line(child) + mark)
        if text := " ".join(filter(None, words)):
            mark = f"{at}." if node.tag == "enumerated_list" else "-"
            yield ItemText(text=text, level=level, mark=mark)
        at += 1
        for inner in lists:
            yield from _items(inner, level + 1, rest)


def _flat(item: Branch) -> Iterator[Branch]:
    """Yield the paragraphs, lists and the like of a list item, those in its definition or field body too."""
    if item.tag == "line":
        yield item
        return
    for child in item.children:
        if child.tag in ("definition", "field_body", "description", "option_group", "line_block", "block_quote"):
            yield from _flat(child)
        elif child.tag != "#text" or item.tag == "line":
            yield child


def _rows(part: Branch, *, header: bool) -> Iterator[RowText]:
    below: dict[int, int] = {}
    for row in part.children:
        taken = {at for at, n in below.items() if n > 0}
        below.update({at: below[at] - 1 for at in taken})
        cells: list[tuple[int, int, int, str]] = []
        column = 0
        for entry in row.children:
            while column in taken:
                column += 1
            rows, columns = (1 + int(entry.get(name) or 0) for name in ("morerows", "morecols"))
            cells.append((column, rows, columns, _one_line(entry).replace("|", "\\|")))
            below.update({at: rows - 1 for at in range(column, column + columns)})
            column += columns
        yield RowText(cells=tuple(cells), header=header)
