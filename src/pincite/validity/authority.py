"""
Whether a document binds, or only tells.

``authority`` is a text. Words for what binds ("normative", "controlled", "official") and for what only tells
("informative", "lab note", "draft") are known, and ``[governing]`` in the settings adds others. A document that states
nothing, or another word, binds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from pincite.errors import ConfigError

__all__ = ["AuthorityWords", "GoverningSettings", "Weight", "words_of"]

_WEAKENING: Final = (
    "informative informational informal unofficial uncontrolled draft proposal proposed preliminary experimental "
    "exploratory obsolete withdrawn archived historical unverified unreviewed unapproved wip none anecdotal"
)
_PROVISIONAL: Final = frozenset(_WEAKENING.split())
"""Words that take away force whatever else is said."""
_SOFT: Final = (
    "information note notes memo opinion discussion chat email mail forum blog wiki observation observations test lab "
    "bench measurement measurements log diary record minutes nonbinding advisory background example illustrative "
    "archive secondary tertiary community reference"
)
_TELLING: Final = frozenset(_SOFT.split())
"""Words for what only tells, unless a binding word stands beside them: "approved test procedure"."""
_HARD: Final = (
    "normative binding official controlled approved authoritative governing mandatory required requirement "
    "requirements regulatory statutory contractual primary released definitive policy standard specification"
)
_RULING: Final = frozenset(_HARD.split())


class Weight(IntEnum):
    """How much a document's word counts; higher goes before lower."""

    INFORMATIVE = 0
    """It tells: never cited for what must or may be done."""
    UNSTATED = 1
    BINDING = 2


@dataclass(frozen=True, slots=True)
class AuthorityWords:
    """The words of one corpus for what binds and what only tells."""

    binding: frozenset[str] = frozenset()
    informative: frozenset[str] = frozenset()

    def weight(self, authority: str | None) -> Weight:
        """
        Return how much a document's word counts.

        :param authority: As stated; ``None`` where nothing is.
        """
        stated = _fold(authority or "")
        if not stated:
            return Weight.UNSTATED
        if stated in self.binding:
            return Weight.BINDING
        if stated in self.informative:
            return Weight.INFORMATIVE
        return _known(stated)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoverningSettings:
    """What the corpus's own words of ``authority`` mean."""

    binding: tuple[str, ...] = ()
    """Words of ``authority`` for documents that bind, beside the known ones."""
    informative: tuple[str, ...] = ()
    """Words for documents that only tell: never cited for what must or may be done."""

    def __post_init__(self) -> None:
        both = sorted({_fold(each) for each in self.binding} & {_fold(each) for each in self.informative})
        if both:
            raise ConfigError(
                f"governing names {both[0]!r} both binding and informative: take it out of one of the lists",
                name=both[0],
            )


def words_of(settings: GoverningSettings) -> AuthorityWords:
    """Return the words that the settings add to the known ones."""
    return AuthorityWords(
        binding=frozenset(map(_fold, settings.binding)), informative=frozenset(map(_fold, settings.informative))
    )


def _fold(word: str) -> str:
    return " ".join(word.casefold().split())


def _known(stated: str) -> Weight:
    joined = re.sub(r"\bnon[\s_-]?(?=binding|normative|mandatory|authoritative|controlled)", "un", stated)
    words = re.findall(r"[^\W_]+", joined)
    if any(word in _PROVISIONAL or (word.startswith("un") and word[2:] in _RULING) for word in words):
        return Weight.INFORMATIVE
    if any(word in _RULING for word in words):
        return Weight.BINDING
    return Weight.INFORMATIVE if any(word in _TELLING for word in words) else Weight.UNSTATED
