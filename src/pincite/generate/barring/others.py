"""
What a question asks about others is told only by what speaks of others, of all of their kind, or of some alone.

"Do you repair cameras of other makers?" is near to every sentence on repairs, and answered by none that leaves open
whose cameras are meant.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["asks_of_others", "silent_on_others"]

_ASKS: Final = re.compile(
    r"(?P<before>(?:[\w'-]+\s+){0,2})\b(?:of|from|by|in|at|with|through|for|under|on)\s+(?:any\s+|some\s+|an?\s+)?"
    r"(?:other|another|different|foreign)\s+(?P<whose>[\w-]+(?:\s+[\w-]+)?)"
    r"|\b(?:other|another)\s+(?P<owner>[\w-]+)(?:'s|s'|\u2019s|s\u2019)\s+(?P<owned>[\w-]+)"
    r"|\b(?:elsewhere|third[\s-]part(?:y|ies)|(?:somebody|someone|anybody|anyone)\s+else)\b",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"\b(?:others?|another|elsewhere|else|different|foreign|third[\s-]part(?:y|ies)|whatever|whichever|whoever|regardless"
    r"|irrespective|no\s+matter|own|ours|exclusively|solely|original|genuine)\b"
    r"|(?:\bnot|n['\u2019]t)\s+(?:\w+ly\s+|been\s+)?(?:sell|sold|buy|bought|make|made|build|built|issue|issued|supply|supplied"
    r"|come|came|from)\b",
    re.IGNORECASE,
)
_ALL: Final = re.compile(r"\b(?:any|all|every|each|only|no)\s+(?P<of>(?:[\w'-]+\W+){0,2}[\w'-]+)", re.IGNORECASE)
"""What speaks of all, or of some alone, with the words that say of what."""


def asks_of_others(part: Ask) -> bool:
    """Tell whether a part asks, in English, for yes or no on what is of others ("another maker's", "elsewhere")."""
    return part.expected is Expected.YES_NO and _ASKS.search(part.text) is not None


def silent_on_others(part: Ask, found: Sequence[Candidate]) -> frozenset[Candidate]:
    """
    Return the candidates that neither speak of others nor of all or some alone of what the part names; none for parts
    that do not ask about others.
    """
    asked = _ASKS.search(part.text) if part.expected is Expected.YES_NO else None
    if asked is None:
        return frozenset()
    named = frozenset(content_words(" ".join(filter(None, asked.groupdict().values())), "en"))
    return frozenset(c for c in found if not _tells(c.claim, named))


def _tells(claim: str, named: frozenset[str]) -> bool:
    if _OTHERS.search(claim):
        return True
    return any(not named.isdisjoint(content_words(said["of"], "en")) for said in _ALL.finditer(claim))
