"""
Cuts a sentence where it says several things: one after another, two of one subject, or one for each of several
quantities.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from pincite.attribute.amounts import amounts
from pincite.text.dates import dates

__all__ = ["parts", "predicates", "segments"]

_JOINT: Final = re.compile(
    r"\s*;\s*|(?<=[.!?])\s+|\s\.\s|,?\s+(?:but|whereas|while|however|although)\s+|,\s+and\s+", re.IGNORECASE
)
_AND: Final = re.compile(r"\s+and\s+")
_VERB_FORMS: Final = tuple(
    re.compile(rf"\b(?:{form})\b")
    for form in (
        r"[a-z]{2,}ed",
        r"(?:is|are|was|were|has|have|had|may|must|shall|will|can|could|should|do|does|did)",
        r"[a-z]{2,}[^s\W]s(?=\s+(?:the|an?|all|any|each|its|their|his|her|on|at|to|by|in|for|from|with|within|it|them|\d))",
    )
)
_BETWEEN: Final = re.compile(
    r"\s*;\s*|(?<=[.!?])\s+|\s\.\s|\s\|\s|,\s+|,?\s+(?:and|or|but|whereas|while)\s+", re.IGNORECASE
)


def parts(text: str) -> tuple[str, ...]:
    """Return what a text says one after another, cut at full stops, semicolons, "but", "while" and ", and"."""
    return tuple(piece.strip() for piece in _JOINT.split(text) if piece.strip())


def predicates(text: str) -> tuple[str, ...]:
    """
    Return both halves of "The board rejected A and accepted B" with the subject of the first, else nothing.

    A verb is known by its form: the second half opens with one, and the first has one, if it may be of the same form.
    """
    for joint in _AND.finditer(text):
        first, second = text[: joint.start()], text[joint.end() :]
        same = [form for form in _VERB_FORMS if form.match(second)]
        for form in (*same, *_VERB_FORMS) if same else ():
            if (verb := form.search(first)) and verb.start():
                return first, f"{first[: verb.start()]}{second}"
    return ()


def segments(text: str, *, language: str) -> tuple[str, ...]:
    """
    Return a text cut so that, where words allow it, each piece has one quantity or date with what it is of.

    "Recordings are kept for 90 days and invoices for ten years" has two pieces; "between 1 and 2 bar" is one.
    """
    spans = sorted(
        [q.span for q in amounts(text, language=language)] + [d.span for d in dates(text)], key=lambda s: s.start
    )
    cuts = [0]
    for one, two in pairwise(spans):
        found = [m for m in _BETWEEN.finditer(text, one.end, two.start) if text[m.end() : two.start].strip()]
        if found:
            cuts.append(found[0].end())
    return tuple(text[a:b].strip() for a, b in pairwise([*cuts, len(text)]) if text[a:b].strip())
