"""
What says when something is: a date, a day, a time of day, or what it comes before or after.

A bare number is a day or an hour only behind a word that makes it one: "on the 5th", "until 9", but not "under 7". What
asks for the time of day is not answered by a day.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.documents import Span
from pincite.text.numbers import quantities

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["says_when"]

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|march|mar|april|apr|(?-i:May)|june|jun|july|jul|august|aug|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_SPAN: Final = r"(?:second|minute|hour|day|night|week|month|quarter|season|term|year)"
_NUMBER: Final = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_RELATIVE: Final = (
    r"after|before|until|till|when|once|during|since|immediately|at\s+once|as\s+soon\s+as|within|never|always"
    r"|(?:every|each)\s+(?:other\s+|second\s+|\w+\s+)?(?:hour|day|night|week|month|quarter|year|\w+day|morning|evening|spring"
    rf"|summer|autumn|winter)s?|every\s+{_NUMBER}\s+{_SPAN}s"
)
_CLOCK: Final = re.compile(
    r"\b\d{1,2}:\d\d\b|\b\d{1,2}\s?(?:[ap]\.?m\b|o['\u2019]clock|h\b|uhr\b)"
    r"|\b(?:half|quarter|\w+\s+minutes)\s+(?:past|to)\s+\w+|\b\w+\s+o['\u2019]clock\b"
    rf"|\b(?:at|by|from|till|until|after|before|opens|closes)\s+(?!\d){_NUMBER}(?=\s*(?:$|[.,;:)!?]"
    r"|\s(?:in|on|at|to|till|until|and|or|sharp|daily|each|every)\b))"
    r"|\b(?:in\s+the|this|early|late)\s+(?:morning|afternoon|evening)s?\b|\b(?:at\s+night|overnight|nightly|hourly)\b"
    rf"|\b(?:noon|midday|midnight|sunrise|sunset|dawn|dusk|{_RELATIVE})\b",
    re.IGNORECASE,
)
_BARE_CLOCK: Final = re.compile(
    r"(?<![\w.,])\d{1,2}\.[0-5]\d(?!\w|\.\d)"
    r"|\b(?:at|by|from|till|until|opens|closes|between)\s+\d{1,2}(?![\w/-]|[.,]\d|\s*%)"
    r"|(?<=\d)(?:\s?[ap]\.?m\.?)?\s+to\s+\d{1,2}(?![\w/-]|[.,]\d|\s*%)",
    re.IGNORECASE,
)
"""An hour, unless it is of a unit or counts things."""
_BARE_DAY: Final = re.compile(
    r"(?<![\w./-])(?:1[5-9]|20)\d\d(?![\w/-]|[.,]\d)"
    r"|\b(?:on|by|from|since|before|after|until|till)\s+(?:the\s+)?\d{1,2}(?![\w/-]|[.,]\d|\s*%)",
    re.IGNORECASE,
)
"""A year or a day, unless it is of a unit or counts things."""
_COUNTS: Final = re.compile(
    r"(?:\s*(?:to|and|or|-|\u2013)\s*\d+)?\s+(?!(?:as|is|was|its|this|has|unless|always|times|\w*days|hours)\b)"
    r"(?:[a-z]+s|people|men|women|children)\b"
)
"""What stands behind a number of things: "20 people", "5 and 10 guests"."""
_IS_YEAR: Final = re.compile(
    r"\b(?:in|since|of|from|until|till|by|before|after|around)\s+(?:the\s+year\s+)?$", re.IGNORECASE
)
_OF_THINGS: Final = re.compile(r"\b(?:of|for|with)\s+\d+$", re.IGNORECASE)
"""What stands before the "to" of a number of things: "groups of 5 to 10"."""
_DAY: Final = re.compile(
    rf"(?<![\w./-])\d{{1,2}}(?:st|nd|rd|th)(?![\w/-]|[.,]\d)(?!\s+(?!(?:of|and|or|to|until|till|each|every|in|at|is|the"
    rf"|for|from|working|business|century|{_SPAN}|\w+day|{_MONTH})\b)[a-z])"
    rf"|\b\d{{1,2}}\.?\s+{_MONTH}\b|\b{_MONTH}\.?\s+\d{{1,2}}\b"
    r"|\b\d{4}-\d\d|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b"
    r"|\b(?:january|february|march|april|(?-i:May)|june|july|august|september|october|november"
    r"|december|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday|(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri)|(?:public|bank|school)\s+holiday|today|tomorrow|yesterday|spring|summer|autumn|winter"
    r"|century|day(?!s?\s+\d)|week(?:day|end)|daily|weekly|fortnightly|monthly|quarterly|yearly|annually"
    r"|ahead|beforehand|in\s+advance|later|earlier|prior|christmas|easter)s?\b"
    rf"|\b(?:first|second|third|fourth|fifth|sixth)\s+(?:(?:working|business)\s+)?(?:of\s+|{_SPAN}\b|\w+day\b|half\b)"
    rf"|\bin\s+(?:about\s+)?(?:an?|{_NUMBER}|a\s+few|several)\s+{_SPAN}s?\b"
    rf"|\b(?:beginning|start|middle|end)\s+of\s+(?:the|each|every|this|next|that)\s+(?:\w+\s+)?{_SPAN}s?\b"
    r"|\b(?:up)?on\s+(?:arrival|departure|receipt|delivery|request|demand|completion|signing|signature|booking|collection"
    r"|return)\b",
    re.IGNORECASE,
)
_TIME_OF_DAY: Final = re.compile(
    r"\b(?:what|which)\s+time\b(?!\s+(?:of\s+(?:the\s+)?(?:year|month|week)|limit|frame|span|period|zone))"
    r"|\b(?:what|which)\s+hour\b",
    re.IGNORECASE,
)


def says_when(question: str, claim: str, *, language: str) -> bool:
    """Tell whether a claim says when something is, in words that the question does not have itself."""
    asked = question.casefold()
    clock_only = _TIME_OF_DAY.search(question) is not None
    said = [found for each in ((_CLOCK,) if clock_only else (_CLOCK, _DAY)) for found in each.finditer(claim)]
    amounts = [q.span for q in quantities(claim, language=language) if q.unit not in ("", "ordinal", "hour")]
    for each in (_BARE_CLOCK,) if clock_only else (_BARE_CLOCK, _BARE_DAY):
        said += [found for found in each.finditer(claim) if not _is_amount(claim, Span(*found.span()), amounts)]
    return any(found[0].casefold() not in asked for found in said)


def _is_amount(claim: str, bare: Span, amounts: Sequence[Span]) -> bool:
    """Tell whether a bare number is of a unit or counts things, and is no hour, day or year."""
    before = claim[: bare.start]
    if any(bare.overlaps(each) for each in amounts) or _OF_THINGS.search(before):
        return True
    year = re.fullmatch(r"\d{4}", bare.cut(claim)) and _IS_YEAR.search(before)
    return not year and _COUNTS.match(claim, bare.end) is not None
