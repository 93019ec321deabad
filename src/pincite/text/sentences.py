# ruff: noqa: RUF001  (letters and marks of other scripts are what this file is about)
"""Sentences of a text, also of hard-wrapped and marked-up Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.documents import Span
from pincite.text.allowance import require_time

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["sentences"]

# What a sentence cannot run across: an empty line, and a line that opens a list item, heading, quote or table row.
_BREAK = re.compile(
    r"\n[^\S\n]*+\n\s*+"
    r"|\n(?=[^\S\n]*(?:[-*+•]\s|\d{1,3}[.)]\s|#{1,6}\s|>\s|\|))"
    r"|(?<=\|)[^\S\n]*\n"
)
# A "sentence" that ends like these goes on: "e.g.", "Mr."; "7.2", "(a)" and "A1-1." that are all of it.
_OPEN_END = re.compile(
    r"(?:^|[\s(\[\"'“‘*_])"
    r"(?i:e\.\s?g|i\.\s?e|cf|ca|viz|vs|incl|excl|approx|resp|bzgl|bspw|z\.\s?b|d\.\s?h|u\.\s?a|т\.\s?е|"
    r"mr|mrs|ms|dr|prof|messrs|hon|rev)"
    r"\.\W*$"
    r"|^\W*(?:[A-Z]?\d{1,3}(?:[.-]\d{1,3})*|[a-zA-Z]|[ivxIVX]{1,5})[.)]\W*$"
)
_MARK = re.compile(r"\s*(?P<mark>\((?:[a-z]{1,4}|[A-Z]{1,2}|\d{1,2})\))\s+(?=\S)")
"""The mark of a clause in front of its first sentence: "(a)", "(iv)", "(2)"."""
_LONGEST: Final = 4_000
"""Most characters in which the ends of sentences are looked for at once."""
_ENOUGH: Final = 300
_TAIL: Final = 40
"""Characters at the end of a sentence that hold every abbreviation with the marks behind it."""
# These go on only where a number follows: "No. 5" does, "The answer is no." does not.
_BEFORE_NUMBER = re.compile(
    r"(?:^|[\s(\[\"'“‘*_])"
    r"(?i:nos?|cll?|arts?|secs?|sect|paras?|pts?|figs?|tab|app|appx|ch|vol|eds?|pp?|est|max|min|tel|ext|ref|ver|eq|"
    r"abs|ziff|nr|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|ст|пп?|рис|стр)"
    r"\.\W*$"
)
_NUMBER = re.compile(r"[\s(\[*_§#]*(?:\d|[IVX]+\b)")
# What closes a sentence after its full stop: emphasis, quotes, brackets, the address of a link.
_CLOSING = re.compile(r"(?:[*_~\"'”’»)\]」』]|(?<=\])\([^()\s]*\))+(?=\s|$)")


def sentences(text: str, *, language: str) -> tuple[Span, ...]:
    """
    Return the sentences of a text in order, without the white space around them.

    Every character that is not white space stands in exactly one sentence.

    :param language: A BCP 47 code; one that is not known is cut by the rules for English.
    :returns: Empty for a text of white space only.
    """
    return tuple(
        Span(start, end)
        for first, last in _paragraphs(text)
        for start, end in _within(text, first, last, language.split("-")[0].lower() or "en")
    )


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _BREAK.finditer(text):
        yield from _stretches(text, start, gap.start())
        start = gap.end()
    yield from _stretches(text, start, len(text))


def _stretches(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut an overlong paragraph after a full stop, else at white space, else anywhere: finding ends is quadratic."""
    while end - start > _LONGEST:
        limit = start + _LONGEST
        stop = text.rfind(". ", start, limit) + 1
        cut = stop or max(text.rfind(blank, start + 1, limit) for blank in " \n")
        cut = cut if cut > start else limit
        yield start, cut
        start = cut
    yield start, end


def _within(text: str, first: int, last: int, language: str) -> list[tuple[int, int]]:
    """Cut one paragraph; put back together what the library cut at an abbreviation or a clause number."""
    import sentencex  # imported here: start-up does not need it

    require_time()
    joined: list[tuple[int, int]] = []
    mark = _MARK.match(text, first, last)  # the library ends no sentence behind one
    opening = mark.end() if mark else first
    for found in sentencex.get_sentence_boundaries(language, text[opening:last].replace("\n", " ")):
        begin, end = opening + found["start_index"], opening + found["end_index"]
        if joined and joined[-1][1] == begin and (closing := _CLOSING.match(text, begin, end)):
            begin = closing.end()
            joined[-1] = (joined[-1][0], begin)
        start, end = _trim(text, begin, end)
        if start == end:
            continue
        if joined and (_cut_inside(text, start) or _goes_on(_end_of(text, *joined[-1]), text[start:end])):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    if mark and joined:
        joined[0] = (mark.start("mark"), joined[0][1])
    return joined


def _end_of(text: str, start: int, end: int) -> str:
    """Return as much of a sentence's end as tells whether it goes on: one may have been put together of thousands."""
    return text[max(start, end - _ENOUGH) : end]


def _cut_inside(text: str, start: int) -> bool:
    """Tell whether the cut before ``start`` is inside a word such as "U.S.", where no white space stands."""
    return not text[start - 1].isspace() and text[start - 1] == "." and text[start].isascii()


def _goes_on(before: str, after: str) -> bool:
    if not any(c.isalnum() for c in after):
        return True  # closing quotes and marks belong to the sentence that they close
    end = max(0, len(before) - _TAIL)
    if _NUMBER.match(after) and _BEFORE_NUMBER.search(before, end):
        return True
    return bool(_OPEN_END.search(before, end)) or not any(c.isalnum() for c in before)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
