"""
Whether something must be so: asked with "must", "have to" or "need to", told by what obliges, permits or limits.

"Memory cards inside are destroyed" shares more words with "does my phone have to be free of its card?" than "phones
must be unlocked" does, and says nothing of what has to be. A rule may also be told as a plain fact ("dogs are kept on a
lead"), so what tells of duties is tried first and is not all that may answer.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["asks_of_duty", "silent_on_duty"]

_ASKS: Final = re.compile(
    r"^\W*(?:must\b|need\s+(?:i|we|you|he|she|it|they|the|my|our|a|an)\b|(?:do|does|did)\b.*\b(?:have|need)\s+to\b"
    r"|(?:is|are|am|was|were)\b.*\b(?:required|obliged|obligatory|mandatory|compulsory)\b)",
    re.IGNORECASE,
)
_TELLS: Final = re.compile(
    r"\b(?:must|ha(?:s|ve|d)\s+to|needs?|needed|required?|requires|requirements?|obliged|mandatory|compulsory|obligatory"
    r"|optional|shall|should|may|can|cannot|only|never|without|whether|unless|if|not|no|nobody|free|allowed|permitted"
    r"|forbidden|(?:is|are)\s+to)\b",
    re.IGNORECASE,
)


def asks_of_duty(part: Ask) -> bool:
    """Tell whether a part asks, in English, for yes or no on whether something must be so."""
    return part.expected is Expected.YES_NO and _ASKS.match(part.text) is not None


def silent_on_duty(part: Ask, found: Sequence[Candidate]) -> frozenset[Candidate]:
    """Return the candidates that tell of no duty, leave or limit, where a part asks for one; none for other parts."""
    return frozenset(c for c in found if not _TELLS.search(c.claim)) if asks_of_duty(part) else frozenset()
