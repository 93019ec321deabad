"""Lines of a text: where each starts and which one holds a character."""

from __future__ import annotations

from bisect import bisect_right

from pincite.documents import Place, Span

__all__ = ["Lines", "trimmed"]


class Lines:
    """
    The lines of a canonical text.

    :param before: How many lines of the original file stand before the canonical text.
    """

    def __init__(self, text: str, *, before: int = 0) -> None:
        self.text = text
        self._before = before
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def __len__(self) -> int:
        return len(self._starts)

    def span(self, first: int, last: int) -> Span:
        """Return the span of the lines ``[first, last)``, counted from 0, without white space around them."""
        start = self._starts[min(first, len(self) - 1)]
        end = self._starts[last] if last < len(self) else len(self.text)
        return trimmed(self.text, start, max(start, end))

    def place(self, offset: int) -> Place:
        """Return the place of the character at ``offset``: its line in the original file."""
        return Place(line=bisect_right(self._starts, offset) + self._before)


def trimmed(text: str, start: int, end: int) -> Span:
    """Return the range without the white space at its ends; empty, at its start, where there is nothing else."""
    first = start
    while first < end and text[first].isspace():
        first += 1
    if first == end:
        return Span(start, start)
    while text[end - 1].isspace():
        end -= 1
    return Span(first, end)
