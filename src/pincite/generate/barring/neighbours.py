"""
What the next sentence does to one: it denies it, excepts a case from it, or tells of the case that is asked about.

"The notice period is four weeks. After five years of service it is two months." is one rule. Its first sentence alone
is no answer for somebody of six years, nor is its second one without the first.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.generate.barring.hearsay import rebuts
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["excepts", "with_between", "with_case", "with_next"]

_TAKES_UP: Final = r"(?:it|they|this|that|these|those)"
_IMPERSONAL: Final = (
    r"is\s+(?:best|better|possible|impossible|advisable|important|necessary|easy|hard|difficult|worth|good|wise|usual"
    r"|common|helpful)\b"
)
"""What follows on an "it" that takes up nothing: "it is best to call"."""
_EXCEPTS: Final = re.compile(
    r"^\W*(?:but\s+|however,?\s+)?(?:after|for|in|on|outside|within|during|at|above|below|under|over|with|without|from"
    rf"|until|unless|where|if|when)\b[^.;:]{{2,70}}?,?\s(?:it|they|this)\s+(?!{_IMPERSONAL})(?:is|are|was|were|takes?|costs?|lasts?|rises?|falls?"
    r"|becomes?|ends?|starts?|begins?|(?:does|do)\s+not\s+apply)\b"
    rf"|^\W*{_TAKES_UP}\s+(?:(?:does|do)\s+not\s+apply|(?:is|are)\s+(?:waived|halved|doubled|reduced|increased|not\s+\w+ed"
    r"|free|lower|higher|longer|shorter))\s+(?:to|for|in|on|by|at|after|where|when|if|during)\b"
    r"|^\W*(?:between|from|within|up\s+to|in)\b[^.;:,]{2,60}\s(?:it|that|this|then),"
    r"|^\W*(?:later|earlier|sooner|more|less|fewer|longer|shorter)\s+than\s+(?:that|this)\b|^\W*(?:otherwise|thereafter"
    r"|(?:after|before|beyond|above|below|until)\s+(?:that|this|then))\b"
    r"|^\W*(?:except|not)\s+(?:on|in|for|at|during|if|where|when|from|by|after|before)\b"
    r"|^[^.;:,]{2,60}?\s(?:(?:does|do|shall)\s+not\s+(?:apply|hold\s+(?:for|in|on|at))|(?:is|are)\s+(?:exempt|excepted|excluded))\b"
    r"|^[^.;:]{3,90}?\s(?:may|can|could|must|might|should|need)\s+(?:not\s+|only\s+|also\s+)?do\s+so\b"
    r"|^[^.;:,]{3,60}\s(?:(?:is|are|was|were|do|does|did|may|must|can|has|have)\s+not|cannot|isn['\u2019]t|aren['\u2019]t"
    r"|don['\u2019]t|doesn['\u2019]t)\W*$",
    re.IGNORECASE,
)
"""Another case of what the sentence before says: it takes that up, or leaves out what is said of it."""


_CASE: Final = re.compile(
    r"\b(?:after|for|in|on|at|during|with|without|outside|above|below|under|over|as|if|when)\s+(?:(?:the|an?|my|our|your)\s+)?"
    r"(?P<case>[\w'\u2019-]+(?:\s+[\w'\u2019-]+)?)",
    re.IGNORECASE,
)
"""The case for which a question asks: "for members", "on Mondays"."""


def excepts(claim: str) -> bool:
    """Tell whether a sentence tells of another case of what the one before it says."""
    return _EXCEPTS.match(claim) is not None


def with_next(found: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates in order, a sentence as one with the next of its paragraph that denies it or excepts a case."""
    joined: list[Candidate] = []
    for candidate in found:
        before = joined[-1] if joined else None
        if before is not None and _goes_on(candidate, before) and (rebuts(candidate.claim) or excepts(candidate.claim)):
            joined[-1] = _together(before, candidate)
        else:
            joined.append(candidate)
    return joined


def with_between(chosen: Sequence[Candidate], found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return what was chosen, two sentences of a paragraph with the one that stands between them as one rule."""
    told = list(chosen)
    for first in chosen:
        between = next((c for c in found if c not in chosen and _goes_on(c, first)), None)
        last = next((c for c in chosen if between is not None and _goes_on(c, between)), None)
        if between is not None and last is not None and first in told and last in told:
            told[told.index(first)] = _together(_together(first, between), last)
            told.remove(last)
    return tuple(told)


def with_case(part: Ask, chosen: Candidate, found: Sequence[Candidate], language: str) -> Candidate:
    """Return what was chosen together with the next sentence, where that has a word of the part which it lacks."""
    said = content_words(f"{chosen.heading} {chosen.around} {chosen.claim}", language)
    lacking = {stem for match in _CASE.finditer(part.text) for stem in content_words(match["case"], language)} - {*said}
    behind = next((c for c in found if c is not chosen and _goes_on(c, chosen)), None)
    tells = behind is not None and not lacking.isdisjoint(content_words(behind.claim, language))
    return _together(chosen, behind) if behind is not None and tells else chosen


def _together(one: Candidate, other: Candidate) -> Candidate:
    return replace(one, spans=(*one.spans, *other.spans), claim=f"{one.claim} {other.claim}")


def _goes_on(candidate: Candidate, before: Candidate) -> bool:
    """Tell whether a candidate goes on in another's paragraph: what it is read with ends like the other."""
    if candidate.passage != before.passage or not candidate.around:
        return False
    return candidate.around.endswith(before.claim) or (
        len(before.spans) > 1 and before.claim.endswith(candidate.around)
    )
