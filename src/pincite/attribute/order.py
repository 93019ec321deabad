"""
A claim that is the quoted words but for the order: two of them have changed places, or one stands in another's.

What two texts say in the same words, they say alike only where the words stand in the same order. So no verb has to be
known: "Doctors relieve nurses" is held against "Nurses relieve doctors" word by word; in English in both voices.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.attribute.contrasts import JOINS, vouched
from pincite.attribute.facts import Slip
from pincite.attribute.skeleton import active, keys, skeletons
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pincite.attribute.skeleton import Step

    Steps = tuple[Step, ...]

__all__ = ["disordered"]

_FEWEST: Final = 3
"""Steps of a claim that is looked at."""
_MOST: Final = 3
"""Steps of what may stand in another's place."""
_BELONGS: Final = frozenset(("of", "in", "with"))
"""What joins two nouns so that either may stand for both: "patients with asthma"."""
_OPENS: Final = re.compile(
    r"\b(?P<word>when(?:ever)?|if|once|unless|as soon as|before|after|until|because|provided that|while)\b", re.I
)
_SENTENCE: Final = re.compile(r"[;!?]|\.(?=\s|$)")


def disordered(claim: str, unit: str, *, language: str) -> tuple[Slip, ...]:
    """
    Return where a claim has the quoted words in another order, or a word of them in the place of another.

    :param unit: The quoted sentences.
    """
    told = [steps for sentence in skeletons(unit, language) for steps in _voices(sentence)]
    found: list[Slip] = []
    for sentence in skeletons(claim, language):
        said = [own for own in _voices(sentence) if len(own) >= _FEWEST]
        if not any(_stands_in(keys(own), keys(steps)) for own in said for steps in _bare(told)):
            found += [slip for own in said for slip in (*_permuted(own, told), *_exchanged(own, told))][:1]
    return (*found, *_turned_conditions(claim, unit))


def _voices(sentence: Steps) -> tuple[Steps, ...]:
    return tuple(dict.fromkeys((sentence, active(sentence))))


def _bare(told: Iterable[Steps]) -> Iterator[Steps]:
    """Yield sentences as they are, and without what stands between two commas."""
    for steps in told:
        yield steps
        commas = [at for at, step in enumerate(steps) if step.comma]
        yield from ((*steps[:one], *steps[two:]) for one, two in pairwise(commas))


def _stands_in(few: Sequence[str], many: Sequence[str]) -> bool:
    return any(many[at : at + len(few)] == few for at in range(len(many) - len(few) + 1))


def _permuted(own: Steps, told: Iterable[Steps]) -> Iterator[Slip]:
    """Find the steps of a stretch of the evidence, with fillers that have changed places among them."""
    for steps in told:
        for at in range(len(steps) - len(own) + 1):
            stretch = steps[at : at + len(own)]
            moved = [n for n, (one, two) in enumerate(zip(own, stretch, strict=True)) if one.key != two.key]
            if not all(own[n].filler and stretch[n].filler for n in moved):
                continue
            reach = slice(moved[0], moved[-1] + 1)
            if Counter(keys(own)) != Counter(keys(stretch)) or _alike(own[reach], stretch[reach]):
                continue
            if not vouched(own, steps):
                one, two = own[moved[0]].key, stretch[moved[0]].key
                yield Slip(finding=f"lets {one!r} and {two!r} change places", contrary=True)


def _alike(one: Steps, two: Steps) -> bool:
    """Tell whether two stretches only name the same things in another order, or turn round what equals what."""
    return (len(one) == _FEWEST and one[1].key == "be") or _conjuncts(one) == _conjuncts(two)


def _conjuncts(steps: Steps) -> Counter[tuple[str, ...]]:
    found: list[list[str]] = [[]]
    for step in steps:
        if step.comma or step.key in JOINS:
            found.append([])
        if step.key not in JOINS:
            found[-1].append(step.key)
    return Counter(tuple(each) for each in found if each)


def _exchanged(own: Steps, told: Sequence[Steps]) -> Iterator[Slip]:
    """Find fillers in one place of the evidence where the claim has others, which the evidence has elsewhere."""
    for start in range(len(own)):
        for stop in range(start + 1, min(start + _MOST, len(own)) + 1):
            mine, before, behind = own[start:stop], own[:start], own[stop:]
            if not all(step.filler for step in mine) or not any(step.filler for step in (*before, *behind)):
                continue
            for steps in told:
                for theirs in _in_place(steps, keys(before), keys(behind)):
                    if _strays(keys(mine), keys(theirs), keys(steps), keys(own)):
                        one, two = " ".join(keys(mine)), " ".join(keys(theirs))
                        yield Slip(finding=f"says {one!r} where the quoted words say {two!r}", contrary=True)


def _in_place(steps: Steps, before: tuple[str, ...], behind: tuple[str, ...]) -> Iterator[Steps]:
    """Yield the fillers that the evidence has between two stretches, which are two steps or more together."""
    told = keys(steps)
    for at in range(len(before), len(steps)) if len(before) + len(behind) >= _FEWEST - 1 else ():
        if told[at - len(before) : at] != before:
            continue
        for stop in range(at + 1, min(at + _MOST, len(steps)) + 1):
            if told[stop : stop + len(behind)] == behind and all(step.filler for step in steps[at:stop]):
                yield steps[at:stop]


def _strays(one: tuple[str, ...], two: tuple[str, ...], told: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """Tell whether the evidence has both, neither in one list with the other, and the claim only the first."""
    if set(one) & set(two) or not _stands_in(one, told) or _stands_in(two, said):
        return False
    return not any(_listed(told, first, second) for first, second in ((one, two), (two, one)))


def _listed(told: tuple[str, ...], first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Tell whether one stands right before the other, or they are joined: "A and the outer B"."""
    for at in (n + 1 for n, key in enumerate(told) if key == first[-1]):
        joined = told[at : at + 1] and told[at] in JOINS | _BELONGS
        if told[at : at + len(second)] == second or (joined and second[-1] in told[at + 1 : at + 1 + _MOST]):
            return True
    return False


def _turned_conditions(claim: str, unit: str) -> Iterator[Slip]:
    """Find "B when A" for "A when B"."""
    for opens, said_main, said_under in _conditions(claim):
        for other, told_main, told_under in _conditions(unit):
            main, under = told_main - told_under, told_under - told_main
            crossed = said_main & under and said_under & main and not said_main & main and not said_under & under
            if crossed and {opens, other} != {"before", "after"}:
                yield Slip(finding=f"turns round what the quoted words say with {other!r}", contrary=True)


def _conditions(text: str) -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    """Yield what opens a condition or a time, with the content words of what holds under it, and its own."""
    for sentence in _SENTENCE.split(text):
        opened = _OPENS.search(sentence)
        if opened is None:
            continue
        before, behind = sentence[: opened.start()], sentence[opened.end() :]
        if not content_words(before, "en"):
            behind, _, before = behind.partition(",")
        main, under = (frozenset(content_words(each, "en")) for each in (before, behind))
        yield opened["word"].casefold(), main, under
