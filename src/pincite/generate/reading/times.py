"""
What says when something is: a date, a day, a time of day, or what it comes before or after.

A bare number is a day or an hour only behind a word that makes it one: "on the 5th", "until 9", but not "under 7". What
asks for the time of day is not answered by a day.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["says_when"]

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|march|mar|april|apr|(?-i:May)|june|jun|july|jul|august|aug|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_RELATIVE: Final = (
    r"after|before|until|till|when|once|during|since|immediately|at\s+once|as\s+soon\s+as|within|never|always"
    r"|(?:every|each)\s+(?:other\s+|second\s+|\w+\s+)?(?:hour|day|night|week|month|quarter|year|\w+day|morning|evening|spring"
    r"|summer|autumn|winter)s?"
)
_CLOCK: Final = re.compile(
    r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s?(?:[ap]\.?m\b|o['\u2019]clock|h\b|uhr\b)"
    r"|\b(?:at|by|from|till|until|to|opens|closes|between)\s+\d{1,2}(?![\w/-]|[.,]\d|\s*%)"
    rf"|\b(?:noon|midday|midnight|sunrise|sunset|dawn|dusk|{_RELATIVE})\b",
    re.IGNORECASE,
)
_DAY: Final = re.compile(
    # A day, a year or a date; no number of a docket, a part or a clause, and none of persons or pieces.
    r"(?<![\w./-])(?:\d{1,2}(?:st|nd|rd|th)|(?:1[5-9]|20)\d\d)(?![\w/-]|[.,]\d)"
    r"|\b(?:on|by|from|since|before|after|until|till)\s+(?:the\s+)?\d{1,2}(?![\w/-]|[.,]\d|\s*%)"
    rf"|\b\d{{1,2}}\.?\s+{_MONTH}\b"
    r"|\b\d{4}-\d\d|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b"
    r"|\b(?:january|february|march|april|(?-i:May)|june|july|august|september|october|november"
    r"|december|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday|today|tomorrow|yesterday|spring|summer|autumn|winter"
    r"|first|second|third|fourth|fifth|century|day(?!s?\s+\d)|week(?:day|end)|daily|weekly|monthly|yearly|annually"
    r"|ahead|beforehand|in\s+advance|later|earlier|prior|christmas|easter)s?\b",
    re.IGNORECASE,
)
_TIME_OF_DAY: Final = re.compile(
    r"\b(?:what|which)\s+time\b(?!\s+(?:of\s+(?:the\s+)?(?:year|month|week)|limit|frame|span|period|zone))"
    r"|\b(?:what|which)\s+hour\b",
    re.IGNORECASE,
)


def says_when(question: str, claim: str) -> bool:
    """Tell whether a claim says when something is, in words that the question does not have itself."""
    asked = question.casefold()
    patterns = (_CLOCK,) if _TIME_OF_DAY.search(question) else (_CLOCK, _DAY)
    return any(found[0].casefold() not in asked for each in patterns for found in each.finditer(claim))
