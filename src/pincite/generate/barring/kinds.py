"""
Kinds of a thing: where the pages tell of a city bike and a cargo bike, nothing says what holds for a mountain bike.

A kind is a word right before a noun that a question is about ("on rented goods", "is the city bike"). One that the
pages do not know while they tell other kinds of the thing apart leaves its part unanswered; one that they do know is
not answered by what speaks of another kind alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.barring.contraries import of_contraries
from pincite.generate.barring.entities import names_in
from pincite.generate.reading.subjects import GENERAL, WORD, Pair, other_kinds
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.generate.reading.candidates import Candidate

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["of_other_kinds", "unlisted_kinds"]

_AFTER: Final = (
    r"(?=\s*(?:[?.,;:]|$)|\s+(?:of|for|in|on|at|to|from|with|by|that|which|who|when|if|is|are|was|were|do|does|can|may"
    r"|must|should|will|has|have|need|needs|costs?|takes?|lasts?|weighs?|uses?|makes?|runs?|per|bought|sold)\b)"
)
_THING: Final = re.compile(
    rf"\b(?P<before>of|for|on|to|with|in|from|about|is|are|was|were|does|do|did)\s+"
    rf"(?:(?:the|an?|any|my|our|your|their|its)\s+)?(?=(?P<kind>{WORD})\s+(?P<noun>{WORD}){_AFTER})",
    re.IGNORECASE,
)
_PREPOSITIONS: Final = ("of", "for", "on", "about")
"""Before them the second word is a noun; behind "are the" it may be what is done: "are the stitches removed"."""
_NO_KIND_LISTED: Final = (
    "one two three four five six seven eight nine ten eleven twelve several many few first second third last next same "
    "other another new old whole entire complete full current usual normal ordinary regular typical average own "
    "different certain particular single double half big small large little good bad right wrong possible available "
    "extra additional further main only daily weekly monthly yearly annual"
)
_NO_KIND: Final = frozenset(_NO_KIND_LISTED.split())
"""Words that stand before any noun and tell no kinds apart."""
_NO_NOUN_LISTED: Final = (
    "seconds minutes hours days weeks months years time times day week month year hour minute cost costs take takes "
    "price prices day"
)
_NO_NOUN: Final = frozenset(_NO_NOUN_LISTED.split())
_FAR: Final = 0.4
"""Cosine up to which two words are no two words for one kind."""
_FAR_NOUN: Final = 0.5
"""The same of nouns in a list of several."""
_FAR_ALONE: Final = 0.33
"""The same of a kind that is the only other one."""
_LIST: Final = 2
"""Other kinds from which on the pages tell them apart."""


def unlisted_kinds(
    question: str, found: Sequence[Candidate], language: str, similarity: Similarity | None
) -> tuple[str, ...]:
    """
    Return the things of a question that are of a kind which no candidate speaks of, while others are told apart.

    "Oat milk" is such a thing where there is oat flour and oat bran, "rented goods" where goods are new or refurbished.

    :param similarity: Without it nobody can tell whether a kind is called by another word; then none is returned.
    """
    things = tuple(_things(question, language)) if similarity is not None else ()
    if not things or similarity is None:
        return ()
    told = {text: frozenset(content_words(text, language)) for text in map(_all_of, found)}
    known = frozenset().union(*told.values())
    names = {name.casefold() for name in names_in(question, language=language)}  # looked for as names, not as kinds
    missing = []
    for pair, noun, before in things:
        if pair.of.casefold() in names:
            continue
        if pair.of_stem not in known and pair.noun_stem in known:
            others = {kind for text in told for kind in other_kinds(pair, text, language)}
            least = _FAR if len(_telling(others)) >= _LIST else _FAR_ALONE
            far = bool(_telling(others)) and float(max(similarity(pair.of, sorted(others)))) < least
        elif pair.noun_stem not in known and pair.of_stem in known and before in _PREPOSITIONS:
            heads = max((_heads(pair, f"{c.around} . {c.claim}", language) for c in found), key=len)
            far = len(heads) >= _LIST and float(max(similarity(noun, sorted(heads)))) < _FAR_NOUN
        else:
            far = False
        if far:
            missing.append(f"{pair.of} {noun}")
    return tuple(missing)


def of_other_kinds(
    question: str, found: Sequence[Candidate], language: str, similarity: Similarity | None
) -> frozenset[Candidate]:
    """Return what speaks of another kind than the question, and not of that one, where the pages know both."""
    barred = of_contraries(question, found, language)
    things = tuple(_things(question, language)) if similarity is not None else ()
    if not things or similarity is None:
        return barred
    told = {c: frozenset(content_words(_all_of(c), language)) for c in found}
    known = frozenset().union(*told.values())
    others_of: set[Candidate] = set()
    for pair, _, _ in things:
        for c in found if pair.of_stem in known else ():
            others = set() if pair.of_stem in told[c] else set(other_kinds(pair, f"{c.around} . {c.claim}", language))
            if _telling(others) and float(max(similarity(pair.of, sorted(others)))) < _FAR:
                others_of.add(c)
    return barred | others_of


def _all_of(candidate: Candidate) -> str:
    return f"{candidate.heading} . {candidate.around} . {candidate.claim}"


def _things(question: str, language: str) -> Iterator[tuple[Pair, str, str]]:
    """Yield what a question is about with its kind, the noun as written, and the word that leads to it."""
    for match in _THING.finditer(question):
        kind, noun = match["kind"].lower(), match["noun"].lower()
        second_hand = kind == "used" and match["before"].lower() in _PREPOSITIONS
        if kind in _NO_KIND or noun in _NO_NOUN or GENERAL.fullmatch(noun):
            continue
        if GENERAL.fullmatch(kind) and not second_hand:
            continue
        of, of_what = content_words(kind, language), content_words(noun, language)
        if len(of) == 1 and len(of_what) == 1:
            yield Pair(of=kind, of_stem=of[0], noun_stem=of_what[0]), noun, match["before"].lower()


def _telling(kinds: set[str]) -> set[str]:
    """Return the words that tell kinds apart."""
    return {kind for kind in kinds if kind not in _NO_KIND and not GENERAL.fullmatch(kind)}


def _heads(pair: Pair, text: str, language: str) -> set[str]:
    """Return the nouns before which a text has a pair's first word: "flour" and "bran" of oat."""
    found = re.finditer(rf"(?<![\w-])(?P<of>{WORD})\s+(?=(?P<noun>{WORD}))", text)
    stems = {}
    for match in found:
        if content_words(match["of"], language) == (pair.of_stem,) and (noun := content_words(match["noun"], language)):
            stems[noun[0]] = match["noun"].lower()
    return set(stems.values())
