# ruff: noqa: RUF001  (dashes after a number)
"""Clause numbers: "7.2 Cap", "§ 4", "Article IV", "Section 3: Fees" parted into number and title."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["number_and_title", "paragraph_number"]

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


def paragraph_number(text: str) -> str | None:
    """Return the clause number that a paragraph starts with ("7.2 The cap …"), or ``None``."""
    found = _PARAGRAPH.match(text)
    return found["n"] if found else None
