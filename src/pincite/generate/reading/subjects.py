"""
What a question asks of which thing: the attribute, the kind of thing, and a number behind a noun.

"What is the deposit for a mountain bike?" asks for a deposit, of a bike that is a mountain bike. A row of the cargo
bike has the one and not the other, and a text on mountain bikes without a deposit the other way round.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.generate.reading.candidates import Candidate

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = [
    "GENERAL",
    "WORD",
    "Pair",
    "another",
    "asked_attribute",
    "lacks_attribute",
    "other_kinds",
    "pairs_of",
    "said_or_near",
    "says_attribute",
    "unlisted_numbers",
]

_NEAR: Final = (0.35, 0.7)
"""Cosines up to which a word is far from another, and from which it says the same."""

WORD: Final = r"[^\W\d_][^\W_]*(?:[-'\u2019][^\W_]+)*"
"""The pattern of one word of letters, with hyphens and apostrophes."""
_ATTRIBUTE: Final = re.compile(
    rf"\b(?:(?:what|which)(?:['\u2019]s|\s+(?:is|are|was|were))\s+(?:the|your|our|my|its|their|a|an)|what|which)\s+"
    rf"(?P<asked>(?:{WORD}\s+){{0,2}}?{WORD})"
    r"(?=\s+(?:of|for|in|on|at|to|from|with|does|do|did|is|are|was|were|has|have|had|can|may|must|should|will|would|"
    r"applies|goes|comes)\b|\s*[?.,;]|\s*$)",
    re.IGNORECASE,
)
_OWNER: Final = r"(?-i:[A-Z])[\w&.-]*(?:\s+(?-i:[A-Z])[\w&.-]*){0,4}(?:['\u2019]s|(?<=s)['\u2019])"
_OWN: Final = re.compile(
    rf"\b(?:what|which)(?:['\u2019]s|\s+(?:is|are|was|were))\s+{_OWNER}\s+(?P<asked>(?:{WORD}\s+){{0,2}}?{WORD})"
    rf"(?=\s+(?:of|for|in|on|at|to|from|with)\b|\W*$)|^\W*{_OWNER}\s+(?P<bare>(?:{WORD}\s+){{0,2}}?{WORD})\W*$",
    re.IGNORECASE,
)
"""What is asked for of an owner: "what is Ardent's notice period", "Ardent's address?"."""
_THE: Final = re.compile(
    r"\bwhat(?:['\u2019]s|\s+(?:is|are|was|were))\s+(?:the|your|our|my|its|their)\s", re.IGNORECASE
)
_SAID: Final = 0.3
"""From how near on, in [0, 1], a word may be said in other words."""
_SAID_IN_ROW: Final = 0.5
"""The same of a table row: its numbers are of what its headers say, and of little else."""
_TELLS: Final = 5
"""Letters from which on a stem is a word that tells kinds apart, and no piece of "Wi-Fi"."""
GENERAL: Final = re.compile(
    r"what|which|kind|sort|type|thing|maximum|minimum|usual|total|prices?|costs?|fees?|charges?|fare|amount|sum|times?|days?"
    r"|date|hours?|months?|years?|age|speed|temperature|pressure|numbers?|parts?|form|happens|becomes|share|percentage"
    r"|percent|rate|extra|long|much|many|called|used|now|way",
    re.IGNORECASE,
)
"""What a value, a unit or a code shows by itself: an answer to "what is the price" seldom says "price"."""
_NO_START: Final = re.compile(
    r"do|does|did|is|are|was|were|has|have|had|can|could|may|might|must|should|shall|will|would|if|when|i|you|we",
    re.IGNORECASE,
)
_PAIR: Final = re.compile(rf"(?<![\w-])(?P<of>{WORD})\s+(?=(?P<noun>{WORD}))", re.IGNORECASE)
_NUMBERED: Final = re.compile(
    r"(?<![\w-])(?P<noun>[^\W\d_]{3,})\s+(?P<number>\d{2,4}[-/]\d{1,4}|\d{1,4}[a-z]?)(?![\w.,:%/-]*\w|%)"
)
_LETTERED: Final = re.compile(
    r"(?<![\w-])(?P<noun>(?i:revision|rev|version|variant|model|board|annex|appendix|schedule|exhibit|category|grade|class"
    r"|type|zone|series))\.?\s+(?P<number>[A-Z])(?![\w'\u2019-])"
)
"""Only beside such a noun is one letter a name: "revision E"."""
_NO_NOUN: Final = re.compile(
    r"the|and|for|from|within|after|before|until|since|under|over|about|around|than|only|every|each|next|last|past|first"
    r"|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug"
    r"|sept?|oct|nov|dec|eur|usd|gbp|chf|aged?|least|most|exactly|nearly|almost|are|was|were|has|have|had|can|will|with"
    r"|weighs?|took|takes?|costs?|pays?|without|into|onto|between|says?|years?",
    re.IGNORECASE,
)

_SHORT: Final = 2
"""Characters of a number up to which it is taken for another one's where its noun does not stand near."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A noun of a question with the word before it: "mountain" of "bike"."""

    of: str
    of_stem: str
    noun_stem: str


def asked_attribute(question: str, language: str) -> frozenset[str]:
    """
    Return the stems of what "what is the …" asks for.

    :returns: Empty where the question asks in another form, or for what a value shows by itself, such as a price.
    """
    found = _OWN.search(question) or _ATTRIBUTE.search(question)
    words = next(filter(None, found.groups())).split() if found else []
    if not words or _NO_START.fullmatch(words[0]):
        return frozenset()
    return frozenset(content_words(" ".join(word for word in words if not GENERAL.fullmatch(word)), language))


def lacks_attribute(
    question: str,
    candidate: Candidate,
    language: str,
    similarity: Similarity | None,
    *,
    absent: Collection[str] = (),
) -> bool:
    """
    Tell whether neither a candidate nor what stands over it comes near to saying what "what is the …" asks for.

    "What is the energy class of the oven?" is not answered by a sentence on how large it is. A word of it that no page
    has has to be near by itself: the limit of store credit is no "goodwill credit limit" where nothing speaks of
    goodwill.

    :param absent: Stems of the question that stand in no passage.

    :param similarity: Without it nobody can tell what is said in other words.
    :returns: ``False`` where the question asks in another form, or for what a value shows by itself.
    """
    if similarity is None or not (_THE.search(question) or _OWN.search(question)):
        return False
    asked = asked_attribute(question, language)
    own = f"{candidate.claim} {candidate.around} {candidate.heading}"
    near = {stem: said_or_near(stem, own, language, similarity) for stem in asked}
    kinds = {stem for stem in absent if len(stem) >= _TELLS} if len(asked) > 1 else set()
    least = _SAID_IN_ROW if candidate.is_row else _SAID
    return bool(near) and (max(near.values()) < least or any(near[stem] < _SAID for stem in asked & kinds))


def says_attribute(question: str, candidate: Candidate, language: str, *, whole: bool = False) -> bool:
    """
    Tell whether a candidate, or what stands over it, has a word of what is asked for; any has where none is.

    :param whole: Whether all of its words have to be there, and none has them where none is asked for.
    """
    asked = asked_attribute(question, language)
    own = set(content_words(f"{candidate.claim} {candidate.around} {candidate.heading}", language))
    return bool(asked) and asked <= own if whole else not asked or not asked.isdisjoint(own)


def pairs_of(question: str, language: str) -> tuple[Pair, ...]:
    """Return the pairs of neighbouring content words of a question, with nothing between them."""
    found = []
    for match in _PAIR.finditer(question):
        first, second = (content_words(match[part], language) for part in ("of", "noun"))
        if len(first) == 1 and len(second) == 1:
            found.append(Pair(of=match["of"].lower(), of_stem=first[0], noun_stem=second[0]))
    return tuple(found)


def other_kinds(pair: Pair, text: str, language: str) -> tuple[str, ...]:
    """
    Return what a text says in the place of a pair's first word: "cargo" where it speaks of a cargo bike.

    :returns: Empty where the text does not have the noun, or has it without another word before it.
    """
    found = []
    for match in _PAIR.finditer(text):
        if content_words(match["noun"], language) == (pair.noun_stem,):
            before = content_words(match["of"], language)
            if len(before) == 1 and before[0] != pair.of_stem:
                found.append(match["of"].lower())
    return tuple(dict.fromkeys(found))


def said_or_near(
    stem: str, text: str, language: str, similarity: Similarity | None, *, written: str | None = None
) -> float:
    """
    Return how near a text comes to saying a word, in [0, 1]; 1 where its stem stands there.

    :param written: The word as it is written, where its meaning goes by that instead of by the stem.
    """
    words = dict.fromkeys(word.lower() for word in re.findall(WORD, text))
    if any(stem in content_words(word, language) for word in words):
        return 1.0
    if similarity is None or not words:
        return 0.0
    told = [word for word in words if content_words(word, language)]
    low, high = _NEAR
    return min(1.0, max(0.0, (float(max(similarity(written or stem, told), default=0.0)) - low) / (high - low)))


def another(pair: Pair, candidate: Candidate, language: str, similarity: Similarity | None) -> float:
    """Return how sure it is that a candidate speaks of another kind than a pair of the question, in [0, 1]."""
    everything = f"{candidate.heading} {candidate.around} {candidate.claim}"
    if pair.of_stem in content_words(everything, language):
        return 0.0
    others = other_kinds(pair, everything, language)
    if not others:
        return 0.0
    near = float(max(similarity(pair.of, others))) if similarity is not None else 0.0
    low, high = _NEAR
    return 1.0 - min(1.0, max(0.0, (near - low) / (high - low)))


def unlisted_numbers(question: str, texts: Sequence[str]) -> tuple[str, ...]:
    """
    Return numbered things that a question names while the texts list others of the kind: "error 15" among 12 and 20.

    :param texts: Everything that the passages say.
    :returns: As they are written; empty where the number stands anywhere, or nothing of the kind is numbered.
    """
    asked = [m for m in _NUMBERED.finditer(question) if not _NO_NOUN.fullmatch(m["noun"])]
    asked += _LETTERED.finditer(question)
    if not asked:
        return ()
    return tuple(match[0] for match in asked if _others_only(match["noun"], match["number"], texts))


def _others_only(noun: str, number: str, texts: Sequence[str]) -> bool:
    """Tell whether texts number things of a kind, and none that speaks of the kind has the number."""
    stem = re.escape(noun[:-1] if noun.endswith("s") else noun)
    near = [text for text in texts if re.search(rf"\b{stem}s?\b", text, re.IGNORECASE)]
    looked = near if len(number) <= _SHORT else texts  # "15" is also said of minutes, "4471" hardly of anything else
    if any(re.search(_stands(number), text) for text in looked):
        return False
    form = _form(number)
    if number.isalpha() and any(_spans_letter(text, number) for text in near):
        return False
    return any(re.search(rf"\b(?i:{stem})s?[\s:.]+{form}", text) for text in near)


def _stands(number: str) -> str:
    """Return the pattern of a number, or of a letter, that is not a piece of a longer one or of a code."""
    end = r"(?![\w'\u2019]|-\d)" if number.isalpha() else r"(?!\w|[.,]\d)"
    return rf"(?<![\w.,]){re.escape(number)}{end}"


def _form(number: str) -> str:
    """Return the pattern of what is written as a number is: another month, another figure, another letter."""
    if number.isalpha():
        return r"[A-Z](?![\w'\u2019]|-\d)"
    return r"\d{2,4}[-/]\d{1,4}(?!\w)" if re.search("[-/]", number) else r"\d{1,4}[a-z]?(?!\w|[.,]\d)"


def _spans_letter(text: str, letter: str) -> bool:
    """Tell whether a text names a range of letters that takes a letter in: "revisions A to D"."""
    ranges = re.finditer(r"(?<!\w)([A-Z])\s?(?:[-\u2013\u2014]|to|through)\s?([A-Z])(?!\w)", text)
    return any(found[1] <= letter <= found[2] for found in ranges)
