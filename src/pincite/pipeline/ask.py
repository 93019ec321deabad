"""From a question to a cited answer or an honest abstention: search, assemble, generate, attribute."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.answers import Answer, Draft, Reason, Stage, Status
from pincite.errors import CapReached, GroundednessError
from pincite.pipeline.corrections import meant
from pincite.pipeline.gathering import finder_of
from pincite.pipeline.keyed import absent_codes
from pincite.pipeline.quoting import in_own_words
from pincite.pipeline.receipt import drafted
from pincite.pipeline.refusing import Check, note_refusal
from pincite.pipeline.titles import of_named
from pincite.protocols import Attributed, Packed, Writer
from pincite.trace import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Generator as Steps

    from pincite.answers import Claim, DraftClaim, Passage
    from pincite.pipeline.conflicts import Disagreements
    from pincite.pipeline.gathering import Gathered, Gathering
    from pincite.pipeline.search import Request, Search, Searched
    from pincite.protocols import Assembler, Attributor, Generator
    from pincite.questions import Scope

__all__ = ["Ask", "Progress"]

Progress = tuple[str, object]
"""A step of an answer as it happens: its name (stage, passage, claim, answer) and what it brings."""

_NOTHING = "No page that you may read matches the question."
_NO_KEY = "There is no {keys} among the pages that you may read."
_REFUSED = "The model declined to answer this."
_INSUFFICIENT = "The pages that you may read do not answer this."


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The stages after retrieval, built once and used from any thread."""

    search: Search
    assembler: Assembler
    generator: Generator
    attributor: Attributor
    render: Callable[[Sequence[Claim]], str]
    """Writes the answer's text with ``[n]`` markers."""
    state: Callable[[Scope], str]
    """Names the state that a scope reads, for readers: a sequence is not for them."""
    gathering: Gathering
    """Gathers the passages, in the mode that is decided."""
    disagreements: Disagreements
    """Finds what other passages say against the answer."""

    def run(self, request: Request, *, strict: bool = False, recorder: Recorder | None = None) -> Answer:
        """
        Return the answer.

        :param request: The question; its ``k`` is how many passages the generator is shown.
        :param strict: Raise instead of dropping a claim that fails its checks.
        :param recorder: Collects the steps; ``None`` for one of its own.
        :raises GroundednessError: In strict mode, if a claim is not borne out.
        """
        answer: Answer | None = None
        for name, value in self.steps(request, strict=strict, recorder=recorder):
            if name == "answer" and isinstance(value, Answer):
                answer = value
        if answer is None:
            raise AssertionError("an answer is always the last step")
        return answer

    def steps(self, request: Request, *, strict: bool = False, recorder: Recorder | None = None) -> Iterator[Progress]:
        """Yield what happens while the question is answered; the last step is ``("answer", Answer)``."""
        recorder = recorder or Recorder()
        with self.search.lease() as lease:
            yield "stage", Stage.RETRIEVE
            gathered = self.gathering.gather(request, lease, recorder=recorder)
            searched, packed = gathered.searched, gathered.packed
            for passage in packed.passages:
                yield "passage", passage
            yield "stage", Stage.GENERATE
            early: list[Claim] = []
            draft = yield from self._draft(request, gathered, recorder, early, strict=strict)
            yield "stage", Stage.ATTRIBUTE
            checked = self._check(request.question, draft, packed.passages, recorder)
            if not (strict and checked.rejected):  # before it is asked again: a small model writes the same
                draft, checked = self._without(request, gathered, (draft, checked), recorder)
            if not checked.claims and checked.rejected and isinstance(self.generator, Writer):
                with suppress(CapReached):  # then the first draft counts, of which nothing stands
                    draft = self._again(self.generator, gathered, request, checked, recorder)
                    checked = self._check(request.question, draft, packed.passages, recorder)
                if not strict:
                    checked = self._quoted(request.question, draft, checked, packed.passages, recorder)
            _refuse_unborne(draft, checked, strict=strict)
            with recorder.step("disagree", "attribute", "what other passages say against it") as detail:
                checked, conflicts = self.disagreements.find(request.question, checked, packed.passages)
                detail |= {"conflicts": len(conflicts)}
            for claim in checked.claims:
                if claim not in early:
                    yield "claim", claim
            answer = self._answer(request, searched, packed, draft, checked)
            yield "answer", replace(answer, mode=gathered.mode, conflicts=conflicts)

    def _draft(
        self, request: Request, gathered: Gathered, recorder: Recorder, early: list[Claim], *, strict: bool
    ) -> Steps[Progress, None, Draft]:
        """
        Let the generator write, unless there is nothing to write from: then no generator is called at all.

        :param early: Takes the claims that stand while the rest is still being written; each is yielded at once.
        """
        searched, passages = gathered.searched, gathered.packed.passages
        if searched.ranking.absent and not passages:
            note_refusal(recorder, Check.KEY)
            return Draft(reason=Reason.NO_SUCH_IDENTIFIER, missing=tuple(searched.ranking.absent))
        if not passages and not searched.unheld:
            return Draft(reason=Reason.NOTHING_IN_SCOPE, missing=(request.question.strip(),))
        if (refused := absent_codes(searched)) is not None:
            note_refusal(recorder, Check.DOCUMENT if searched.unheld else Check.KEY)
            return refused
        with recorder.step("draft", "generate", self.generator.name) as detail:
            if isinstance(self.generator, Writer):
                draft = yield from self._written(self.generator, request, gathered, early, strict=strict)
            else:
                draft = _without_model(self.generator, request, gathered, recorder)
            detail |= _drafted(draft)
        return draft

    def _written(
        self, writer: Writer, request: Request, gathered: Gathered, early: list[Claim], *, strict: bool
    ) -> Steps[Progress, None, Draft]:
        """
        Pass on each claim as soon as it is written and stands.

        In strict mode that is when all of them do; and a judge, who costs a call a claim, is asked once, at the end.
        """
        task = gathered.task(request)
        waits = strict or hasattr(self.attributor, "judge")
        drafted: list[DraftClaim] = []
        for item in gathered.write(writer, task):
            if isinstance(item, Draft):
                return item
            drafted.append(item)
            if waits:
                continue
            checked = self.attributor.attribute(task.question, Draft(claims=tuple(drafted)), task.passages)
            for claim in checked.claims[len(early) :]:
                early.append(claim)
                yield "claim", claim
        raise AssertionError("a draft is always the last that is written")

    def _again(
        self, writer: Writer, gathered: Gathered, request: Request, checked: Attributed, recorder: Recorder
    ) -> Draft:
        """Ask once more, with what the checks found, where nothing of a draft stands."""
        findings = tuple(finding for claim in checked.rejected for finding in claim.findings)
        with recorder.step("redraft", "generate", self.generator.name) as detail:
            *_, draft = gathered.write(writer, replace(gathered.task(request), findings=findings))
            if not isinstance(draft, Draft):
                raise AssertionError("a draft is always the last that is written")
            detail |= _drafted(draft)
        return draft

    def _without(
        self, request: Request, gathered: Gathered, written: tuple[Draft, Attributed], recorder: Recorder
    ) -> tuple[Draft, Attributed]:
        """
        Answer with what a small model quotes, or else with what is found without it, where nothing stands of what it
        wrote: with such a model nobody is answered less than without one.

        :param written: The draft and what was checked of it; returned where nothing is found that stands.
        """
        finder = finder_of(self.generator)
        draft, checked = written
        if finder is None or finder is self.generator or absent_codes(gathered.searched) is not None:
            return written
        checked = self._quoted(request.question, draft, checked, gathered.packed.passages, recorder)
        if checked.claims or draft.reason not in (None, Reason.EVIDENCE_INSUFFICIENT):
            return draft, checked
        with recorder.step("find", "generate", f"{finder.name}, in the place of what was written") as detail:
            found = _without_model(finder, request, gathered, recorder)
            detail |= {"claims": len(found.claims)}
        anew = self._check(request.question, found, gathered.packed.passages, recorder).after(checked)
        return (
            (replace(draft, claims=found.claims, missing=found.missing, reason=None), anew)
            if anew.claims
            else (draft, checked)
        )

    def _quoted(
        self, question: str, draft: Draft, checked: Attributed, passages: tuple[Passage, ...], recorder: Recorder
    ) -> Attributed:
        """
        Check what the claims quote in their place, where none of them stands; return what was checked where that does
        not stand either.
        """
        if checked.claims or not checked.rejected:
            return checked
        quoting = in_own_words(question, draft, checked.rejected, passages)
        if not quoting.claims:
            return checked
        with recorder.step("quote", "attribute", "what was quoted, in the place of what was written") as detail:
            detail |= {"claims": len(quoting.claims)}
        anew = self._check(question, quoting, passages, recorder).after(checked)
        return anew if anew.claims else replace(checked, usage=anew.usage)

    def _check(self, question: str, draft: Draft, passages: tuple[Passage, ...], recorder: Recorder) -> Attributed:
        if not draft.claims:
            return Attributed(claims=(), citations=())
        with recorder.step("check", "attribute", "checks") as detail:
            checked = self.attributor.attribute(question, draft, passages)
            rejected = [claim.verdict.value for claim in checked.rejected]  # findings quote documents: not for traces
            detail |= {"stand": len(checked.claims), "rejected": rejected}
        return checked

    def _answer(
        self, request: Request, searched: Searched, packed: Packed, draft: Draft, checked: Attributed
    ) -> Answer:
        reason = None if checked.claims else draft.reason or Reason.EVIDENCE_INSUFFICIENT
        absent = tuple(key for key in searched.ranking.absent if key not in draft.missing)
        missing = (*draft.missing, *absent) or (() if checked.claims else (request.question.strip(),))
        status = Status.ABSTAINED if reason else Status.PARTIAL if missing else Status.ANSWERED
        return Answer(
            question=request.question,
            status=status,
            text=self.render(checked.claims) if checked.claims else _abstention(reason, missing),
            claims=checked.claims,
            citations=checked.citations,
            missing=missing,
            reason=reason,
            passages=packed.passages,
            route=searched.ranking.route,
            generator=self.generator.name,
            sequence=self.state(searched.scope),
            generation=searched.scope.generation,
            trace_id=searched.recorder.trace_id,
            usage=draft.usage if checked.usage is None else draft.usage.plus(checked.usage),
            timings_ms=searched.recorder.timings_ms(),
        )


def _without_model(generator: Generator, request: Request, gathered: Gathered, recorder: Recorder) -> Draft:
    """Return what was drafted on the way, or else what a generator without a model makes of the passages."""
    if gathered.draft is not None:
        return gathered.draft
    passages = gathered.packed.passages
    asked = meant(request.question, passages)
    named = of_named(asked, passages)
    draft = generator.draft(asked, named)
    if not draft.claims and len(named) < len(passages):
        note_refusal(recorder, Check.DOCUMENT)
    return draft


def _refuse_unborne(draft: Draft, checked: Attributed, *, strict: bool) -> None:
    if strict and checked.rejected:
        first = checked.rejected[0]
        raise GroundednessError(
            f"{len(checked.rejected)} of {len(draft.claims)} claims are not borne out by their passages: "
            f"{'; '.join(first.findings)}; ask without strict to have them dropped",
            findings=[claim.findings for claim in checked.rejected],
        )


def _drafted(draft: Draft) -> dict[str, object]:
    """Return what a trace says of a draft: counts, and from what its prompt is made again."""
    told: dict[str, object] = {"claims": len(draft.claims), "reason": draft.reason, "draft": drafted(draft)}
    if draft.template:
        told |= {"decided_by": "model", "template": draft.template, "prompt": draft.prompt, "mark": draft.mark}
        told |= {"shown": list(draft.shown)}
        told |= {"tokens_in": draft.usage.input_tokens, "tokens_out": draft.usage.output_tokens}
        told |= {"cached": draft.usage.cached_tokens, "cost": draft.usage.cost}
    return told


def _abstention(reason: Reason | None, missing: tuple[str, ...]) -> str:
    if reason is Reason.NO_SUCH_IDENTIFIER:
        return _NO_KEY.format(keys=" or ".join(missing))
    if reason is Reason.NOTHING_IN_SCOPE:
        return _NOTHING
    if reason is Reason.MODEL_REFUSED:
        return _REFUSED
    return _INSUFFICIENT
