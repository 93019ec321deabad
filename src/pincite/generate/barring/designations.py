"""
Pages of another model: what the manual of the DW 540 says is no answer about the OV 60.

Codes of one kind are told apart by their letters (:mod:`pincite.generate.reading.unlisted`). Models of different kinds
have different letters, so there the page decides: one that is titled with other codes than those of the question, and
has none of these anywhere, is about something else. So is a row that is headed by another model of a list.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.subjects import WORD
from pincite.generate.reading.unlisted import codes
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.answers import Passage
    from pincite.generate.reading.candidates import Candidate

__all__ = ["of_other_designations"]

_THE: Final = re.compile(rf"\b(?:the|my|our|your)\s+(?P<noun>{WORD})(?!\s+(?:of|for)\b)", re.IGNORECASE)
_IS_A: Final = re.compile(
    rf"^\W*(?:the\s+)?(?P<code>[A-Z][\w -]{{0,10}}\d\w*)\s+is\s+an?\s+(?:{WORD}\s+){{0,3}}?(?P<noun>{WORD})"
    r"(?=\s+(?:of|with|for|that|which|in|on|to)\b|\s*[,;.]|\W*$)"
)


def of_other_designations(
    question: str, found: Sequence[Candidate], passages: Sequence[Passage], *, language: str
) -> frozenset[Candidate]:
    """
    Return what stands on pages or in rows of other codes than those that a question names.

    :param passages: What the candidates are of, in the order of their indices.
    :returns: Where the question names no code, only rows, if a sentence tells which model its noun is.
    """
    asked = codes(question, language=language)
    if not asked:
        return frozenset(_other_rows(_meant(question, found, language), found, language))
    others = {at for at, passage in enumerate(passages) if _is_of_another(asked, passage, language)}
    return frozenset(c for c in found if c.passage in others) | _other_rows(asked, found, language)


def _meant(question: str, found: Sequence[Candidate], language: str) -> dict[str, frozenset[str]]:
    """Return the codes that sentences give to what a question calls by a noun: "the OV 60 is a built-in oven"."""
    asked = {stem for match in _THE.finditer(question) for stem in content_words(match["noun"], language)}
    meant: dict[str, frozenset[str]] = {}
    for told in (_IS_A.match(c.claim) for c in found if asked and not c.is_row):
        if told and not asked.isdisjoint(content_words(told["noun"], language)):
            for letters, figures in codes(told["code"], language=language).items():
                meant[letters] = meant.get(letters, frozenset()) | figures
    return meant


def _is_of_another(asked: Mapping[str, frozenset[str]], passage: Passage, language: str) -> bool:
    revision = passage.permit.revision
    titled = codes(revision.title, language=language)
    if not titled or _share(asked, titled):
        return False
    return not _share(asked, codes(f"{revision.text} . {' '.join(revision.applies_to)}", language=language))


def _other_rows(asked: Mapping[str, frozenset[str]], found: Sequence[Candidate], language: str) -> set[Candidate]:
    """Return the rows of other codes, in tables whose heads have the letters of one that is asked for."""
    heads = {c: codes(c.claim.partition(":")[0], language=language) for c in found if c.is_row and ":" in c.claim}
    lists = {_table(c) for c, head in heads.items() if not asked.keys().isdisjoint(head)}
    return {
        c
        for c, head in heads.items()
        if head and _table(c) in lists and not _share(asked, codes(c.claim, language=language))
    }


def _table(candidate: Candidate) -> tuple[int, str, str]:
    return candidate.passage, candidate.heading, candidate.around


def _share(one: Mapping[str, frozenset[str]], other: Mapping[str, frozenset[str]]) -> bool:
    return any(figures & other.get(letters, frozenset()) for letters, figures in one.items())
