"""Reads of a wide table row what a question asks for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pincite.generate.reading.expected import fits
from pincite.generate.reading.rows import asked_columns, read_row

if TYPE_CHECKING:
    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["narrowed"]


def narrowed(part: Ask, candidate: Candidate, *, text: str, language: str) -> Candidate:
    """
    Return a candidate in fewer words: of a wide row the columns that the question names, quoted as before.

    It comes back as it is where it is no wide row, and where the kind of answer that is expected stands in a column
    that the question does not name.

    :param part: What is asked.
    :param text: The document's text.
    """
    kept = asked_columns(candidate.columns, frozenset(part.stems), language=language)
    if len(kept) == len(candidate.columns):
        return candidate
    claim = read_row(tuple(name for name, _ in kept), tuple(cell for _, cell in kept), text=text)
    whole, less = (fits(part.expected, words, part.text, language=language) for words in (candidate.claim, claim))
    return candidate if whole and not less else replace(candidate, claim=claim)
