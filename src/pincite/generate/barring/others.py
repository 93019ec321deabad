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
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["asks_of_others", "silent_on_others"]

_ASKS: Final = re.compile(
    r"(?P<before>(?:[\w'-]+\s+){0,2})\b(?:of|from|by|in|at|with|through|for|under|on)\s+(?:any\s+|some\s+|an?\s+)?"
    r"(?:other|another|different|foreign)\s+(?P<whose>[\w-]+(?:\s+[\w-]+)?)"
    r"|\b(?:other|another)\s+(?P<owner>[\w-]+)(?:'s|s'|\u2019s|s\u2019)\s+(?P<owned>[\w-]+)"
    r"|\b(?:elsewhere|third[\s-]part(?:y|ies)|(?:somebody|someone|anybody|anyone)\s+else)\b",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"(?P<before>(?:[\w'\u2019-]+\s+){0,3})"
    r"\b(?:(?P<of>other|another|different|foreign|own|original|genuine)\b(?P<after>(?:\s+[\w'\u2019-]+){0,3})"
    r"|(?:others|ours|elsewhere|else|abroad|overseas|outside|third[\s-]part(?:y|ies)|whatever|whichever|whoever|regardless"
    r"|irrespective|no\s+matter|exclusively|solely)\b"
    r"|(?:not|\w+n['\u2019]t)\s+(?:\w+ly\s+|been\s+)?(?:sell|sold|buy|bought|make|made|build|built|issue|issued|supply"
    r"|supplied|come|came|from)\b)",
    re.IGNORECASE,
)
"""What speaks of others, with the words around it."""
_THEIRS: Final = re.compile(r"(?P<thing>[\w'\u2019-]+)\s+(?:of|by|from|through)\s+others$", re.IGNORECASE)
"""What is theirs, or done by them: "repairs of others"."""
_KINDS: Final = frozenset(
    (
        Expected.YES_NO,
        Expected.DURATION,
        Expected.MONEY,
        Expected.SHARE,
        Expected.MEASURE,
        Expected.QUANTITY,
        Expected.COUNT,
    )
)
"""Answers that hold for some and not for others."""
_NEAR: Final = 0.5
"""Cosine from which on two words may call one thing."""
_ALL: Final = re.compile(r"\b(?:any|all|every|each|only|no)\s+(?P<of>(?:[\w'-]+\W+){0,2}[\w'-]+)", re.IGNORECASE)
"""What speaks of all, or of some alone, with the words that say of what."""


def asks_of_others(part: Ask) -> bool:
    """Tell whether a part asks, in English, for yes, no or an amount of what is of others ("another maker's")."""
    return part.expected in _KINDS and _ASKS.search(part.text) is not None


def silent_on_others(
    part: Ask, found: Sequence[Candidate], similarity: Similarity | None = None
) -> frozenset[Candidate]:
    """
    Return the candidates that neither speak of others nor of all or some alone of what the part names; none for parts
    that do not ask about others.

    :param similarity: Tells "other brands" from "other costs", where other makers are asked about; ``None`` goes by
        the words alone.
    """
    asked = _ASKS.search(part.text) if part.expected in _KINDS else None
    if asked is None:
        return frozenset()
    said = " ".join(filter(None, asked.groupdict().values()))
    named = frozenset(content_words(said, "en")) or frozenset(part.stems)
    words = _content(said)
    thing = _content(asked["before"] or asked["owned"] or "")[-1:]
    return frozenset(c for c in found if not _tells(c.claim, named, words, thing or words, similarity))


def _tells(
    claim: str, named: frozenset[str], words: Sequence[str], thing: Sequence[str], similarity: Similarity | None
) -> bool:
    """
    Tell whether a claim speaks of others, of all or of some alone, and that of what is named.

    :param thing: What is asked of others: what a claim says is "of others" or "by others" has to be that.
    """
    for said in _OTHERS.finditer(claim):
        theirs = _THEIRS.search(said[0])
        if theirs is not None:
            if _alike(thing, theirs["thing"], similarity):
                return True
            continue
        near = f"{said['before']} {said['after']}" if said["of"] else claim
        if not named.isdisjoint(content_words(near, "en")) or _alike(words, near, similarity):
            return True
    return any(not named.isdisjoint(content_words(said["of"], "en")) for said in _ALL.finditer(claim))


def _content(text: str) -> tuple[str, ...]:
    return tuple(word for word in re.findall(r"[\w-]+", text.lower()) if content_words(word, "en"))


def _alike(words: Sequence[str], text: str, similarity: Similarity | None) -> bool:
    """Tell whether a text has one of some words, or one that comes near to it."""
    told = _content(text)
    if not set(content_words(" ".join(words), "en")).isdisjoint(content_words(text, "en")):
        return True
    if similarity is None or not told:
        return False
    return any(float(max(similarity(word, told))) >= _NEAR for word in words)
