"""A row of the very key or code that a question names answers it, whatever its words and meanings are like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import fits
from pincite.generate.reading.subjects import GENERAL
from pincite.generate.reading.unlisted import codes
from pincite.text.identifiers import find
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["names_thing", "settles"]

_WHICH: Final = re.compile(
    r"\W*(?:(?:by|in|for|from|on|at|to|with)\s+)?(?:which|what)\s+(?!(?:is|are|was|were|do|does|did|has|have|had|can|could"
    r"|may|might|must|should|will|would|if|about|happens|the|a|an)\b)\w",
    re.IGNORECASE,
)

_KIN: Final = 5
"""Letters from which on one stem that begins another is a form of the same word."""


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
    return all(stem in said or _kin(stem, said) for stem in set(part.stems) - shown)


def _kin(stem: str, said: set[str]) -> bool:
    """Tell whether a stem is another form of one that is said: "deliver" of "delivery"."""
    return any(min(len(stem), len(each)) >= _KIN and (stem.startswith(each) or each.startswith(stem)) for each in said)


def names_thing(part: Ask, candidate: Candidate, language: str) -> bool:
    """
    Tell whether a table row is headed by a code that the question names and names a key that it does not: "which part
    does it need", where E7 is shown, is answered by the row of E7 with HE-2210 in it.
    """
    head, colon, rest = candidate.claim.partition(":")
    if not (candidate.is_row and colon and _WHICH.match(part.text)):
        return False
    asked, heading = codes(part.whole, language=language), codes(head, language=language)
    if not heading or any(not figures <= asked.get(letters, frozenset()) for letters, figures in heading.items()):
        return False
    given = {each.key for each in find(part.whole)}
    return any(each.key not in given for each in find(rest))
