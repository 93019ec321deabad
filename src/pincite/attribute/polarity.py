"""Whether a sentence says yes or no, and how firmly: negation and modality, clause by clause."""

from __future__ import annotations

import re
from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.text.dates import dates
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Firmness", "clauses", "firmness", "nearest_clause", "negated"]

_NOT: Final = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|neither|nor|cannot|without|except(?:ing|ions?)?|unless"
    r"|exclud\w*|exclusion|prohibit\w*|forbid\w*"
    r"|forbidden|refus\w*|reject\w*|deni\w*|deny|declin\w*|lacks?|lacking|fail(?:s|ed)?|ineligible"
    r"|unavailable|invalid|impossible|disallow\w*"
    r"|barred|void|waive[sd]?|non)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
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
        r"|not (?:yet )?(?:been )?(?:decided|approved|confirmed)|if approved|subject to approval|request(?:s"
        r"|ed)",
    ),
    (Firmness.POSSIBLE, r"might|could|possibl[ey]|perhaps|potentially|likely|probabl[ey]|may|can"),
    (Firmness.ADVISED, r"should|recommend\w*|advis\w*|ought|encourag\w*|suggest\w*|prefer\w*"),
    (
        Firmness.BINDING,
        r"must|shall|require[sd]?|requirement|mandatory|obliged|obligat\w+|has to|have to|had to|needs? to|compulsory",
    ),
)
_ORDER: Final = re.compile(
    r"\W*(?:(?i:do not|don['\u2019]t|never|always)\b"
    r"|(?!(?:In|On|At|For|With|From|By|If|When|After|Before|During|Under|Over"
    r"|To|Of|As|Is|Are|While|Unless|Until|Within|All|Both|Not|Only|Per|Via|And|Or|But)\b)"
    r"[A-Z][a-z]+ (?:the|a|an|your|any|all|each|every|it|them|its)\b)"
)
"""An instruction: "Do not open it.", "Close the valve."."""
_FIRM: Final = tuple((kind, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)) for kind, pattern in _MARKS)


def negated(words: str) -> bool:
    """Tell whether a clause says no: an odd number of negations."""
    return len(_NOT.findall(words)) % 2 == 1


def firmness(words: str) -> Firmness:
    """Return how firmly a clause speaks: its weakest mark, else its binding one, else ``SAID``."""
    for day in reversed(dates(words)):  # "2 May" permits nothing
        words = f"{words[: day.span.start]} {words[day.span.end :]}"
    found = [kind for kind, pattern in _FIRM if pattern.search(words)]
    if not found and _ORDER.match(words):
        return Firmness.BINDING
    return min(found, default=Firmness.SAID)


def clauses(text: str) -> tuple[str, ...]:
    """Return the clauses of a text, each with the word that joins it ("but", "except") at its front."""
    cuts = [m for m in _PARTS.finditer(text) if m.start()]
    bounds = [0, *(m.start() for m in cuts), len(text)]
    return tuple(text[a:b].strip() for a, b in pairwise(bounds) if text[a:b].strip())


def nearest_clause(claim: str, texts: Iterable[str], *, language: str) -> str:
    """Return the clause that shares most content words with a claim; ``""`` where none shares any."""
    wanted = set(content_words(claim, language))
    ranked = [
        (len(shared), len(shared) / len(own), clause)
        for text in texts
        for clause in (*clauses(text), text)
        for own in [set(content_words(clause, language))]
        for shared in [wanted & own]
        if shared
    ]
    return max(ranked, key=lambda r: r[:2])[2] if ranked else ""
