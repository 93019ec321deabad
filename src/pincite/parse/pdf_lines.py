"""Printed lines of a text column, their style, and the text that they make together."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import TYPE_CHECKING, Final

from pincite.parse.tables.grid import in_lines, line_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pincite.parse.pdf_page import Word

__all__ = ["Line", "clean", "lines_of", "run_on", "vocabulary"]

_LIGATURES: Final = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
_DROPPED: Final = dict.fromkeys([*range(0x20), 0x7F, 0xAD, 0xFFFE, 0xFFFF, 0x200B, 0xFEFF], None)
_CLEAN: Final = {**{ord(c): text for c, text in _LIGATURES.items()}, **_DROPPED, 0xA0: " "}
_BROKEN = re.compile(r"(?P<head>[^\W\d_]+)[-\u2010\u00ad]$")
_HEAD = re.compile(r"[^\W\d_]+")


def clean(text: str) -> str:
    """Return a text with ligatures spelt out, and without soft hyphens and control characters."""
    return text.translate(_CLEAN)


@dataclass(frozen=True, kw_only=True)
class Line:
    """One printed line of a column."""

    words: tuple[Word, ...]
    """From the left."""

    @cached_property
    def text(self) -> str:
        """The words as they are read, cleaned."""
        return clean(line_text(self.words)).strip()

    @cached_property
    def left(self) -> float:
        """Where its first word starts."""
        return min(word.left for word in self.words)

    @cached_property
    def right(self) -> float:
        """Where its last word ends."""
        return max(word.right for word in self.words)

    @cached_property
    def top(self) -> float:
        """Top of its highest word."""
        return min(word.top for word in self.words)

    @cached_property
    def bottom(self) -> float:
        """Bottom of its lowest word."""
        return max(word.bottom for word in self.words)

    @cached_property
    def middle(self) -> float:
        """Height of its middle."""
        return median(word.middle for word in self.words)

    @cached_property
    def size(self) -> float:
        """The type size that most of its characters have."""
        count: Counter[float] = Counter()
        for word in self.words:
            count[round(word.size, 1)] += len(word.text)
        return count.most_common(1)[0][0] if count else 0.0

    @cached_property
    def bold(self) -> bool:
        """Whether nearly all of it is bold."""
        total = sum(len(word.text) for word in self.words)
        return sum(len(word.text) for word in self.words if word.bold) >= 0.9 * total

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        return self.left, self.top, self.right, self.bottom


def lines_of(words: Iterable[Word]) -> list[Line]:
    """Return the lines of a column, from the top; those without a character to read are left out."""
    made = (Line(words=tuple(line)) for line in in_lines(words))
    return [line for line in made if line.text]


def vocabulary(texts: Iterable[str]) -> Counter[str]:
    """Return how often each word stands in the texts, hyphenated ones whole."""
    count: Counter[str] = Counter()
    for text in texts:
        count.update(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text.casefold()))
    return count


def run_on(lines: Sequence[str], known: Mapping[str, int]) -> list[str]:
    """
    Return the lines so that they make one text when they are put together: a space at the end of each but the last, or
    none and no hyphen where a word is broken over two lines.

    :param known: Words of the document: a broken word keeps its hyphen where only the hyphenated form is known.
    """
    out: list[str] = []
    for at, line in enumerate(lines):
        after = lines[at + 1] if at + 1 < len(lines) else None
        out.append(line if after is None else _ended(line, after, known))
    return out


def _ended(line: str, after: str, known: Mapping[str, int]) -> str:
    broken = _BROKEN.search(line)
    head = _HEAD.match(after)
    if broken and head and after[0].islower():
        one, two = broken["head"].casefold(), head[0].casefold()
        if known.get(one + two, 0) >= known.get(f"{one}-{two}", 0):
            return line[: broken.end("head")]
        return line
    if broken and head:
        return line  # "North-" "South"
    if _is_unspaced(line[-1:]) and _is_unspaced(after[:1]):
        return line
    return line + " "


def _is_unspaced(character: str) -> bool:
    """Tell whether a character belongs to a script that is written without spaces."""
    return "\u3040" <= character <= "\u30ff" or "\u3400" <= character <= "\u9fff" or "\u3001" <= character <= "\u3002"
