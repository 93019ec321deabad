"""Sentences that only say where something stands: "the refund policy sets the window" does not tell what it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected

if TYPE_CHECKING:
    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["only_points"]

_PLACE: Final = (
    r"(?:polic(?:y|ies)|agreements?|contracts?|manuals?|guides?|handbooks?|bulletins?|leaflets?|procedures?|pages?"
    r"|sections?|clauses?|articles?|chapters?|schedules?|annex(?:es)?|appendi(?:x|ces)|tables?|lists?|documents?)"
)
_SETS: Final = re.compile(
    rf"^\W*(?:(?:the|our|your|this|that|its|their)\s+)?(?:[^\W\d_][\w'\u2019-]*\s+){{0,4}}?{_PLACE}(?:\s+[A-Z\d][\w.]*)?\s+"
    r"(?:sets?(?:\s+out)?|says?|states?|lists?|gives?|names?|defines?|describes?|explains?|governs?|contains?|tells?"
    r"|regulates?|specif(?:y|ies)|shows?|covers?)\s+(?!(?:that|nothing|no|not|none)\b)",
    re.IGNORECASE,
)
_STANDS: Final = re.compile(
    rf"\b(?:is|are)\s+(?:set\s+out|given|listed|stated|described|found|explained|laid\s+down|shown|specified|defined)\s+"
    rf"(?:separately\s+)?(?:in|on|by)\s+(?:(?:the|our|your|this|that|its|their|a)\s+)?(?:[\w'\u2019-]+\s+){{0,3}}?{_PLACE}\b",
    re.IGNORECASE,
)
_ASKS_WHERE: Final = re.compile(
    rf"\b(?:where|which|who|whom|whose)\b|\bwhat\s+(?:does|do|did|governs|sets|regulates|defines)\b"
    rf"|\bwhat\s+(?:[\w-]+\s+){{0,2}}?{_PLACE}\b|\b(?:how|is|are)\b.*\b(?:set|defined|governed|regulated|described)\b",
    re.IGNORECASE,
)


def only_points(part: Ask, candidate: Candidate) -> bool:
    """Tell whether a candidate only says where what is asked for stands, and the part does not ask that."""
    claim = candidate.claim
    if candidate.is_row or part.expected in (Expected.YES_NO, Expected.PLACE) or _ASKS_WHERE.search(part.text):
        return False
    at = _SETS.match(claim) or _STANDS.search(claim)
    return at is not None and not any(character.isdigit() for character in claim[at.end() :])
