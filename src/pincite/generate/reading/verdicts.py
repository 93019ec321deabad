"""
Lists and tables whose heading is the answer: under "We do not accept", "cheques" alone would say yes.

A bare thing is told together with the heading that says of it whether it is so.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Span
from pincite.generate.reading.expected import Expected
from pincite.text.markup import plain

if TYPE_CHECKING:
    from pincite.answers import Passage
    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["under_verdict"]

_VERDICT: Final = re.compile(
    r"\b(?:not|no|never|cannot|without|only|may|must|can|free|optional|compulsory|mandatory|exempt(?:ions?|ed)?"
    r"|(?:in|ex)clu(?:ded?|des|sions?)|exceptions?|prohibited|forbidden|banned|(?:dis)?allowed|permitted|required"
    r"|(?:un)?covered|(?:un)?insured|accepted|refused|rejected|reimbursed|refund(?:ed|able)|eligible|ineligible)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(r"\W*(?:how|why|when|where|what\s+(?:if|happens|to)|which|who)\b|.*\?\W*$", re.IGNORECASE)
"""Headings that ask or tell how decide nothing."""
_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|may|must|can|cannot|could|should|will|would|shall)\b", re.IGNORECASE
)
_LONGEST: Final = 7
"""Words of the longest heading that is a verdict."""


def under_verdict(part: Ask, candidate: Candidate, passage: Passage) -> Candidate:
    """
    Return a candidate with the heading that decides of it in front, where yes or no is asked and it is a row, or has
    no verb that could decide; any other as it is.

    :param passage: The passage that the candidate is of. A heading that it does not show is not quoted.
    """
    bare = candidate.is_row or _VERB.search(candidate.claim) is None
    if part.expected is not Expected.YES_NO or not bare:
        return candidate
    text = passage.permit.revision.text
    start = candidate.spans[0].start
    heads = (b.span for b in passage.permit.revision.blocks if b.kind is BlockKind.HEADING and b.span.end <= start)
    over = max(heads, key=lambda span: span.start, default=Span(0, 0))
    shown = any(each.contains(over) for each in (passage.span, *passage.permit.chunk.context))
    said = plain(over.cut(text)).strip(" :#")
    if not shown or len(said.split()) > _LONGEST or _ASKS.match(said) or not _VERDICT.search(said):
        return candidate
    return replace(candidate, spans=(over, *candidate.spans), claim=f"{said}: {candidate.claim}")
