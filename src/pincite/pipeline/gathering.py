"""Gathers the passages of one question, in the mode that it is answered in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from pincite.answers import Draft, DraftClaim, Passage
from pincite.pipeline.led import Led
from pincite.pipeline.mode import Able, AskSettings, Decision, Size, decide
from pincite.pipeline.plans import leads, planned
from pincite.pipeline.stepwise import stepwise
from pincite.pipeline.titles import names_documents, unheld
from pincite.pipeline.whole import Whole
from pincite.protocols import Packed, Task, Writer
from pincite.text.instructions import instructions_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.answers import Dropped
    from pincite.catalog import Catalog
    from pincite.lifecycle import Lease
    from pincite.models.caps import Meter
    from pincite.pipeline.led import Leader
    from pincite.pipeline.plans import Step
    from pincite.pipeline.search import Request, Search, Searched
    from pincite.protocols import Assembler, Generator
    from pincite.trace import Recorder

__all__ = ["Gathered", "Gathering", "able", "finder_of", "gathering"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What a question is answered from."""

    mode: str
    searched: Searched
    packed: Packed
    draft: Draft | None = None
    """What was drafted on the way, for a question in several steps; ``None`` where nothing was."""
    meter: Meter | None = None
    """Holds the caps over all calls of the question; ``None`` for a generator that has none."""

    def task(self, request: Request) -> Task:
        """Return what a model is to write: from the passages that answer every step, where these were found."""
        passages = self.packed.passages
        if self.draft is not None and self.draft.claims and not self.draft.missing:
            cited = {quote.label for claim in self.draft.claims for quote in claim.quotes}
            passages = tuple(passage for passage in passages if passage.label in cited)
        return Task(
            question=request.question,
            passages=passages,
            history=self.searched.query.history,
            whole=self.mode == "whole",
        )

    def write(self, writer: Writer, task: Task) -> Iterator[DraftClaim | Draft]:
        """Let a model write, within what its question may still spend."""
        return writer.write(task) if self.meter is None else writer.write(task, meter=self.meter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    """The ways to gather passages, built once and used from any thread."""

    search: Search
    assembler: Assembler
    generator: Generator
    settings: AskSettings
    whole: Whole
    led: Led

    def gather(self, request: Request, lease: Lease, *, recorder: Recorder) -> Gathered:
        """
        Return the passages for a request, in the mode that it names or that is decided for it.

        :raises InputError: If the mode cannot be done.
        """
        with recorder.step("mode", "access", "how it is answered") as detail:
            steps = planned(request.question, language=self.search.language(request.question))
            decision = self._decide(request, lease, steps)
            detail |= {"mode": decision.mode, "why": decision.why}
        gathered = self._gathered(request, lease, decision, steps, recorder)
        if gathered.meter is None and hasattr(self.generator, "meter"):
            gathered = replace(gathered, meter=self.generator.meter())
        _report_intrusions(gathered.packed.passages, recorder)
        return gathered

    def _decide(self, request: Request, lease: Lease, steps: tuple[Step, ...]) -> Decision:
        def size() -> Size:
            return self.whole.size(request, self.search.scope(request.principal, lease, request.day))

        mode = request.mode or self.settings.mode
        keys = bool(self.search.keys(request.question))
        return decide(mode, self.settings, able=able(self.generator), size=size, hops=leads(steps), keys=keys)

    def _gathered(
        self, request: Request, lease: Lease, decision: Decision, steps: tuple[Step, ...], recorder: Recorder
    ) -> Gathered:
        if decision.mode == "whole":
            most = able(self.generator).window
            searched, packed = self.whole.gather(request, lease, recorder=recorder, most_tokens=most)
            return Gathered(mode="whole", searched=searched, packed=packed)
        if decision.mode == "model-led":
            return self._led(request, lease, recorder)
        finder = finder_of(self.generator)
        if len(steps) > 1 and finder is not None:
            found = self._in_steps(request, lease, steps, finder, recorder)
            if found is not None:
                return found
        searched, packed = self._searched(request, lease, recorder)
        return Gathered(mode="search", searched=searched, packed=packed)

    def _in_steps(
        self, request: Request, lease: Lease, steps: tuple[Step, ...], finder: Generator, recorder: Recorder
    ) -> Gathered | None:
        """Ask for each part by itself, one after the other; ``None`` where nothing is found for any."""

        def look(each: Request) -> tuple[Searched, Packed]:
            return self._searched(each, lease, recorder)

        language = self.search.language(request.question)
        found = stepwise(steps, request, look, finder, recorder, language=language)
        if found is None:
            return None
        return Gathered(mode="search", searched=found.searched, packed=found.packed, draft=found.draft)

    def _led(self, request: Request, lease: Lease, recorder: Recorder) -> Gathered:
        leader = cast("Leader", self.generator)  # the mode is decided for a generator that leads, and for no other
        meter = leader.meter()
        searched, packed = self.led.gather(request, lease, leader, meter=meter, recorder=recorder)
        return Gathered(mode="model-led", searched=searched, packed=packed, meter=meter)

    def _searched(self, request: Request, lease: Lease, recorder: Recorder) -> tuple[Searched, Packed]:
        searched = self.search.run_at(request, lease, recorder=recorder)
        if names_documents(request.question) and searched.query.language.startswith("en"):
            rows = self.whole.documents(searched.scope)
            searched = replace(searched, unheld=unheld(request.question, rows, searched.found))
        with recorder.step("pack", "assemble", "passages") as detail:
            packed = self.assembler.assemble(searched.query, searched.found, k=request.k)
            detail |= {
                "passages": len(packed.passages),
                "dropped": [_told(each) for each in packed.dropped],
                "dropped_from": _revisions(searched, packed),
            }
        return searched, packed


def _revisions(searched: Searched, packed: Packed) -> list[list[str]]:
    """Return document and version of what was not packed, each once: whoever looks later may have lost one of them."""
    dropped = {each.chunk_id for each in packed.dropped}
    chunks = [found.permit.chunk for found in searched.found if found.chunk_id in dropped]
    return [list(each) for each in dict.fromkeys((str(c.document_id), c.version) for c in chunks)]


def _told(dropped: Dropped) -> str:
    """Return why a hit was not packed, and for words that stand twice which chunk shows them."""
    shown = f" of {dropped.shown_by}" if dropped.shown_by else ""
    return f"{dropped.chunk_id}: {dropped.reason}{shown}"


def gathering(
    search: Search, assembler: Assembler, generator: Generator, catalog: Catalog, settings: AskSettings
) -> Gathering:
    """Return the ways to gather passages over one catalog."""
    return Gathering(
        search=search,
        assembler=assembler,
        generator=generator,
        settings=settings,
        whole=Whole(search=search, documents=catalog.documents, chunks=catalog.chunks),
        led=Led(search=search, lookup=catalog, documents=catalog.documents, steps=settings.steps),
    )


def able(generator: Generator) -> Able:
    """Return what a generator can do; one that says nothing of it is no model."""
    if not isinstance(generator, Writer):
        return Able(writes=False, leads=False, caches=False, window=1_000_000)
    return Able(
        writes=True,
        leads=bool(getattr(generator, "leads", False)),
        caches=bool(getattr(generator, "caches", False)),
        window=generator.window,
    )


def finder_of(generator: Generator) -> Generator | None:
    """Return what finds answers without a model: the generator itself, or what a small model has beside it."""
    if not isinstance(generator, Writer):
        return generator
    return cast("Generator | None", getattr(generator, "finder", None))


def _report_intrusions(passages: tuple[Passage, ...], recorder: Recorder) -> None:
    """Tell in the trace what in the passages speaks to a model, by place and kind, not by its words."""
    found = [
        {
            "passage": passage.label,
            "document": passage.permit.revision.document_id,
            "span": [each.span.start, each.span.end],
            "kind": each.kind,
            "done": "left out" if each.sure else "never cited",
        }
        for passage in passages
        for each in instructions_in(
            passage.permit.revision.text, passage.span, language=passage.permit.revision.language
        )
    ]
    if found:
        with recorder.step("neutralise", "assemble", "sentences that speak to a model") as detail:
            detail |= {"found": found}
