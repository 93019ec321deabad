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


_AGGREGATE: Final = (
    " how many ", " in total ", " total number ", " total amount ", " total of ", " sum of ", " count of ",
    " number of ", " average ", " list all ", " list every ", " all the ", " all of ", " all our ", " all my ",
    " which of ", " every ", " each of ", " most recent ", " latest ", " oldest ", " newest ", " highest ", " lowest ",
    " has changed ", " wie viele ", " insgesamt ", " combien ", " cuántos ", " cuántas ", " quanti ", " quante ",
    " сколько ",
)  # fmt: skip
_ASKING: Final = (
    "how what when where which who whom whose why is are was were do does did can could may might must shall should "
    "will would has have am wie wann wo wer wen wem warum welche welcher welches kann darf comment quand où qui que "
    "quel quelle cómo cuándo dónde quién qué cuál"
)
_RULE: Final = (
    r"\b(?:how\s+(?:long|many\s+\w+|much\s+time)\s+do\s+(?:i|we|they)\s+(?:still\s+)?have|(?:can|could|may|must|should)\s+"
    r"(?:i|we|they|you)|am\s+i|are\s+we|do\s+(?:i|we)\s+(?:have|need|get|pay)|what\s+(?:happens|if|do\s+i)|who\s+pays"
    r"|(?:is|are)\s+(?:it|this|that|they)\s+(?:covered|allowed|possible)|entitled|eligible|allowed|policy|policies|rules?"
    r"|deadline|darf\s+ich|kann\s+ich|muss\s+ich|wie\s+lange\s+habe\s+ich|puis-je|puedo)\b"
)
_KEY_NOUN: Final = (
    r"\b(?:orders?|order\s+(?:number|id|no\.?)|numbers?|no\.|ids?|clauses?|sections?|articles?|paragraphs?|parts?|part\s+"
    r"number|models?|codes?|tickets?|cases?|invoices?|bestellung|auftrag|commande|pedido)\s*[#:]?\s*$"
)
_FEW: Final = 4
"""Words up to which a text without a question word is a list of keywords."""


def shape(query: Query) -> Shape:
    """Return what a question looks like; the more exact shape wins."""
    if query.identifiers:
        return Shape.KEY
    if phrases(query.text):
        return Shape.PHRASE
    words = query.text.casefold().replace("?", " ").replace(",", " ").split()
    said = f" {' '.join(words)} "
    if any(phrase in said for phrase in _AGGREGATE):
        return Shape.AGGREGATE
    asks = query.text.rstrip().endswith("?") or (bool(words) and words[0].strip("¿¡\"'") in _ASKING.split())
    return Shape.KEYWORDS if len(words) <= _FEW and not asks else Shape.QUESTION


def asks_for_a_rule(text: str) -> bool:
    """Tell whether a question asks what holds in such a case, beside what it says of the case itself."""
    return re.search(_RULE, text, re.IGNORECASE) is not None


def rest(query: Query, spans: Iterable[tuple[int, int]]) -> str:
    """
    Return the question without some of its places, and without the nouns that announce them: "order", "clause".

    :param spans: Start and end of each place, in order, none overlapping.
    """
    kept, at = [], 0
    for start, end in spans:
        kept.append(re.sub(_KEY_NOUN, "", query.text[at:start], flags=re.IGNORECASE))
        at = max(at, end)
    return " ".join(" ".join((*kept, query.text[at:])).split())
