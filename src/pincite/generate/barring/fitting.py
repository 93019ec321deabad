"""
Rows of things that fit another thing: a filter for the PW 180 has a price, which is not the price of the PW 180.

A parts list names in one of its columns what each part fits. Such a row answers a question about the part; about what
it fits it says nothing, unless parts are asked for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.subjects import GENERAL
from pincite.generate.reading.unlisted import codes
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["is_of_what_fits"]

_FITS: Final = re.compile(
    r"\s*(?:fits|suits|for|used (?:in|for|with|on)|goes (?:in|into|with|on)|compatible(?: with)?|belongs to)\b",
    re.IGNORECASE,
)
_PARTS: Final = re.compile(r"\b(?:parts?|spares?|accessor(?:y|ies)|fits?|fitting|suits?|compatible)\b", re.IGNORECASE)


def is_of_what_fits(part: Ask, candidate: Candidate, language: str) -> bool:
    """
    Tell whether a table row is of a thing that only fits what a part asks about, and that the part does not speak of.

    "What does the PW 180 cost?" is not answered by a filter that fits it; "What does its filter FS-12 cost?" is.
    """
    asked = codes(part.text, language=language)
    if not candidate.is_row or not asked or _PARTS.search(part.text):
        return False
    cells = candidate.claim.split(";")
    fitting = [cell for cell in cells if _FITS.match(cell)]
    own = " ; ".join(cell for cell in cells if cell not in fitting)
    if not _names(asked, " ; ".join(fitting), language) or _names(asked, own, language):
        return False
    written = {word.text for letters, figures in asked.items() for word in words(" ".join((letters, *figures)))}
    said_of = [word.text for word in words(part.text) if word.text not in written and not GENERAL.fullmatch(word.text)]
    # A header is said of every row: "delivery" does not tell that the row is of what is asked about.
    rest = set(part.stems) & set(content_words(" ".join(said_of), language))
    return not rest & (set(content_words(own, language)) - set(content_words(candidate.around, language)))


def _names(asked: dict[str, frozenset[str]], text: str, language: str) -> bool:
    held = codes(text, language=language)
    return any(figures & held.get(letters, frozenset()) for letters, figures in asked.items())
