"""
Words of speech: what a claim may say beyond its evidence, as it says nothing of its own there.

They frame an answer ("it is important to"), or say in other words what the evidence has in a turn of phrase: what is
"at most 8" is a maximum and allowed, what "ends on" a day runs until it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from pincite.attribute.amounts import TIME_OF_DAY, amounts
from pincite.attribute.denial import CALENDAR
from pincite.attribute.skeleton import active, keys, skeletons
from pincite.text.dates import dates
from pincite.text.words import content_words

__all__ = ["FRAME", "without_speech"]

_FRAME_LISTED: Final = (
    "yes need answer document passage source section follow include namely also amount value number never not no none "
    "without cannot yet go goes went cost made noth nobodi neither nicht niemand niemal nie keinerlei aucun rien jam "
    "nadi nunc jamas ningun nient null nessun mai"
)
FRAME: Final = frozenset(_FRAME_LISTED.split())
"""Stems that a claim may add: they say how it is told, or are left to :mod:`pincite.attribute.denial`."""
_PHRASES: Final = re.compile(
    r"\b(?:à partir|a partire?|takes? place|took place|findet statt|finden statt|(?:a|ont) lieu|tienen? lugar"
    r"|ha(?:nno)? luogo|avviene|avvengono|per(?=\s+(?:hour|day|night|week|month|quarter|year|annum)\b)"
    r"|gets?(?=[^.;]*\bback\b)"
    r"|(?:(?:can|may) be found|(?:is|are) (?:located|situated|present|found))"
    r"(?=\s+(?:in|on|at|under|behind|inside|next)\b)"
    r"|it is important(?: not)? to)\b",
    re.IGNORECASE,
)
"""What a claim may add as function words of several; a duty that some of them make is left to ``tone``."""
_REMEDY: Final = r"what to do|actions?|remed(?:y|ies)|solutions?|corrective|troubleshooting"
_REMEDIES: Final = (
    r"(?:in order )?to (?:fix|resolve|solve|remedy) (?:(?:the|this|that|it)\b\s*)?(?:issue|problem|error|fault)?"
)
_AT_MOST: Final = (
    r"(?:at|the) most|up to|(?:no|not) (?:more|longer|later|higher|heavier|greater) than|not over"
    r"|(?:not|never) (?:to )?exceed\w*|max(?:imum)?|limited to"
)
_AT_LEAST: Final = r"at least|(?:no|not) (?:less|fewer|shorter|earlier|lower) than|min(?:imum)?"
_ENDS: Final = r"(?:ends?|expires?|lapses?|stops?|finish(?:es)?|terminates?) (?:on|at)|until"
_TURNS: Final = tuple(
    (re.compile(rf"\b(?:{told})\b", re.IGNORECASE), re.compile(rf"\b(?:{said})\b", re.IGNORECASE))
    for told, said in (
        (_REMEDY, _REMEDIES),
        (_AT_MOST, r"allowed|permitted|maximum|limit(?:ed)?|exceed\w*"),
        (_AT_LEAST, r"minimum|need(?:s|ed)?|required?|necessary"),
        (r"min(?:imum)?\b[^.;|]{0,20}\bage|\bage\b[^.;|]{0,20}\bmin(?:imum)?", r"(?<=\bor )older"),
        (rf"except(?: (?:for|in|on|during|from|between))? (?=(?:the )?{CALENDAR})", r"outside(?: of)?"),
        (_ENDS, r"(?:runs?|lasts?|continues?|ends?|stops?)(?=\s+(?:until|up to|on|at)\b)"),
        (r"(?:refund|reimburs)\w*", r"back"),
        (r"each", r"every"),
        (
            r"hourly|daily|weekly|monthly|quarterly|yearly|annually",
            r"every(?=\s+(?:hour|day|week|month|quarter|year)\b)",
        ),
        (r"allow\w*|permit\w*|forbid\w*|forbidden|prohibit\w*", r"(?<=\bbe )used|(?<=\bcan )use|(?<=\bmay )use"),
    )
)
"""(A turn of phrase of the evidence, what a claim may say of it.)"""
_BOUND: Final = re.compile(
    rf"\b(?:{_AT_MOST}|{_AT_LEAST}|(?:fewer|less|younger|older|shorter|longer) than)(?:\s+of)?\s*$", re.IGNORECASE
)
_OPEN: Final = re.compile(r"\bopen(?=\s+(?:from|between)\b)", re.IGNORECASE)
_GETS: Final = re.compile(r"(?P<who>[^,;.]*?)\b(?:gets?|receives?)\b", re.IGNORECASE)
_NOUN_ENDS: Final = r"(?=$|[,;.]|\b(?:and|or|within|in|on|at|by|for|from|after|before)\b)"
_TO: Final = re.compile(rf"\bto\s+([^,;.]*?){_NOUN_ENDS}")
_FROM: Final = re.compile(rf"\bfrom\s+([^,;.]*?){_NOUN_ENDS}")


def without_speech(claim: str, evidence: str, *, language: str) -> str:
    """Return a claim without its amounts with their bounds (see ``scope``), its dates and its words of speech."""
    received = _GETS.search(claim)
    if received and (_is_given_to(received["who"], evidence, language) or _is_given_by(claim, evidence, language)):
        claim = _GETS.sub(r"\g<who> ", claim)
    claim = _PHRASES.sub(" ", claim)
    for told, said in _TURNS:
        if told.search(evidence):
            claim = said.sub(" ", claim)
    if _hours(claim, language) and _hours(claim, language) <= _hours(evidence, language):
        claim = _OPEN.sub(" ", claim)
    spans = [q.span for q in amounts(claim, language=language)] + [d.span for d in dates(claim)]
    for span in sorted(spans, key=lambda each: each.start, reverse=True):
        claim = f"{_BOUND.sub(' ', claim[: span.start])} {claim[span.end :]}"
    return claim


def _hours(text: str, language: str) -> set[tuple[str, str]]:
    """Return the times of day that follow one another as "from … to …"."""
    told = [str(q.value) for q in amounts(text, language=language) if q.unit == TIME_OF_DAY]
    return set(pairwise(told))


def _is_given_to(who: str, evidence: str, language: str) -> bool:
    """Tell whether who "gets" something in a claim is who it goes "to" in the evidence."""
    stems = set(content_words(who, language))
    return bool(stems) and any(stems <= set(content_words(m[1], language)) for m in _TO.finditer(evidence))


def _is_given_by(claim: str, evidence: str, language: str) -> bool:
    """Tell whether the evidence has who gets something behind who it is got "from", and not behind a "from"."""
    received = _GETS.search(claim)
    giver = _FROM.search(claim, received.end()) if received else None
    if received is None or giver is None:
        return False
    one, two = (set(content_words(text, language)) for text in (giver[1], received["who"]))
    for sentence in skeletons(evidence, language):
        told = keys(active(sentence))
        if one and two and one <= set(told) and two <= set(told):
            first = min(map(told.index, two))
            return max(map(told.index, one)) < first and told[first - 1] != "from"
    return False
