"""What a paragraph of Word holds: its words that are seen and those that are not, and what hangs on it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pincite.parse.archive import Node
    from pincite.parse.word_styles import Look, Styles

__all__ = ["Words", "words_of"]

_SPACE = re.compile(r"[^\S\n]+")
_SKIPPED: Final = frozenset(
    ("del", "moveFrom", "instrText", "delText", "rPr", "pPr", "rt", "sdtPr", "fldData", "delInstrText", "tblPr")
)
_SIGNS: Final = {"noBreakHyphen": "-", "tab": " ", "ptab": " ", "cr": "\n"}


@dataclass(slots=True)
class Words:
    """The words of one paragraph."""

    shown: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    boxes: list[Node] = field(default_factory=list)
    """Contents of the text boxes that are anchored in it."""
    pictures: list[str] = field(default_factory=list)
    """Descriptions of its pictures."""
    drawings: list[str] = field(default_factory=list)
    """Ids of the charts and diagrams that stand in it."""
    n_pages: int = 0
    """How many pages begin in it, as Word laid it out last."""
    n_bold: int = 0
    size: int = 0
    """Largest type in half points."""

    @property
    def text(self) -> str:
        """The words that are seen, white space folded."""
        return _folded("".join(self.shown))

    @property
    def hidden(self) -> str:
        """The words that are not seen."""
        return _folded("".join(self.unseen))

    @property
    def bold(self) -> bool:
        """Whether all of its letters are bold."""
        n_letters = sum(not c.isspace() for piece in self.shown for c in piece)
        return 0 < n_letters <= self.n_bold


def words_of(paragraph: Node, styles: Styles, look: Look, notes: list[tuple[str, str]]) -> Words:
    """
    Return what a paragraph holds.

    :param look: How its letters look unless a run says otherwise.
    :param notes: Gets the (kind, id) of each note that the paragraph refers to; its place is the note's number.
    """
    found = Words()
    _Reader(found, styles, look, notes).walk(paragraph)
    return found


class _Reader:
    def __init__(self, found: Words, styles: Styles, look: Look, notes: list[tuple[str, str]]) -> None:
        self._found = found
        self._styles = styles
        self._paragraph = look
        self._look = look
        self._notes = notes

    def walk(self, node: Node) -> None:
        """Read the children of an element in order."""
        for child in node:
            tag = child.tag
            if tag == "r":
                self._run(child)
            elif tag == "t":
                self._write(child.text or "")
            elif tag in _SIGNS:
                self._write(_SIGNS[tag])
            elif tag == "br":
                self._write("\n" if child.get("type", "textWrapping") == "textWrapping" else " ")
            elif tag not in _SKIPPED:
                self._other(child)

    def _run(self, node: Node) -> None:
        before = self._look
        self._look = self._styles.run_look(node.find("rPr"), self._paragraph)
        self.walk(node)
        self._look = before

    def _other(self, node: Node) -> None:
        match node.tag:
            case "lastRenderedPageBreak":
                self._found.n_pages += 1
            case "footnoteReference" | "endnoteReference":
                self._note(node)
            case "txbxContent":
                self._found.boxes.append(node)
            case "docPr":
                if words := (node.get("descr") or "").strip():
                    self._found.pictures.append(words)
            case "chart" | "relIds":
                self._found.drawings.extend(filter(None, (node.get("r:id"), node.get("r:dm"))))
            case "sym":
                self._write(_symbol(node.get("char", "")))
            case "AlternateContent":
                self._alternate(node)
            case _:
                self.walk(node)

    def _alternate(self, node: Node) -> None:
        """Read what modern Word reads; the rest says the same for an older one."""
        choice = node.find("Choice")
        n_before = self._n_found()
        if choice is not None:
            self.walk(choice)
        if n_before == self._n_found():
            fallback = node.find("Fallback")
            if fallback is not None:
                self.walk(fallback)

    def _n_found(self) -> int:
        found = self._found
        return len(found.boxes) + len(found.shown) + len(found.pictures) + len(found.drawings)

    def _note(self, node: Node) -> None:
        self._notes.append((node.tag.removesuffix("Reference"), node.get("id", "")))
        self._write(f"[^{len(self._notes)}]")

    def _write(self, piece: str) -> None:
        if self._look.unseen:
            self._found.unseen.append(piece)
            self._found.shown.append(" " if piece[:1].isspace() or piece[-1:].isspace() else "")
            return
        self._found.shown.append(piece)
        n_letters = sum(not c.isspace() for c in piece)
        if self._look.bold:
            self._found.n_bold += n_letters
        if n_letters:
            self._found.size = max(self._found.size, self._look.size or 0)


def _symbol(code: str) -> str:
    """Return the letter of a symbol; those of fonts that number their signs as they like have none."""
    try:
        value = int(code, 16)
    except ValueError:
        return ""
    return chr(value) if 0x20 <= value < 0xD800 else ""


def _folded(text: str) -> str:
    lines = (_SPACE.sub(" ", line).strip() for line in text.replace("\u00ad", "").split("\n"))
    return "\n".join(line for line in lines if line)
