"""How far a clause goes: from its number to the next one that is not below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.documents import BlockKind, Span, sections
from pincite.text.clause_keys import CLAUSE

if TYPE_CHECKING:
    from pincite.documents import Identifier, Revision

__all__ = ["clause_span"]


def clause_span(revision: Revision, place: Identifier) -> Span:
    """
    Return the whole of a clause: from its number to the next clause that is not below it, or the next heading.

    :param place: The clause's key where it begins.
    """
    block = next((each for each in revision.blocks if each.span.contains(place.span)), None)
    if block is None:
        return place.span
    if block.kind is BlockKind.HEADING:
        tree = sections(revision.blocks, end=len(revision.text))
        return next((each.span for each in tree if each.span.start == block.span.start), block.span)
    start = next((part.span.start for part in block.parts if part.span.contains(place.span)), block.span.start)
    ends = [
        each.span.start
        for each in revision.identifiers
        if each.kind == CLAUSE and each.span.start > place.span.start and not _below(each.key, place.key)
    ]
    ends += [
        each.span.start
        for each in revision.blocks
        if each.kind is BlockKind.HEADING and each.span.start > place.span.start
    ]
    return _trimmed(revision.text, start, min(ends, default=len(revision.text)))


def _below(key: str, upper: str) -> bool:
    return key.startswith((f"{upper}.", f"{upper}("))


def _trimmed(text: str, start: int, end: int) -> Span:
    return Span(start, max(start, start + len(text[start:end].rstrip(" \n\t#*-|"))))
