"""
What a question asks a price, a measure or a yes of: "a canoe" of "what does a canoe cost at the lock?".

At the lock, parking costs something too; the one sentence shares the place with the question and nothing else. Whatever
answers has to say the thing, or come near to it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.subjects import GENERAL, WORD, said_or_near
from pincite.text.numbers import quantities
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.generate.reading.candidates import Candidate

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["asked_things", "lacks_thing", "tells_columns_apart"]

_THING: Final = (
    r"(?:(?:the|an?|my|our|your|his|her|their|each|every|any|these|those)\s+)?"
    r"(?:(?:set|pair|pack|packet|box|bottle|bag|can|cup|glass|piece|copy|kilo|litre|liter|night|day|week|hour)s?\s+of\s+)?"
    rf"(?P<thing>(?:{WORD}\s+){{0,3}}?{WORD})"
)
_PERIOD: Final = (
    r"(?:hour|day|night|week|weekend|month|season|year|while|moment|morning|afternoon|evening|(?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)day)s?"
)
"""What something is for a time of, and not for a thing."""
_LAST: Final = rf"(?P<thing>(?:(?!(?:for|of|in|on|at|to|from|with|by|my|your|our)\b){WORD}\s+){{0,2}}?{WORD})"
"""A thing that no preposition leads on from."""
_ENDS: Final = (
    r"(?=\s+(?:of|for|in|on|at|to|from|with|without|by|under|per|after|before|until|during|when|if|that|which|who|and|or"
    r"|is|are|was|were|has|have|lasts?|costs?|amounts?|comes|may|must|can)\b|\s*[?.,;:]|\s*$)"
)
_OF: Final = rf"\s+(?:of|for|on)\s+(?!\w+ing\b){_THING}{_ENDS}"
_SIZED: Final = r"(?:much|long|high|heavy|big|large|deep|wide|tall|old|fast|far|hot|loud|often)"
_ASKS: Final = (
    rf"\b(?:what|how\s+{_SIZED})\s+(?:does|do|did|will|would)\s+{_THING}"
    r"(?=\s+(?:(?:of|for|in|on|at|with|from|by)\s[^?]+?\s)?(?:cost|last|take|weigh|apply)\b)",
    rf"\bhow\s+{_SIZED}\s+(?:is|are|was|were)\s+{_THING}{_ENDS}",
    rf"\bhow\s+much\s+(?:does|do|did|will|would)\s+it\s+cost\s+to\s+{WORD}\s+{_THING}{_ENDS}",
    rf"\b(?:how\s+much|what)\b[^?]*\bfor\s+an?\s+(?!{_PERIOD}\W*$){_LAST}\W*$",
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
_SAID: Final = 0.3
"""From how near on, in [0, 1], a word may be said in other words."""


def asked_things(question: str) -> tuple[str, ...]:
    """
    Return the nouns of the things that an English question asks a price, a measure or a yes of: the cleaning and the
    horse of "how much is a dental cleaning for a horse".

    :returns: Empty where it asks in another form, of a person or of whatever "it" is, or for what any value shows.
    """
    things = []
    for found in filter(None, (pattern.search(question) for pattern in _ASKED)):
        words = found["thing"].split()
        if not GENERAL.fullmatch(words[-1]) and not any(_NO_THING.fullmatch(word) for word in words):
            things.append(words[-1])
    return tuple(dict.fromkeys(things))


def lacks_thing(
    question: str, candidate: Candidate, language: str, similarity: Similarity | None, *, absent: Collection[str]
) -> bool:
    """
    Tell whether neither a candidate nor what stands over it comes near to a thing that is asked about. Where some
    passage has the thing's own word it has to stand there: what a dog costs says nothing of cats on a page that tells
    of both. A header that is near to it is another thing, where a row tells such things apart by its columns.

    :param similarity: Without it nobody can tell what is said in other words.
    :param absent: Stems of the question that stand in no passage.
    :returns: ``False`` where the question asks in another form.
    """
    own = f"{candidate.claim} {candidate.around} {candidate.heading} {candidate.called}"
    cells = " ".join(cell for _, cell in candidate.columns)
    near = f"{cells} {candidate.heading} {candidate.called}" if tells_columns_apart(candidate, language) else own
    for thing in asked_things(question) if similarity is not None else ():
        stems = content_words(thing, language)
        if len(stems) != 1 or stems[0] in content_words(own, language):
            continue
        least = _SAID if stems[0] in absent else 1.0
        if said_or_near(stems[0], near, language, similarity, written=thing.lower()) < least:
            return True
    return False


def tells_columns_apart(candidate: Candidate, language: str) -> bool:
    """Tell whether a row has several values in one unit: then its headers are things of one kind, as dog and cat."""
    units = Counter(
        one.unit for _, cell in candidate.columns[1:] for one in quantities(cell, language=language)[:1] if one.unit
    )
    return any(count > 1 for count in units.values())
