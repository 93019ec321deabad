"""
What a question asks a price, a measure or a yes of: "a canoe" of "what does a canoe cost at the lock?".

At the lock, parking costs something too; the one sentence shares the place with the question and nothing else. Whatever
answers has to say the thing, or come near to it, and not the same of another thing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.subjects import GENERAL, WORD, said_or_near
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.generate.reading.candidates import Candidate

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["asked_thing", "lacks_thing", "tells_of_another"]

_THING: Final = (
    r"(?:(?:the|an?|my|our|your|his|her|their|each|every|any|these|those)\s+)?"
    r"(?:(?:set|pair|pack|packet|box|bottle|bag|can|cup|glass|piece|copy|kilo|litre|liter|night|day|week|hour)s?\s+of\s+)?"
    rf"(?P<thing>(?:{WORD}\s+){{0,3}}?{WORD})"
)
_ENDS: Final = (
    r"(?=\s+(?:of|for|in|on|at|to|from|with|without|by|under|per|after|before|until|during|when|if|that|which|who|and|or"
    r"|is|are|was|were|has|have|lasts?|costs?|amounts?|comes|may|must|can)\b|\s*[?.,;:]|\s*$)"
)
_OF: Final = rf"\s+(?:of|for|on)\s+(?!\w+ing\b){_THING}{_ENDS}"
_SIZED: Final = r"(?:much|long|high|heavy|big|large|deep|wide|tall|old|fast|far|hot|loud|often)"
_ASKED_OF: Final = re.compile(
    rf"\b(?:what|how\s+{_SIZED})\s+(?:is|are|was|were)\s+(?:the|your|our)\s+(?:{WORD}\s+){{0,2}}?(?P<what>{WORD}){_OF}",
    re.IGNORECASE,
)
"""What is asked for and the thing that it is of: "the deposit on a ladder"."""
_ASKS: Final = (
    rf"\b(?:what|how\s+{_SIZED})\s+(?:does|do|did|will|would)\s+{_THING}"
    r"(?=\s+(?:(?:of|for|in|on|at|with|from|by)\s[^?]+?\s)?(?:cost|last|take|weigh|apply)\b)",
    rf"\bhow\s+{_SIZED}\s+(?:is|are|was|were)\s+{_THING}{_ENDS}",
    rf"\bhow\s+much\s+(?:does|do|did|will|would)\s+it\s+cost\s+to\s+{WORD}\s+{_THING}{_ENDS}",
    rf"\bhow\s+much\s+(?:does|do|did|will|would)\s+(?:you|they|we)\s+(?:charge|ask|pay|want|take)\s+for\s+{_THING}{_ENDS}",
    rf"\bwhat\s+(?:is|are|was|were)\s+(?:the|your|our)\s+(?:{WORD}\s+){{0,2}}?{WORD}{_OF}",
    rf"^\W*(?:must|(?:do|does|did)(?=\s[^?]*\b(?:have|need)\s+to\b))\s+{_THING}(?=\s+(?:have|need|wear|be|pay|bring|show)\b)",
    rf"^\W*(?:is|are|was|were)\s+{_THING}\s+(?:included|allowed|permitted|forbidden|covered|free|required|compulsory"
    r"|refunded|refundable|possible|available|insured|provided|charged|needed)\b(?!\s+to\b)",
)
_ASKED: Final = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _ASKS)
_NO_THING: Final = re.compile(
    r"i|we|you|he|she|it|they|this|that|there|one|somebody|someone|everyone|everything|something|anything|people"
    r"|customers?|it's|and|or",
    re.IGNORECASE,
)
_ALIKE: Final = 0.5
"""Cosine from which on two words may call one thing."""
_SAID: Final = 0.3
"""From how near on, in [0, 1], a word may be said in other words."""


def asked_thing(question: str) -> str:
    """
    Return the noun of the thing that an English question asks a price, a measure or a yes of.

    :returns: ``""`` where it asks in another form, of a person or of whatever "it" is, or for what any value shows.
    """
    for found in filter(None, (pattern.search(question) for pattern in _ASKED)):
        words = found["thing"].split()
        if not any(_NO_THING.fullmatch(word) for word in words) and not GENERAL.fullmatch(words[-1]):
            return words[-1]
    return ""


def lacks_thing(
    question: str, candidate: Candidate, language: str, similarity: Similarity | None, *, absent: Collection[str]
) -> bool:
    """
    Tell whether neither a candidate nor what stands over it comes near to the thing that is asked about. Where some
    passage has the thing's own word it has to stand there: what a dog costs says nothing of cats on a page that tells
    of both.

    :param similarity: Without it nobody can tell what is said in other words.
    :param absent: Stems of the question that stand in no passage.
    :returns: ``False`` where the question asks in another form.
    """
    thing = asked_thing(question)
    stems = content_words(thing, language) if similarity is not None else ()
    if len(stems) != 1:
        return False
    own = f"{candidate.claim} {candidate.around} {candidate.heading} {candidate.called}"
    near = said_or_near(stems[0], own, language, similarity, written=thing.lower())
    return near < (_SAID if stems[0] in absent else 1.0)


def tells_of_another(question: str, candidate: Candidate, language: str, similarity: Similarity | None) -> bool:
    """
    Tell whether a sentence says of another thing what the question asks of one: the deposit on a drill, where the
    deposit on a ladder is asked for.

    :param similarity: Without it nobody can tell whether two words call one thing.
    """
    asked = _ASKED_OF.search(question)
    if asked is None or similarity is None or GENERAL.fullmatch(asked["thing"]):
        return False
    wanted = set(content_words(asked["thing"], language))
    same = re.compile(rf"\b{re.escape(asked['what'])}{_OF}", re.IGNORECASE)
    told = [m["thing"] for m in same.finditer(candidate.claim)]
    if not wanted or not told or not wanted.isdisjoint(content_words(candidate.claim, language)):
        return False
    return float(max(similarity(asked["thing"].lower(), [each.lower() for each in told]))) < _ALIKE
