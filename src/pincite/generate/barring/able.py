"""Why a candidate cannot be an answer at all, whatever its words and meaning score."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.barring.definitions import is_apart
from pincite.generate.barring.fitting import is_of_what_fits
from pincite.generate.barring.hearsay import is_hearsay
from pincite.generate.barring.pointers import only_points
from pincite.generate.reading.expected import Expected
from pincite.text.coverage import asks_of_cover, only_times, things_asked
from pincite.text.words import content_words

if TYPE_CHECKING:
    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["DECIDES", "unable"]

_MODAL: Final = re.compile(r"\W*(?:may|can|could|must|should)\b", re.IGNORECASE)
DECIDES: Final = re.compile(
    r"\b(?:yes|no|not|never|none|nobody|only|may|must|can|cannot|free|allowed|included|covered|excluded|possible|forbidden"
    r"|available|permitted|prohibited|required|optional|is|are|was|were|has|have|when|if|unless|needs?)\b",
    re.IGNORECASE,
)
"""What a table row has to say to tell whether something may be done."""


def unable(part: Ask, candidate: Candidate, language: str) -> str:
    """
    Return why a candidate can be no answer, ``""`` where it can.

    What is only believed is none, nor is a row of something that fits the thing; how long something lasts does not say
    what is covered, nor do bare values say what one may do.
    """
    if is_hearsay(candidate.claim, part.whole):
        return "it only says what is believed or said"
    if is_of_what_fits(part, candidate, language):
        return "it is of something that fits the thing that is asked about"
    if only_points(part, candidate):
        return "it only says where something stands"
    if is_apart(part, candidate, language):  # nor does another thing say what this one is
        return "it does not say what the words that are asked about mean"
    if part.expected is not Expected.YES_NO:
        return ""
    if candidate.is_row and _MODAL.match(part.text):
        return "" if DECIDES.search(candidate.claim) else "it has values, and whether something may be done is asked"
    return "" if _covers(part, candidate, language) else "it does not say whether what is asked about is covered"


def _covers(part: Ask, candidate: Candidate, language: str) -> bool:
    if not asks_of_cover(part.text):
        return True
    near = set(content_words(f"{candidate.heading} {candidate.around} {candidate.claim}", language))
    things = things_asked(part.text, language=language) & set(part.stems)
    return (not things or bool(things & near)) and not only_times(candidate.claim, language=language)
