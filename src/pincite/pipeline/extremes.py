"""
The minimum or the maximum: a hit that speaks of the other extreme alone goes behind one that speaks of what is asked.

The two are the nearest of neighbours, by words and by meaning: the sentence on a maximum input voltage is as good an
answer to a question about the minimum as any leg can tell.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pincite.questions import Found

__all__ = ["asked_extreme_first"]

_AS_NEAR: Final = 0.5
"""Share of the score of a hit on the other extreme from which on a hit on the asked one goes before it."""
_LEAST: Final = re.compile(
    r"\b(?:min(?:imum|ima|imal|imale[snrm]?|imales|imaux)?|mindest\w*|m[ií]nim[oaie]s?|lowest|smallest|shortest|least)\b",
    re.IGNORECASE,
)
_MOST: Final = re.compile(
    r"\b(?:max(?:imum|ima|imal|imale[snrm]?|imales|imaux)?|h[öo]chst\w*|m[áa]xim[oa]s?|massim[oaie]|highest|largest|longest"
    r"|greatest)\b",
    re.IGNORECASE,
)


def asked_extreme_first(question: str, found: tuple[Found, ...]) -> tuple[tuple[Found, ...], int]:
    """
    Return the hits ranked anew, and how many were put back.

    Only where a question names one extreme of the two. A hit that names the other one and not the asked one goes right
    behind the last that names the asked one and has at least half of its score; no hit is left out.

    :returns: The hits as they came, and 0, where the question names neither or both.
    """
    least, most = _LEAST.search(question), _MOST.search(question)
    if (least is None) == (most is None):
        return found, 0
    asked, other = (_LEAST, _MOST) if least else (_MOST, _LEAST)
    texts = [f"{each.permit.revision.title}\n{each.permit.chunk.indexed}" for each in found]
    own = [asked.search(text) is not None for text in texts]
    contrary = [not mine and other.search(text) is not None for mine, text in zip(own, texts, strict=True)]
    order, moved = list(range(len(found))), 0
    for at in reversed([n for n, is_other in enumerate(contrary) if is_other]):
        place = order.index(at)
        floor = _AS_NEAR * found[at].hit.score
        near = [n for n, each in enumerate(order) if n > place and own[each] and found[each].hit.score >= floor]
        if near:
            order.insert(near[-1], order.pop(place))
            moved += 1
    if not moved:
        return found, 0
    return tuple(replace(found[at], rank=rank) for rank, at in enumerate(order, start=1)), moved
