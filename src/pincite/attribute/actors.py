"""
Who does what to whom: a claim that puts behind a verb what its evidence has before it, and the other way round.

There is no parser: a verb is known by its neighbours ("signs the", "is signed"), and only one that both texts have is
looked at. English only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.attribute.amounts import amounts
from pincite.attribute.denial import has_common_verb, language_of, told_outright
from pincite.attribute.facts import Slip, stems_of
from pincite.attribute.segments import parts
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.text.words import Word

__all__ = ["is_fragment", "swapped_roles"]

_BE_LISTED: Final = "is are was were be been being gets get"
_BE: Final = frozenset(_BE_LISTED.split())
_AUXILIARY_LISTED: Final = "may might must shall should will would can could do does did has have had to"
_AUXILIARY: Final = frozenset(_AUXILIARY_LISTED.split())
_BETWEEN_LISTED: Final = "not also only always never then normally usually often first"
_BETWEEN: Final = frozenset(_BETWEEN_LISTED.split())
_PREPOSITION_LISTED: Final = (
    "of in on at to by for from with within without into per if when whether as than between under over above below "
    "after before until during against while once unless"
)
_PREPOSITIONS: Final = frozenset(_PREPOSITION_LISTED.split())
_DETERMINER_LISTED: Final = (
    "the a an any all each every no its their his her our your my this these those it them him us you"
)
_DETERMINERS: Final = frozenset(_DETERMINER_LISTED.split())
_NO_SUBJECT_LISTED: Final = "some both such other more most less few many that"
_NO_SUBJECT: Final = _PREPOSITIONS | _DETERMINERS | _BE | frozenset(_NO_SUBJECT_LISTED.split())
"""What stands before a noun or an adjective, but hardly before a finite verb."""
_PARTICLE_LISTED: Final = (
    "in on at to within for from with into up out only after before until through against not more less back down"
)
_OBJECTS: Final = _DETERMINERS | frozenset(_PARTICLE_LISTED.split())
_PLAIN_LISTED: Final = (
    "takes gives makes comes goes gets needs arrives begins brings sends pays keeps holds sets costs lasts checks "
    "signs require requires need informs notifies approves inspects appoints"
)
_NO_VERB: Final = _NO_SUBJECT | _OBJECTS | frozenset(("and", "or", "nor", "but", "who", "which"))
_PLAIN: Final = frozenset(_PLAIN_LISTED.split())
"""Forms that are seldom anything but verbs."""
_AFTER_PLURAL: Final = re.compile(
    r"\b(?!(?:sports|goods|sales|savings|customs|arms|means)\b)[^\W\d_]{2,}[^\W\d_siu]s\s+"
    r"(?!(?:bought|sold|made|worn|taken|given|left|lost|kept|found|broken|brought|held|built|once|even|such|like)\b)"
    r"(?P<verb>[a-z]{3,})(?<!ed)(?<!ing)(?<!s)\b"
)
"""A plain form right behind a plural: "rifles travel"."""
_NOBODY: Final = frozenset(content_words("nothing nobody everything everybody anything anybody something", "en"))
_BOTH_WAYS: Final = frozenset(
    content_words("open close start begin end finish stop change move increase decrease run turn break", "en")
)
"""Verbs whose subject may be what is acted on: "the steward opens the gate", "the gate opens"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Verb:
    """A verb with the content words on its sides, in one part of a text."""

    stem: str
    passive: bool
    before: frozenset[str]
    behind: frozenset[str]
    head: str
    """The last content word of the noun that opens the part; ``""`` where something else opens it."""
    to: frozenset[str]
    """Content words of whom a thing is sent or told "to", right behind the verb."""
    by: bool
    """Whether "by" stands behind it."""


def swapped_roles(claim: str, unit: str, *, language: str) -> tuple[Slip, ...]:
    """
    Return the verbs around which a claim and its evidence have their nouns on other sides.

    A word that is a verb in the one is taken for one in the other too.

    :param unit: The quoted sentences.
    """
    if language_of(language) != "en":
        return ()
    pieces = [parts(text) for text in (claim, unit)]
    known = frozenset(verb.stem for each in pieces for part in each for verb in _verbs(part))
    said, told = ([verb for part in each for verb in _verbs(part, known)] for each in pieces)
    found = []
    for verb in said:
        same = [other for other in told if other.stem == verb.stem]
        if same and all(_swapped(verb, other) for other in same):
            found.append(Slip(finding=f"lets the sides of {verb.stem!r} change places", contrary=True))
    return tuple(dict.fromkeys(found))


def is_fragment(text: str, *, language: str) -> bool:
    """Tell whether a text is no whole sentence, as far as words show: "Gift cards once shown"."""
    if has_common_verb(text, language=language):
        return False
    bare = told_outright(text, language=language)
    if language_of(language) != "en":
        return True
    told = words(bare)
    folded = [word.text.casefold() for word in told]
    plain = (m["verb"] for m in _AFTER_PLURAL.finditer(bare))
    return not any(_is_finite(folded, at, told) for at in range(1, len(told))) and all(w in _NO_VERB for w in plain)


def _swapped(said: _Verb, told: _Verb) -> bool:
    """Tell whether the subject of one stands only behind the verb of the other, in the same voice."""
    if told.passive and not said.passive:
        return bool(said.before) and said.before <= told.to  # "is sent to the guard", "the guard sends"
    if said.passive != told.passive or (said.passive and not said.by):
        return False
    elsewhere = not said.before & told.before and said.before <= told.behind
    if not said.before or not told.before or not (elsewhere or said.head in told.behind - told.before):
        return False
    return bool(said.behind & told.before) or (bool(said.behind & told.behind) and said.stem not in _BOTH_WAYS)


def _verbs(text: str, known: frozenset[str] = frozenset()) -> Iterator[_Verb]:
    """
    Yield the verbs of a part of a text.

    :param known: Stems that are verbs wherever they may be.
    """
    told = words(text)
    folded = [word.text.casefold() for word in told]
    measured = [each.span for each in amounts(text, language="en")]  # "5 working days after" has no verb
    for at in range(1, len(told)):
        stem = content_words(folded[at], "en")
        if len(stem) != 1 or any(told[at].span.overlaps(span) for span in measured):
            continue
        helper = _helper(folded, at)
        may_be = stem[0] in known and folded[at - 1] not in _NO_SUBJECT
        if not helper and not may_be and not _is_finite(folded, at, told):
            continue
        behind = text[told[at].span.end :]
        yield _Verb(
            stem=stem[0],
            passive=helper in _BE and not folded[at].endswith("ing"),
            before=frozenset(stems_of(text[: told[at].span.start], "en")) - _NOBODY,
            behind=frozenset(stems_of(behind, "en")),
            head=_head(folded[:at]),
            to=_to_whom(behind),
            by=bool(re.search(r"\bby\b", behind)),
        )


def _to_whom(behind: str) -> frozenset[str]:
    """Return the content words of the noun after a "to" that stands right behind a verb."""
    found = re.match(r"\s*to\s+(.*?)(?:$|[,;.]|\b(?:and|or|within|in|on|at|by|for|from|of|after|before)\b)", behind)
    return frozenset(content_words(found[1], "en")) if found else frozenset()


def _head(before: Sequence[str]) -> str:
    ends = next((at for at, word in enumerate(before) if word in _PREPOSITIONS), len(before))
    return next(iter(content_words(" ".join(before[:ends]), "en")[::-1]), "")


def _helper(folded: Sequence[str], at: int) -> str:
    """Return the auxiliary right before a word, adverbs aside; ``""`` where there is none."""
    before = [word for word in folded[max(0, at - 3) : at] if word not in _BETWEEN]
    last = before[-1] if before else ""
    return last if last in _BE | _AUXILIARY else ""


def _is_finite(folded: Sequence[str], at: int, told: Sequence[Word]) -> bool:
    word, before = folded[at], folded[at - 1]
    behind = folded[at + 1] if at + 1 < len(folded) else ""
    if before in _NO_SUBJECT or not told[at].text[0].islower():
        return False
    if word in _PLAIN:
        return True
    if word.endswith("ed"):
        return behind in _DETERMINERS
    takes = behind in _OBJECTS or behind[:1].isdigit()
    if word.endswith("s") and not word.endswith("ss"):
        return takes
    return takes and (before in {"we", "they", "you", "who"} or (before.endswith("s") and not before.endswith("ss")))
