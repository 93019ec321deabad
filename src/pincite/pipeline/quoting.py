"""
What a model chose, in the document's own words: where nothing that it wrote stands, what it quoted may still answer.

A model that says "to resolve this issue, contact service" of a row that reads "call service" has found the evidence and
said more than it. Its words are dropped; the sentence or row that it quoted is shown in their place, if it says at
least half of what the model said.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.answers import Verdict
from pincite.attribute.quotes import locate
from pincite.generate.extractive import every_candidate, of_other_things
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pincite.answers import Claim, Draft, DraftClaim, Passage
    from pincite.generate.reading.candidates import Candidate

__all__ = ["in_own_words"]

_AGREES: Final = 0.5
"""Share of a claim's content words that its evidence has to say."""


def in_own_words(question: str, draft: Draft, rejected: Iterable[Claim], passages: tuple[Passage, ...]) -> Draft:
    """
    Return the draft with what its claims quote in the place of the claims.

    What stands on the page or in the row of another model, order or name than the question's is no answer to it.

    :param rejected: Its claims that did not stand; one that its quote contradicts gives nothing.
    :returns: A draft without claims where no quote says what was claimed.
    """
    every = every_candidate(passages)
    others = of_other_things(question, every, passages)
    found = [candidate for candidate in every if candidate not in others]
    failing = {claim.text for claim in rejected if claim.verdict is Verdict.UNSUPPORTED}
    told = (c for claim in draft.claims if claim.text in failing for c in _behind(claim, found, passages))
    return replace(draft, claims=tuple(c.drafted() for c in dict.fromkeys(told)))


def _behind(claim: DraftClaim, found: Sequence[Candidate], passages: tuple[Passage, ...]) -> Iterator[Candidate]:
    """Yield the sentences and rows that a claim quotes and that agree with it."""
    shown = {passage.label: passage for passage in passages}
    for quote in claim.quotes:
        places = locate(quote, claim.text, shown)
        for place in places if not isinstance(places, str) else ():
            language = place.passage.permit.revision.language
            label, spot = place.passage.label, place.span
            for candidate in found:
                touches = candidate.label == label and any(span.overlaps(spot) for span in candidate.spans)
                if touches and _agrees(claim.text, candidate, language):
                    yield candidate


def _agrees(claim: str, candidate: Candidate, language: str) -> bool:
    asked = set(content_words(claim, language))
    said = set(content_words(f"{candidate.heading} {candidate.around} {candidate.claim}", language))
    own = set(content_words(candidate.claim, language))
    return bool(asked & own) and len(asked & said) >= _AGREES * len(asked)
