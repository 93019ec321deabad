"""
The same said of another thing: "swimmers wear a cap", where goggles are asked about, or "beer is sold", where wine is.

A frame is what stands around the thing in the question. A sentence that has the frame with another thing in it tells of
that one, unless the two words are near enough to call one thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.subjects import GENERAL, WORD
from pincite.text.concepts import concept
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.generate.reading.candidates import Candidate

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["tells_of_another"]

_ARTICLE: Final = r"(?:the|an?|my|our|your|his|her|their|its|any)"
_DET: Final = rf"(?:{_ARTICLE}\s+)?"
_PREPOSITION: Final = r"(?:with|in|into|on|onto|at|from|to|by)"
_BE: Final = r"(?:is|are|was|were)"
_MODAL: Final = r"(?:may|must|can|should|will|shall)"
_NOT: Final = r"(?:(?:not|never|also|always|usually)\s+)?"
_END: Final = (
    r"(?=\s+(?:of|for|in|on|at|to|from|with|without|by|under|per|after|before|until|when|if|that|which|who|and|or|is|are"
    r"|was|were|has|have|may|must|can|costs?|lasts?)\b|\W*$|[,;:])"
)
_OF_THING: Final = rf"\s+(?:of|for|on)\s+(?!\w+ing\b){_DET}(?:{WORD}\s+){{0,3}}?(?P<thing>{WORD}){_END}"
_OF: Final = re.compile(
    rf"\b(?:what['\u2019]s|(?:what|how\s+(?:much|long|high|heavy|big|large|deep|wide|tall|old|fast|far|hot|loud))\s+{_BE})\s+(?:the|your|our)\s+"
    rf"(?:{WORD}\s+){{0,2}}?(?P<frame>{WORD}){_OF_THING}",
    re.IGNORECASE,
)
"""The deposit on a ladder."""
_DONE: Final = re.compile(
    rf"\b(?:{_BE}|(?P<modal>{_MODAL}))\s+{_DET}(?P<thing>{WORD})\s+(?(modal)be\s+)(?P<frame>{WORD}(?:ed|en|ld|t|wn|de))\b",
    re.IGNORECASE,
)
"""Beer is sold."""
_DOES: Final = re.compile(
    rf"\b(?:do|does|did|{_MODAL})\s+(?P<thing>(?!you\b|we\b|i\b|they\b)(?:{WORD}(?:s|men)|people|children))\s+(?P<frame>[^?]+)",
    re.IGNORECASE,
)
"""Employees have leave: persons or animals, with what they do."""
_TO: Final = re.compile(
    rf"^\W*(?:do|does|did|{_MODAL}|{_BE})\b.*\s(?P<frame>(?!(?:{_PREPOSITION}|{_ARTICLE})\b){WORD})\s+(?P<before>{_PREPOSITION}\s+)?{_DET}(?P<thing>{WORD})\W*$",
    re.IGNORECASE,
)
"""Wear a cap, take it with water."""
_IS_DONE: Final = rf"^\W*{_DET}(?P<thing>{WORD})\s+(?:{_BE}|{_MODAL}\s+{_NOT}be)\s+{_NOT}"
_SUBJECT: Final = re.compile(
    rf"^\W*(?P<thing>{WORD})\s+(?:{_MODAL}\s+{_NOT}|do\s+not\s+)?(?:have\s+to\s+)?(?P<verb>{WORD})", re.IGNORECASE
)
_NO_THING: Final = re.compile(
    r"it|them|this|that|these|those|there|here|us|me|him|her|you|we|one|ones|so|not|to|be|have|less|more|half|double"
    r"|twice|nothing|anything|something|everything|extra|again|back|early|late|later|now|then|today|tomorrow|alone|together"
    r"|out|up|down|off|away|home|inside|outside|free|first|too",
    re.IGNORECASE,
)
"""What stands in the place of a thing and is none: a pronoun, how much, when or how."""
_LEAVES_OPEN: Final = re.compile(r"\b(?:only|any|all|every|each|both|other|others|everybody|everyone)\b", re.IGNORECASE)
_ALIKE: Final = 0.65
"""Cosine from which on two words may call one thing."""
_ALIKE_OF: Final = 0.5
"""The same behind a noun, which says more than a verb of what is meant."""


def tells_of_another(question: str, candidate: Candidate, language: str, similarity: Similarity | None) -> bool:
    """
    Tell whether a sentence says of another thing what an English question asks of one: the deposit on a drill, where
    the deposit on a ladder is asked for.

    :param similarity: Without it nobody can tell whether two words call one thing.
    """
    if similarity is None or candidate.is_row or _LEAVES_OPEN.search(candidate.claim):
        return False
    for frame in _framed(question, candidate.claim, language):
        over = "" if frame.is_of else candidate.heading
        own = set(content_words(f"{over} {candidate.claim}", language))
        stems = set(content_words(frame.thing, language))
        told = [each.lower() for each in frame.told if _is_thing(each) and content_words(each, language)]
        if frame.is_of:  # "on a repair" says it of repaired goods
            stems |= set(content_words(question, language)) - set(content_words(frame.around, language))
        wide = stems.union(*(concept(stem, language) for stem in stems))
        if stems and told and _is_thing(frame.thing) and wide.isdisjoint(own):
            near = float(max(similarity(frame.thing.lower(), told)))
            if near < (_ALIKE_OF if frame.is_of else _ALIKE):
                return True
    return False


def _is_thing(word: str) -> bool:
    return not (GENERAL.fullmatch(word) or _NO_THING.fullmatch(word))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """One frame of a question."""

    thing: str
    told: tuple[str, ...]
    """What a claim has in the frame; empty where it does not have the frame."""
    is_of: bool = False
    """Whether a noun stands before the thing, which says more than a verb does."""
    around: str = ""
    """That noun."""


def _framed(question: str, claim: str, language: str) -> Iterator[_Frame]:
    """Yield the frames of a question with what a claim has in each."""
    if (asked := _OF.search(question)) is not None:
        same = re.compile(rf"\b{re.escape(asked['frame'])}{_OF_THING}", re.IGNORECASE)
        yield _Frame(thing=asked["thing"], told=_things(same, claim), is_of=True, around=asked["frame"])
    if (asked := _DONE.search(question)) is not None:
        same = re.compile(rf"{_IS_DONE}{re.escape(asked['frame'])}\b", re.IGNORECASE)
        yield _Frame(thing=asked["thing"], told=_things(same, claim))
    if (asked := _DOES.search(question)) is not None:
        verbs = set(re.findall(WORD, asked["frame"].lower()))
        told = (m["thing"] for m in _SUBJECT.finditer(claim) if m["verb"].lower() in verbs)
        yield _Frame(thing=asked["thing"], told=tuple(told))
    if (asked := _TO.search(question)) is not None:
        before, verb = (asked["before"] or "").strip(), content_words(asked["frame"], language)
        same = re.compile(rf"\b(?=(?P<verb>{WORD})\s+{before}\s*{_DET}(?P<thing>{WORD}))", re.IGNORECASE)
        told = (m["thing"] for m in same.finditer(claim) if verb and content_words(m["verb"], language) == verb)
        yield _Frame(thing=asked["thing"], told=tuple(told))


def _things(frame: re.Pattern[str], claim: str) -> tuple[str, ...]:
    return tuple(found["thing"] for found in frame.finditer(claim))
