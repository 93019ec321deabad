"""
Checks each claim of a draft without a model.

A claim stands when the labels that it cites were shown, its quotes stand where it says, and every quantity, date,
identifier, name and content word of it is borne out by the sentences, items or rows that it quotes and the words over
them, with the same polarity and no more firmly than they say it. It is then ``quoted`` (the quoted words themselves) or
``consistent``, never ``supported``: no model has judged what follows from what.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.answers import Claim, Verdict
from pincite.attribute.actors import swapped_roles
from pincite.attribute.borrowed import borrowed
from pincite.attribute.cells import unit_of
from pincite.attribute.citations import Numbered
from pincite.attribute.contrasts import crossed
from pincite.attribute.denial import denies
from pincite.attribute.differences import differs
from pincite.attribute.evidence import evidence
from pincite.attribute.facts import slips, values_of
from pincite.attribute.granted import granted, without_need
from pincite.attribute.identities import exchanged
from pincite.attribute.intrusion import intrusions
from pincite.attribute.order import disordered
from pincite.attribute.quotes import locate, narrowed, wide
from pincite.attribute.relevance import beside_the_point, named_by
from pincite.attribute.restated import restated
from pincite.attribute.roles import columns, confused, leans_back, replaced
from pincite.attribute.scope import overreach
from pincite.attribute.shorter import shorter
from pincite.attribute.times import turned
from pincite.attribute.tone import tone, with_what_denies
from pincite.attribute.wording import unsaid
from pincite.protocols import Attributed
from pincite.text.coverage import asks_of_cover, only_times
from pincite.text.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.answers import Draft, DraftClaim, Passage
    from pincite.attribute import AttributeSettings
    from pincite.attribute.evidence import Evidence
    from pincite.attribute.quotes import Found
    from pincite.attribute.relevance import Named

__all__ = ["Checks", "build"]

_HOW_LONG: Final = re.compile(
    r"\b(?:how (?:long|many|much|soon)|when|until|which|what|who|where|days?|weeks?|months?|years?)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    text: str
    contrary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cited:
    """What a drafted claim cites."""

    places: tuple[Found, ...]
    behind: list[Evidence]
    lost: tuple[str, ...]
    """What is wrong with quotes that stand nowhere."""

    @property
    def language(self) -> str:
        """That of the first page; there is one."""
        return self.places[0].passage.permit.revision.language

    @classmethod
    def by(cls, drafted: DraftClaim, shown: Mapping[int, Passage]) -> _Cited:
        """Look the quotes of a claim up in what was shown."""
        results = [locate(quote, drafted.text, shown) for quote in drafted.quotes]
        places = tuple(found for result in results if not isinstance(result, str) for found in result)
        lost = tuple(result for result in results if isinstance(result, str))
        return cls(places=places, behind=[evidence(found) for found in places], lost=lost)


class Checks:
    """
    Deterministic checks of design page "Attribution".

    :param synonyms: Further groups of words that a claim may exchange for one another.
    """

    def __init__(self, *, synonyms: tuple[tuple[str, ...], ...] = ()) -> None:
        self._synonyms = synonyms

    def attribute(self, question: str, draft: Draft, passages: tuple[Passage, ...]) -> Attributed:
        """Return the claims that stand, with citations numbered from 1, and those that do not, with what is wrong."""
        shown = {passage.label: passage for passage in passages}
        numbered = Numbered()
        kept: list[Claim] = []
        rejected: list[Claim] = []
        named = named_by(question, passages if draft.claims else ())
        for drafted in draft.claims:
            cited = _Cited.by(drafted, shown)
            verdict, findings = self._judge(named, drafted, cited)
            text = drafted.text
            if findings:
                rejected.append(Claim(text=text, citations=(), verdict=verdict, findings=findings))
                text, verdict = self._left(named, drafted, cited)
            if text:
                labels = tuple(dict.fromkeys(numbered.add(found) for found in cited.places))
                quoted = verdict is Verdict.QUOTED
                told = with_what_denies(text, cited.behind, language=cited.language) if quoted else text
                kept.append(Claim(text=told, citations=labels, verdict=verdict))
        return Attributed(claims=tuple(kept), citations=numbered.citations, rejected=tuple(rejected))

    def _left(self, named: Named, drafted: DraftClaim, cited: _Cited) -> tuple[str, Verdict]:
        """
        Return what stands of a claim that falls, the longest first; ``""`` where nothing does.

        Of a claim with a link, or one that quotes what speaks to a model, nothing is left: all of it is suspect.
        """
        if not cited.places or cited.lost or intrusions(drafted.text, cited.places):
            return "", Verdict.UNSUPPORTED
        for text in shorter(drafted.text, named.question, language=cited.language):
            verdict, findings = self._judge(named, replace(drafted, text=text), cited)
            if not findings:
                return text, verdict
        return "", Verdict.UNSUPPORTED

    def _judge(self, named: Named, drafted: DraftClaim, cited: _Cited) -> tuple[Verdict, tuple[str, ...]]:
        places, behind = cited.places, cited.behind
        if cited.lost:
            return Verdict.UNSUPPORTED, cited.lost
        if not places:
            return Verdict.UNSUPPORTED, ("cites no passage",)
        if not _spoken(drafted.text):
            return Verdict.UNSUPPORTED, ("says nothing",)
        intruding = intrusions(drafted.text, places)
        if intruding:
            return Verdict.UNSUPPORTED, intruding
        language = cited.language
        quoted = _same(drafted.text, " ".join(e.quote for e in behind), language)
        found = [] if quoted else self._compare(named.question, drafted.text, behind, language)
        if not quoted and (nearer := tuple(narrowed(f, drafted.text) for f in places)) != places:
            near = self._compare(named.question, drafted.text, [evidence(f) for f in nearer], language)
            found = near if any(wide(f) for f in places) else near and found
        found += _off_topic(named.question, drafted.text, language)
        beside = beside_the_point(named, behind, language=language, more=self._synonyms)
        found += [_Finding(text=slip.finding) for slip in beside]
        if not found:
            return (Verdict.QUOTED if quoted else Verdict.CONSISTENT), ()
        verdict = Verdict.CONTRADICTED if any(f.contrary for f in found) else Verdict.UNSUPPORTED
        return verdict, tuple(f.text for f in found)

    def _compare(self, question: str, claim: str, behind: list[Evidence], language: str) -> list[_Finding]:
        units = " . ".join(e.unit for e in behind)
        before = [e.before for e in behind if e.before and leans_back(claim, e.unit, language=language)]
        told_in_words = " . ".join(e.unit for e in behind if not e.rows)
        right_over = " . ".join(line for e in behind for line in e.closest)
        wide = " . ".join((units, *(e.around for e in behind), *before))
        claim = restated(without_need(claim, question, wide, language=language), units, language=language)
        told = (
            *slips(claim, units, wide, language=language),
            *overreach(
                claim, " . ".join(unit_of(claim, e, language=language) for e in behind), wide, language=language
            ),
            *confused(claim, told_in_words, right_over, language=language),
            *replaced(claim, units, language=language, more=self._synonyms),
            *columns(claim, [row for e in behind for row in e.rows], language=language),
            *swapped_roles(claim, told_in_words, language=language),
            *exchanged(claim, told_in_words, language=language),
            *differs(claim, units, language=language),
            *crossed(claim, told_in_words, language=language),
            *disordered(claim, told_in_words, language=language),
            *borrowed(claim, behind, language=language),
            *turned(claim, units, language=language),
            *tone(claim, behind, language=language, more=self._synonyms),
        )
        found = [_Finding(text=slip.finding, contrary=slip.contrary) for slip in told]
        taken = granted(question, claim, wide, language=language)
        strange = [s for s in unsaid(claim, wide, language=language, more=self._synonyms) if s not in taken]
        if strange:
            found.append(_Finding(text=f"says {', '.join(map(repr, strange))}, which the quoted words do not"))
        return found


def build(settings: AttributeSettings) -> Checks:
    """Return the checks that the settings describe."""
    return Checks(synonyms=settings.synonyms)


def _same(claim: str, quoted: str, language: str) -> bool:
    """Tell whether a claim has the quoted words and values; the sign of "-12" is no word."""
    alike = _spoken(claim) == _spoken(quoted)
    return alike and values_of(claim, language) == values_of(quoted, language)


def _spoken(text: str) -> tuple[str, ...]:
    return tuple(word.text.casefold() for word in words(text))


def _off_topic(question: str, claim: str, language: str) -> list[_Finding]:
    """Find a claim that tells how long where the question asks whether something is covered."""
    if not asks_of_cover(question) or _HOW_LONG.search(question):
        return []
    if denies(claim, language=language) or not only_times(claim, language=language):
        return []
    return [_Finding(text="tells how long, where the question asks what is covered")]
