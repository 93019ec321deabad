"""
What a sentence says of two things side by side: "red for export and blue for returns".

The halves have words that answer one another: two names, two amounts of one unit, two words behind the same word or
before it. A claim may take such words from one half, not one of each. English only.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from pincite.attribute.denial import language_of
from pincite.attribute.facts import Slip
from pincite.attribute.skeleton import keys, skeletons

if TYPE_CHECKING:
    from pincite.attribute.skeleton import Step

    Steps = tuple[Step, ...]

__all__ = ["JOINS", "crossed", "parts_of", "vouched"]

JOINS: Final = frozenset(("and", "or", "nor", "with", "und", "oder", "et", "ou", "y", "o", "e"))
"""Words that join things of which the same is said."""
_APART: Final = JOINS - {"with"} | frozenset(("but", "while", "whereas", "aber", "mais", "pero", "ma"))
_WAYS: Final = ("from", "to")


def crossed(claim: str, unit: str, *, language: str) -> tuple[Slip, ...]:
    """
    Return where a claim says of one thing what its evidence says of the other.

    :param unit: The quoted sentences.
    """
    if language_of(language) != "en":
        return ()
    halves = [half for sentence in skeletons(unit, language) for half in _halves(sentence)]
    said = [half for sentence in skeletons(claim, language) for half in _halves(sentence)]
    found = (_mixed(own, one, two) for own in said for one, two in combinations(halves, 2))
    return tuple(dict.fromkeys(slip for slip in found if slip is not None))


def vouched(own: Steps, steps: Steps) -> bool:
    """Tell whether each half of a claim has its words from one half of a sentence that has two or more."""
    told, said = _halves(steps), _halves(own)
    pairs = [(one, two) for one, two in combinations(told, 2) if len(_answering(one, two, opening=1)) > 1]
    return bool(pairs) and not any(_mixed(half, one, two, opening=1) for half in said for one, two in pairs)


def parts_of(sentence: Steps) -> list[Steps]:
    """Return what commas and words that join or oppose part in a sentence, as far as it has content words or values."""
    found: list[list[Step]] = [[]]
    for step in sentence:
        if step.comma or step.key in _APART:
            found.append([])
        if step.key not in _APART:
            found[-1].append(step)
    return [tuple(each) for each in found if any(step.filler for step in each)]


def _halves(sentence: Steps) -> list[Steps]:
    return [_directed(each) for each in parts_of(sentence)]


def _directed(half: Steps) -> Steps:
    """Join "from" and "to" with what stands behind: Rome is another thing in "to Rome" than in "from Rome"."""
    found: list[Step] = []
    for step in half:
        if found and found[-1].key in _WAYS and step.filler:
            found[-1] = replace(step, key=f"{found[-1].key} {step.key}", kind=f"{found[-1].key} {step.kind}")
        else:
            found.append(step)
    return tuple(found)


def _mixed(own: Steps, one: Steps, two: Steps, *, opening: int = 0) -> Slip | None:
    """Find a word of each half whose answer in the other half the claim does not have."""
    said = set(keys(own))
    if "than" in said and "than" in keys(two):
        return None  # "412 tonnes, 37 less than in 2024": the difference is of the first half; see "differences"
    pairs = _answering(one, two, opening=opening)
    first = [(a, b) for a, b in pairs if a in said and b not in said]
    second = [(a, b) for a, b in pairs if b in said and a not in said]
    if not first or not second:
        return None
    return Slip(
        finding=f"says {second[0][1]!r} of {first[0][0]!r}, of which the quoted words say {second[0][0]!r}",
        contrary=True,
    )


def _answering(one: Steps, two: Steps, *, opening: int = 0) -> list[tuple[str, str]]:
    """
    Return the words of two halves that answer one another, the surest pairs first; a word answers one other.

    :param opening: How much it counts that both open their half.
    """
    own = [set(keys(half)) for half in (one, two)]
    ranked = sorted(
        (-_likeness(one, a, two, b) - (opening if a == b == 0 else 0), b, a)
        for a, first in enumerate(one)
        for b, second in enumerate(two)
        if first.filler and second.filler and first.key not in own[1] and second.key not in own[0]
    )
    found: dict[int, int] = {}
    for score, b, a in ranked:
        if score < 0 and b not in found and a not in found.values():
            found[b] = a
    return [(one[a].key, two[b].key) for b, a in found.items()]


def _likeness(one: Steps, a: int, two: Steps, b: int) -> int:
    """Return by how much two words answer one another: values and names of one kind, then their neighbours."""
    if one[a].kind != two[b].kind and {one[a].kind, two[b].kind} - {"", "name"}:
        return 0
    kind = 3 if one[a].kind and one[a].kind == two[b].kind else 0
    opens = 3 if a == b == 0 and one[a].plural and two[b].plural else 0
    before = a > 0 and b > 0 and _same(one[a - 1], two[b - 1])
    behind = a + 1 < len(one) and b + 1 < len(two) and one[a + 1].key == two[b + 1].key
    closes = a == len(one) - 1 and b == len(two) - 1 and len(two) < len(one)  # "…, three quarters on board"
    return kind + opens + 2 * (before + behind) + closes


def _same(one: Step, two: Step) -> bool:
    return one.key == two.key or (one.kind == two.kind and one.kind not in ("", "name"))
