"""Making a recorded answer again, at the state that it was made at and under the rights of now."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from pincite.answers import Passage
from pincite.documents import ChunkId, Sequence, Span
from pincite.errors import InputError
from pincite.pipeline.receipt import answer_trace, question_digest
from pincite.pipeline.search import Request
from pincite.questions import Turn
from pincite.trace import Recorder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pincite.answers import Answer
    from pincite.corpus.built import Built
    from pincite.corpus.looking import Looking
    from pincite.questions import Principal
    from pincite.trace import Trace, TraceStore

__all__ = ["Rebuilt", "Replayed", "Replaying", "question_of"]

_COMPARED: Final = {
    "settings": "the settings",
    "generation": "the generation",
    "generator": "the generator",
    "mode": "the mode",
    "route": "the route",
    "passages": "the passages",
    "draft": "the draft",
    "claims": "the claims and their verdicts",
    "citations": "the citations",
    "answer": "the words of the answer",
    "status": "the status",
    "reason": "the reason",
}
"""What two receipts of the same answer share, in the order in which it comes about."""
_PARTS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """The first prompt of a recorded answer, made again from the spans of the passages that it showed."""

    system: str
    text: str
    """The passages and the question, as they were sent."""
    template: str
    digest: str
    same: bool
    """Whether it is the recorded one, byte for byte."""
    missing: tuple[int, ...] = ()
    """Labels of passages that are gone since, or may not be read now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A recorded answer, made again."""

    trace_id: str
    answer: Answer
    same: bool
    """Whether it came to the same: passages, draft, verdicts, citations and words."""
    differences: tuple[str, ...] = ()
    """What differs, in the order in which an answer is made."""
    prompt: Rebuilt | None = None
    """``None`` where no model was asked, or the conversation's earlier turns went into it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaying:
    """Makes the recorded answers of one corpus again."""

    corpus: Looking
    built: Built
    traces: TraceStore

    def replay(self, trace_id: str, *, question: str | None, principal: Principal | None) -> Replayed:
        """Do what :meth:`pincite.corpus.receipts.Receipts.replay` does."""
        trace, shown = self._looked_at(trace_id, principal)
        request = self._request_of(trace, question, principal)
        recorder = Recorder()
        reachable = self._reachable(trace)
        with self.built.pinned(Sequence(trace.facts["read_at"])) if reachable else nullcontext():
            answer = self._answered(request, recorder)
        settings, kept = self.corpus.settings_digest(), self.corpus.config.trace.question
        again = answer_trace(request, answer, recorder, text=False, question=kept, settings=settings)
        differences = tuple(_differences(shown, again, reachable=reachable))
        return Replayed(
            trace_id=trace.trace_id,
            answer=answer,
            same=not differences,
            differences=differences,
            prompt=self.prompt(trace_id, question=question, principal=principal),
        )

    def prompt(self, trace_id: str, *, question: str | None, principal: Principal | None) -> Rebuilt | None:
        """Do what :meth:`pincite.corpus.receipts.Receipts.rebuilt_prompt` does."""
        trace, _ = self._looked_at(trace_id, principal)
        recorded = trace.facts.get("prompt")
        if not recorded or not recorded["mark"] or trace.facts["request"]["turns"]:
            return None
        request = self._request_of(trace, question, principal)
        passages, missing = self._passages(trace, request)
        return self._rebuilt(trace, request, passages, missing)

    def _looked_at(self, trace_id: str, principal: Principal | None) -> tuple[Trace, Trace]:
        """Return a record, and what whoever looks may see of it now."""
        shown = self.corpus.trace(trace_id, principal=principal or self.corpus.principal())
        return self.traces.get(shown.trace_id), shown

    def _rebuilt(
        self, trace: Trace, request: Request, passages: tuple[Passage, ...], missing: tuple[int, ...]
    ) -> Rebuilt:
        from pincite.generate.prompt import Form, write_prompt
        from pincite.protocols import Task

        generator: Any = self.built.ask.generator
        labels = frozenset(trace.facts["prompt"].get("shown") or (p.label for p in passages))
        sent = tuple(passage for passage in passages if passage.label in labels)
        written = write_prompt(
            Task(question=request.question, passages=sent, whole=trace.facts["mode"] == "whole"),
            corpus=getattr(generator, "corpus", self.corpus.config.name),
            form=getattr(generator, "form", Form.STRUCTURED),
            sentences=getattr(generator, "sentences", 5),
            mark=trace.facts["prompt"]["mark"],
        )
        return Rebuilt(
            system=written.system,
            text=f"{written.prefix}\n\n{written.text}".strip(),
            template=trace.facts["prompt"]["template"],
            digest=written.digest,
            same=written.digest == trace.facts["prompt"]["prompt"],
            missing=missing,
        )

    def _passages(self, trace: Trace, request: Request) -> tuple[tuple[Passage, ...], tuple[int, ...]]:
        """Return the recorded passages as far as they may be read now, and the labels of the others."""
        stored = trace.facts["passages"]
        with self.built.reading() as lease:
            at = replace(lease, sequence=Sequence(trace.facts["read_at"])) if self._reachable(trace) else lease
            scope = self.built.scope(request.principal, at, request.day)
            permits = self.corpus.store.catalog.permit([ChunkId(p["chunk"]) for p in stored], scope)
        found = tuple(
            Passage(label=p["label"], permit=permits[p["chunk"]], span=Span(*p["span"]), score=p["score"])
            for p in stored
            if p["chunk"] in permits
        )
        return found, tuple(p["label"] for p in stored if p["chunk"] not in permits)

    def _request_of(self, trace: Trace, question: str | None, principal: Principal | None) -> Request:
        facts, asked = trace.facts, trace.facts.get("request")
        if asked is None:
            raise InputError(
                f"the record {trace.trace_id} was written by an earlier version: it does not say how it was asked; "
                "ask the question again",
                trace_id=trace.trace_id,
            )
        return Request(
            question=question_of(trace, question),
            principal=principal or self.corpus.principal(),
            k=asked["k"],
            day=date.fromisoformat(facts["day"]),
            documents=None if asked["documents"] is None else tuple(asked["documents"]),
            applies_to=asked["applies_to"],
            route=asked["route"],
            mode=asked["mode"],
            covers=date.fromisoformat(asked["covers"]) if asked.get("covers") else None,
            history=tuple(Turn(question=each) for each in asked.get("earlier", ())),
        )

    def _reachable(self, trace: Trace) -> bool:
        """Tell whether the index that is open was built as the one that was read."""
        return trace.facts.get("read_at") is not None and (
            trace.facts["generation"] == self.corpus.store.catalog.head().generation
        )

    def _answered(self, request: Request, recorder: Recorder) -> Answer:
        answer: Any = None
        for name, value in self.built.answering.steps(request, recorder=recorder):
            if name == "answer":
                answer = value
        found: Answer = answer
        return found


def question_of(trace: Trace, given: str | None) -> str:
    """
    Return the question of a record: the one that it keeps, else the one that is given.

    :raises InputError: If it is neither kept nor given, or another one is given.
    """
    recorded = str(trace.facts["question"])
    if trace.facts.get("question_kept"):
        if given not in (None, recorded):
            raise InputError("the question is not the one of this record: leave it out, it is kept")
        return recorded
    if given is None:
        raise InputError(
            "this record does not keep the question (trace.question is false): give it as it was asked, with --question"
        )
    if question_digest(given) != recorded:
        raise InputError("the question is not the one of this record: give it exactly as it was asked")
    return given


def _differences(before: Trace, after: Trace, *, reachable: bool) -> Iterator[str]:
    """
    Yield what differs between two records of one question, in the order in which an answer is made.

    :param before: As it may be seen now; of one that is not whole, only what its passages did not decide is compared.
    """
    compared = [name for name in _COMPARED if name in before.facts]
    if len(compared) < len(_COMPARED):
        compared.remove("passages")
        yield "not all that it was made from is there any more, or may be read now: only the rest is compared"
    if not reachable:
        yield "the state that was read is not there any more: it was made again at the present one"
    yield from _turns_lost(before.facts)
    for name in compared:
        old, new = before.facts.get(name), after.facts.get(name)
        if old != new:
            yield f"{_COMPARED[name]}: {_parted(name, before.facts, after.facts)}"


def _turns_lost(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is not known any more of the turns that came before; a model may have read what they were answered."""
    n_turns = facts["request"]["turns"]
    if n_turns > len(facts["request"].get("earlier", ())):
        yield f"{n_turns} earlier turns of the conversation are not kept: asked without them"
    elif n_turns and facts.get("prompt"):
        yield f"the answers of {n_turns} earlier turns are not kept: asked with their questions alone"


def _parted(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Say in what two values differ, without words of documents."""
    old, new = before.get(name), after.get(name)
    if name == "passages":
        return _passages_parted(old or [], new or [])
    if isinstance(old, list) and isinstance(new, list):
        same = sum(one == other for one, other in zip(old, new, strict=False))
        return f"{len(old)} then, {len(new)} now, {same} the same"
    if name == "answer":
        return "not the same"
    return f"{old} then, {new} now"


def _passages_parted(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> str:
    there = {p["chunk"] for p in new}
    gone = [f"{p['label']} ({p['document']})" for p in old if p["chunk"] not in there]
    if gone:
        more = f" and {len(gone) - _PARTS} more" if len(gone) > _PARTS else ""
        return (
            f"passage {', '.join(gone[:_PARTS])}{more} is not among them: what was replaced may have been vacuumed, or "
            "may not be read now"
        )
    return "the same ones with other spans or scores" if len(old) == len(new) else f"{len(old)} then, {len(new)} now"
