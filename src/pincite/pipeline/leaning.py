"""
What one part of a question takes up of the part before it: "Which frame do I need, and what does *it* cost?".

Where the part before asks which thing or who, "it" or "the frame" is its answer. Where it asks of a thing that it
names ("What is the weight of the E-Tour, and how fast is it?"), that thing is meant, in the words that were used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pincite.generate.reading.expected import Expected, expect

__all__ = ["Asked", "Lean", "asked_thing", "leaning"]

_FUNCTION: Final = (
    "and or but if when where while that which who whom in on at to for from with by as of the a an is are was were "
    "do does did has have had can could may must should will would be been it i we you he she they my our your its "
    "their not no usually again there how what"
)
_VERBS: Final = (
    "cost weigh take last measure hold need require say mean apply cover end start begin open close run work fit come "
    "go pay charge get give show built delivered"
)
_NO_NOUN: Final = rf"(?!(?:{'|'.join(_FUNCTION.split())})\b)"
_TERM: Final = rf"(?!(?:{'|'.join((*_FUNCTION.split(), *_VERBS.split()))})\b)[^\W_][\w'\u2019-]*"
_WHICH: Final = re.compile(
    rf"(?:^|[,.:;]\s+)\W*(?:(?:by|in|for|from|on|at|to|with|under)\s+)?(?:which|what)\s+"
    rf"(?P<noun>{_NO_NOUN}[a-z][\w-]*(?:\s+{_NO_NOUN}[a-z][\w-]*)?)",
    re.IGNORECASE,
)
_VERB: Final = re.compile(r"\w+[^s\W]s$")
_AUXILIARY: Final = re.compile(
    r"\s+(?:do|does|did|is|are|was|were|has|have|had|can|could|may|must|should|will|would)\b"
)
_NO_THING_LISTED: Final = (
    "time day date year price fee cost kind sort type amount number percentage share rate age size happens about "
    "temperature height length weight"
)
_NO_THING: Final = frozenset(_NO_THING_LISTED.split())
_THING: Final = re.compile(
    r"\b(?:its|it|they|them|their|(?:that|this) one|(?:a|the) (?:new|spare|replacement|used|second) one)\b",
    re.IGNORECASE,
)
_PERSON: Final = re.compile(r"\b(?:he|she|him|his|her|they|them|their)\b", re.IGNORECASE)
_PERSONS: Final = frozenset(("person", "people", "employee", "colleague", "somebody"))
_POSSESSIVE: Final = frozenset(("its", "their", "his", "her"))
_DEFINITE: Final = re.compile(r"\b(?:the|this|that|these|those)\s+(?P<noun>[a-z][\w-]*)\b", re.IGNORECASE)
_EMPTY: Final = re.compile(r"\bit\s+(?:takes?|costs?|is|be)?\s*(?=\b(?:to|for)\b)(?!to\s+be\b)", re.IGNORECASE)
""""How long does it take to …": this "it" stands for nothing."""
_PHRASE: Final = re.compile(
    rf"\b(?:the|a|an|my|our|your|this)\s+(?P<words>{_TERM}(?:\s+{_TERM}){{0,3}}"
    rf"(?:\s+of\s+(?:(?:the|a|an|my|our|your)\s+)?{_TERM}(?:\s+{_TERM}){{0,2}})*)",
    re.IGNORECASE,
)
_AMOUNTS: Final = frozenset(Expected) - {Expected.OPEN, Expected.NAME, Expected.CODE, Expected.PLACE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What kind of thing a part of a question asks for by name."""

    nouns: tuple[str, ...]
    """One or two words behind "which"; empty for a person."""

    @property
    def person(self) -> bool:
        """Whether it asks who."""
        return not self.nouns


@dataclass(frozen=True, slots=True, kw_only=True)
class Lean:
    """The place in a part that takes something up."""

    before: str
    after: str
    thing: str | None
    """What it means, as the question says it; ``None`` for the answer to the part before."""

    def said(self, name: str) -> str:
        """Return the part with a name in that place."""
        return f"{self.before}{name}{self.after}"


def asked_thing(part: str) -> Asked | None:
    """Return what a part asks for by name; ``None`` where it asks for an amount, a time, a reason or yes or no."""
    kind = expect(part)
    if kind is Expected.NAME and re.match(r"\W*who\b", part, re.IGNORECASE):
        return Asked(nouns=())
    found = _WHICH.search(part)
    nouns = tuple(found["noun"].casefold().split()) if found else ()
    if not nouns or _NO_THING.intersection(nouns) or kind in _AMOUNTS:
        return None
    if len(nouns) > 1 and found and _VERB.match(nouns[1]) and not _AUXILIARY.match(part, found.end()):
        nouns = nouns[:1]  # "which carrier accepts claims", not "which seal set does it need"
    return Asked(nouns=() if nouns[0] in _PERSONS else nouns)


def leaning(part: str, before: str, *, told: str = "") -> Lean | None:
    """
    Return what a part takes up of the one before it; ``None`` where it stands by itself, or nothing certain is meant.

    :param part: What is asked now.
    :param before: What was asked before.
    :param told: What the question states beside its parts: "it" may be something that stands there.
    """
    asked = asked_thing(before)
    if asked is not None:
        again = next((m for m in _DEFINITE.finditer(part) if _same(m["noun"], asked.nouns)), None)
        spoken = again or (_PERSON if asked.person else _THING).search(_blanked(part))
        if spoken is not None:
            return _lean(part, spoken, None)
    fuller = next((f for m in _DEFINITE.finditer(part) for f in [_fuller(m, before)] if f), None)
    if fuller is not None:
        return _lean(part, *fuller)
    spoken, named = _THING.search(_blanked(part)), None if told else _named(before)
    return None if spoken is None or named is None else _lean(part, spoken, named)


def _blanked(part: str) -> str:
    """Return a part with each "it" that stands for nothing blanked, character for character."""
    return _EMPTY.sub(lambda m: " " * len(m[0]), part)


def _lean(part: str, spoken: re.Match[str], thing: str | None) -> Lean:
    after = part[spoken.end() :]
    return Lean(
        before=part[: spoken.start()],
        after=f"'s{after}" if spoken[0].casefold() in _POSSESSIVE else after,
        thing=thing,
    )


def _same(noun: str, nouns: tuple[str, ...]) -> bool:
    return any(noun.casefold().removesuffix("s") == each.removesuffix("s") for each in nouns)


def _fuller(spoken: re.Match[str], before: str) -> tuple[re.Match[str], str] | None:
    """Return "the lake tour" for "that tour", where it was spoken of before."""
    for phrase in _PHRASE.finditer(before):
        head = re.split(r"\s+of\s+", phrase["words"])[0].split()
        if len(head) > 1 and _same(spoken["noun"], (head[-1].casefold(),)):
            return spoken, f"the {' '.join(head)}"
    return None


def _named(before: str) -> str | None:
    """Return the one thing of which a part asks something: the last of "the weight of the E-Tour"."""
    found = [phrase["words"] for phrase in _PHRASE.finditer(before)]
    if len(found) != 1:
        return None
    attribute, of, thing = found[0].partition(" of ")
    asks_of = re.search(
        rf"\bwh(?:at|ich)(?:['\u2019]s|\s+(?:is|are|was|were))\s+the\s+{re.escape(attribute)}\b", before, re.IGNORECASE
    )
    return re.sub(r"^(?:(?:the|a|an|my|our|your)\s+)?", "the ", thing if of and asks_of else found[0])
