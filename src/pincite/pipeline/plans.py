"""
Takes a question of several parts, or over something that it does not name, apart into steps, by rule.

Each step is a question that stands by itself: with what the question tells beside its parts, with the names that the
parts before it use, and with the answer to an earlier step in the place that means it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.asked import parted
from pincite.pipeline.hops import hop
from pincite.pipeline.leaning import Lean, asked_thing, leaning
from pincite.text.words import content_words

if TYPE_CHECKING:
    from pincite.pipeline.leaning import Asked

__all__ = ["Step", "leads", "planned"]

_NAME: Final = re.compile(r"\b[A-Z][\w'\u2019-]*(?:\s+(?:[A-Z][\w-]*|[A-Z]?\d[\w-]*))*")
_POINTS: Final = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|one|ones|there|then|so)\b(?!\s+[a-z]+\s+(?:is|are|was|were|do|does)\b)",
    re.IGNORECASE,
)
_LITTLE: Final = 2
"""Content words below which a part says too little by itself."""
_MOST: Final = 4
"""Parts up to which each is looked for by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question on the way to an answer."""

    asked: bool
    """Whether its answer was asked for; what only leads to another step's question was not."""
    text: str
    """The question as the asker would know it again."""
    told: str = ""
    """What is said beside it: statements and names."""
    lean: Lean | None = None
    """Where the answer to an earlier step stands in it; ``None`` for a question that needs none."""
    after: int | None = None
    """The index of that step."""
    thing: Asked | None = None
    """What kind of thing it asks for by name."""

    def question(self, name: str = "") -> str:
        """
        Return the whole question of this step.

        :param name: The answer to the step that it leans on; ``""`` to ask as the asker wrote it.
        """
        own = self.lean.said(name) if self.lean and name else self.text
        told = "" if self.lean and any(map(str.isdigit, name)) else self.told  # a key says enough, and stands elsewhere
        return f"{told} {own[:1].upper()}{own[1:].rstrip(' ?,')}?".strip()


def planned(question: str, *, language: str = "en") -> tuple[Step, ...]:
    """
    Return the steps of a question in order.

    :returns: One step for a question that one search answers, and for one of more parts than can be looked for apart.
    """
    told, parts = parted(" ".join(question.split()), language=language)
    if len(parts) > _MOST:
        return (Step(asked=True, text=question),)
    steps: list[Step] = []
    for at, part in enumerate(parts):
        lean = leaning(part, parts[at - 1], told=told) if at else None
        beside = _beside(part, told, parts[:at], language, leans=lean is not None) if at else told
        steps += _steps(part, lean, beside, len(steps) - 1)
    return tuple(steps) if len(steps) > 1 else (Step(asked=True, text=question),)


def leads(steps: tuple[Step, ...]) -> bool:
    """Tell whether what a later step looks for is known only when an earlier one is answered."""
    return any(step.lean for step in steps)


def _steps(part: str, lean: Lean | None, told: str, last: int) -> list[Step]:
    """Return the steps of one part: two where it describes what it does not name."""
    if lean is not None and lean.thing is None:
        return [Step(asked=True, text=part, told=told, lean=lean, after=last, thing=asked_thing(part))]
    part = lean.said(lean.thing) if lean is not None and lean.thing else part
    described = hop(part)
    if described is None:
        return [Step(asked=True, text=part, told=told, thing=asked_thing(part))]
    first = Step(asked=False, text=described.first, told=told, thing=asked_thing(described.first))
    slot = Lean(before=described.before, after=described.after, thing=None)
    return [first, Step(asked=True, text=part, told=told, lean=slot, after=last + 1, thing=asked_thing(part))]


def _beside(part: str, told: str, before: tuple[str, ...], language: str, *, leans: bool) -> str:
    """
    Return what is said beside a later part: the part before it where it points at all of that ("how often is *that*
    done?") or says too little, and else the names that are used before where it names nothing.
    """
    little = not told and len(content_words(part, language)) < _LITTLE
    if little or (not leans and _POINTS.search(part)):
        return f"{told} {before[-1].rstrip(' ?,')}.".strip()
    names = "" if _names(part) or _names(told) else _carried(before)
    return f"{told} {names}.".strip() if names else told


def _names(text: str) -> list[str]:
    """Return the names and codes that a text writes, without the capital of its first word."""
    return [m[0] for m in _NAME.finditer(text) if m[0] != "I" and (m.start() or re.search(r"\d|[A-Z]{2}", m[0]))]


def _carried(parts: tuple[str, ...]) -> str:
    """Return the names of the nearest part before that has any."""
    return next((", ".join(dict.fromkeys(found)) for part in reversed(parts) if (found := _names(part))), "")
