"""
Things that a question describes instead of naming them: "the extension of the desk that handles chargebacks".

Without a model such a question is taken apart by rule: what is described is asked for first, and the second question
names it. Where the rule does not fit, the question stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["Hop", "hop"]

_FINITE_LISTED: Final = (
    "handles? handled covers? covered applies apply applied replaces? replaced approves? approved owns? owned "
    "governs? governed manages? managed supplies supplied supply signs? signed uses? used deals? dealt decides? "
    "decided pays? paid ships? shipped sells? sold makes? made runs? ran keeps? kept leads? led answers? receives? "
    "received contains? contained requires? required supersedes? superseded is are was were has have had can may must "
    "takes? took holds? held includes? needs? needed wants? gets? got comes? came belongs? works? worked checks? "
    "checked fits? fitted serves? served cleans? cleaned repairs? repaired accepts? accepted allows? allowed offers? "
    "offered goes does did says? shows? gives? gave brings? brought carries carried orders? ordered writes? wrote "
    "reports? reported"
)
_FINITE: Final = rf"(?:{'|'.join(_FINITE_LISTED.split())})"
"""Verbs that a described thing does, or that somebody does with it."""
_MAIN: Final = (
    r"(?:cost|weigh|take|last|measure|hold|need|require|have|carry|contain|say|mean|apply|cover|end|start|begin|open"
    r"|close|run|work|fit|come|go|pay|charge|earn|expire|look|sound|sit|stand|belong|get|give|allow|include|be)\b"
)
"""Verbs in their plain form that "does the part that … " goes on with."""
_NO_NOUN: Final = (
    r"(?!(?:of|in|on|at|to|for|from|with|by|as|and|or|if|when|where|while|before|after|until|that|which|who|whom|whose|the|a|an|it|they|he|she"
    r"|i|we|you|is|are|was|were|do|does|did|has|have|had|can|could|may|must|should|will|would|my|our|your|not)\b)"
)
_GOES_ON: Final = re.compile(rf"(?<!\bto)(?<!\bmust)(?<!\bcan)(?<!\bmay)(?<!\bwill)\s(?={_MAIN})", re.IGNORECASE)
_NOUN: Final = rf"(?:{_NO_NOUN}[a-z][\w-]*\s+){{0,2}}?{_NO_NOUN}[a-z][\w-]*"
_SOMEBODY: Final = r"(?:it|they|he|she)"
_DESCRIBED: Final = re.compile(
    rf"\b(?:the|whatever|whichever)\s+(?P<noun>{_NOUN})\s+"
    rf"(?:(?:that|which|who)\s+(?P<does>{_FINITE}\b[^?,;]*)"
    rf"|(?P<whose>(?:(?:that|which|whom)\s+(?:{_SOMEBODY}|(?:(?:a|an|the|my|our|your)\s|(?-i:[A-Z]))[^?,;]{{1,60}}?)"
    rf"|{_SOMEBODY})\s+{_FINITE}\b)(?P<more>[^?,;]*))",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(
    r"^\W*(?:(?:by|in|for|from|on|at|to|within|after|until)\s+)?(?:what|which|who|when|where|how)\b", re.IGNORECASE
)
_AUXILIARY: Final = re.compile(r"\b(?:does|do|did|can|could|may|must|should|will|would)\b", re.IGNORECASE)
_ASKS_YES_NO: Final = re.compile(
    r"^\W*(?:may|can|must|should|could|do|does|did|will|is|are|was|were|has|have)\b", re.IGNORECASE
)
_BARE: Final = re.compile(r"^\W*(?:what|which|who|where|when)(?:['\u2019]s|\s+(?:is|are|was|were))\s*$", re.IGNORECASE)
_WEAK: Final = frozenset(("one", "thing", "way", "case", "time", "day", "person", "people", "reason", "fact", "moment"))
"""Nouns that name nothing by themselves: "the way that refunds are paid" leads over nothing."""
_PERSONS: Final = frozenset(("person", "people"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """A question in two steps."""

    first: str
    """Asks for what the question does not name."""
    noun: str
    """What kind of thing that is: "desk"."""
    before: str
    after: str

    def second(self, name: str) -> str:
        """Return the question with what was found in the place of its description."""
        return f"{self.before}{name}{self.after}"


def hop(question: str) -> Hop | None:
    """Return the two steps of a question, or ``None`` where it names what it is about."""
    flat = " ".join(question.split())
    yes_no = _ASKS_YES_NO.match(flat) is not None
    if not (yes_no or _OPENING.match(flat)):
        return None
    for found in _DESCRIBED.finditer(flat):
        before = flat[: found.start()]
        if not before.strip() or _BARE.match(before) or (yes_no and len(before.split()) < 2):
            continue
        described = _ended(flat, found, before)
        noun = found["noun"].split()[-1].casefold()
        if described is None or (noun in _WEAK and not (noun in _PERSONS and found["does"])):
            continue
        words, after = described
        asked = words if found["does"] else f"is it that {words}"
        return Hop(first=f"Which {found['noun']} {asked}?", noun=noun, before=before, after=after)
    return None


def _ended(flat: str, found: re.Match[str], before: str) -> tuple[str, str] | None:
    """
    Return the words that describe, and what the question goes on with.

    :returns: ``None`` where the description is too short to look for.
    """
    auxiliary = _AUXILIARY.search(before) is not None
    start = found.start("does") if found["does"] else found.start("whose")
    end = found.end()
    goes_on = _GOES_ON.search(flat, found.end("whose") if found["whose"] else start, end) if auxiliary else None
    if goes_on is not None:
        end = goes_on.start()
    elif auxiliary and found["whose"]:
        end = found.end("whose")
    words = re.sub(r"^(?:that|which|whom)\s+", "", flat[start:end].strip(), flags=re.IGNORECASE)
    return (words, flat[end:]) if len(words.split()) > 1 else None
