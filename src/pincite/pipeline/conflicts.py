"""Names the other side: what governing passages say against an answer, cited like the answer itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from pincite.answers import Conflict, Draft, DraftClaim, Quote, Side
from pincite.attribute.conflicts import Opposed, Statement, opposed
from pincite.generate.barring.contrasts import of_another
from pincite.generate.reading.candidates import candidates
from pincite.generate.reading.unlisted import codes
from pincite.validity.authority import AuthorityWords, Weight
from pincite.validity.freshness import dated, speaks_for

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pincite.answers import Citation, Claim, Passage
    from pincite.documents import Revision
    from pincite.generate.reading.candidates import Candidate
    from pincite.protocols import Attributed, Attributor

__all__ = ["Disagreements"]

_OF_ITSELF: Final = re.compile(
    r"\bth(?:is|e\s+present)\s+(?:\w+\s+)?(?:agreement|contract|lease|deed|licen[cs]e|order|invoice|offer|letter|memorandum"
    r"|amendment|undertaking)\b|\bhere(?:of|under|in|by|to)\b",
    re.IGNORECASE,
)
"""Where a sentence speaks of its own document: two agreements that last for different times do not disagree."""
_MOST = 3
"""Other sides that are told of one claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreements:
    """
    Finds where shown passages disagree with the claims that stand.

    What was superseded is history and is not among the passages any more; a document that only informs never stands
    against one that governs.
    """

    attributor: Attributor
    words: AuthorityWords = field(default_factory=AuthorityWords)
    """The corpus's own words for what binds."""

    def find(
        self, question: str, checked: Attributed, passages: tuple[Passage, ...]
    ) -> tuple[Attributed, tuple[Conflict, ...]]:
        """
        Return the claims with the other sides behind them, and what they disagree on.

        :param checked: Claims that passed every check.
        :returns: ``checked`` itself and nothing where nothing disagrees for sure.
        """
        if not checked.claims or len({p.permit.revision.document_id for p in passages}) < 2:
            return checked, ()
        found = [c for at, passage in enumerate(passages) for c in candidates(passage, at)]
        barred = of_another(question, found, passages[0].permit.revision.language)
        pairs = [
            (claim, found[each.at], each)
            for claim in checked.claims
            for each in self._against(question, claim, checked, found, barred, passages)
        ]
        return self._told(question, checked, pairs, passages) if pairs else (checked, ())

    def _against(
        self,
        question: str,
        claim: Claim,
        checked: Attributed,
        found: list[Candidate],
        barred: Collection[Candidate],
        passages: tuple[Passage, ...],
    ) -> tuple[Opposed, ...]:
        own = _said(claim, checked, found, passages)
        if own is None:
            return ()
        revision = passages[own.passage].permit.revision
        least = min(Weight.UNSTATED, self.words.weight(revision.authority))
        others = [
            _statement(c, passages)
            if c not in barred
            and not _each_of_itself(own, c)
            and not _is_of_a_code(c, f"{question} . {own.heading} . {own.around} . {own.claim}", revision.language)
            and self.words.weight(passages[c.passage].permit.revision.authority) >= least
            and _of_one_time(revision, passages[c.passage].permit.revision)
            else Statement(document=revision.document_id, text="")
            for c in found
        ]
        return opposed(question, _statement(own, passages), others, language=revision.language)[:_MOST]

    def _told(
        self,
        question: str,
        checked: Attributed,
        pairs: Sequence[tuple[Claim, Candidate, Opposed]],
        passages: tuple[Passage, ...],
    ) -> tuple[Attributed, tuple[Conflict, ...]]:
        """Check the claims anew with the other sides among them, so that labels and verdicts hold for all."""
        drafts = [_again(claim, checked, passages) for claim in checked.claims]
        stated = {claim.text for claim in checked.claims}
        for _, other, _ in pairs:
            if other.claim not in stated:
                stated.add(other.claim)
                drafts.append(other.drafted())
        anew = self.attributor.attribute(question, Draft(claims=tuple(drafts)), passages).after(checked)
        by_text = {claim.text: claim for claim in anew.claims}
        if any(claim.text not in by_text for claim in checked.claims):
            return replace(checked, usage=anew.usage), ()
        conflicts = [
            self._conflict(by_text[claim.text], by_text[other.claim], each, anew, passages)
            for claim, other, each in pairs
            if other.claim in by_text
        ]
        return anew, tuple(_merged(conflicts))

    def _conflict(
        self, claim: Claim, other: Claim, each: Opposed, anew: Attributed, passages: tuple[Passage, ...]
    ) -> Conflict:
        first, second = (_cited(anew, side.citations[0]) for side in (claim, other))
        authority, reason = self._governs(first, second, passages)
        sides = (Side(value=each.value, citation=first.label), Side(value=each.other, citation=second.label))
        return Conflict(about=_about(first), sides=sides, authority=authority, reason=reason)

    def _governs(
        self, first: Citation, second: Citation, passages: tuple[Passage, ...]
    ) -> tuple[int | None, str | None]:
        """Return which citation governs and why, by metadata alone; only why not where nothing says it."""
        one, two = (_revision(cited, passages) for cited in (first, second))
        weights = self.words.weight(one.authority), self.words.weight(two.authority)
        if weights[0] != weights[1]:
            strong, label = (one, first.label) if weights[0] > weights[1] else (two, second.label)
            return label, f"its authority is {strong.authority!r}"
        if one.effective and two.effective and one.effective != two.effective:
            later, day = (first, one.effective) if one.effective > two.effective else (second, two.effective)
            return None, f"[{later.label}] is the later, effective {day.isoformat()}"
        return None, None


def _each_of_itself(one: Candidate, other: Candidate) -> bool:
    """Tell whether two sentences speak each of its own document, and these are called differently."""
    called = {(c.called.casefold(), c.heading.partition(" > ")[0].casefold()) for c in (one, other)}
    return len(called) > 1 and all(_OF_ITSELF.search(c.claim) for c in (one, other))


def _is_of_a_code(candidate: Candidate, said: str, language: str) -> bool:
    """
    Tell whether a row is headed by a code that nothing said before has: what code RFD-77 allows is no other rule for
    the refund window.
    """
    head = codes(candidate.claim.partition(":")[0], language=language) if candidate.is_row else {}
    held = codes(said, language=language) if head else {}
    return bool(head) and not any(figures & held.get(letters, frozenset()) for letters, figures in head.items())


def _of_one_time(one: Revision, other: Revision) -> bool:
    """Tell whether two documents can disagree: reports of different days each tell of their own."""
    if speaks_for(one) is None and speaks_for(other) is None:
        return True
    return dated(one) == dated(other) or None in (dated(one), dated(other))


def _said(claim: Claim, checked: Attributed, found: list[Candidate], passages: tuple[Passage, ...]) -> Candidate | None:
    """Return the sentence or row that a claim quotes; ``None`` where its quote is no whole one."""
    cited = _cited(checked, claim.citations[0])
    for candidate in found:
        revision = passages[candidate.passage].permit.revision
        same = (revision.document_id, revision.version) == (cited.document, cited.version)
        if same and any(span.overlaps(cited.span) for span in candidate.spans):
            return candidate
    return None


def _statement(candidate: Candidate, passages: tuple[Passage, ...]) -> Statement:
    revision = passages[candidate.passage].permit.revision
    over = f"{candidate.heading} {candidate.around}"
    return Statement(document=revision.document_id, text=candidate.claim, over=over)


def _again(claim: Claim, checked: Attributed, passages: tuple[Passage, ...]) -> DraftClaim:
    cited = [_cited(checked, label) for label in claim.citations]
    labels = {
        (p.permit.revision.document_id, p.permit.revision.version, p.permit.chunk.chunk_id): p.label for p in passages
    }
    quotes = tuple(Quote(label=labels[(c.document, c.version, c.chunk_id)], span=c.span) for c in cited)
    return DraftClaim(text=claim.text, quotes=quotes)


def _cited(checked: Attributed, label: int) -> Citation:
    return next(citation for citation in checked.citations if citation.label == label)


def _revision(cited: Citation, passages: tuple[Passage, ...]) -> Revision:
    return next(
        p.permit.revision
        for p in passages
        if (p.permit.revision.document_id, p.permit.revision.version) == (cited.document, cited.version)
    )


def _about(cited: Citation) -> str:
    return cited.section or cited.title


def _merged(conflicts: Sequence[Conflict]) -> list[Conflict]:
    """Leave one of those that name the same places."""
    kept: dict[frozenset[int], Conflict] = {}
    for conflict in conflicts:
        kept.setdefault(frozenset(side.citation for side in conflict.sides), conflict)
    return list(kept.values())
