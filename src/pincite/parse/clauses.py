# ruff: noqa: RUF001  (dashes after a number)
"""
Clause numbers: "7.2 Cap", "§ 4", "Article IV", "Section 3: Fees" parted into number and title.

Contracts run their headings in: "7. Notices. All notices shall be …" and "3.2 Each party may …" are clauses of their
own, although no line is set apart. :func:`run_in` reads such a beginning, and :func:`opening` tells by the whole
sequence of numbers which of them are clauses and which are quantities or items of a list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["RunIn", "is_capitals", "number_and_title", "opening", "paragraph_number", "run_in"]

_WORD: Final = (
    r"(?:clause|section|sec\.|article|art\.|paragraph|para\.|chapter|part|schedule|annex|appendix|exhibit|item)"
)
_ROMAN: Final = r"[IVXLC]{1,6}"
_HEADINGS: Final = (
    re.compile(
        rf"(?i:{_WORD})\s+(?P<n>\d{{1,3}}(?:\.\d{{1,3}})*[a-z]?|{_ROMAN}|[A-Z])(?:\s*[.:)–—-]\s*|\s+|$)(?P<t>.*)"
    ),
    re.compile(r"§{1,2}\s*(?P<n>\d{1,4}(?:\.\d{1,3})*[a-z]?)\s*[.:)–—-]?\s*(?P<t>.*)"),
    re.compile(r"(?P<n>\d{1,3}(?:\.\d{1,3})+)(?:[.:)]\s*|\s*[–—-]\s+|\s+|$)(?P<t>.*)"),
    re.compile(r"(?P<n>\d{1,3})(?:[.:)]\s*|\s+[–—-]\s+)(?P<t>\D.*)"),
    re.compile(r"(?P<n>\d{1,3})\s+(?P<t>[\"“(]?[^\W\d_a-z].*)"),
    re.compile(rf"(?P<n>{_ROMAN}|[A-Z])[.)]\s+(?P<t>.*)"),
)
_PARAGRAPH = re.compile(r"[*_]*(?:§\s*)?(?P<n>\d{1,2}(?:\.\d{1,2}){1,5})[.)]?[*_]*\s+[*_\"“(]*(?-i:[^\W\d_a-z])")


def number_and_title(heading: str) -> tuple[str | None, str]:
    """
    Part a heading's text into its clause number and its title.

    :param heading: One line without markup.
    :returns: ``None`` and the whole text where it has no number; an empty title where it is a number only ("§ 4").
    """
    text = heading.strip()
    for form in _HEADINGS:
        if (found := form.fullmatch(text)) and (found["t"] or not found["n"].isalpha() or len(text) > 2):
            return found["n"], found["t"].strip()
    return None, text


def is_capitals(line: str) -> bool:
    """Tell whether a line is written in capitals, and mostly in letters."""
    letters = [c for c in line if c.isalpha()]
    return line.isupper() and len(letters) >= 4 and len(letters) * 2 > len(line)


def paragraph_number(text: str) -> str | None:
    """Return the clause number that a paragraph starts with ("7.2 The cap …"), or ``None``."""
    found = _PARAGRAPH.match(text)
    return found["n"] if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunIn:
    """The beginning of a paragraph that is a clause: its number and, where it has one, its title."""

    number: str
    title: str
    """Without its full stop; empty where the clause has none."""
    end: int
    """Characters of the paragraph that number and title take, the full stop behind them included."""
    worded: bool
    """Whether a word says what it is: "Section 3", "Article IV"."""
    capital: bool
    """Whether it goes on with a capital letter; a number of a measure does not."""

    @property
    def depth(self) -> int:
        """How deep the number is: 1 for "7" and "IV", 2 for "7.2"."""
        return self.number.count(".") + 1


_MOST_WORDS: Final = 12
_GAP: Final = 3
"""How many numbers of a sequence may be missing between two that were read."""
_LEAST: Final = 3
"""So many clauses of one number ("7.") make a sequence; fewer may be a list."""
_OPENS = re.compile(
    rf"(?P<word>(?i:section|clause|article|sec\.|art\.)\s+|§{{1,2}}\s*)?"
    rf"(?P<n>\d{{1,2}}(?:\.\d{{1,3}}){{1,4}}|\d{{1,2}}|{_ROMAN})(?P<stop>[.):]?)[*_]{{0,3}}"
    rf"(?:(?:\s+|(?<=[.)]))(?P<capital>(?=[\"“(\[*_]{{0,3}}[^\Wa-z\d_]))|\s+(?=[\w\[(\"“])|\s*$)"
)
_TITLE = re.compile(r"(?P<t>[^\W\d_a-z][^.:;“”\"\n]{1,90}?)(?P<stop>\.(?=\s|$)|:(?=\s|$)|\s[–—](?=\s))")
_ALONE = re.compile(r"(?P<t>[^\W\d_a-z][^.:;“”\"\n]{1,90}?)\s*\Z")
_SMALL: Final = "a an and as at but by for from if in into no not of on or per the to upon via with"


def run_in(text: str, *, alone: bool = False) -> RunIn | None:
    """
    Return the number and title that a paragraph begins with, or ``None``.

    "7. Notices. All notices …" has the title "Notices", "3.2 Each party …" none.

    :param alone: Whether the text may be a number and a title without a full stop, and nothing else.
    """
    found = _OPENS.match(text)
    if not found:
        return None
    number, worded = found["n"], found["word"] is not None
    if number[0].isalpha() and not worded:
        return None
    titled = _TITLE.match(text, found.end()) or (_ALONE.match(text, found.end()) if alone else None)
    title = titled["t"].strip() if titled and _reads_like_title(titled["t"]) else ""
    if not title and found.end() == len(text):
        return None  # a number only: not run in
    single = "." not in number
    if single and not (title and (worded or found["stop"] == ".")):
        return None
    end = titled.end("t") if alone and title and titled and "stop" not in titled.groupdict() else 0
    end = end or (titled.end() if titled and title else found.end("stop"))
    return RunIn(number=number, title=title, end=end, worded=worded, capital=found["capital"] is not None)


def _reads_like_title(text: str) -> bool:
    """Tell whether every word that counts is capitalised, or all are in capitals, and there are few."""
    words = re.findall(r"[^\W\d_][\w'’-]*", text)
    if not words or len(words) > _MOST_WORDS:
        return False
    count = [word for word in words if word.lower() not in _SMALL.split()]
    small = sum(word[0].islower() for word in count)
    return bool(count) and count[0][0].isupper() and (small == 0 or (len(words) >= 4 and small == 1))


def opening(read: Sequence[RunIn | None], stated: Mapping[int, str]) -> set[int]:
    """
    Return which paragraphs open a clause: those whose numbers follow on those before.

    :param read: What each paragraph begins with, in order.
    :param stated: Numbers of headings, by their place among the paragraphs; they count as clauses already.
    """
    singles = sum(1 for each in read if each and each.depth == 1) + sum("." not in number for number in stated.values())
    out: set[int] = set()
    last: dict[str, int] = {}
    for at, each in enumerate(read):
        number = stated.get(at) or (each.number if each else None)
        if number is None:
            continue
        if at not in stated:
            if each is None or not _follows(each, last) or (each.depth == 1 and singles < _LEAST):
                continue
            out.add(at)
        stem, _, tail = number.rpartition(".")
        if tail.isdigit():
            last[stem] = int(tail)
            last[number] = 0
    return out


def _follows(clause: RunIn, last: Mapping[str, int]) -> bool:
    stem, _, tail = clause.number.rpartition(".")
    if not tail.isdigit():
        return True  # Roman numbers stand behind a word
    if not clause.capital:
        return stem in last and int(tail) == last[stem] + 1
    if not clause.title and stem not in last and int(tail) > 1:
        return False
    return 0 < int(tail) - last.get(stem, 0) <= _GAP
