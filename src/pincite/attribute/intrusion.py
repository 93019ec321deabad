"""What a claim may not carry out of a document: words that speak to a model, and links of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.text.instructions import instructions_in

if TYPE_CHECKING:
    from pincite.attribute.quotes import Found

__all__ = ["intrusions"]

_ADDRESS: Final = re.compile(r"(?:https?://|ftp://|data:|javascript:|www\.)[^\s)>\]\"']+", re.IGNORECASE)
_MARKED: Final = re.compile(r"!?\[[^\[\]]*\]\([^()]*\)|<\s*(?:img|a|script|iframe|svg)\b", re.IGNORECASE)


def intrusions(claim: str, places: tuple[Found, ...]) -> tuple[str, ...]:
    """
    Return what is wrong with a claim as an answer to a reader; empty where nothing is.

    Links and images belong to citations. An address may stand in a claim as words, where the quoted words have it.

    :param places: Where its quotes stand.
    """
    found = ["quotes words that speak to a model" for each in places if _speaks(each)][:1]
    if _MARKED.search(claim):
        found.append("has a link or an image, which belong to citations")
    quoted = " ".join(each.text for each in places)
    strange = [m[0] for m in _ADDRESS.finditer(claim) if m[0].rstrip(".,;:") not in quoted]
    if strange:
        found.append("has an address that the quoted words do not")
    return tuple(found)


def _speaks(found: Found) -> bool:
    revision = found.passage.permit.revision
    near = instructions_in(revision.text, found.passage.span, language=revision.language)
    return any(each.span.overlaps(found.span) for each in near)
