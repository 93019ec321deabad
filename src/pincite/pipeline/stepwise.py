"""Answers a question step by step: each part from its own passages, each with the names that earlier steps found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.answers import Draft, Reason
from pincite.pipeline.corrections import meant
from pincite.pipeline.keyed import absent_codes
from pincite.pipeline.naming import key_in, named, speaks_of
from pincite.pipeline.refusing import Check, note_refusal
from pincite.pipeline.titles import of_named
from pincite.protocols import Packed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pincite.answers import DraftClaim, Passage
    from pincite.pipeline.plans import Step
    from pincite.pipeline.search import Request, Searched
    from pincite.protocols import Generator
    from pincite.trace import Recorder

    Look = Callable[[Request], tuple[Searched, Packed]]

__all__ = ["Stepped", "stepwise"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped:
    """What all steps came to."""

    searched: Searched
    """The first search, with what all of them found."""
    packed: Packed
    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class _Done:
    """What one step came to."""

    searched: Searched | None
    packed: Packed
    draft: Draft
    name: str | None = None
    """What its answer names."""


_NOT_ASKED = _Done(searched=None, packed=Packed(passages=()), draft=Draft())


def stepwise(
    steps: Sequence[Step], request: Request, look: Look, generator: Generator, recorder: Recorder, *, language: str
) -> Stepped | None:
    """
    Ask step by step and join what they come to.

    :param steps: At least one; a step leans on an earlier one.
    :param look: Searches and packs passages for one question.
    :returns: ``None`` where no step found a passage.
    """
    done: list[_Done] = []
    for at, step in enumerate(steps):
        before = done[step.after] if step.after is not None else None
        with recorder.step("hop", "retrieve", f"step {at + 1} of {len(steps)}") as detail:
            one = _done(step, before, request, look, generator, language)
            detail |= {"asked": step.asked, "leans_on": step.after, "claims": len(one.draft.claims)}
            detail |= {"named": one.name is not None}
            if before is not None and not one.draft.claims:
                note_refusal(recorder, Check.STEP)
        done.append(one)
    searches = [one.searched for one in done if one.searched is not None]
    if not any(one.packed.passages for one in done):
        return None
    return Stepped(
        searched=_all_found(searches), packed=_packed([one.packed for one in done]), draft=_joined(steps, done)
    )


def _done(step: Step, before: _Done | None, request: Request, look: Look, generator: Generator, language: str) -> _Done:
    if before is None:
        return _asked(step, step.question(), request, look, generator)
    if before.name is None:
        return _unnamed(step, before, request, look, generator)
    one = _asked(step, step.question(before.name), request, look, generator, key=key_in(before.name))
    about = _about(before.name, one, before, language)
    if not about:  # perhaps its name is another one there: what the step before said may answer this too
        again = _asked(step, step.question(), request, look, generator)
        about = tuple(claim for claim in _about(before.name, again, before, language) if claim.text in _texts(before))
        one = again if about else one
    if about:
        return replace(one, draft=replace(one.draft, claims=about))
    missing = one.draft.missing or (f'a passage on "{step.question(before.name).rstrip("?")}"',)
    return replace(one, draft=Draft(missing=missing, reason=Reason.EVIDENCE_INSUFFICIENT), name=None)


def _about(name: str, one: _Done, before: _Done, language: str) -> tuple[DraftClaim, ...]:
    """Return the claims that are about what is named, or were said of it in the step before."""
    return tuple(
        claim
        for claim in one.draft.claims
        if claim.text in _texts(before) or speaks_of(name, claim, one.packed.passages, language=language)
    )


def _texts(one: _Done) -> set[str]:
    return {claim.text for claim in one.draft.claims}


def _unnamed(step: Step, before: _Done, request: Request, look: Look, generator: Generator) -> _Done:
    """Where the step before names nothing: what leads over it is asked as it stands, what points at it is missing."""
    if before.draft.claims or not before.packed.passages or not step.asked:
        return _asked(step, step.question(), request, look, generator)
    return replace(_NOT_ASKED, draft=Draft(missing=(f'a passage on "{step.text.rstrip("?")}"',)))


def _asked(
    step: Step, question: str, request: Request, look: Look, generator: Generator, *, key: str | None = None
) -> _Done:
    """
    Ask one question.

    :param key: The key that it names: what is stated of it stands where the key does, so that is looked up too.
    """
    searched, packed = look(replace(request, question=question))
    if key is not None:
        more, others = look(replace(request, question=key, route="identifier", history=()))
        searched, packed = _all_found((searched, more)), _packed((packed, others))
    draft = Draft(missing=(question,), reason=Reason.NOTHING_IN_SCOPE)
    if packed.passages:
        asked = meant(question, packed.passages)
        draft = absent_codes(searched) or generator.draft(asked, of_named(asked, packed.passages))
    name = named(step.thing, (claim.text for claim in draft.claims), question=question)
    return _Done(searched=searched, packed=packed, draft=draft, name=name)


def _all_found(searches: Sequence[Searched]) -> Searched:
    """Return the first search with what all of them found and missed."""
    first, *more = searches
    found = {found.chunk_id: found for each in reversed(searches) for found in each.found}
    absent = dict.fromkeys(key for each in searches for key in each.ranking.absent)
    ordered = [*first.found, *(f for each in more for f in each.found)]
    once = dict.fromkeys(f.chunk_id for f in ordered)
    return replace(
        first,
        ranking=replace(first.ranking, absent=tuple(absent)),
        found=tuple(found[chunk_id] for chunk_id in once),
    )


def _packed(packed: Sequence[Packed]) -> Packed:
    """Return the passages of all, each once, labelled in order."""
    first: dict[tuple[object, ...], Passage] = {}
    for passage in (passage for each in packed for passage in each.passages):
        first.setdefault(_place(passage), passage)
    labelled = tuple(replace(passage, label=label) for label, passage in enumerate(first.values(), start=1))
    return Packed(passages=labelled, dropped=tuple(dropped for each in packed for dropped in each.dropped))


def _place(passage: Passage) -> tuple[object, ...]:
    return passage.permit.chunk.chunk_id, passage.span


def _joined(steps: Sequence[Step], done: Sequence[_Done]) -> Draft:
    """Return the claims in the order of the steps, each once, and what is missing of what was asked."""
    claims: dict[str, DraftClaim] = {}
    labels = {_place(passage): passage.label for passage in _packed([one.packed for one in done]).passages}
    for step, one in zip(steps, done, strict=True):
        own = {passage.label: labels[_place(passage)] for passage in one.packed.passages}
        for claim in one.draft.claims if step.asked else one.draft.claims[:1]:
            quotes = tuple(replace(quote, label=own[quote.label]) for quote in claim.quotes)
            claims.setdefault(claim.text, replace(claim, quotes=quotes))
    missing = tuple(
        dict.fromkeys(each for step, one in zip(steps, done, strict=True) if step.asked for each in one.draft.missing)
    )
    reason = None if claims else Reason.EVIDENCE_INSUFFICIENT
    return Draft(claims=tuple(claims.values()), missing=missing, reason=reason)
