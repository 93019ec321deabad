"""Words of cover and exclusion: a question with them is not answered by how long something lasts."""

from __future__ import annotations

import re
from typing import Final

from pincite.text.numbers import quantities
from pincite.text.words import content_words

__all__ = ["TIMES", "asks_of_cover", "only_times", "things_asked"]

TIMES: Final = frozenset(("second", "minute", "hour", "day", "business day", "week", "month", "year"))
"""Units of time."""
_COVER: Final = re.compile(
    r"\b(?:cover\w*|includ\w*|exclu\w*|eligib\w*|entitl\w*|qualif\w*|insur\w*|protect\w*|appl(?:y|ies))\b",
    re.IGNORECASE,
)


def asks_of_cover(text: str) -> bool:
    """Tell whether a text speaks of what is covered, included, excluded, insured or who is entitled."""
    return bool(_COVER.search(text))


def only_times(text: str, *, language: str) -> bool:
    """Tell whether a text gives a time and says nothing of cover."""
    return not asks_of_cover(text) and any(q.unit in TIMES for q in quantities(text, language=language))


def things_asked(question: str, *, language: str) -> frozenset[str]:
    """Return the content stems of a question of cover without the words of cover: what is covered or not."""
    return frozenset(content_words(_COVER.sub(" ", question), language))
