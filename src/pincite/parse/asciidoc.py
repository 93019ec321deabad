"""AsciiDoc: sections, lists, tables and blocks; nothing is included, evaluated or fetched."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from pincite.documents import BlockKind, Parsed, Place
from pincite.errors import Damaged
from pincite.parse.asciidoc_tables import delimited_rows, piped_rows
from pincite.parse.canonical import Canonical, ItemText
from pincite.parse.clauses import number_and_title, paragraph_number
from pincite.parse.decode import decode
from pincite.parse.hidden import commands
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from pincite.parse import ParseSettings

__all__ = ["AsciidocParser", "build"]

_SECTION = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?")
_UNDERLINE = re.compile(r"([=\-~^+])\1{2,}")
_ATTRIBUTE = re.compile(r":(!?[A-Za-z0-9_][\w-]*!?):(?:[ \t]+(.*))?")
_BLOCK_ATTRIBUTES = re.compile(r"\[(?![\[ ])[^\]]*\]|\[\[[^\]]*\]\]")
_CAPTION = re.compile(r"\.(?![. \t])(\S.*)")
_ITEM = re.compile(r"([ \t]*)(\*{1,6}|-|\.{1,6}|\d{1,3}\.|[a-zA-Z]\.|[ivxIVX]{1,5}\)|<(?:\d+|\.)>)[ \t]+(\S.*)")
_TERM = re.compile(r"[ \t]*(\S.*?)(:{2,4}|;;)(?:[ \t]+(\S.*))?")
_FENCE = re.compile(r"(-{4,}|\.{4,}|\+{4,}|/{4,}|`{3,})\w*")
_FRAME = re.compile(r"={4,}|\*{4,}|_{4,}|--")
_TABLE = re.compile(r"[|,:!]={3,}")
_IMAGE = re.compile(r"(?:image|video|audio)::(\S*?)\[(.*)\]")
_DIRECTIVE = re.compile(r"(?:include|ifdef|ifndef|ifeval|endif|toc)::.*")
_RULE = re.compile(r"'{3,}|<{3,}|-{3}|\*{3}")
_REFERENCE = re.compile(r"\{([\w-]+)\}")
_LINK = re.compile(r"(?:link:|(?=https?://|mailto:))([^\s\[\]<>\"]+)\[([^\]]*)\]")
_CROSS = re.compile(r"<<([^,<>]+)(?:,([^<>]*))?>>|xref:([^\s\[\]]+)\[([^\]]*)\]")
_NOTE = re.compile(r"[ ]?footnote(?:ref)?:[\w-]*\[([^\]]*)\]")
_ANCHOR = re.compile(r"\[\[[^\]]*\]\]|anchor:[^\s\[]+\[[^\]]*\]")


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> AsciidocParser:
    """Return the parser of AsciiDoc."""
    del settings, passwords
    return AsciidocParser()


class AsciidocParser:
    """Reads AsciiDoc; attributes of the document that it states itself are filled in."""

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version."""
        return format_digest("asciidoc")

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the document as text and blocks.

        :raises Damaged: If the bytes are empty or binary, or it has no text.
        """
        decoded = decode(data, path=path)
        reader = _Reader(decoded.text.split("\n"))
        reader.read()
        canonical = reader.canonical
        if not any(c.isalnum() for c in canonical.text):
            raise Damaged(f"{path} holds no text: expected AsciiDoc; fill it or leave it out", path=path)
        return Parsed(
            text=canonical.text,
            blocks=tuple(canonical.blocks),
            title=canonical.title,
            replaced=decoded.replaced,
        )


class _Reader:
    """Goes over the lines once; a paragraph and a list are kept until something ends them."""

    def __init__(self, lines: list[str]) -> None:
        self.canonical = Canonical()
        self._lines = lines
        self._at = 0
        self._values: dict[str, str] = {}
        self._words: list[str] = []
        self._words_at = 0
        self._items: list[ItemText] = []
        self._items_at = 0
        self._kinds: list[str] = []
        self._attributes = ""
        self._notes: list[str] = []
        self._joined = False

    def read(self) -> None:
        """Read all lines."""
        while self._at < len(self._lines):
            line = self._lines[self._at].rstrip()
            self._at += 1
            if not line:
                self._end_words()
            elif not (self._mark(line) or self._leaf(line) or self._item(line)):
                self._text(line)
        self._end()
        for note in self._notes:
            self._add(BlockKind.FOOTNOTE, note)

    def _mark(self, line: str) -> bool:
        """Take a line that is no text of its own; tell whether it was one."""
        if line == "+" and self._items:
            self._end_words()
            self._joined = True
            return True
        if attribute := _ATTRIBUTE.fullmatch(line):
            self._end_words()
            self._values[attribute[1].strip("!").lower()] = "" if "!" in attribute[1] else (attribute[2] or "").strip()
            return True
        if _BLOCK_ATTRIBUTES.fullmatch(line) and not self._words:
            self._attributes += line
            return True
        if _FRAME.fullmatch(line) or _RULE.fullmatch(line):
            self._end()
            return True
        if line.startswith("//") and not line.startswith("///"):
            self._end_words()
            self._add(BlockKind.PARAGRAPH, line[2:].strip(), hidden=True)
            return True
        if _DIRECTIVE.fullmatch(line):
            self._end()
            self._add(BlockKind.PARAGRAPH, line, hidden=True)
            return True
        return False

    def _leaf(self, line: str) -> bool:
        """Take a line that starts a block which is no list; tell whether it did."""
        if section := self._section(line):
            self._end()
            self._heading(*section)
        elif _TABLE.fullmatch(line):
            self._end()
            self._table(line)
        elif fence := _FENCE.fullmatch(line):
            self._end()
            self._fenced(fence[1], line)
        elif image := _IMAGE.fullmatch(line):
            self._end()
            words = image[2].split(",")[0].strip().strip('"')
            self._add(BlockKind.FIGURE, f"![{words}]()" if words else "", hidden=commands(words))
        elif (caption := _CAPTION.fullmatch(line)) and not self._words and not (self._items and self._follows):
            self._end()
            self._add(BlockKind.PARAGRAPH, self._inline(caption[1]))
        elif line.startswith("|") and line.count("|") > 1 and not self._words:
            self._end()
            self._piped(line)
        else:
            return False
        self._attributes = ""
        return True

    def _section(self, line: str) -> tuple[str, int] | None:
        if not self._words and (found := _SECTION.fullmatch(line)):
            return found[2], len(found[1])
        below = self._lines[self._at].rstrip() if self._at < len(self._lines) else ""
        ruled = _UNDERLINE.fullmatch(below)
        if ruled and not self._words and abs(len(below) - len(line)) <= 1 and line[0].isalnum():
            self._at += 1
            return line, "=-~^+".index(ruled[1]) + 1
        return None

    def _heading(self, text: str, level: int) -> None:
        text = self._inline(text)
        if any(c.isalnum() for c in text):
            self._place(self._at)
            number, title = number_and_title(text)
            self.canonical.heading(text, level=level, number=number, title=title, furniture=False, hidden=False)

    def _fenced(self, fence: str, line: str) -> None:
        """Take the lines up to the one that is like the first: code, or a comment."""
        first = self._at
        close = "```" if fence[0] == "`" else line
        while self._at < len(self._lines) and self._lines[self._at].rstrip() != close:
            self._at += 1
        text = "\n".join(self._lines[first : self._at]).strip("\n").rstrip()
        self._at += 1
        if not any(c.isalnum() for c in text):
            return
        self._place(first)
        if fence[0] == "/":
            self.canonical.add(BlockKind.PARAGRAPH, text.strip(), hidden=True)
            return
        mark = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
        self.canonical.add(BlockKind.CODE, f"{mark}\n{text}\n{mark}")

    def _table(self, line: str) -> None:
        first = self._at
        while self._at < len(self._lines) and self._lines[self._at].rstrip() != line:
            self._at += 1
        inner = self._lines[first : self._at]
        self._at += 1
        rows, width = delimited_rows([self._inline(each) for each in inner], self._attributes, line[0])
        if rows:
            self._place(first)
            self.canonical.table(rows, width=width)

    def _piped(self, line: str) -> None:
        found = [line]
        self._place(self._at)
        while self._at < len(self._lines) and self._lines[self._at].startswith("|"):
            found.append(self._lines[self._at])
            self._at += 1
        rows, width = piped_rows([self._inline(each) for each in found])
        if rows:
            self.canonical.table(rows, width=width)

    def _item(self, line: str) -> bool:
        """Take a line that starts a list item; tell whether it did."""
        item, term = _ITEM.fullmatch(line), _TERM.fullmatch(line)
        if item and not (self._words and not self._items):
            self._end_words()
            kind = item[2] if len(item[2]) > 1 and item[2][0] in "*." else f"{_kind(item[2])}{len(item[1])}"
            self._begin(kind)
            mark = self._numbered(item[2])
            self._items.append(ItemText(text=item[3], level=len(self._kinds) - 1, mark=mark))
            return True
        if term and not self._words and not line.lstrip().startswith(("http", "|")):
            self._begin(term[2])
            text = f"{term[1]}: {term[3] or ''}".strip()
            self._items.append(ItemText(text=text, level=len(self._kinds) - 1))
            return True
        return False

    def _begin(self, kind: str) -> None:
        if not self._items:
            self._items_at = self._at
        self._joined = False
        if kind in self._kinds:
            del self._kinds[self._kinds.index(kind) + 1 :]
        else:
            self._kinds.append(kind)

    def _numbered(self, mark: str) -> str:
        """Return what stands before an item: the number where one is written or counted, else a dash."""
        if mark[0] != ".":
            return mark if mark[0].isalnum() else "-"
        level = len(self._kinds) - 1
        same = 0
        for item in reversed(self._items):
            if item.level < level:
                break
            same += item.level == level
        return f"{same + 1}."

    def _text(self, line: str) -> None:
        if self._items and not self._words and (self._joined or self._follows):
            last = self._items[-1]
            self._items[-1] = replace(last, text=f"{last.text} {line.strip()}")
            return
        if not self._words:
            self._end_items()
            self._words_at = self._at
        self._words.append(line.strip())

    @property
    def _follows(self) -> bool:
        """Whether the line before this one holds something."""
        return self._at > 1 and bool(self._lines[self._at - 2].strip())

    def _end(self) -> None:
        self._end_words()
        self._end_items()

    def _end_words(self) -> None:
        words, self._words = self._words, []
        if words:
            text = " ".join(line.removesuffix(" +") + ("\v" if line.endswith(" +") else "") for line in words)
            text = self._inline(text).replace("\v ", "\n").replace("\v", "")
            self._add(BlockKind.PARAGRAPH, text, at=self._words_at)
        self._attributes = "" if words else self._attributes

    def _end_items(self) -> None:
        items, self._items = self._items, []
        self._kinds.clear()
        written = [replace(item, text=self._inline(item.text)) for item in items]
        kept = [item for item in written if item.text]
        if any(any(c.isalnum() for c in item.text) for item in kept):
            self._place(self._items_at)
            self.canonical.list_of(kept)

    def _place(self, line: int) -> None:
        self.canonical.place = Place(line=max(line, 1))

    def _add(self, kind: BlockKind, text: str, *, hidden: bool = False, at: int = 0) -> None:
        if any(c.isalnum() for c in text):
            self._place(at or self._at)
            number = paragraph_number(text) if kind is BlockKind.PARAGRAPH else None
            self.canonical.add(kind, text, hidden=hidden, number=number)

    def _inline(self, text: str) -> str:
        """Return text with attributes filled in, links as in Markdown, and marks for places taken out."""
        text = _REFERENCE.sub(lambda m: self._values.get(m[1].lower(), m[0]), text)
        text = _NOTE.sub(self._noted, text)
        text = _CROSS.sub(lambda m: (m[2] or m[4] or m[1] or m[3] or "").strip(), text)
        text = _LINK.sub(lambda m: f"[{m[2].rstrip('^')}]({m[1]})" if m[2].strip("^") else m[1], text)
        return _ANCHOR.sub("", text).strip()

    def _noted(self, found: re.Match[str]) -> str:
        if not found[1].strip():
            return ""
        self._notes.append(f"[^{len(self._notes) + 1}]: {found[1].strip()}")
        return f"[^{len(self._notes)}]"


def _kind(mark: str) -> str:
    return "1" if mark[0].isdigit() else "<" if mark[0] == "<" else "a" if mark[0].isalpha() else mark
