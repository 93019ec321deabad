"""
Answers with the document's own words, and says so where they do not answer.

For each part of a question the sentences, list items and table rows of the passages are measured
(:mod:`pincite.generate.scoring.features`). One linear score orders them, a logistic regression over the first one's
measures says how probable it is that the passages answer at all (:mod:`pincite.generate.scoring.weights`), and below
the threshold the part is listed as missing. Nothing is written that does not stand in a passage.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from pincite.answers import Draft, Reason
from pincite.generate.barring import refusals
from pincite.generate.barring.able import unable
from pincite.generate.barring.bare import only_names
from pincite.generate.barring.contrasts import of_another
from pincite.generate.barring.definitions import defined_in
from pincite.generate.barring.duties import silent_on_duty
from pincite.generate.barring.kinds import of_other_kinds, unlisted_kinds
from pincite.generate.barring.neighbours import with_between, with_case, with_next
from pincite.generate.barring.others import silent_on_others
from pincite.generate.barring.shown import Shown
from pincite.generate.barring.sought import half_sought, sought
from pincite.generate.neutral import speaks_to_model
from pincite.generate.reading.asked import asks
from pincite.generate.reading.candidates import candidates
from pincite.generate.reading.expected import fits
from pincite.generate.reading.subjects import unlisted_numbers
from pincite.generate.reading.unlisted import codes, hyphenated, speaks_of_another, unlisted_codes
from pincite.generate.reading.verdicts import under_verdict
from pincite.generate.scoring.choosing import Choosing
from pincite.generate.scoring.features import measure, says_nothing
from pincite.generate.scoring.weights import scores
from pincite.generate.tables.beside import beside
from pincite.generate.tables.keyed import names_thing, settles
from pincite.generate.tables.looked_up import looked_up
from pincite.generate.tables.narrowed import narrowed
from pincite.text import identifiers
from pincite.text.words import content_words, words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.answers import Passage
    from pincite.documents import Span
    from pincite.generate import ExtractiveSettings, GenerateSettings
    from pincite.generate.barring.refusals import Refusal
    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["Extractive", "build", "every_candidate", "named_only", "of_other_codes", "of_other_things"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    """What the passages have for one part of a question."""

    ask: Ask
    chosen: tuple[Candidate, ...]
    """What answers, best first; empty where nothing does."""
    instead: Candidate | None
    """What can stand in for the first of them, where that one answers another part."""
    probability: float
    """That the passages answer this part, in [0, 1]."""
    absent: tuple[str, ...]
    """Words of the part that stand in no passage."""
    refused: Callable[[], Refusal] | None = None
    """Tells which check left nothing, where nothing was chosen."""


class Extractive:
    """
    Picks the sentences, items and rows that answer, or abstains.

    :param settings: How many claims at most, and how sure to be.
    :param similarity: Cosines of a text to each of several; ``None`` goes by words alone.
    """

    def __init__(self, settings: ExtractiveSettings, *, similarity: Similarity | None = None) -> None:
        self._settings = settings
        self._similarity = similarity

    @property
    def name(self) -> str:
        """Name in settings, answers and traces."""
        return "extractive"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        """
        Return at most the set number of claims in the order of the question's parts, and what is missing for the
        other parts.
        """
        language = passages[0].permit.revision.language if passages else "en"
        found = named_only(question, every_candidate(passages))
        findings = [_told(f, passages, found, language) for f in self._findings(question, passages, found, language)]
        chosen = _shared_out(_apart(findings), self._settings.claims)
        missing = (half_sought(f.ask, f.absent) if f.chosen else sought(f.ask, f.absent) for f in findings)
        claims = tuple(candidate.drafted() for candidate in chosen)
        return Draft(
            claims=claims, missing=tuple(filter(None, missing)), reason=None if claims else Reason.EVIDENCE_INSUFFICIENT
        )

    def refusals(self, question: str, passages: tuple[Passage, ...]) -> tuple[Refusal, ...]:
        """Return which check leaves each part without an answer; empty where all are answered."""
        language = passages[0].permit.revision.language if passages else "en"
        found = self._findings(question, passages, named_only(question, every_candidate(passages)), language)
        return tuple(each.refused() for each in found if each.refused is not None and not each.chosen)

    def _findings(
        self, question: str, passages: tuple[Passage, ...], found: Sequence[Candidate], language: str
    ) -> list[_Finding]:
        barred = of_other_codes(question, found, language)
        shown = Shown.of(passages, found, language)
        return [self._find(part, found, barred, shown) for part in asks(question, language=language)]

    def _find(self, part: Ask, found: Sequence[Candidate], barred: frozenset[Candidate], seen: Shown) -> _Finding:
        """Return what the candidates have for a part, those that tell of duties first where it asks for one."""
        unlisted = self._unlisted(part, found, seen)
        if unlisted:
            refused = partial(refusals.unlisted, unlisted)
            return _Finding(ask=part, chosen=(), instead=None, probability=0.0, absent=unlisted, refused=refused)
        bars = self._bars(part, found, barred, seen)
        silent = silent_on_duty(part, found)
        told = self._find_beside(part, found, bars, silent, seen) if silent else None
        return told if told is not None and told.chosen else self._find_beside(part, found, bars, frozenset(), seen)

    def _find_beside(
        self,
        part: Ask,
        found: Sequence[Candidate],
        bars: dict[str, frozenset[Candidate]],
        silent: frozenset[Candidate],
        seen: Shown,
    ) -> _Finding:
        """Return what the candidates have for a part that are neither barred nor silent; those count as background."""
        language = seen.language
        barred = silent.union(*bars.values())
        if len(barred) == len(found):
            refused = partial(refusals.barred, found, bars)
            return _Finding(ask=part, chosen=(), instead=None, probability=0.0, absent=(), refused=refused)
        able = [c for c in found if not unable(part, c, language)]
        shown = able if any(c not in barred for c in able) else found
        evidence = measure(part, shown, language=language, similarity=self._similarity, barred=barred)
        judged = scores(evidence.values, meaning=self._similarity is not None)
        absent = _as_written(part.text, evidence.absent, language)
        first = evidence.candidates[judged.order[0]]
        free = [c for c in able if c not in barred]
        sure = defined_in(part, free) or _sure(part, first, free, language) or looked_up(part, free, seen.tables)
        sure = sure or beside(part, [c for c in found if c not in barred], seen.tables)
        if sure is not None:
            return _Finding(ask=part, chosen=(sure,), instead=None, probability=1.0, absent=absent)
        probability = judged.probability
        if barred and _is_keyed(part, first, language):
            # Its row is the one that is asked for. Whether such rows answer, the neighbours tell as well as it does.
            whole = measure(part, shown, language=language, similarity=self._similarity)
            probability = max(probability, scores(whole.values, meaning=self._similarity is not None).probability)
        trusted = shown is able and probability >= self._settings.threshold
        choosing = Choosing(
            part=part,
            found=found,
            absent=evidence.absent,
            language=language,
            similarity=self._similarity,
            threshold=self._settings.threshold,
        )
        chosen = choosing.chosen(evidence, judged) if trusted else ()
        instead = None if judged.next is None or not chosen else evidence.candidates[judged.next]
        refused = partial(self._refused, part, found, language, bars, first, probability if shown is able else None)
        return _Finding(
            ask=part, chosen=chosen, instead=instead, probability=probability, absent=absent, refused=refused
        )

    def _unlisted(self, part: Ask, found: Sequence[Candidate], seen: Shown) -> tuple[str, ...]:
        """Return names, codes and kinds of a part that stand nowhere, where that shows that nothing answers."""
        told = [_everything(candidate) for candidate in found]
        unlisted = (
            unlisted_codes((*part.names, *hyphenated(part.text)), told)
            or unlisted_numbers(part.text, told)
            or seen.lacks(part)
        )
        return unlisted or unlisted_kinds(part.text, found, seen.language, self._similarity)

    def _bars(
        self, part: Ask, found: Sequence[Candidate], barred: frozenset[Candidate], seen: Shown
    ) -> dict[str, frozenset[Candidate]]:
        """Return what is of another thing than a part, by what it is of."""
        return {
            "another code, year or customer, or the other side of a contrast": barred,
            "another row, column, page, model or name": seen.of_others(part, found),
            "another kind": of_other_kinds(part.text, found, seen.language, self._similarity),
            "the thing, with values that say nothing of what is asked": only_names(part, found, seen.language),
            "what is to be had here, where that of others is asked": silent_on_others(part, found, self._similarity),
        }

    def _refused(
        self,
        part: Ask,
        found: Sequence[Candidate],
        language: str,
        bars: dict[str, frozenset[Candidate]],
        first: Candidate,
        probability: float | None,
    ) -> Refusal:
        """
        Return which check left nothing of what was measured.

        :param probability: That the passages answer; ``None`` where nothing that may answer was left.
        """
        if probability is None:
            able = [c for c in found if not unable(part, c, language)]
            return refusals.barred(able, bars) if able else refusals.no_answer(unable(part, c, language) for c in found)
        if probability < self._settings.threshold:
            return refusals.below(probability, self._settings.threshold)
        return refusals.lacking(part, first, language, self._similarity)


def _told(finding: _Finding, passages: tuple[Passage, ...], found: Sequence[Candidate], language: str) -> _Finding:
    """Return a finding whose wide rows say no more than was asked, and whose bare things and rules no less."""
    told = []
    for candidate in with_between(finding.chosen, found):
        passage = passages[candidate.passage]
        own = narrowed(finding.ask, candidate, text=passage.permit.revision.text, language=language)
        told.append(under_verdict(finding.ask, with_case(finding.ask, own, found, language), passage))
    return replace(finding, chosen=tuple(told))


def build(settings: GenerateSettings, *, argument: str = "", similarity: Similarity | None = None) -> Extractive:
    """
    Return the extractive generator.

    :param argument: Not used: the name takes none.
    :param similarity: The embedder's cosines of a text to each of several; ``None`` goes by words alone.
    """
    return Extractive(settings.extractive, similarity=similarity)


def every_candidate(passages: tuple[Passage, ...]) -> list[Candidate]:
    """
    Return the candidates of all passages; what two passages show counts for the first.

    What speaks to a model instead of to readers is none, and neither is a question; what the next sentence denies is
    one with that sentence.
    """
    seen: set[tuple[str, str, tuple[Span, ...]]] = set()
    found = []
    for at, passage in enumerate(passages):
        revision = passage.permit.revision
        for candidate in candidates(passage, at):
            key = (revision.document_id, revision.version, candidate.spans)
            if key not in seen and not candidate.claim.endswith("?") and not _speaks_to_model(passage, candidate):
                seen.add(key)
                found.append(candidate)
    return with_next(found)


def _speaks_to_model(passage: Passage, candidate: Candidate) -> bool:
    return any(speaks_to_model(passage, span) for span in candidate.spans)


def named_only(question: str, found: list[Candidate]) -> list[Candidate]:
    """Leave only candidates near the exact keys that a question names, where it names any of an exhaustive kind."""
    keys = {i.key for i in identifiers.find(question) if i.exhaustive}
    if not keys:
        return found
    named = {
        c.passage for c in found if keys & {i.key for i in identifiers.find(f"{c.heading} . {c.around} . {c.claim}")}
    }
    return [c for c in found if c.passage in named]


def of_other_codes(question: str, found: Sequence[Candidate], language: str) -> frozenset[Candidate]:
    """Return what speaks of another thing than the question: another order's row, model, year, customer."""
    asked = codes(question, language=language)
    others = of_another(question, found, language)
    if not asked:
        return others
    told = {c: (_everything(c), _everything(c) if c.is_row else f"{c.heading} . {c.claim}") for c in found}
    return others | {
        c
        for c, texts in told.items()
        if any(speaks_of_another(asked, codes(each, language=language)) for each in texts)
    }


def of_other_things(question: str, found: Sequence[Candidate], passages: tuple[Passage, ...]) -> frozenset[Candidate]:
    """Return what is of another thing than a question names: by codes, models' pages, rows and names."""
    language = passages[0].permit.revision.language if passages else "en"
    shown = Shown.of(passages, found, language)
    barred = [shown.of_others(part, found) for part in asks(question, language=language)]
    return of_other_codes(question, found, language) | (frozenset.intersection(*barred) if barred else frozenset())


def _sure(part: Ask, first: Candidate, able: Sequence[Candidate], language: str) -> Candidate | None:
    """
    Return the table row that is of the very key or code that a part asks about, and answers it: or else the first
    candidate, where such a row is there and that one says the same of the key.
    """
    rows = (c for c in (first, *able) if settles(part, c, language) or names_thing(part, c, language))
    row = next((c for c in rows if c in able), None)
    return first if row is not None and first in able and _says_key(part, first, language) else row


def _says_key(part: Ask, candidate: Candidate, language: str) -> bool:
    """Tell whether a sentence names the part's key and holds the kind of answer that it expects, as its row does."""
    keys = {each.key for each in identifiers.find(candidate.claim)}
    return bool(part.keys & keys) and fits(part.expected, candidate.claim, part.text, language=language) is True


def _is_keyed(part: Ask, candidate: Candidate, language: str) -> bool:
    """Tell whether a candidate names a code of the part itself, and not only what stands over it."""
    asked, held = (codes(text, language=language) for text in (part.whole, candidate.claim))
    return any(figures & held.get(letters, frozenset()) for letters, figures in asked.items())


def _everything(candidate: Candidate) -> str:
    return f"{candidate.heading} . {candidate.around} . {candidate.claim}"


def _apart(findings: Sequence[_Finding]) -> list[tuple[Candidate, ...]]:
    """Return what each part chose; of two that chose the same first, the one that has another close behind takes it."""
    chosen = [f.chosen for f in findings]
    for part, finding in enumerate(findings):
        others = {c for at, each in enumerate(chosen) if at != part for c in each[:1]}
        instead = finding.instead
        if instead is not None and instead not in others and finding.chosen and finding.chosen[0] in others:
            chosen[part] = (instead, *(c for c in finding.chosen if c is not instead))
    return chosen


def _shared_out(chosen: Sequence[tuple[Candidate, ...]], most: int) -> list[Candidate]:
    """Return at most so many: the best of each part, then the next of each, part by part in reading order."""
    taken: dict[Candidate, int] = {}
    for turn in range(max(map(len, chosen), default=0)):
        for part, found in enumerate(chosen):
            if turn < len(found) and len(taken) < most:
                taken.setdefault(found[turn], part)
    return sorted(taken, key=lambda c: (taken[c], c.passage, c.spans[0].start))


def _as_written(text: str, stems: tuple[str, ...], language: str) -> tuple[str, ...]:
    written = {stem: word.text for word in words(text) for stem in content_words(word.text, language)}
    return tuple(written[stem] for stem in stems if stem in written and not says_nothing(written[stem], stem))
