"""
Takes a question apart: its parts, the words that it asks about, and the kind of answer that each part expects.

A question of several sentences or with "and" between two questions has several parts; statements around them are
background, which says what the question is about but is not asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pincite.generate.reading.expected import Expected, expect
from pincite.text.identifiers import find
from pincite.text.sentences import sentences
from pincite.text.words import content_words, words

__all__ = ["Ask", "asks", "parted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One part of a question."""

    text: str
    """The part's own words."""
    whole: str
    """The whole question."""
    expected: Expected
    stems: tuple[str, ...]
    """Stems of its content words without those of the question form ("how many days": none)."""
    pairs: frozenset[tuple[str, str]]
    """Stems that stand side by side in it, function words left out."""
    names: tuple[str, ...]
    """Names, numbers and codes that it writes, as they stand."""
    keys: frozenset[str] = frozenset()
    """Exact keys that it writes: part numbers, orders, codes."""


_ASKING: Final = re.compile(
    r"\b(?:how|what|which|who|whom|whose|when|where|why|is|are|was|were|do|does|did|can|could|may|must"
    r"|should|will|would|has|have|wie|was|wer|wem|wen|wo|wann|warum|welche[rsmn]?|combien|quand|qui|quel(?:le)?s?|comment"
    r"|pourquoi|cu\u00e1nt[oa]s?|cu\u00e1ndo|qui\u00e9n|qu\u00e9|c\u00f3mo|cu\u00e1l)\b|\bo\u00f9\b|\bd\u00f3nde\b",
    re.IGNORECASE,
)
_JOINT: Final = re.compile(
    r",?\s+(?:and|or|but)\s+(?=(?:(?:by|in|to|from|for|with|at|on|of|within|under|until|till|since|after)\s+)?"
    r"(?:how|what|which|who|whom|when|where|why|do|does|did|is|are|can|may|must|will)\b)"
    r"|,?\s+und\s+(?=(?:(?:bis|ab|seit|von|an|in|mit|f\u00fcr)\s+)?(?:wie|was|wer|wem|wen|wo|wann|warum|welche[rsmn]?)\b)"
    r"|,?\s+et\s+(?=(?:(?:\u00e0|de|en|pour|avec)\s+)?(?:combien|quand|o\u00f9|qui|que|quel(?:le)?s?|comment|pourquoi)\b)"
    r"|,?\s+[ye]\s+(?=(?:(?:a|de|en|para|con)\s+)?(?:cu\u00e1nt[oa]s?|cu\u00e1ndo|d\u00f3nde|qui\u00e9n|qu\u00e9|c\u00f3mo|cu\u00e1l)\b)",
    re.IGNORECASE,
)
_OF: Final = r"(?:of|for|in|on|at|to|from|with|under)"
_BOTH_WHOLE: Final = re.compile(
    rf"(?P<lead>(?:what|which|who|when|where)\s+(?:is|are|was|were))\s+(?P<one>the\s+(?:(?!\band\b)[^,;])+?\s{_OF}\s"
    rf"(?:(?!\band\b)[^,;])+?),?\s+and\s+(?P<other>the\s+(?:(?!\band\b)[^,;])+?\s{_OF}\s(?:(?!\b(?:and|when|if|that|which)\b)[^,;])+)$",
    re.IGNORECASE,
)
"""Two things that are asked for, each with what it is of."""
_SAME_BEFORE: Final = re.compile(
    rf"(?P<lead>(?:what|which|who|when|where|how)\b(?=[^,;]*?\b(?:is|are|was|were|do|does|did|can|may|must|has|have)\b)"
    rf"(?:(?!\band\b|\bbetween\b)[^,;])+?)\s+(?P<before>{_OF})\s+"
    r"(?P<one>(?:(?!\b(?:and|of|for|in|on|at|to|from|with|under)\b)[^,;])+?),?\s+and\s+(?P=before)\s+"
    r"(?P<other>(?:(?!(?:to|when|if|is|are|was|were|do|does|can|may|must|that|which|who|and)\b)[\w'\u2019-]+\s*){1,4}\W*)$",
    re.IGNORECASE,
)
"""The same that is asked of two things, behind one preposition said twice."""
_CHATTER_LISTED: Final = (
    "how what which who whom whose when where why long soon quickly quick fast much many high large big far old "
    "often tell know please need want help find found get got gets getting go goes let lets say says give gives "
    "happen happens exact exactly name person company kind sort type thing things way someone somebody anyone "
    "anybody anything something one any simply ever really actually still yet even hello hi thanks thank question "
    "ask asking mean means deal deals work works else besides right okay ok may might can could would should"
)
_CHATTER: Final = frozenset(_CHATTER_LISTED.split())
"""Words that belong to the form of a question or to politeness, not to what it is about."""
_UNITS_LISTED: Final = (
    "second seconds minute minutes hour hours day days week weeks month months year years time date percent "
    "percentage number share"
)
_UNITS: Final = frozenset(_UNITS_LISTED.split())
"""Words that an answer may write in other ways."""


def asks(question: str, *, language: str = "en") -> tuple[Ask, ...]:
    """
    Return the parts of a question in order; at least one.

    :param question: The question as it was asked; key words without a question form are one part.
    """
    _, asking = _pieces(question, language)
    return tuple(_ask(part, question, language) for piece in asking for part in _split(piece))


def parted(question: str, *, language: str = "en") -> tuple[str, tuple[str, ...]]:
    """
    Return what a question tells, and its parts in their own words.

    A part that says nothing of what it asks about ("and by how much?") stays with the one before it.

    :returns: The statements, ``""`` where there are none, and at least one part.
    """
    told, asking = _pieces(question, language)
    parts: list[str] = []
    for piece in asking:
        for at, part in enumerate(_split(piece)):
            if parts and not _stems(part, expect(part), language):
                parts[-1] = f"{parts[-1]} and {part}" if at else f"{parts[-1]} {part}"
            else:
                parts.append(part)
    return " ".join(told), tuple(parts)


def _pieces(question: str, language: str) -> tuple[list[str], list[str]]:
    """Return the sentences of a question that tell, and those that ask."""
    pieces = [span.cut(question) for span in sentences(question, language=language)] or [question]
    asking = [piece for piece in pieces if piece.rstrip().endswith("?")] or pieces[-1:]
    return [piece for piece in pieces if piece not in asking], asking


def _split(piece: str) -> list[str]:
    """Cut a sentence at "and" where a new question starts and the part before it asks something."""
    cuts = [
        m for m in _JOINT.finditer(piece) if _ASKING.search(piece[: m.start()]) and len(piece[: m.start()].split()) > 2
    ]
    bounds = [0, *(m.end() for m in cuts)]
    stops = [*(m.start() for m in cuts), len(piece)]
    return [part for a, b in zip(bounds, stops, strict=True) for part in _doubled(piece[a:b].strip())]


def _doubled(part: str) -> list[str]:
    """
    Return the questions that one asks of two things at once, each of them whole: "the price of A and of B", "the weight
    of A and the speed of B".
    """
    both = _BOTH_WHOLE.match(part)
    if both is not None:
        return [f"{both['lead']} {both['one']}", f"{both['lead']} {both['other']}"]
    both = _SAME_BEFORE.match(part)
    if both is None or not content_words(both["lead"], "en"):
        return [part]
    return [f"{both['lead']} {both['before']} {both[each]}" for each in ("one", "other")]


def _ask(part: str, question: str, language: str) -> Ask:
    expected = expect(part)
    own = _stems(part, expected, language)
    text = part if own else question
    stems = own or _stems(question, expected, language) or content_words(question, language)
    return Ask(
        text=text,
        whole=question,
        expected=expected,
        stems=tuple(dict.fromkeys(stems)),
        pairs=frozenset(pairwise(stems)),
        names=_names(text),
        keys=frozenset(identifier.key for identifier in find(text)),
    )


def _stems(text: str, expected: Expected, language: str) -> tuple[str, ...]:
    loose = _CHATTER if expected is Expected.OPEN else _CHATTER | _UNITS
    told = " ".join(word.text for word in words(text) if word.text.casefold() not in loose)
    return content_words(told, language)


def _names(part: str) -> tuple[str, ...]:
    """Return the words of a question that are names, numbers or codes: capitals inside it, digits."""
    found = words(part)
    return tuple(
        re.sub("['\u2019]s$", "", word.text)
        for at, word in enumerate(found)
        if any(c.isdigit() for c in word.text)
        or (at and word.text[0].isupper() and word.text not in {"I"} and len(word.text) > 1)
    )
