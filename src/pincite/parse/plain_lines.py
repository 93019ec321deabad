"""
What single lines of a plain text are: paragraphs that are not wrapped, headings and tables as people type them.

Empty lines part paragraphs only where lines are wrapped. Text that was saved from a web page, a database or a word
processor often has one line for each paragraph and no empty ones.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.documents import Block, BlockKind
from pincite.parse.lines import trimmed
from pincite.parse.pipes import pipe_row, with_repeated_headers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.documents import Span
    from pincite.parse.lines import Lines

__all__ = ["apart", "is_row", "stands_over", "table", "wiki_heading"]

_UNWRAPPED: Final = 200
"""Characters of a line that no editor's or mailer's wrapping leaves."""
_FEWEST_WORDS: Final = 20
"""Words of such a line, so that an address or a key is none."""
_WIKI = re.compile(r"(?P<rule>=(?:[ \t]?=){0,5})[ \t]*(?P<text>[^=\s](?:[^\n=]{0,88}[^=\s])?)[ \t]*(?P=rule)")
"""A heading as wikis write it: "== Plot ==", also with its signs set apart."""
_BAR = re.compile(r"(?<![ \t])[ \t]++\|[ \t]+|\t\|\t?")
_FIGURE = re.compile(r"[-+$€£¥(]*\d[\d.,]*[)%]?(?:\s*\([\d.,%]+\))?[kmb]?", re.IGNORECASE)
_YEAR = re.compile(r"(?:fy\s*)?(?:19|20)\d\d", re.IGNORECASE)
_CAPTION = re.compile(r"(?:table|figure|fig\.|chart|exhibit)\s*\d", re.IGNORECASE)
_FEWEST_ROWS: Final = 2
_MOST_OVER: Final = 8
"""Most words of a heading right above its text."""
_FEWEST_BELOW: Final = 5
"""Words of the first line below it."""
_FITTING: Final = 0.75
"""Share of the longest line below it that such a heading and the next word take together at the most."""


def apart(text: str, span: Span) -> Iterator[Span]:
    """
    Yield the parts of what stands between empty lines, in order: each line alone where it is not wrapped, a heading
    alone, the rows of a table together; else all of it.
    """
    lines = [line for line in _lines(text, span) if len(line)]
    single = any(_is_unwrapped(line.cut(text)) for line in lines)
    start = 0
    for first, last in _tables(text, lines):
        yield from _between(text, lines[start:first], single=single)
        yield trimmed(text, lines[first].start, lines[last - 1].end)
        start = last
    yield from _between(text, lines[start:], single=single)


def is_row(line: str) -> bool:
    """Tell whether a line may be a row of a table: its cells are parted by bars with space around them."""
    return _BAR.search(line.strip().strip("|")) is not None


def wiki_heading(line: str) -> tuple[int, str] | None:
    """Return the level, from 1, and the text of a heading as wikis write it; ``None`` for any other line."""
    found = _WIKI.fullmatch(line.strip())
    if found is None or not any(c.isalpha() for c in found["text"]):
        return None
    return found["rule"].count("="), found["text"].strip()


def stands_over(line: str, below: str) -> bool:
    """
    Tell whether a line is surely the heading of the prose right below it: a few words without a mark at the end, ended
    although the next word would have fitted.

    :param below: The rest of the paragraph.
    """
    rows = [row.strip() for row in below.strip().split("\n")]
    words = rows[0].split()
    if len(words) < _FEWEST_BELOW or len(line.split()) > _MOST_OVER or not line[:1].isalnum():
        return False
    if ": " in line or _CAPTION.match(line):
        return False
    told = sum(word[:1].islower() for word in words) * 2 >= len(words) and rows[-1].endswith((".", "!", "?", ":", ";"))
    fits = len(line) + 1 + len(words[0]) <= max(map(len, rows)) * _FITTING
    return told and fits and line[0] == line[0].upper() and words[0].lstrip('"“(')[:1].isupper()


def table(span: Span, lines: Lines) -> Block | None:
    """Return the table that lines with bars make; ``None`` where they make none."""
    rows = [line for line in _lines(lines.text, span) if len(line)]
    if len(rows) < _FEWEST_ROWS or not _alike(lines.text, rows[0], rows[-1]):
        return None
    parts = [pipe_row(lines.text, row, header=False) for row in rows]
    if _heads([[cell.span.cut(lines.text) for cell in part.cells] for part in parts]):
        parts[0] = pipe_row(lines.text, rows[0], header=True)
    parts = with_repeated_headers(lines.text, parts)
    return Block(kind=BlockKind.TABLE, span=span, parts=tuple(parts), place=lines.place(span.start))


def _lines(text: str, span: Span) -> Iterator[Span]:
    start = span.start
    while start < span.end:
        end = text.find("\n", start, span.end)
        end = span.end if end < 0 else end
        yield trimmed(text, start, end)
        start = end + 1


def _is_unwrapped(line: str) -> bool:
    return len(line) > _UNWRAPPED and line.count(" ") >= _FEWEST_WORDS and not is_row(line)


def _tables(text: str, lines: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Yield the first line of each table and the one behind its last."""
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and is_row(lines[end].cut(text)) and _alike(text, lines[at], lines[end]):
            end += 1
        if end - at >= _FEWEST_ROWS:
            yield at, end
        at = max(end, at + 1)


def _alike(text: str, first: Span, last: Span) -> bool:
    """Tell whether two lines have as many bars, and some; where both begin with one, last cells may be left out."""
    rows = [row.cut(text).strip() for row in (first, last)]
    one, other = (len(_BAR.findall(row.strip("|"))) for row in rows)
    return one == other > 0 or (one > other > 0 and all(row.startswith("|") for row in rows))


def _between(text: str, lines: Sequence[Span], *, single: bool) -> Iterator[Span]:
    """Yield lines that are no table, together but for headings, or each alone."""
    waiting: list[Span] = []
    for line in lines:
        if single or wiki_heading(line.cut(text)):
            yield from _joined(text, waiting)
            waiting = []
            yield line
        else:
            waiting.append(line)
    yield from _joined(text, waiting)


def _joined(text: str, lines: Sequence[Span]) -> Iterator[Span]:
    if lines:
        yield trimmed(text, lines[0].start, lines[-1].end)


def _heads(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row names the columns: no figures in it but years, and figures below."""
    first, *below = ([cell.strip() for cell in row[1:]] for row in rows)
    figures = any(_FIGURE.fullmatch(cell) and not _YEAR.fullmatch(cell) for row in below for cell in row)
    named = all(cell and (_YEAR.fullmatch(cell) or not _FIGURE.fullmatch(cell)) for cell in first)
    return figures and named and len(set(first)) == len(first)
