"""Tells what kind of answer a question expects, and whether a sentence holds one."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.bounds import without_other_end
from pincite.generate.reading.dimensions import asked_units, measured_in
from pincite.generate.reading.times import says_when
from pincite.text.numbers import quantities
from pincite.text.units import CURRENCIES, UNITS
from pincite.text.words import content_words

if TYPE_CHECKING:
    from pincite.documents import Span

__all__ = ["Expected", "counts", "expect", "fits"]


class Expected(StrEnum):
    """The kind of answer that a question expects."""

    QUANTITY = "quantity"
    COUNT = "count"
    MONEY = "money"
    SHARE = "share"
    MEASURE = "measure"
    DURATION = "duration"
    TIME = "time"
    NAME = "name"
    PLACE = "place"
    CODE = "code"
    YES_NO = "yes or no"
    REASON = "reason"
    OPEN = "open"


_AUXILIARY: Final = (
    r"(?:is|are|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had"
    r"|am)(?:n['\u2019]t)?\b"
    r"(?! (?:what|which|who|how))"
)
_FORMS: Final[tuple[tuple[Expected, str], ...]] = (
    (
        Expected.DURATION,
        r"how (?:long|soon|quickly)|how fast (?:do|does|did|will|can|would|must|should|may)|(?:how many"
        r"|within how many|in how many) (?:\w+ )?(?:seconds|minutes|hours|days|weeks|months|years)"
        r"|how much (?:time|notice)|how far (?:in advance|ahead)",
    ),
    (
        Expected.TIME,
        r"when|(?:on |from |by |until |since |at )?(?:what|which) (?:\w+ )?(?:date|day|time|year|month|hour"
        r"|deadline)|until when|since when",
    ),
    (
        Expected.MONEY,
        r"how (?:much|expensive|high)\b(?: (?:do|does|did|is|are|was|can|could|may|will|must|should|would|of"
        r"|can be))\b.*\b(?:costs?|prices?|fees?|charged?|pay|paid|spend|refund\w*|credit\w*|salary|rent"
        r"|allowance|earn|worth|fine|reward|deposit|deducted|due|liable|liability)"
        r"|what (?:do|does|did|will|would|must|should|have) (?:\w+ ){1,3}?(?:(?:to )?(?:charge|pay|owe|cost)"
        r"|take for|ask for)"
        r"|(?:what|which)\b.*\b(?:costs?|price|fees?|salary|fare|charge for|pay|deposit)",
    ),
    (Expected.COUNT, r"how many|(?:what|which) (?:is the )?number of"),
    (
        Expected.SHARE,
        r"(?:what|which)(?: is| are)?(?: the)? (?:percentage|percent|share|proportion|fraction)|how many percent"
        r"|(?:what|which) (?:is|are|was|were)(?: the)?(?: [\w-]+){0,3} percentage",
    ),
    (
        Expected.MEASURE,
        r"how (?:high|large|big|heavy|tall|wide|deep|old|far|fast|low|thick|hot|cold|loud|strong)"
        r"|(?:what|which) (?:is|are|was|were)(?: the)?(?: [\w-]+){0,3} (?:length|width|height|weight|size"
        r"|speed|voltage|temperature|rate)",
    ),
    (
        Expected.QUANTITY,
        r"how (?:much|often)|(?:what|which) (?:is|are|was|were)(?: the)?(?: [\w-]+){0,3} (?:cap|limit|maximum"
        r"|minimum|amount|most|least)",
    ),
    (
        Expected.CODE,
        r"(?:what|which)(?:'s| is| are)? (?:the |your |my )?(?:[\w'-]+ ){0,5}(?:extension|phone number"
        r"|telephone number|number|code|e-?mail|email address|url|website|combination|password|pin)\b"
        r"|(?:need|want|give me) the (?:[\w-]+ ){0,3}(?:number|code|extension)"
        r"|(?:[\w'-]+ ){1,6}(?:number|code|extension|combination|password|pin|e-?mail)$",
    ),
    (
        Expected.NAME,
        r"who(?:m|se)?|(?:what|which) (?:\w+ )?(?:person|people|company|companies|carrier|manufacturer"
        r"|supplier|organi[sz]ation|team|firm|airline|bank)|(?:what|which) is the name|name of",
    ),
    (
        Expected.PLACE,
        r"where|(?:in |to |from )?(?:what|which) (?:country|countries|city|cities|state|states|place|room"
        r"|building|address|location|region)",
    ),
    (Expected.REASON, r"why|for what reason"),
)


_ANYWHERE: Final = frozenset(
    (
        Expected.DURATION,
        Expected.MONEY,
        Expected.COUNT,
        Expected.SHARE,
        Expected.MEASURE,
        Expected.QUANTITY,
        Expected.CODE,
    )
)
"""
Kinds whose forms tell wherever they stand; the words of the other forms join clauses too ("when", "who", "where").
"""


_GIVEN_CODE: Final = re.compile(
    r"\b(?:extension|number|code|combination|password|pin)\s+(?=[\w-]*\d)[A-Za-z0-9][\w-]*", re.IGNORECASE
)
"""A code that the question has itself: "what is code RFD-7714 for" does not ask for one."""


def expect(part: str) -> Expected:
    """Return the kind of answer that a question form expects; ``OPEN`` where no form tells."""
    low = part.lower().strip()
    if re.match(rf"(?:{_AUXILIARY})", low):
        return Expected.YES_NO
    for kind, form in _FORMS:
        if kind is Expected.CODE and _GIVEN_CODE.search(part):
            continue
        if re.search(rf"(?:^|[,:;(]\s*|\band\s+)(?:{form})\b", low) or (
            kind in _ANYWHERE and re.search(rf"\b(?:{form})\b", low)
        ):
            return kind
    return Expected.YES_NO if re.search(rf"[,:]\s*(?:{_AUXILIARY})", low) else Expected.OPEN


_TIME_UNITS: Final = frozenset(
    ("second", "minute", "hour", "day", "business day", "working day", "calendar day", "week", "month", "year")
)
_LENGTHS: Final = frozenset(("mm", "cm", "m", "inch", "foot"))
_NOT_MONEY: Final = frozenset(("", "ordinal", *UNITS.values())) - CURRENCIES - {"%"}
"""A price is in a currency, also one that is not known; a percentage says what part of another amount it is."""
_CALENDAR: Final = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Mondays?|Tuesdays?"
    r"|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|Christmas|Easter)\b"
)
_SIGNS: Final[dict[Expected, re.Pattern[str]]] = {
    Expected.QUANTITY: re.compile(
        r"\b(?:no|none|nothing|unlimited|free|both|single|half|double|twice|once|several|always|never)\b", re.IGNORECASE
    ),
    Expected.COUNT: re.compile(
        r"\b(?:no|none|unlimited|both|single|a few|several|any number|dozens?|hundreds|thousands|millions)\b",
        re.IGNORECASE,
    ),
    Expected.MONEY: re.compile(
        r"\b(?:free|no (?:extra |additional )?(?:charge|cost|fee)|half|in full|nothing|unlimited"
        r"|(?<!heavier than )(?<!lighter than )(?<!weighing )(?<!weighs )(?<!weigh )\d+ pounds)\b",
        re.IGNORECASE,
    ),
    Expected.SHARE: re.compile(
        r"\b(?:half|a quarter|three quarters|(?:a|one|two) thirds?|a tenth|in full|all of|none of|nothing)\b",
        re.IGNORECASE,
    ),
    Expected.MEASURE: re.compile(r"\b(?:half|a quarter|a third|double|unlimited|no limit)\b", re.IGNORECASE),
    Expected.DURATION: re.compile(
        r"\b(?:immediately|at once|(?:the )?same day|overnight|never|permanent\w*|indefinite\w*|lifetime"
        r"|forever|until|as long as|no (?:later|longer)|next (?:business |working )?day|centur(?:y|ies)"
        rf"|decades?|from [^.;]*?\d[^.;]*? to (?=[^.;]*?(?:{_CALENDAR}|\d{{4}}))[^.;]*\d)\b",
        re.IGNORECASE,
    ),
    Expected.CODE: re.compile(r"[\w-]*\d[\w.-]*|\S+@\S+|https?:\S+|www\.\S+"),
    Expected.NAME: re.compile(
        rf"(?<=[\w,;'\u2019\")] )[\"“(]?(?!{_CALENDAR})[A-Z][\w-]+(?: [A-Z][\w-]+)*"
        rf"|^(?!{_CALENDAR})(?:[A-Z][\w-]+ ){{1,3}}[A-Z][\w-]+"
        r"|\b(?:manager|team|desk|officer|staff|agent|department|supervisor|director|clerk|analyst|seller"
        r"|owner|next of kin|anyone|everyone|nobody|technician|courier|carrier|council|board|committee"
        r"|president)s?\b"
    ),
}
"""What an answer of each kind may show, beside quantities."""


def fits(kind: Expected, claim: str, question: str, *, language: str) -> bool | None:
    """
    Tell whether a claim holds an answer of a kind, beyond what the question says itself.

    :returns: ``None`` where the kind shows no sign.
    """
    claim = without_other_end(question, claim, language=language)
    units = asked_units(question)
    if units is not None and kind not in _NO_AMOUNT:
        own = frozenset(q.key for q in quantities(question, language=language))
        return measured_in(units, claim, but=own, language=language)
    if _AGE.search(question) and kind is not Expected.YES_NO:
        return bool(_AGED.search(claim)) or any(q.unit in _AGES for q in quantities(claim, language=language))
    sign = _SIGNS.get(kind)
    if sign is None:
        return says_when(question, claim, language=language) if kind is Expected.TIME else None
    asked = question.casefold()
    if kind is Expected.CODE:
        claim = _without_measures(claim, language)
    if kind is Expected.CODE and _MAIL.search(question):
        return "@" in claim
    if any(_new(m[0].casefold(), asked, kind) for m in sign.finditer(claim)):
        return True
    if kind is Expected.QUANTITY and _OFTEN.search(claim) and not _HOW_MUCH.search(question):
        return True
    if kind is Expected.DURATION and counts(question, claim, language=language):
        return True
    if kind is Expected.NAME and _acts(question, claim, language):
        return True
    said = {q.key for q in quantities(question, language=language)}
    return any(
        _measures(kind, q.unit, claim[q.span.end :]) for q in quantities(claim, language=language) if q.key not in said
    )


_NO_AMOUNT: Final = frozenset((Expected.YES_NO, Expected.REASON, Expected.NAME, Expected.PLACE, Expected.CODE))
_OFTEN: Final = re.compile(r"\b(?:daily|weekly|monthly|yearly|annually|every)\b", re.IGNORECASE)
_HOW_MUCH: Final = re.compile(r"\bhow\s+much\b", re.IGNORECASE)
"""What is yearly is no amount, though it may be how often."""
_AGE: Final = re.compile(r"\bhow old\b|\b(?:what|which) age\b", re.IGNORECASE)
_AGES: Final = frozenset(("week", "month", "year"))
_AGED: Final = re.compile(r"\b(?:under|over|aged?|below|above|least|from)\s+(?:the\s+age\s+of\s+)?\d", re.IGNORECASE)
"""An age may stand without its unit: "children under 14"."""
_MAIL: Final = re.compile(r"\be-?mail\b", re.IGNORECASE)


def _acts(question: str, claim: str, language: str) -> bool:
    """Tell whether a claim says of somebody what "who may …" asks for: "either party may …"."""
    asked = _WHO_MAY.match(question)
    if asked is None:
        return False
    own = set(content_words(question, language))
    acting = re.finditer(rf"(?:^|[,;:.]\s)(?P<who>[^,;:.]{{2,80}}?)\s+{asked['verb']}\b", claim, re.IGNORECASE)
    return any(set(content_words(each["who"], language)) - own for each in acting)


_WHO_MAY: Final = re.compile(r"\W*who\s+(?P<verb>may|can|must|shall|should|will|has\s+to|have\s+to)\b", re.IGNORECASE)


def _new(found: str, asked: str, kind: Expected) -> bool:
    """Tell whether the question does not say it itself; a name that takes up one of its names says nothing new."""
    if kind is Expected.NAME:
        return not any(re.search(rf"\b{re.escape(word)}\b", asked) for word in re.findall(r"[^\W_]{3,}", found))
    return found not in asked


def _without_measures(claim: str, language: str) -> str:
    """Return a claim without times of day, amounts and other quantities with a unit: they are no codes."""
    claim = re.sub(r"\b\d{1,2}:\d{2}\b", " ", claim)
    spans = [q.span for q in quantities(claim, language=language) if q.unit]
    for span in reversed(spans):
        claim = claim[: span.start] + claim[span.end :]
    return claim


def _measures(kind: Expected, unit: str, after: str) -> bool:
    """Tell whether a quantity with this unit is an answer of a kind; a unit may be one that is not known."""
    match kind:
        case Expected.DURATION:
            return unit in _TIME_UNITS or unit in _LENGTHS  # "how long" may ask for a length
        case Expected.MONEY:
            return unit not in _NOT_MONEY and unit not in _TIME_UNITS
        case Expected.SHARE:
            return unit == "%"
        case Expected.MEASURE:
            return unit != "ordinal" and bool(unit or re.match(r"\s?[^\W\d_]", after))
        case Expected.COUNT | Expected.QUANTITY:
            return unit != "ordinal"
        case _:
            return False


def counts(question: str, claim: str, *, language: str, over: str = "") -> bool | None:
    """
    Tell whether a claim counts what "how many" asks for: a number within three words before that noun, or in that unit.

    :param over: What stands over the claim or before it, which may say what its amounts are of.
    :returns: ``None`` where the question counts nothing.
    """
    asked = re.search(
        r"\bhow many\s+(?!(?:can|may|must|do|does|did|will|are|is|were|have|could|should)\b)"
        r"(?P<what>(?:[\w-]+\s+)?[\w-]+)(?:(?<=\bof)\s+(?P<of>[\w-]+))?",
        question,
        re.IGNORECASE,
    )
    stems = set(content_words(asked["what"], language)) if asked else set()
    if asked is None or not stems:
        return None
    if asked["of"] and not set(content_words(asked["of"], language)) & set(content_words(f"{over} {claim}", language)):
        return False  # "how many litres of ice": litres of anything else are no answer
    units = {UNITS[word] for word in asked["what"].casefold().split() if word in UNITS} | (
        asked_units(question) or set()
    )
    claim = without_other_end(question, claim, language=language)
    found = [q for q in quantities(claim, language=language) if q.unit != "ordinal"]
    return any(q.unit in units or stems & set(content_words(_around(claim, q.span), language)) for q in found)


def _around(claim: str, span: Span) -> str:
    """Return the four words after a quantity, and the header before it where a table row gives one ("; seats 24")."""
    before = re.search(r"[:;]([^:;]*)$", claim[: span.start])
    after = claim[span.start :].split()[:5]
    return " ".join((*(before[1].split()[-4:] if before else ()), *after))
