"""How firmly a sentence speaks, and which of its clauses a claim rests on."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.attribute.denial import language_of
from pincite.attribute.segments import predicates
from pincite.text.dates import dates, days_of_the_year
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Firmness", "clauses", "firmness", "nearest_clause", "stretches"]

_PARTS: Final = re.compile(
    r"\s*(?:;|:(?=\s)|,?\s+\b(?:but|however|although|though|whereas|while|except|unless|otherwise"
    r"|instead)\b|,\s+(?:and|or|so|which|who)\b"
    r"|(?<=[.!?])\s)\s*",
    re.IGNORECASE,
)


class Firmness(IntEnum):
    """How firmly something is said, weakest first."""

    CONSIDERED = 0
    """Planned, proposed, discussed, expected."""
    POSSIBLE = 1
    """May, might, could."""
    ADVISED = 2
    """Should, recommended."""
    SAID = 3
    """Stated as it is."""
    BINDING = 4
    """Must, required, shall."""


_MARKS: Final = (
    (
        Firmness.CONSIDERED,
        r"consider(?:s|ed|ing|ation)?|propos\w+|planned|planning|plans?\s+to|draft|discuss\w*|under review|pending"
        r"|intend\w*|explor\w+|aim(?:s|ing)?|hope\w*"
        r"|expect\w*|tentativ\w+|provisional\w*|target(?:s|ed|ing)?|is to be|are to be"
        r"|not (?:yet )?(?:been )?(?:decided|approved|confirmed)|if approved|subject to approval|requested"
        r"|requests(?=\s+(?:the|a|an|that|to)\b)",
    ),
    (Firmness.POSSIBLE, r"might|could|possibl[ey]|perhaps|potentially|likely|probabl[ey]|may|can"),
    (Firmness.ADVISED, r"should|recommend\w*|advis\w*|ought|encourag\w*|suggest\w*|prefer\w*"),
    (
        Firmness.BINDING,
        r"must|shall|require[sd]?|requirement|mandatory|obliged|obligat\w+|has to|have to|had to|needs?|needed"
        r"|compulsory",
    ),
)
_ORDER: Final = re.compile(
    r"\W*(?:(?i:do not|don['\u2019]t|never|always)\b"
    r"|(?!(?:In|On|At|For|With|Without|Once|Since|Between|Through|From|By|If|When|After|Before|During|Under|Over"
    r"|To|Of|As|Is|Are|While|Unless|Until|Within|All|Both|Half|Not|Only|Per|Via|And|Or|But)\b)"
    r"[A-Z][a-z]+(?<!ing) (?:the|a|an|your|any|all|each|every|it|them|its)\b"
    r"|(?:Hold|Rinse|Pull|Push|Lift|Screw|Insert|Connect|Unplug|Reset|Replace|Choose|Select|Lock|Tell|Send|Keep|Remove|Wear|Submit|Pay|Give|Ask|Make|Ensure|Follow|Wait|Put|Take|Bring|Notify|Inform|Apply|Enter"
    r"|Avoid|Let)\s+(?!(?:is|are|was|were|has|have|may|must|shall|will|can|should)\b)[\w]"
    r"|(?:Report|Hand|Use|Check|Call|Press|Turn|Return|Contact|Close|Open|Clean|Switch|Read|Fill|Move|Place|Wash|Dry|Sign"
    r"|Stop|Store|Show|Leave)\s+"
    r"(?!(?:of|is|are|was|were|has|have|may|must|shall|will|can|should|for|by|on|at|and|or)\b)"
    r"(?!\w+ (?:is|are|was|were|has|have|may|must|shall|will|can|should)\b)[\w])"
)
"""An instruction: "Do not open it.", "Report damage at once.". "Call recordings are kept" is none."""
_OPENS: Final = re.compile(r"\W*(?:To|If|When|Before|After|Once)\b[^,;.:]*[,:]\s+(?=[a-z])")
"""A purpose, a condition or a time in front of an instruction."""
_ELSEWHERE: Final = {
    "de": (
        (Firmness.CONSIDERED, r"erw(?:ogen|ägt|ägen|ägung)|vorgeschlagen|geplant|beabsichtigt|angedacht|vorgesehen"),
        (Firmness.POSSIBLE, r"kann|können|darf|dürfen|könnte[n]?|möglich\w*|vielleicht|eventuell|voraussichtlich"),
        (Firmness.ADVISED, r"soll(?:te)?n?|empf(?:ohlen|iehlt|ehlen|ehlung)|geraten"),
        (Firmness.BINDING, r"muss|müssen|verpflichte\w*|zwingend|vorgeschrieben|obligatorisch"),
    ),
    "fr": (
        (Firmness.CONSIDERED, r"envisag\w+|proposée?s?|prévue?s?|à l['\u2019]étude"),
        (Firmness.POSSIBLE, r"peu(?:t|vent)|pourrai(?:t|ent)|possibles?|peut-être|éventuel\w*"),
        (Firmness.ADVISED, r"devrai(?:t|ent)|recommand\w+|conseill\w+"),
        (Firmness.BINDING, r"doi(?:t|vent)|obligatoires?|exig\w+|tenue?s? de|est obligée?"),
    ),
    "es": (
        (Firmness.CONSIDERED, r"considera\w*|propuest[oa]s?|previst[oa]s?|planea\w*|en estudio"),
        (Firmness.POSSIBLE, r"puede[n]?|podrá[n]?|podría[n]?|posibles?|quizás?|tal vez"),
        (Firmness.ADVISED, r"debería[n]?|recomiend\w+|recomend\w+|aconsej\w+"),
        (Firmness.BINDING, r"debe[n]?|deberá[n]?|obligatori[oa]s?|tienen? que|exig\w+|hay que"),
    ),
    "it": (
        (Firmness.CONSIDERED, r"valuta\w*|propost[oaie]|previst[oaie]|in esame|allo studio"),
        (Firmness.POSSIBLE, r"può|possono|potrà|potranno|potrebbe\w*|possibil[ei]|forse"),
        (Firmness.ADVISED, r"dovrebbe\w*|consigli\w+|raccomand\w+"),
        (Firmness.BINDING, r"deve|devono|dovrà|dovranno|obbligatori[oaie]?|obbligo|bisogna|occorre"),
    ),
}


def firmness(words: str, *, language: str) -> Firmness:
    """Return how firmly a clause speaks: its weakest mark, else its binding one, else ``SAID``."""
    for day in reversed(dates(words)):  # "2 May 2026" permits nothing, and neither does "2 May"
        words = f"{words[: day.span.start]} {words[day.span.end :]}"
    for *_, span in reversed(days_of_the_year(words)):
        words = f"{words[: span.start]} {words[span.end :]}"
    code = language_of(language)
    found = [kind for kind, pattern in _firm(code) if pattern.search(words)]
    if not found and code == "en" and (_ORDER.match(words) or _ORDER.match(_main_clause(words))):
        return Firmness.BINDING
    return min(found, default=Firmness.SAID)


def _main_clause(words: str) -> str:
    """Return what stands behind "To lock it," or "If it lasts,", as a sentence of its own; ``""`` without any."""
    opened = _OPENS.match(words)
    rest = words[opened.end() :] if opened else ""
    return rest[:1].upper() + rest[1:]


@cache
def _firm(code: str) -> tuple[tuple[Firmness, re.Pattern[str]], ...]:
    marks = _ELSEWHERE.get(code, _MARKS)
    return tuple((kind, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)) for kind, pattern in marks)


def clauses(text: str) -> tuple[str, ...]:
    """Return the clauses of a text, each with the word that joins it ("but", "except") at its front."""
    cuts = [m for m in _PARTS.finditer(text) if m.start()]
    bounds = [0, *(m.start() for m in cuts), len(text)]
    return tuple(text[a:b].strip() for a, b in pairwise(bounds) if text[a:b].strip())


def stretches(text: str) -> tuple[str, ...]:
    """Return what a claim may rest on: the clauses of a text, its predicates with their subject, and all of it."""
    return tuple(each for whole in (*clauses(text), text) for each in (whole, *predicates(whole)))


def nearest_clause(claim: str, texts: Iterable[str], *, language: str) -> str:
    """Return the clause that shares most content words with a claim; ``""`` where none shares any."""
    wanted = set(content_words(claim, language))
    ranked = [
        (len(shared), len(shared) / len(own), clause)
        for text in texts
        for clause in stretches(text)
        for own in [set(content_words(clause, language))]
        for shared in [wanted & own]
        if shared
    ]
    return max(ranked, key=lambda r: r[:2])[2] if ranked else ""
