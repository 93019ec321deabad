"""
On which side of a time or a day something lies: "within" turned to "after", "until" to "from", in five languages.

A language that is not listed is read as English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Final

from pincite.attribute.amounts import TIME_OF_DAY, amounts, in_smaller
from pincite.attribute.denial import language_of
from pincite.attribute.facts import Slip
from pincite.text.coverage import TIMES
from pincite.text.dates import dates, days_of_the_year
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

__all__ = ["has_deadline", "side_words", "turned"]

_NEAR: Final = 40
"""Characters beside a time in which the words stand that say its side."""
_ANCHOR: Final = 3
"""Content words by which what a time is counted from is known."""
_END: Final = re.compile(r"[,;.:]")


class _Side(Enum):
    NONE = ""
    EARLY = "up to"
    LATE = "from … on"
    ON = "on"


_OPPOSITE: Final = {_Side.EARLY: _Side.LATE, _Side.LATE: _Side.EARLY}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """Patterns of one language; the first two stand before a length of time, the next three before a day."""

    within: str
    after: str
    until: str
    since: str
    on: str
    later: str
    """Behind a length of time: counted from something on."""
    earlier: str
    """Behind a length of time: counted back from something."""
    strict: str
    """Before a day, and not that day itself."""


_LANGUAGES: Final = {
    "en": _Words(
        within=r"within|inside|by|until|till|up to|at most|(?:no|not) (?:later|more|longer) than|less than|under"
        r"|before",
        after=r"after|beyond|over|more than|later than|longer than|(?:no|not) (?:earlier|sooner) than|not before|from",
        until=r"by|until|till|up to|before|prior to|(?:no|not) later than|not after|to|through",
        since=r"from|since|after|as of|as from|starting|beginning|(?:no|not) earlier than|not before|not until",
        on=r"on",
        later=r"after|following|of|from|since|later",
        earlier=r"before|prior to|ahead of|earlier|in advance|beforehand",
        strict=r"(?<!not )(?:before|after|prior to)",
    ),
    "de": _Words(
        within=r"innerhalb(?: von)?|binnen|bis zu|höchstens|spätestens|längstens|vor Ablauf von",
        after=r"nach(?: Ablauf von)?|frühestens|ab|über|mehr als|länger als",
        until=r"bis(?: zum| einschließlich)?|vor(?: dem)?|spätestens(?: am| zum| bis zum)?",
        since=r"ab(?: dem)?|seit(?: dem)?|nach(?: dem)?|frühestens(?: am| ab dem)?|vom",
        on=r"am",
        later=r"nach|ab|seit|später|danach",
        earlier=r"vor|früher|vorher|zuvor",
        strict=r"vor(?: dem)?|nach(?: dem)?",
    ),
    "fr": _Words(
        within=r"dans les|dans un délai de|sous|en moins de|avant|d['\u2019]ici|au plus tard|jusqu['\u2019]à|au plus",
        after=r"après(?: les)?|au bout de|passés?|au-delà de|à partir de|à l['\u2019]issue de|plus de",
        until=r"avant(?: le)?|jusqu['\u2019]au|au plus tard le|d['\u2019]ici(?: le| au)?",
        since=r"après(?: le)?|à (?:partir|compter) du|dès(?: le)?|depuis(?: le)?",
        on=r"le",
        later=r"après|suivant|qui suivent|à compter|depuis|dès|plus tard",
        earlier=r"avant|précédant|qui précèdent|plus tôt",
        strict=r"avant(?: le)?|après(?: le)?",
    ),
    "es": _Words(
        within=r"dentro de(?: los)?|en (?:un|el) plazo de|antes de|en menos de|a más tardar|hasta|como máximo",
        after=r"después de|tras|pasad[oa]s|transcurrid[oa]s|al cabo de|a partir de|más de",
        until=r"antes del?|hasta el|a más tardar el",
        since=r"después del?|a partir del?|desde el|tras el",
        on=r"el",
        later=r"después|desde|a partir|tras|siguientes|más tarde",
        earlier=r"antes|previos",
        strict=r"antes del?|después del?|tras el",
    ),
    "it": _Words(
        within=r"entro(?: i)?|prima di|fino a|non oltre(?: i)?|al massimo|al più",
        after=r"dopo(?: i)?|oltre(?: i)?|trascorsi|passati|a partire da|non prima di|più di",
        until=r"entro(?: il)?|prima del|fino al|non oltre il",
        since=r"dopo(?: il)?|(?:a partire )?dal|non prima del|oltre il",
        on=r"il",
        later=r"dopo|da|dal|dall['\u2019]|dalla|dalle|dai|successivi|più tardi",
        earlier=r"prima",
        strict=r"prima del|dopo(?: il)?",
    ),
}


def turned(claim: str, unit: str, *, language: str) -> tuple[Slip, ...]:
    """
    Return the times and days of a claim that lie on the other side than its evidence has them.

    :param unit: The quoted sentences, items or rows.
    """
    code = language_of(language)
    return (
        *_turned(_lengths(claim, language), _lengths(unit, language), code, ("within", "after")),
        *_turned(_days(claim), _days(unit), code, ("until", "since")),
        *_counted(_lengths(claim, language), _lengths(unit, language), code),
        *_from_other(_lengths(claim, language), _lengths(unit, language), code, language),
    )


def has_deadline(text: str, *, language: str) -> bool:
    """Tell whether a text says until when something is done: that makes a duty of it."""
    code = language_of(language)
    lengths = (_side(each, code, "within", "after") for each in _lengths(text, language))
    days = (_side(each, code, "until", "since") for each in _days(text))
    return _Side.EARLY in {*lengths, *days}


@cache
def side_words(language: str) -> re.Pattern[str]:
    """Return the pattern of all words of a language that say on which side of a time something lies."""
    told = _LANGUAGES[language_of(language)]
    words = "|".join((told.within, told.after, told.until, told.since, told.later, told.earlier))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Time:
    key: Hashable
    written: str
    before: str
    behind: str


def _lengths(text: str, language: str) -> list[_Time]:
    days = [span for *_, span in days_of_the_year(text)]
    told = (q for q in amounts(text, language=language) if q.unit in {*TIMES, TIME_OF_DAY, ""})
    found = (q for q in told if not any(q.span.overlaps(span) for span in days))
    return [_time(in_smaller(q.key), text, q.span.start, q.span.end) for q in found]


def _days(text: str) -> list[_Time]:
    whole = [d for d in dates(text) if d.precision == "day"]
    found = [_time((d.value.month, d.value.day), text, d.span.start, d.span.end) for d in whole]
    for month, day, span in days_of_the_year(text):
        if not any(span.overlaps(each.span) for each in whole):
            found.append(_time((month, day), text, span.start, span.end))
    return found


def _time(key: Hashable, text: str, start: int, end: int) -> _Time:
    before, behind = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    return _Time(key=key, written=text[start:end], before=before, behind=behind)


def _turned(said: Iterable[_Time], told: list[_Time], code: str, names: tuple[str, str]) -> Iterator[Slip]:
    for each in said:
        own = _side(each, code, *names)
        theirs = {_side(other, code, *names) for other in told if other.key == each.key}
        opposite = _OPPOSITE.get(own)
        if opposite is not None and theirs == {opposite}:
            finding = f"says {own.value!r} of {each.written}, the quoted words {opposite.value!r}"
            yield Slip(finding=finding, contrary=True)
        elif theirs == {_Side.ON} and _pattern(code, "strict").search(each.before):
            yield Slip(finding=f"puts aside of {each.written} what the quoted words have on it", contrary=True)


def _side(time: _Time, code: str, early: str, late: str) -> _Side:
    """Return the side that the longest word right before a time says."""
    found = [
        (len(match[0]), side)
        for side, name in ((_Side.EARLY, early), (_Side.LATE, late), (_Side.ON, "on"))
        if (match := _pattern(code, name).search(time.before))
    ]
    return max(found, key=lambda each: each[0])[1] if found else _Side.NONE


def _counted(said: Iterable[_Time], told: list[_Time], code: str) -> Iterator[Slip]:
    """Find "7 days before" for "7 days after", and the other way round."""
    for each in said:
        same = [other for other in told if other.key == each.key]
        for own, other in (("later", "earlier"), ("earlier", "later")):
            if _follows(each, code, own) and same and all(_follows(one, code, other) for one in same):
                yield Slip(finding=f"counts {each.written} from the other side", contrary=True)


def _from_other(said: Iterable[_Time], told: list[_Time], code: str, language: str) -> Iterator[Slip]:
    """Find "5 days of the refund" for "5 days of the inspection"."""
    for each in said:
        own = _anchor(each, code, language)
        theirs = [_anchor(other, code, language) for other in told if other.key == each.key]
        if own and theirs and all(other and not own & other for other in theirs):
            yield Slip(finding=f"counts {each.written} from {', '.join(sorted(own))}, which the quoted words do not")


def _anchor(time: _Time, code: str, language: str) -> set[str]:
    """Return the first content words of what a time is counted from or back from."""
    found = next((m for name in ("later", "earlier") if (m := _pattern(code, name).match(time.behind))), None)
    if found is None:
        return set()
    return set(content_words(_END.split(time.behind[found.end() :])[0], language)[:_ANCHOR])


def _follows(time: _Time, code: str, name: str) -> bool:
    return _pattern(code, name).match(time.behind) is not None


@cache
def _pattern(code: str, name: str) -> re.Pattern[str]:
    words = getattr(_LANGUAGES[code], name)
    if name in ("later", "earlier"):
        return re.compile(rf"\W*(?:{words})(?!\w)", re.IGNORECASE)
    filler = r"(?:the|a|an|der|den|dem|les|los|las|i|gli|einem|einer)\s+"
    return re.compile(rf"(?<!\w)(?:{words})\s+(?:{filler})?$", re.IGNORECASE)
