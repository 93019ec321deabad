"""A row of the very key that a question names answers it, whatever its words and meanings are like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.generate.expected import fits
from pincite.generate.subjects import GENERAL
from pincite.text.identifiers import find
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from pincite.generate.asked import Ask
    from pincite.generate.candidates import Candidate

__all__ = ["settles"]


def settles(part: Ask, candidate: Candidate, language: str) -> bool:
    """
    Tell whether a table row certainly answers a part: it is of the keys that the part names and of no other, holds a
    value of the kind that is asked for, and says all else that the part says.

    "What does SF-77 cost?" is settled by the row of SF-77 with a price; "What is the deposit for SF-77?" is not, where
    no header speaks of a deposit.
    """
    if not candidate.is_row or not part.keys or part.keys != {each.key for each in find(candidate.claim)}:
        return False
    if not fits(part.expected, candidate.claim, part.whole, language=language):
        return False
    shown = {
        stem for word in words(part.text) if GENERAL.fullmatch(word.text) for stem in content_words(word.text, language)
    }
    said = set(content_words(f"{candidate.heading} {candidate.around} {candidate.claim}", language))
    return set(part.stems) - shown <= said
