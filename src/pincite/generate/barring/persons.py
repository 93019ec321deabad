"""Who holds an office: "who is the treasurer" is answered by what speaks of a treasurer and names somebody."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected, fits
from pincite.generate.reading.subjects import said_or_near
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.generate.reading.candidates import Candidate

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["names_nobody"]

_WORD: Final = r"[^\W\d_][\w'\u2019-]*"
_OFFICE: Final = re.compile(
    rf"\W*who(?:['\u2019]s|\s+(?:is|are|was|were))\s+(?:the|your|our|my|its|their)\s+(?P<office>(?:{_WORD}\s+){{0,2}}?{_WORD})"
    r"(?=\s+(?:of|for|in|at|on|behind|to|that|who)\b|\W*$)",
    re.IGNORECASE,
)
_NEAR: Final = 0.3
"""From how near on, in [0, 1], an office may be said in other words."""


def names_nobody(question: str, candidate: Candidate, language: str, similarity: Similarity | None) -> bool:
    """
    Tell whether a question asks who holds an office, and a candidate names nobody or does not come near to the office.

    :param similarity: Without it the office has to be said in the question's own word.
    """
    asked = _OFFICE.match(question)
    office = content_words(asked["office"], language)[-1:] if asked else ()
    if not office:
        return False
    if fits(Expected.NAME, candidate.claim, question, language=language) is False:
        return True
    own = f"{candidate.claim} {candidate.around} {candidate.heading}"
    return said_or_near(office[0], own, language, similarity) < _NEAR
