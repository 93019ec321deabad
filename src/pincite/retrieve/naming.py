"""Which of some documents a question names: "clause 7.2 of the Atlas agreement"."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pincite.documents import DocumentId

__all__ = ["named"]

_WORD = re.compile(r"[^\W_]+")
_EMPTY = re.compile(r"the|an|of|in|and|or|for|to|by|with|on|at|from|our|your|its|is|are|what|does|say")
"""Words that name no document."""


def named(text: str, titles: Mapping[DocumentId, str]) -> tuple[DocumentId, ...]:
    """
    Return the documents that a question names by words of their titles or ids; empty where it names none of them apart.

    A word counts the more the fewer of the documents have it, and not at all where all have it. Of several that match,
    those that match best are named.

    :param text: The question, without its keys.
    :param titles: Title of each document that may be meant; at least two for a choice.
    """
    asked = _words(text)
    having = {document: _words(f"{title} {document}") for document, title in titles.items()}
    shared: defaultdict[str, int] = defaultdict(int, Counter(word for words in having.values() for word in words))
    scores = {
        document: sum(1 / shared[word] for word in words & asked if shared[word] < len(having))
        for document, words in having.items()
    }
    best = max(scores.values(), default=0.0)
    return tuple(document for document, score in scores.items() if score == best > 0)


def _words(text: str) -> frozenset[str]:
    found: Iterable[str] = (match.group().casefold().removesuffix("'s") for match in _WORD.finditer(text))
    return frozenset(word.removesuffix("s") for word in found if len(word) > 1 and not _EMPTY.fullmatch(word))
