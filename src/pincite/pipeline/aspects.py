"""
What tells the asked aspect of a thing goes before what tells another: its minimum or maximum, what was decided of it.

Hits on one thing are the nearest of neighbours, by words and by meaning: a sentence on the maximum input voltage is as
good an answer to a question about the minimum as any leg can tell, and a report that speaks of a second shift as good
as the minutes that say whether it was decided.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pincite.questions import Found

__all__ = ["asked_aspect_first"]

_AS_NEAR: Final = 0.5
"""Share of the score of a hit on another aspect from which on a hit on the asked one goes before it."""
_LEAST: Final = re.compile(
    r"\b(?:min(?:imum|ima|imal|imale[snrm]?|imales|imaux)?|mindest\w*|m[ií]nim[oaie]s?|lowest|smallest|shortest|least)\b",
    re.IGNORECASE,
)
_MOST: Final = re.compile(
    r"\b(?:max(?:imum|ima|imal|imale[snrm]?|imales|imaux)?|h[öo]chst\w*|m[áa]xim[oa]s?|massim[oaie]|highest|largest|longest"
    r"|greatest)\b",
    re.IGNORECASE,
)
_ASKS_DECISION: Final = re.compile(
    r"\b(?:decided?|decisions?|beschlossen|entschieden|décidée?s?|decidid[oa]s?|decis[oaie])\b", re.IGNORECASE
)
_TELLS_DECISION: Final = re.compile(
    r"\b(?:(?:un)?decided|decid(?:e|es|ing)|decisions?|resol(?:ved|utions?)|adopted|approved|rejected|declined|postponed"
    r"|agreed|beschl(?:ossen|uss|üsse)|entsch(?:ieden|eidung(?:en)?)|abgelehnt|vertagt|décid(?:ée?s?|er|e)|décisions?"
    r"|rejetée?s?|decidid[oa]s?|decisi(?:ón|ones|oni?)|rechazad[oa]s?|decis[oaie]|respint[oaie])\b",
    re.IGNORECASE,
)


def asked_aspect_first(question: str, found: tuple[Found, ...]) -> tuple[tuple[Found, ...], int]:
    """
    Return the hits ranked anew, and how many were put back.

    Where a question names one extreme of the two, a hit that names the other and not the asked one goes right behind
    the last that names the asked one and has at least half of its score. Where it asks what was decided, so does a hit
    that speaks of no decision. No hit is left out.

    :returns: The hits as they came, and 0, where the question asks for no such aspect.
    """
    own, other = _sides(question, found)
    order, moved = list(range(len(found))), 0
    for at in reversed([n for n, is_other in enumerate(other) if is_other]):
        place = order.index(at)
        floor = _AS_NEAR * found[at].hit.score
        near = [n for n, each in enumerate(order) if n > place and own[each] and found[each].hit.score >= floor]
        if near:
            order.insert(near[-1], order.pop(place))
            moved += 1
    if not moved:
        return found, 0
    return tuple(replace(found[at], rank=rank) for rank, at in enumerate(order, start=1)), moved


def _sides(question: str, found: tuple[Found, ...]) -> tuple[list[bool], list[bool]]:
    """Return which hits tell the asked aspect, and which another instead; none where none is asked for."""
    least, most = _LEAST.search(question), _MOST.search(question)
    if (least is None) != (most is None):
        asked, contrary = (_LEAST, _MOST) if least else (_MOST, _LEAST)
        own = _telling(asked, found)
        return own, [not mine and its for mine, its in zip(own, _telling(contrary, found), strict=True)]
    if _ASKS_DECISION.search(question):
        own = _telling(_TELLS_DECISION, found)
        return own, [not mine for mine in own]
    return [], []


def _telling(pattern: re.Pattern[str], found: tuple[Found, ...]) -> list[bool]:
    """Return of each hit whether a pattern is in its text or in what stands over it."""
    return [pattern.search(f"{each.permit.revision.title}\n{each.permit.chunk.indexed}") is not None for each in found]
