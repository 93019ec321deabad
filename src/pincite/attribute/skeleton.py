"""
A text as a row of steps in which only order counts: content words, values, and the function words between them.

In English, articles, titles and helping verbs are left out, and so is the tense: "The old office was in Graz" is *old
office be in graz*. Elsewhere all words stay: a German article says who does it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pincite.attribute.amounts import amounts, in_smaller
from pincite.text.dates import WEEKDAYS, dates
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.text.words import Word

__all__ = ["Step", "active", "keys", "skeletons"]

_LEFT_OUT_LISTED: Final = (
    "the a an its their his her your our my mr ms mrs dr has have had do does did may must can shall will should would "
    "could also too"
)
_LEFT_OUT: Final = frozenset(_LEFT_OUT_LISTED.split())
_BE: Final = frozenset(("is", "are", "was", "were", "be", "been", "being"))
_CUT: Final = re.compile(r"[;!?|]|[.:](?=\s|$)")
_ANSWERED: Final = re.compile(r"^\W*(?:yes|no)\b\W*", re.IGNORECASE)
_NAMED: Final = ("", "name")
"""Kinds of what can do something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One word or value."""

    key: str
    """The stem, the function word, or the value as it is compared."""
    filler: bool
    """Whether it is a content word or a value, which could stand in another's place."""
    kind: str = ""
    """What it is one of: the unit of a value, "date", "weekday", "name" for a word in capitals; else ``""``."""
    plural: bool = False
    """Whether it is written with the "s" of a plural."""
    comma: bool = False
    """Whether a comma stands before it."""


def keys(steps: Iterable[Step]) -> tuple[str, ...]:
    """Return what is compared of steps."""
    return tuple(step.key for step in steps)


@lru_cache(maxsize=256)
def skeletons(text: str, language: str) -> tuple[tuple[Step, ...], ...]:
    """Return the sentences of a text, and what semicolons and colons part, as steps; none of them is empty."""
    text = _ANSWERED.sub("", text)
    found: list[list[Step]] = [[]]
    end, comma = 0, False
    for start, stop, step in _read(text, language):
        comma = comma or "," in text[end:start]
        if _CUT.search(text, end, start):
            found.append([])
            comma = False
        if step is not None:
            found[-1].append(replace(step, comma=comma))
            comma = False
        end = stop
    return tuple(tuple(each) for each in found if each)


def active(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """
    Return an English sentence in the passive with its doer in front: "gate be open by guard" as "guard open gate".

    :returns: The same steps where there is no "by" behind a verb.
    """
    told = keys(steps)
    by = next((at for at in range(1, len(told)) if told[at] == "by" and steps[at - 1].filler), 0)
    be = told.index("be") if "be" in told[:by] else 0
    if not be or be + 1 >= by or not steps[be + 1].filler:
        return steps
    ends = (at for at in range(by + 1, len(told)) if not steps[at].filler or steps[at].kind not in _NAMED)
    stop = next(ends, len(told))
    doer, verb, rest = steps[by + 1 : stop], steps[be + 1], steps[be + 2 : by]
    return (*doer, verb, *steps[:be], *rest, *steps[stop:]) if doer else steps


def _read(text: str, language: str) -> list[tuple[int, int, Step | None]]:
    """Return where each word or value stands, with its step; ``None`` for what is left out."""
    values = [(d.span, Step(key=d.value.isoformat(), filler=True, kind="date")) for d in dates(text)]
    for each in amounts(text, language=language):
        value, unit = in_smaller(each.key)
        key = f"{value.normalize():f} {unit}".strip()
        values.append((each.span, Step(key=key, filler=True, kind=each.unit or "number")))
    found: list[tuple[int, int, Step | None]] = [(span.start, span.end, step) for span, step in values]
    for word in words(text):
        if not any(word.span.overlaps(span) for span, _ in values):
            found.append((word.span.start, word.span.end, _step(word, language)))
    return sorted(found, key=lambda each: each[:2])


def _step(word: Word, language: str) -> Step | None:
    folded, english = word.text.casefold(), language.startswith("en")
    if english and folded in _LEFT_OUT:
        return None
    if english and folded in _BE:
        return Step(key="be", filler=False)
    stems = content_words(word.text, language)
    if not stems:
        return Step(key=folded, filler=False)
    kind = "weekday" if folded in WEEKDAYS else "name" if word.text[0].isupper() else ""
    return Step(key=stems[0], filler=True, kind=kind, plural=folded.endswith("s") and stems[0] != folded)
