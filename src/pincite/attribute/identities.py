"""
Who is what: a claim that exchanges two persons or things over what they are said to be.

"Ann is the head. Her deputy is Ben" makes Ben no head and Ann no deputy. What a sentence equates stands on both sides
of a form of "be"; nothing else is looked at. English only.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

from pincite.attribute.contrasts import parts_of
from pincite.attribute.denial import denies, language_of
from pincite.attribute.facts import Slip
from pincite.attribute.skeleton import keys, skeletons

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.attribute.skeleton import Step

__all__ = ["exchanged"]

_WITHIN: Final = frozenset(("of", "for", "'s", "s"))
"""Function words that a name or an office may have in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """What stands on one side of "be"."""

    words: frozenset[str]
    named: bool
    """Whether all of it is written in capitals."""

    def meets(self, other: _Side) -> bool:
        """Tell whether both may name one thing: one has all words of the other."""
        return self.words <= other.words or other.words <= self.words


_Pair = tuple[_Side, _Side]


def exchanged(claim: str, unit: str, *, language: str) -> tuple[Slip, ...]:
    """
    Return what a claim equates although its evidence equates each of both with something else.

    :param unit: The quoted sentences.
    """
    if language_of(language) != "en" or denies(claim, language=language):
        return ()
    told = list(_pairs(unit, language))
    return tuple(
        Slip(finding=f"makes {_shown(one)!r} of {_shown(two)!r}, which are two in the quoted words", contrary=True)
        for one, two in _pairs(claim, language)
        if (one.named or two.named) and _parted(one, two, told)
    )


def _shown(side: _Side) -> str:
    return " ".join(sorted(side.words))


def _parted(one: _Side, two: _Side, told: Sequence[_Pair]) -> bool:
    both = [pair for each in told for pair in (each, each[::-1])]
    if any(one.meets(a) and two.meets(b) for a, b in both):
        return False
    firsts = [b for a, b in both if one.meets(a) and not b.words & two.words]
    seconds = [b for a, b in both if two.meets(a) and not b.words & one.words]
    return any(not a.meets(b) for a, b in product(firsts, seconds))  # "A is B. B is C" makes A a C


def _pairs(text: str, language: str) -> Iterator[_Pair]:
    for sentence in skeletons(text, language):
        for half in parts_of(sentence):
            told = keys(half)
            if told.count("be") == 1:
                at = told.index("be")
                one, two = _side(half[:at]), _side(half[at + 1 :])
                if one is not None and two is not None:
                    yield one, two


def _side(steps: Sequence[Step]) -> _Side | None:
    if not any(step.filler for step in steps) or any(not s.filler and s.key not in _WITHIN for s in steps):
        return None
    return _Side(
        words=frozenset(step.key for step in steps if step.filler),
        named=all(step.kind == "name" for step in steps if step.filler),
    )
