"""Takes apart a question that is asked of each document: what is asked of one, and what is made of all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pincite.text.concepts import concept
from pincite.text.words import content_words

__all__ = ["TableAsked", "table_asked"]

_MANY: Final = (
    r"contracts|agreements|documents|leases|licen[cs]es|policies|reports|letters|files|amendments|manuals|bulletins|"
    r"invoices|suppliers|vendors|tenants|customers|sites|projects|deals|pages|plans"
)
_ONE: Final = (
    r"contract|agreement|document|lease|licen[cs]e|policy|report|letter|file|amendment|manual|bulletin|invoice|supplier|"
    r"vendor|tenant|customer|site|project|deal|page|plan"
)
_SUBJECT: Final = re.compile(
    rf"\b(?:in|of|for|from|under|across|by|with|to|among)?\s*\b(?:which|what|how\s+many)\s+of\s+(?:(?:our|my|the|these|those)\s+)?"
    rf"(?P<a>[\w-]+)\b"
    rf"|\b(?:which|what|how\s+many)\s+(?P<b>{_MANY})\b"
    rf"|\b(?:in|of|for|from|under|across|by|with|to|among)?\s*\b(?:each|every|all|any)(?:\s+of)?(?:\s+(?:our|my|the|these))?\s+"
    rf"(?P<c>{_MANY}|{_ONE})\b(?:['\u2019]s)?"
    rf"|\b(?:in|of|for|from|under|across|by|with|to|among)\s+(?:our|my|the|these)\s+(?P<d>{_MANY})\b"
    rf"|\b(?:our|my|the|these)\s+(?P<e>{_MANY})\b",
    re.IGNORECASE,
)
_FORM_LISTED: Final = (
    "which what how many much long often large big high old when where who whom whose is are was were be been do "
    "does did has have had can could may must shall should will would and or but not at in of on for from to "
    "under with by per the a an our my your its their it that this these those each every all any there list show "
    "ask asks give given gives take takes tell me us please state states say says provide provides contain "
    "contains contracts contract agreements agreement documents document set sets stated amount amounts value "
    "total sum overall altogether highest lowest largest smallest biggest longest shortest greatest average mean "
    "latest earliest count number within require requires required need needs oblige obliges include includes "
    "including mention mentions specify specifies name names demand demands"
)
_FORM: Final = frozenset(_FORM_LISTED.split())
_VALUES_LISTED: Final = (
    "period day days week weeks month months year years date dates time percent percentage share size rate figure "
    "figures amount level hour hours unit units"
)
_VALUES: Final = frozenset(_VALUES_LISTED.split())
"""Words that say what kind of value is asked for rather than what about."""
_PERIODS: Final = (
    "hour hours hourly",
    "day days daily",
    "night nights nightly",
    "week weeks weekly",
    "month months monthly",
    "quarter quarters quarterly",
    "year years yearly annual annually annum",
)
"""Words for one period each."""
_RATE: Final = re.compile(
    r"\b(?:per|each|every|for\s+an?|for\s+one|by\s+the)\s+(?P<unit>hour|day|night|week|month|quarter|year|annum)\b"
    r"|\b(?:costs?|pays?|paid|charged?|earns?|much)\s+an?\s+(?P<bare>hour|day|night|week|month|quarter|year)\b"
    r"|\b(?P<adverb>hourly|daily|nightly|weekly|monthly|quarterly|yearly|annual(?:ly)?)\b",
    re.IGNORECASE,
)
"""What an amount is for: "per week", "the monthly rent"."""
_SOLD_AS: Final = re.compile(
    r"(?<=\s)(?:an?|one)\s+(?:single\s+)?(?:places?|seats?|spots?|slots?|tickets?|cop(?:y|ies)|units?|pieces?|items?)\s+"
    r"(?:on|in|at|of|for|to|aboard)\s+(?=(?:the|an?|each|every|any|all|one|our|your|these|those)\b)",
    re.IGNORECASE,
)
"""What a price is for one of: "a place on each course" costs what the course costs."""
_FORBIDS: Final = re.compile(
    r"\b(?:restrict(?:s|ed)?|forbid(?:s|den)?|prohibit(?:s|ed)?|prevent(?:s|ed)?|ban(?:s|ned)?|disallow(?:s|ed)?|bar(?:s|red)?)\b",
    re.IGNORECASE,
)
_WANTED: Final = (
    ("count", r"\bhow many (?:of|contracts|agreements|documents|leases|licen[cs]es|policies|reports)\b|\bcount\b"),
    ("sum", r"\b(?:total|sum|altogether|overall|combined|add up)\b"),
    ("minimum", r"\b(?:lowest|smallest|least|shortest|earliest|minimum|cheapest)\b"),
    ("maximum", r"\b(?:highest|largest|biggest|longest|greatest|latest|most expensive)\b"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAsked:
    """What is asked of each document."""

    text: str
    """The question for one document, in its own words."""
    noun: str
    """What the documents are called, in the plural: "contracts"; "documents" where the question does not say."""
    topics: tuple[frozenset[str], ...]
    """For each thing that it asks about, the stems that may stand for it; empty where it asks about nothing."""
    forbids: bool = False
    """Whether it asks what is forbidden: then a sentence answers that denies, instead of one that does not."""
    period: frozenset[str] = frozenset()
    """Stems of which one says for how long what is asked for is: "week", "weekly"; empty where it is for no period."""
    wanted: tuple[str, ...] = ()
    """What is made of all rows: "count", "sum", "minimum", "maximum"; empty where that is not asked."""


def table_asked(question: str, *, language: str = "en") -> TableAsked:
    """
    Return what a question asks of each document.

    :param question: Such as "Which of our contracts cap liability, and at how much?".
    """
    subject = _SUBJECT.search(question)
    noun = next((name for name in subject.groupdict().values() if name), "") if subject else ""
    text = _SOLD_AS.sub("", question)
    while found := _SUBJECT.search(text):
        text = f"{text[: found.start()]} {text[found.end() :]}"
    text = re.sub(r"^[\s,;:]*(?:and|that|do|does|are|is)\b\s*", "", " ".join(text.split()), flags=re.IGNORECASE)
    forbids = _FORBIDS.search(text) is not None
    told = _FORBIDS.sub(" ", text)
    own = [stem for word in re.findall(r"[^\W_]+(?:['\u2019-][^\W_]+)*", told) for stem in _stems(word, language)]
    rest = [stem for stem in own if stem not in _value_stems(language)] or own
    wanted = tuple(name for name, form in _WANTED if re.search(form, question, re.IGNORECASE))
    return TableAsked(
        text=text or question,
        noun=_plural(noun.lower()) if noun else "documents",
        topics=tuple(dict.fromkeys(concept(stem, language) for stem in rest)),
        forbids=forbids,
        period=_period(text, language) if language.startswith("en") else frozenset(),
        wanted=wanted,
    )


def _period(text: str, language: str) -> frozenset[str]:
    found = _RATE.search(text)
    named = next(filter(None, found.groupdict().values())).casefold() if found else None
    listed = next((group for group in _PERIODS if named in group.split()), "")
    return frozenset(content_words(listed, language))


def _stems(word: str, language: str) -> tuple[str, ...]:
    return () if word.casefold() in _FORM else content_words(word.replace("-", " "), language)


def _value_stems(language: str) -> frozenset[str]:
    return frozenset(content_words(" ".join(sorted(_VALUES)), language))


def _plural(noun: str) -> str:
    if noun.endswith("s"):
        return noun
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
