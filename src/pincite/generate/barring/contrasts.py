"""
What speaks of another thing than the question: another model, another year, another customer, other people.

A text is barred only where it names such another thing in the place of the one that is asked for, and not that one. A
text that names neither may well answer: its page need not repeat what all of it is about.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.barring.entities import names_in
from pincite.generate.reading.expected import Expected, expect
from pincite.generate.reading.subjects import unlisted_numbers
from pincite.text.dates import MONTHS, WEEKDAYS
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.generate.reading.candidates import Candidate

__all__ = ["of_another"]

_YEAR: Final = re.compile(r"(?<![\w.,/-])(?:19|20)\d\d(?![\w/]|[.,-]\d)")
_ASKED_YEAR: Final = re.compile(r"\b(?:in|for|of|during)\s+(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_LASTS: Final = re.compile(
    r"\b(?:since|from|until|till|between|after|before|through|by|as of|effective|to)\s+(?:\w+\s+){0,3}?(?:19|20)\d\d\b"
    r"|\bonwards?\b",
    re.IGNORECASE,
)
"""What makes a year in a text the edge of a time that may hold the one asked for."""
_PARTS: Final = re.compile(
    r"(?:section|clause|article|chapter|paragraph|part|annex|schedule|appendix|page|table|figure|step|exhibit|rule|item"
    r"|point|question|level|tier|phase|stage|day|week|month|year|no|number)s?",
    re.IGNORECASE,
)
"""Numbered things that a text refers to beside its own."""
_PLACED: Final = re.compile(r"\b(?P<before>for|with|in|at|to)\s+(?P<name>[A-Z][^\W\d_A-Z][^\W\d_]+)")
_KIND: Final = re.compile(r"\b(?P<name>[A-Z][^\W\d_A-Z][^\W\d_]+)\s+(?P<noun>[^\W\d_A-Z]{3,})\b")
_CALENDAR: Final = frozenset(
    name.capitalize() for name in (*MONTHS, *WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), "christmas", "easter")
)
_ROLE: Final = re.compile(
    r"\b(?:may|can|must|should|do|could|might|shall|are)\s+(?P<who>(?:[^\W\d_A-Z]+[\s-])?[^\W\d_A-Z]{3,}s)\s+"
    r"(?=[^\W\d_A-Z]+)"
)
_WHICH: Final = re.compile(r"^\W*which\s+(?P<what>[^\W\d_]{3,}s)\b", re.IGNORECASE)
_SIDE: Final = re.compile(
    r"\b(?P<noun>[^\W\d_]{3,})\s+(?:\d+\s+)?(?P<before>of|for|by|against)\s+(?:\d+\s+)?(?:the\s+|an?\s+)?(?P<who>[^\W\d_]{3,})",
    re.IGNORECASE,
)
"""
A noun behind what tells its side: "on behalf of the buyer", "the deposit for a canoe". The lines of a transcript are
numbered: "on behalf 19 of the buyer".
"""
_NOT: Final = re.compile(r"\bnot\b|n['\u2019]t\b", re.IGNORECASE)
_CODE: Final = re.compile(r"\b[A-Z][A-Z-]*\d[\w-]*")
_PRONOUN: Final = re.compile(r"\W*(?:they|it|this|these|that|those|he|she|yes|no)\b", re.IGNORECASE)
_TITLED: Final = re.compile(
    r"\b(?P<title>Dr|Mr|Mrs|Ms|Miss|Mx|Prof|Professor|Captain|Sister|Nurse|Judge)\b\.?\s+(?P<name>[A-Z][^\W\d_]+)"
)
_TAKES_UP: Final = re.compile(r"\W*(?:neither|both|he|she|they|his|her|their)\b", re.IGNORECASE)
_CAPITALS: Final = re.compile(r"[A-Z][\w-]*(?:\s+[A-Z][\w-]*)*")
_INSIDE: Final = re.compile(r"(?<=\w )[A-Z][^\W_]{2,}")
"""Names inside a question; a capital at its beginning tells nothing."""
_ENOUGH: Final = 2
"""Stems of the question beside its people that a sentence about them must share, to be the rule for them."""


def of_another(question: str, found: Sequence[Candidate], language: str) -> frozenset[Candidate]:
    """Return the candidates that speak of another thing in the place of the one that a question names."""
    kind = expect(question)
    barred = {c for c in found if _of_other_number(question, c)} | _of_other_documents(question, found)
    barred |= _of_other_titled(question, found) | _of_the_case(question, found, language)
    if kind is not Expected.TIME:
        barred |= _of_other_years(question, found)
    if kind is not Expected.YES_NO:
        barred |= _of_other_names(question, found) | _of_other_people(question, found, language)
        barred |= _of_the_rest(question, found, language) | _of_the_other_side(question, found, language)
    return frozenset(barred)


def _of_other_number(question: str, candidate: Candidate) -> bool:
    """Tell whether a candidate names other models of a kind than the question, and not those."""
    for own in (candidate.claim, f"{candidate.heading} . {candidate.around} . {candidate.claim}"):
        for missing in unlisted_numbers(question, [own]):
            noun = missing.split()[0]
            asked = re.findall(rf"\b(?i:{re.escape(noun)})\s+(?:\d|[A-Z]\b)", question)
            if len(asked) == 1 and not _PARTS.fullmatch(noun):
                return True
    return False


def _of_other_titled(question: str, found: Sequence[Candidate]) -> set[Candidate]:
    """Return what names another person with a title, and not the one whom the question names: Dr Abel for Dr Cole."""
    asked = {match["name"] for match in _TITLED.finditer(question)}
    if not asked:
        return set()
    told = {c: f"{c.around} {c.claim}" if _TAKES_UP.match(c.claim) else c.claim for c in found}
    return {c for c, said in told.items() if _TITLED.search(said) and not any(name in said for name in asked)}


def _of_other_documents(question: str, found: Sequence[Candidate]) -> set[Candidate]:
    """Return what stands elsewhere and does not speak of it, where a question names a document by its file's name."""
    asked = {match[0].casefold() for match in _INSIDE.finditer(question)}
    named = asked & {word for c in found for word in c.called.casefold().split()}
    if not named:
        return set()
    told = {c: f"{c.called} . {c.heading} . {c.around} . {c.claim}".casefold() for c in found}
    return {c for c in found if not any(re.search(rf"(?<!\w){re.escape(name)}", told[c]) for name in named)}


def _of_other_years(question: str, found: Sequence[Candidate]) -> set[Candidate]:
    years = {match["year"] for match in _ASKED_YEAR.finditer(question)}
    if not years:
        return set()
    return {
        c for c in found if (told := set(_YEAR.findall(c.claim))) and not told & years and not _LASTS.search(c.claim)
    }


def _of_other_names(question: str, found: Sequence[Candidate]) -> set[Candidate]:
    """Return what has another name where the question has one: "for Contoso" instead of "for Fabrikam"."""
    places = {(m["before"].lower(), m["name"]) for m in _PLACED.finditer(question)}
    kinds = {(m["noun"], m["name"]) for m in _KIND.finditer(question) if m.start()}
    asked = {name for _, name in places | kinds} - _CALENDAR
    if not asked:
        return set()
    befores, nouns = {before for before, name in places if name in asked}, {noun for noun, _ in kinds}
    told = " ".join(c.claim for c in found if ":" not in c.claim)  # a table row is written small where it is read
    small = set(re.findall(r"(?<!\w)[^\W\d_A-Z]+", told))
    barred = set()
    for c in found:
        everything = f"{c.heading} . {c.around} . {c.claim}"
        if any(re.search(rf"(?<!\w){re.escape(name)}", everything, re.IGNORECASE) for name in asked):
            continue
        others = {m["name"] for m in _PLACED.finditer(everything) if m["before"].lower() in befores}
        others |= {m["name"] for m in _KIND.finditer(c.claim) if m["noun"] in nouns}
        if any(name not in _CALENDAR and name.lower() not in small for name in others):
            barred.add(c)
    return barred


def _of_other_people(question: str, found: Sequence[Candidate], language: str) -> set[Candidate]:
    """Return what does not speak of those whom the question asks about, where its section has a rule for just them."""
    match = _ROLE.search(question)
    who = set(content_words(match["who"], language)[-1:]) if match else set()
    rest = set(content_words(question, language)) - who
    if not who:
        return set()
    told = {c: set(content_words(f"{c.heading} {c.claim}", language)) for c in found}
    rules = [c for c in found if who & set(content_words(c.claim, language)) and len(rest & told[c]) >= _ENOUGH]
    places = {(c.passage, c.heading) for c in rules}
    return {c for c in found if (c.passage, c.heading) in places and not who & told[c] and not _PRONOUN.match(c.claim)}


def _of_the_case(question: str, found: Sequence[Candidate], language: str) -> set[Candidate]:
    """
    Return what does not have a name of the question, where another sentence of its passage tells for that name of the
    same: "dogs are welcome", behind which the Dragonfly takes none.
    """
    names = names_in(question, language=language)
    whole = (match[0] for match in _CAPITALS.finditer(question) if any(name in match[0] for name in names))
    own = {stem for name in (*names, *whole) for stem in content_words(name, language)}
    if not own:
        return set()
    prose = {c: set(content_words(c.claim, language)) for c in found if not c.is_row}
    shared = {c: (set(content_words(question, language)) - own) & said for c, said in prose.items()}
    rules = [c for c, said in prose.items() if own & said and shared[c]]
    barred = set()
    for c in shared:
        over = set(content_words(f"{c.called} {c.heading} {c.around} {c.claim}", language))
        if any(rule.passage == c.passage and shared[rule] & shared[c] for rule in rules):
            barred |= {c} if own.isdisjoint(over) and not _PRONOUN.match(c.claim) else set()
    return barred


def _of_the_rest(question: str, found: Sequence[Candidate], language: str) -> set[Candidate]:
    """Return what says which are not, where "which … are" is asked and its section names some by their codes."""
    match = _WHICH.search(question)
    if match is None or _NOT.search(question):
        return set()
    what = set(content_words(match["what"], language))
    named = {
        (c.passage, c.heading)
        for c in found
        if _CODE.search(c.claim) and not _NOT.search(c.claim) and what & set(content_words(c.claim, language))
    }
    return {c for c in found if (c.passage, c.heading) in named and _NOT.search(c.claim) and not _CODE.search(c.claim)}


def _of_the_other_side(question: str, found: Sequence[Candidate], language: str) -> set[Candidate]:
    """Return what is said of the seller alone, where the buyer is asked about and others say it of the buyer."""
    asked = _sides(question, language)
    if not asked:
        return set()
    told = {c: _sides(c.claim, language) for c in found}
    barred = set()
    for before, who in asked:
        if any((before, who) in sides for sides in told.values()):
            said = (c for c, sides in told.items() if any(b == before and w != who for b, w in sides))
            barred |= {c for c in said if who not in content_words(f"{c.heading} {c.around} {c.claim}", language)}
    return barred


def _sides(text: str, language: str) -> set[tuple[str, str]]:
    found = set()
    for match in _SIDE.finditer(text):
        who = content_words(match["who"], language)
        if who:
            found.add((f"{match['noun']} {match['before']}".casefold(), who[0]))
    return found
