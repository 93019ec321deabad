"""From a question to a cited answer or an honest abstention: search, assemble, generate, attribute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.answers import Answer, Draft, Reason, Stage, Status
from pincite.errors import GroundednessError
from pincite.protocols import Attributed, Packed
from pincite.trace import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pincite.answers import Claim, Passage
    from pincite.pipeline.search import Request, Search, Searched
    from pincite.protocols import Assembler, Attributor, Generator
    from pincite.questions import Scope

__all__ = ["Ask", "Progress"]

Progress = tuple[str, object]
"""A step of an answer as it happens: its name (stage, passage, claim, answer) and what it brings."""

_NOTHING = "No page that you may read matches the question."
_NO_KEY = "There is no {keys} among the pages that you may read."
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
            searched = self.search.run_at(request, lease, recorder=recorder)
            with recorder.step("pack", "assemble", "passages") as detail:
                packed = self.assembler.assemble(searched.query, searched.found, k=request.k)
                detail |= {
                    "passages": len(packed.passages),
                    "dropped": [f"{d.chunk_id}: {d.reason}" for d in packed.dropped],
                }
            for passage in packed.passages:
                yield "passage", passage
            yield "stage", Stage.GENERATE
            draft = self._draft(request.question, searched, packed.passages, recorder)
            yield "stage", Stage.ATTRIBUTE
            checked = self._check(request.question, draft, packed.passages, recorder, strict=strict)
            for claim in checked.claims:
                yield "claim", claim
            yield "answer", self._answer(request, searched, packed, draft, checked)

    def _draft(self, question: str, searched: Searched, passages: tuple[Passage, ...], recorder: Recorder) -> Draft:
        """Let the generator write, unless there is nothing to write from: then no generator is called at all."""
        if searched.ranking.absent and not passages:
            return Draft(reason=Reason.NO_SUCH_IDENTIFIER, missing=tuple(searched.ranking.absent))
        if not passages:
            return Draft(reason=Reason.NOTHING_IN_SCOPE, missing=(question.strip(),))
        with recorder.step("draft", "generate", self.generator.name) as detail:
            draft = self.generator.draft(question, passages)
            detail |= {"claims": len(draft.claims), "reason": draft.reason}
        return draft

    def _check(
        self, question: str, draft: Draft, passages: tuple[Passage, ...], recorder: Recorder, *, strict: bool
    ) -> Attributed:
        if not draft.claims:
            return Attributed(claims=(), citations=())
        with recorder.step("check", "attribute", "checks") as detail:
            checked = self.attributor.attribute(question, draft, passages)
            rejected = [claim.verdict.value for claim in checked.rejected]  # findings quote documents: not for traces
            detail |= {"stand": len(checked.claims), "rejected": rejected}
        if strict and checked.rejected:
            first = checked.rejected[0]
            raise GroundednessError(
                f"{len(checked.rejected)} of {len(draft.claims)} claims are not borne out by their passages: "
                f"{'; '.join(first.findings)}; ask without strict to have them dropped",
                findings=[claim.findings for claim in checked.rejected],
            )
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
            usage=draft.usage,
            timings_ms=searched.recorder.timings_ms(),
        )


def _abstention(reason: Reason | None, missing: tuple[str, ...]) -> str:
    if reason is Reason.NO_SUCH_IDENTIFIER:
        return _NO_KEY.format(keys=" or ".join(missing))
    if reason is Reason.NOTHING_IN_SCOPE:
        return _NOTHING
    return _INSUFFICIENT
