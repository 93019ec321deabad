"""
Whether a claim says yes or no, and as firmly, where its evidence does.

What a list or a bare line of things says is said over it: under "What we do not refund" an item is not refunded.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.attribute.actors import is_fragment
from pincite.attribute.cells import orders, unit_of
from pincite.attribute.denial import asserted, conditions, denies, denies_what_it_lists, told_outright
from pincite.attribute.facts import Slip
from pincite.attribute.polarity import Firmness, firmness, nearest_clause, stretches
from pincite.attribute.times import has_deadline
from pincite.attribute.wording import unsaid
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.attribute.evidence import Evidence

__all__ = ["tone", "with_what_denies"]

_PAYS: Final = re.compile(r"\bpays?\b", re.IGNORECASE)
_HAS_TO_PAY: Final = re.compile(r"\b(?:ha(?:s|ve) to|must|needs? to) pay\b", re.IGNORECASE)
"""Who pays an amount has to."""
_ACTS: Final = (
    "approved|authori[sz]ed|signed|countersigned|checked|inspected|confirmed|decided|reviewed|paid|borne|issued|granted"
)
_RULED: Final = re.compile(rf"\b(?:is|are) (?:always )?(?P<verb>{_ACTS})(?: on)? by\b", re.IGNORECASE)
_DUTY: Final = re.compile(r"\b(?:ha(?:s|ve) to|must)\s+(?:be\s+)?(?P<verb>[a-z]+)", re.IGNORECASE)
"""What is approved by somebody, now and always, they have to approve; not what was, nor what somebody merely does."""
_LIMIT: Final = re.compile(r"\bmin(?:imum|\.)|\bmax(?:imum|\.)", re.IGNORECASE)
_MUST_BE: Final = re.compile(r"\b(?:ha(?:s|ve) to|must) be\s+(?:at (?:least|most)\s+)?\d", re.IGNORECASE)
"""What has a minimum must be as much; which bound it is, is left to ``scope``."""
_EXCEPTION: Final = re.compile(r"\b(?:except(?:ing)?|unless|apart from|other than)\b[^,;.:]*", re.IGNORECASE)
_MAY_NOT: Final = re.compile(r"\b(?:may|can) not\b|\bcannot\b", re.IGNORECASE)
_MAY: Final = re.compile(r"\b(?:may|can)\b(?! not)", re.IGNORECASE)
_ALLOWED: Final = re.compile(r"\b(?:allowed|permitted)\b", re.IGNORECASE)
"""What may be done is allowed."""
_BARRED: Final = re.compile(
    r"\b(?:not|never) (?:be )?(?:allowed|permitted)\b|\b(?:forbidden|prohibited)\b", re.IGNORECASE
)
"""What may not be done is not allowed."""


def tone(
    claim: str, behind: Sequence[Evidence], *, language: str, more: tuple[tuple[str, ...], ...] = ()
) -> tuple[Slip, ...]:
    """
    Compare polarity and firmness with the clause that is nearest to a claim.

    :param more: Further groups of synonyms.
    """
    units = [unit_of(claim, each, language=language) for each in behind]
    source = nearest_clause(claim, units, language=language)
    if not source:
        return ()
    held = next(each for each, unit in zip(behind, units, strict=True) if source in stretches(unit))
    over = _lending(claim, held, language, more)
    firm = () if orders(claim, behind, language=language) else _firmness(claim, source, over, language)
    return (*_polarity(claim, source, over, language), *firm)


def with_what_denies(quoted: str, behind: Iterable[Evidence], *, language: str) -> str:
    """
    Return quoted words with the line right over them in front, where they are a bare thing that it says no of.

    Alone, "gift cards" under "What we do not refund" would say yes.
    """
    if denies(told_outright(quoted, language=language), language=language):
        return quoted
    lines = (line for held in behind if is_fragment(held.unit, language=language) for line in held.closest)
    over = next((line.strip(" :") for line in lines if denies_what_it_lists(line, language=language)), "")
    return f"{over}: {quoted}" if over and over not in quoted else quoted


def _lending(claim: str, held: Evidence, language: str, more: tuple[tuple[str, ...], ...]) -> str:
    """Return the denying line over the evidence that a claim has words from, which the evidence does not say."""
    borrowed = set(unsaid(claim, held.unit, language=language, more=more))
    for line in reversed(held.over):
        if denies_what_it_lists(line, language=language) and borrowed - set(
            unsaid(claim, line, language=language, more=more)
        ):
            return line
    return ""


def _polarity(claim: str, source: str, over: str, language: str) -> Iterable[Slip]:
    said, told = (denies(asserted(each, language=language), language=language) for each in (claim, source))
    if over:
        told = not told if is_fragment(source, language=language) else True
    turned = _turned_conditions(claim, source, language)
    if (said != told) == bool(turned):
        return  # "refused unless" is "granted only if"
    if turned:
        yield Slip(finding=f"turns the condition {turned[0]!r} round", contrary=True)
        return
    says, under = "denies" if said else "affirms", f" under {over!r}" if over else ""
    # "Allowed except in July" does not deny that it is allowed: the claim only leaves the exception out.
    bare = _EXCEPTION.sub(" ", source)
    excepted = bare != source and not over and denies(asserted(bare, language=language), language=language) == said
    yield Slip(finding=f"{says} what the quoted words do not: {source!r}{under}", contrary=not excepted)


def _turned_conditions(claim: str, source: str, language: str) -> tuple[str, ...]:
    """Return the conditions of the evidence that the claim has with the other sign."""
    theirs = conditions(source, language=language)
    pairs = [(own, nearest_clause(own, theirs, language=language)) for own in conditions(claim, language=language)]
    return tuple(same for own, same in pairs if same and _differ(own, same, language))


def _differ(one: str, two: str, language: str) -> bool:
    return denies(one, language=language) != denies(two, language=language)


def _is_ruled(claim: str, source: str, language: str) -> bool:
    """Tell whether a claim makes a duty of what its evidence rules: who approves it, or how much it is at least."""
    if _LIMIT.search(source) and _MUST_BE.search(claim):
        return True
    acts = {stem for m in _RULED.finditer(source) for stem in content_words(m["verb"], language)}
    duties = {stem for m in _DUTY.finditer(claim) for stem in content_words(m["verb"], language)}
    return bool(duties) and duties <= acts


def _firmness(claim: str, source: str, over: str, language: str) -> Iterable[Slip]:
    said, told = (firmness(each, language=language) for each in (claim, source))
    if over and told is Firmness.SAID:
        told = firmness(over, language=language)
    if (_MAY_NOT.search(source) and _BARRED.search(claim)) or (_MAY.search(source) and _ALLOWED.search(claim)):
        return
    if told < Firmness.SAID and said > told:
        yield Slip(finding=f"is firmer than the quoted words ({said.name.lower()}, {told.name.lower()}): {source!r}")
    elif said is not Firmness.BINDING or told is Firmness.BINDING or has_deadline(source, language=language):
        return
    elif not (_HAS_TO_PAY.search(claim) and _PAYS.search(source)) and not _is_ruled(claim, source, language):
        yield Slip(finding=f"makes a duty of what the quoted words only state: {source!r}")
