"""The shape of a question: what it shows by itself, before anything is looked up."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from pincite.text.phrases import phrases

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.questions import Query

__all__ = ["Shape", "asks_for_a_rule", "rest", "shape"]


class Shape(StrEnum):
    """What a question looks like; the weights of the legs may differ by it."""

    KEY = "key"
    """It names an exact key."""
    PHRASE = "phrase"
    """It quotes words that are to stand so."""
    AGGREGATE = "aggregate"
    """It asks about all of something: how many, which of our, the sum, the latest."""
    KEYWORDS = "keywords"
    """A few words and no sentence."""
    QUESTION = "question"
    """A sentence."""


_AGGREGATE = re.compile(
    r"\b(?:how\s+many|how\s+much\s+in\s+total|in\s+total|total\s+(?:number|amount|of)|sum\s+of|count\s+of|number\s+of"
    r"|average|list\s+(?:all|every|the)|all\s+(?:of\s+)?(?:the|our|my|your|\w+s\b)|which\s+of\s+(?:the|our|my|these)"
    r"|every\s+\w+|each\s+of|most\s+recent|latest|oldest|newest|highest|lowest|what\s+(?:has\s+)?changed"
    r"|wie\s+viele|insgesamt|combien|cuántos|cuántas|quanti|quante|сколько)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[¿\"']*(?:how|what|when|where|which|who|whom|whose|why|is|are|was|were|do|does|did|can|could|may|might|must|shall"
    r"|should|will|would|has|have|am|wie|wann|wo|wer|wen|wem|warum|welche[rs]?|kann|darf|comment|quand|où|qui|que|quel"
    r"|quelle|cómo|cuándo|dónde|quién|qué|cuál)\b",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:how\s+(?:long|many\s+\w+|much\s+time)\s+do\s+(?:i|we|they)\s+(?:still\s+)?have|(?:can|could|may|must|should)\s+"
    r"(?:i|we|they|you)|am\s+i|are\s+we|do\s+(?:i|we)\s+(?:have|need|get|pay)|what\s+(?:happens|if|do\s+i)|who\s+pays"
    r"|(?:is|are)\s+(?:it|this|that|they)\s+(?:covered|allowed|possible)|entitled|eligible|allowed|policy|policies|rules?"
    r"|deadline|darf\s+ich|kann\s+ich|muss\s+ich|wie\s+lange\s+habe\s+ich|puis-je|puedo)\b",
    re.IGNORECASE,
)
_KEY_NOUN = re.compile(
    r"\b(?:orders?|order\s+(?:number|id|no\.?)|numbers?|no\.|ids?|clauses?|sections?|articles?|paragraphs?|parts?|part\s+"
    r"number|models?|codes?|tickets?|cases?|invoices?|bestellung|auftrag|commande|pedido)\s*[#:]?\s*$",
    re.IGNORECASE,
)
_FEW: Final = 4
"""Words up to which a text without a question word is a list of keywords."""


def shape(query: Query) -> Shape:
    """Return what a question looks like; the more exact shape wins."""
    if query.identifiers:
        return Shape.KEY
    if phrases(query.text):
        return Shape.PHRASE
    if _AGGREGATE.search(query.text):
        return Shape.AGGREGATE
    asks = query.text.rstrip().endswith("?") or _ASKS.match(query.text) is not None
    return Shape.KEYWORDS if len(query.text.split()) <= _FEW and not asks else Shape.QUESTION


def asks_for_a_rule(text: str) -> bool:
    """Tell whether a question asks what holds in such a case, beside what it says of the case itself."""
    return _RULE.search(text) is not None


def rest(query: Query, spans: Iterable[tuple[int, int]]) -> str:
    """
    Return the question without some of its places, and without the nouns that announce them: "order", "clause".

    :param spans: Start and end of each place, in order, none overlapping.
    """
    kept, at = [], 0
    for start, end in spans:
        kept.append(_KEY_NOUN.sub("", query.text[at:start]))
        at = max(at, end)
    return " ".join(" ".join((*kept, query.text[at:])).split())
