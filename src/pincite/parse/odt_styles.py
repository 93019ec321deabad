"""What OpenDocument styles say: how headings and lists are numbered, and what is not seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.parse.word_numbers import counted

if TYPE_CHECKING:
    from pincite.parse.archive import Node

__all__ = ["OdtStyles"]

_FORMS: Final = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_SIZE = re.compile(r"([\d.]+)pt")
_DEPTH: Final = 20
_WHITE = re.compile(r"#f[5-9a-f]f[5-9a-f]f[5-9a-f]", re.IGNORECASE)


class OdtStyles:
    """
    The styles of a document.

    :param roots: ``styles.xml`` and ``content.xml``, the later one first in force.
    """

    def __init__(self, *roots: Node) -> None:
        self._styles: dict[str, Node] = {}
        self._lists: dict[str, dict[int, Node]] = {}
        self._outline: dict[int, Node] = {}
        self._counts: dict[int, int] = {}
        for root in roots:
            for node in root.iter():
                if node.tag == "style":
                    self._styles[node.get("name", "")] = node
                elif node.tag == "list-style":
                    self._lists[node.get("name", "")] = _levels(node)
                elif node.tag == "outline-style":
                    self._outline = _levels(node)

    def heading_label(self, level: int) -> str:
        """
        Count a heading and return the number that stands before it, "" where none is shown.

        :param level: From 1.
        """
        self._counts[level] = self._counts.get(level, _start(self._outline.get(level)) - 1) + 1
        for lower in [each for each in self._counts if each > level]:
            del self._counts[lower]
        node = self._outline.get(level)
        if node is None or not node.get("num-format"):
            return ""
        shown = int(node.get("display-levels", "1")) if node.get("display-levels", "1").isdecimal() else 1
        numbers = [self._number(each) for each in range(max(1, level - shown + 1), level + 1)]
        return node.get("num-prefix", "") + ".".join(filter(None, numbers)) + node.get("num-suffix", "")

    def _number(self, level: int) -> str:
        node = self._outline.get(level)
        form = _FORMS.get(node.get("num-format", "1"), "decimal") if node is not None else "decimal"
        return counted(self._counts.get(level, 1), form)

    def start(self, style: str | None, level: int, node: Node) -> int:
        """Return the number of a list's first item."""
        own = next((item.get("start-value") for item in node if item.get("start-value")), None)
        if own and own.isdecimal():
            return int(own)
        return _start(self._lists.get(style or "", {}).get(level + 1))

    def mark(self, style: str | None, level: int, count: int) -> str:
        """
        Return what stands before a list item.

        :param level: From 0.
        """
        node = self._lists.get(style or "", {}).get(level + 1)
        if node is None or node.tag != "list-level-style-number" or not node.get("num-format"):
            return "-"
        number = counted(count, _FORMS.get(node.get("num-format", "1"), "decimal"))
        return (node.get("num-prefix", "") + number + node.get("num-suffix", ".")).strip()

    def is_title(self, style: str) -> bool:
        """Tell whether a paragraph style is that of the document's title."""
        return any((node.get("name") or "") == "Title" for node in self._chain(style))

    def is_unseen(self, style: str) -> bool:
        """Tell whether letters of a style are not seen: switched off, white on no ground, or of no size."""
        for node in self._chain(style):
            text = node.find("text-properties")
            if text is None:
                continue
            size = _SIZE.fullmatch(text.get("font-size", ""))
            ground = text.get("background-color", "transparent")
            white = bool(_WHITE.fullmatch(text.get("color", ""))) and (ground == "transparent" or _WHITE.match(ground))
            if text.get("display") == "none" or white or (size and float(size[1]) <= 1):
                return True
        return False

    def _chain(self, style: str) -> list[Node]:
        found: list[Node] = []
        while (node := self._styles.get(style)) is not None and len(found) < _DEPTH:
            found.append(node)
            style = node.get("parent-style-name", "")
        return found


def _levels(node: Node) -> dict[int, Node]:
    return {int(each.get("level", "1")): each for each in node if each.get("level", "1").isdecimal()}


def _start(node: Node | None) -> int:
    given = node.get("start-value", "1") if node is not None else "1"
    return int(given) if given.isdecimal() else 1
