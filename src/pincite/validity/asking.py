"""What a question wants of time and authority: the present state, an earlier one, or what must be kept to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

__all__ = ["Wants", "as_of_now", "wants"]

_STATE: Final = (
    r"on track|on schedule|on time|on target|on budget|behind (?:schedule|plan)|ahead of (?:schedule|plan)|at risk"
    r"|off track|delayed|slipping|blocked|stalled|status|state of (?:play|affairs|the)|progress(?:ing)?|health of"
    r"|(?:going|doing|coming along|getting on|looking)\s*\?|where (?:do|does|are|is) .{1,60} stand"
    r"|(?:red|amber|yellow|green)\s*\?"
)
_NOW: Final = (
    r"current(?:ly)?|right now|now|at (?:the moment|present)|presently|today|this (?:week|month|quarter|morning)|still"
    r"|as of today|latest|these days|already|yet|up to date|most recent"
)
_NOT_A_DAY: Final = (
    r"(?!\s+(?:the year )?(?:\d|january|february|march|april|may|june|july|august|september|october|november|december))"
)
"""Behind "before": with a day it says as of when, not that something else was so earlier."""
_HISTORY: Final = (
    r"used? to\b|since when|until when (?:was|were|did|had)|previous(?:ly)?|former(?:ly)?|earlier version"
    r"|(?:has|have) .{1,80} changed"
    r"|did .{1,80} change|when did .{1,80} (?:change|begin|start|come into)|what changed|how .{1,60} changed|history of"
    r"|in the past|(?:old|former) (?:[\w-]+ ){0,3}(?:values?|limits?|caps?|versions?|rules?|polic(?:y|ies)"
    r"|windows?|rates?|prices?|fees?|terms?|periods?|amounts?|shares?|deadlines?)"
    rf"|\b(?:was|were|did) .{{0,80}}?\b(?:before{_NOT_A_DAY}|previously|earlier|originally|formerly)\b|original(?:ly)?"
)
_REQUIRED: Final = (
    r"max(?:\.|imum|imal)?|min(?:\.|imum|imal)?|limits?|rat(?:ed|ing|ings)|allow(?:ed|able|s)?|permit(?:ted|s)?"
    r"|permissible|may|must|shall|should|requir(?:ed|es?|ements?)|tolerances?|spec(?:s|ified|ification|ifications)?"
    r"|recommend(?:ed|s|ation)?|nominal|range|safe(?:ly)?|can (?:i|we|it|the|a|an|you)"
    r"|how (?:high|low|much|many|long|hot|cold|far|often|fast|large|heavy) (?:can|may|must|should|is|are|does)"
    r"|operating|deadline|need(?:ed|s)? to|have to"
)
_VALUE: Final = r"what(?:['\u2019]s| is| are) the|how (?:many|much|long|high|low|large|heavy|hot|cold|fast|often|far)"
_OBSERVED: Final = (
    r"test(?:ed|s|ing)?|measur(?:ed?|es|ements?|ing)|observ(?:ed?|es|ations?)|lab|bench|experiments?|trial(?:s|led)?"
    r"|surviv(?:ed?|es)|found|result(?:s|ed)?|logged|record(?:ed|s)?|reported|noted?|notes|informally|draft(?:s|ed)?|propos(?:ed?|als?)"
    r"|minutes|who (?:ran|wrote|did|took|said)|in practice|happened"
)


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


_STATE_OF, _NOW_OF, _HISTORY_OF = _words(_STATE), _words(_NOW), _words(_HISTORY)
_REQUIRED_OF, _OBSERVED_OF = _words(_REQUIRED), _words(_OBSERVED)
_VALUE_OF = _words(_VALUE)
_PERIOD: Final = re.compile(r"(?<!\w)(?:this (week|month|quarter|year|morning)|(today))(?!\w)", re.IGNORECASE)
_PAST: Final = re.compile(
    r"(?<!\w)(?:last (?:week|month|quarter|year)|yesterday|week \d+|was|were|did|had|in (?:january|february|march|april"
    r"|may|june|july|august|september|october|november|december)|on \d)(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wants:
    """What a question wants of time and authority."""

    present: bool
    """How something stands now; an old report does not prove that."""
    history: bool
    """What was so before, or since when something is so."""
    requirement: bool
    """What must, may or can be done: only what binds says that."""
    observation: bool
    """What was tested, measured, said or noted."""
    since: date | None = None
    """First day of the period that is named, such as this week's Monday; ``None`` where none is."""


def wants(question: str, *, day: date) -> Wants:
    """
    Return what a question wants.

    :param day: The day that is read, for "this week".
    """
    period = _PERIOD.search(question)
    state = bool(_STATE_OF.search(question))
    now = bool(_NOW_OF.search(question))
    required = bool(_REQUIRED_OF.search(question))
    past = bool(_PAST.search(question)) and not now
    return Wants(
        present=(state and not past) or (now and state),
        history=bool(_HISTORY_OF.search(question)),
        requirement=required or bool(_VALUE_OF.search(question)),
        observation=bool(_OBSERVED_OF.search(question)),
        since=_first_day(period, day) if period else None,
    )


_USED: Final = re.compile(r"^(.*?)\bdid\s+(.+?)\s+used? to\s+(\w+)(.*)$", re.IGNORECASE)
_BECAME: Final = re.compile(
    r"^(?:how|when|why)?\s*(?:has|have|did)\s+(.+?)\s+(?:changed?|been changed|come into force|start|begin)\b.*$",
    re.IGNORECASE,
)
_THEN: Final = re.compile(
    r"\s*[,(]?\b(?:before(?: (?:that|this|then|the (?:latest )?(?:change|update|revision|version)))?"
    r"|previously|formerly|earlier|originally|in the past|until then|back then)\b[)]?"
    r"|\b(?:old|former|previous|earlier|original)\s+(?=\w)",
    re.IGNORECASE,
)
_TENSES: Final = (("was", "is"), ("were", "are"), ("had", "has"), ("used to be", "is"), ("used to", ""))


def as_of_now(question: str) -> str:
    """
    Return a question about what was so before as one about what is so: each version answers it for its own days.

    "What did the refund window use to be?" becomes "What is the refund window?".
    """
    asked = question.strip()
    if match := _BECAME.match(asked):
        return f"What is {match[1]}?"
    if match := _USED.match(asked):
        lead, subject, verb, rest = match.groups()
        middle = f"is {subject}" if verb.lower() == "be" else f"do {subject} {verb}"
        asked = f"{lead}{middle}{rest}"
    asked = _THEN.sub("", re.sub(r"^(?:since|until) when\b\s*", "", asked, flags=re.IGNORECASE))
    for old, new in _TENSES:
        asked = re.sub(rf"\b{old}\b", new, asked, flags=re.IGNORECASE)
    asked = re.sub(r"\s+(?=[?.!,])", "", " ".join(asked.split()))
    return f"{asked[:1].upper()}{asked[1:]}" if re.search(r"\w", asked) else question


def _first_day(period: re.Match[str], day: date) -> date:
    match (period[1] or "today").lower():
        case "week":
            return day - timedelta(days=day.weekday())
        case "month":
            return day.replace(day=1)
        case "quarter":
            return day.replace(month=3 * ((day.month - 1) // 3) + 1, day=1)
        case "year":
            return day.replace(month=1, day=1)
        case _:
            return day
