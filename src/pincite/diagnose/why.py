"""
Names the first loss between a document and the answer to a question, by trying each step and not by guessing.

This is a tool for administrators: it looks at what the asker may not see, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pincite.access import may_read
from pincite.answers import Loss, Stage
from pincite.diagnose.standing import Standing, standing
from pincite.errors import InputError
from pincite.pipeline.search import Request

if TYPE_CHECKING:
    from datetime import date

    from pincite.answers import Passage
    from pincite.corpus import Corpus
    from pincite.documents import ChunkId
    from pincite.pipeline.ask import Ask
    from pincite.pipeline.search import Searched
    from pincite.protocols import Packed
    from pincite.questions import Hit, Principal

__all__ = ["Why", "why", "why_json"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Where the expected passage was lost, and what shows it."""

    question: str
    expected: str
    loss: Loss | None
    """``None`` where the passage was found and cited."""
    rank: int | None = None
    """Rank of its best chunk in the search, from 1; ``None`` where it is not among the hits."""
    evidence: str = ""
    """What was tried and what came of it."""
    fix: str = ""
    """What to change."""

    @property
    def stage(self) -> Stage | None:
        """The stage of the loss."""
        return self.loss.stage if self.loss else None


def why_json(found: Why) -> dict[str, Any]:
    """Return the object of ``pincite why --json``."""
    return {
        "question": found.question,
        "expected": found.expected,
        "loss": found.loss.value if found.loss else None,
        "stage": found.stage.value if found.stage else None,
        "rank": found.rank,
        "evidence": found.evidence,
        "fix": found.fix,
    }


def why(
    corpus: Corpus,
    question: str,
    expect: str,
    *,
    principal: Principal | None = None,
    k: int = 5,
    as_of: date | None = None,
    route: str | None = None,
) -> Why:
    """
    Return the first stage at which the passage that should have answered was lost.

    :param expect: "document" or "document#section", where the section is a heading or its number.
    :param principal: Who asked; ``None`` for the corpus's default reader.
    :param k: How many passages the answer was given.
    :param as_of: The day asked about; ``None`` for today.
    :param route: The route that was forced; ``None`` for the configured one.
    :raises InputError: If ``expect`` names no document.
    :raises QueryError: If the question cannot be asked.
    """
    if not expect.partition("#")[0].strip():
        raise InputError(f"expected a document, got {expect!r}: write DOCUMENT or DOCUMENT#SECTION", expect=expect)
    request = Request(
        question=question, principal=principal or corpus.principal(), k=k, day=as_of or corpus.today(), route=route
    )
    look = _Look(corpus=corpus, request=request, expected=expect)
    return look.before_retrieval() or look.in_retrieval() or look.after_retrieval()


@dataclass(slots=True, kw_only=True)
class _Look:
    """One look through the stages; each step is tried only when the one before has kept the evidence."""

    corpus: Corpus
    request: Request
    expected: str
    wanted: frozenset[ChunkId] = frozenset()
    """The chunks that hold the expected passage in the revision that governs."""
    searched: Searched | None = None
    held: Standing = field(init=False)

    def __post_init__(self) -> None:
        self.held = standing(self.corpus, self.request, self.expected)

    def before_retrieval(self) -> Why | None:
        """Try what is held of the document: its file, its text, its chunks, its points, its access, its days."""
        held = self.held
        if not held.revisions:
            return self._loss(Loss.NOT_INGESTED, held.absence, held.absence_fix)
        if not held.with_section:
            return self._loss(
                Loss.PARSE,
                f"the canonical text of {held.document} has no section {held.section!r}; it has: {held.headings}",
                "look at the text with: pincite show " + held.document + " --blocks",
            )
        if not held.chunked:
            return self._loss(
                Loss.CHUNK,
                held.uncovered,
                "see what was cut with: pincite show " + held.document + " --chunks; hidden text is never indexed",
            )
        return self._not_permitted() or self._not_indexed()

    def _not_permitted(self) -> Why | None:
        held, principal = self.held, self.request.principal
        readable = [
            s for s in held.chunked if s.revision.tenant == principal.tenant and self._may_read(s.effective_groups)
        ]
        in_force = [s for s in held.chunked if s.valid_from <= self.request.day < s.valid_to]
        if in_force and not any(s in readable for s in in_force):
            groups = ", ".join(sorted({g for s in in_force for g in s.effective_groups})) or "nobody"
            mine = ", ".join(sorted(principal.readers))
            return self._loss(
                Loss.OUT_OF_SCOPE,
                f"{held.document} is in force and may be read by {groups} of tenant {in_force[0].revision.tenant!r}; "
                f"the asker is in tenant {principal.tenant!r} with {mine}",
                "give access in the source's rule, or ask as somebody who has it",
            )
        if not in_force:
            days = "; ".join(f"{s.revision.version or 'unversioned'}: {held.days(s)}" for s in held.chunked)
            return self._loss(
                Loss.NOT_IN_FORCE,
                f"no version of {held.document} that has it is in force on {self.request.day}: {days}",
                "ask with --as-of on a day when it was in force, or correct its effective date, version or topic",
            )
        self.wanted = frozenset(c for s in in_force if s in readable for c in held.chunk_ids[s.row])
        return None

    def _may_read(self, groups: tuple[str, ...]) -> bool:
        return may_read(self.request.principal.readers, groups)

    def _not_indexed(self) -> Why | None:
        store = self.corpus.store
        indexed = {state.chunk_id for state in store.index.states()}
        if not self.wanted & indexed:
            return self._loss(
                Loss.INDEX,
                f"the catalog has {len(self.wanted)} chunks of it, the index has none of them",
                "close the corpus and open it again: missing points are put back from the catalog",
            )
        return None

    def in_retrieval(self) -> Why | None:
        """Try the search as it is configured, then with everything that any leg finds."""
        self.searched = self._ask.search.run(self.request)
        rank = self._rank(self.searched)
        if rank is not None:
            return None
        near = {h.chunk_id: at for at, h in enumerate(self._ranked(self.corpus.store.index.count() + 1), start=1)}
        far = min((near[c] for c in self.wanted if c in near), default=None)
        if far is None:
            return self._loss(
                Loss.RECALL,
                f"no leg finds it among all candidates on route {self.searched.ranking.route} "
                f"({self.searched.ranking.reason})",
                "lower retrieve.floors, raise retrieve.candidates, or try --route hybrid; the question and the "
                "passage may share no words and little meaning",
            )
        return self._loss(
            Loss.RANKING,
            f"it ranks {far}, after the {len(self.searched.found)} hits that are looked at",
            "raise retrieve.candidates or weigh the legs anew under [retrieve.fusion]",
            rank=far,
        )

    def after_retrieval(self) -> Why:
        """Try packing, drafting and checking; the evidence is among the hits."""
        assert self.searched is not None  # in_retrieval ran before
        ask, searched = self._ask, self.searched
        rank = self._rank(searched)
        packed = ask.assembler.assemble(searched.query, searched.found, k=self.request.k)
        if not self._packed(packed):
            return self._not_packed(packed, rank)
        answer = ask.run(self.request)
        if any(c.chunk_id in self.wanted or self._inside(c.document, c.span.start) for c in answer.citations):
            return Why(
                question=self.request.question,
                expected=self.expected,
                loss=None,
                rank=rank,
                evidence=f"found at rank {rank} and cited",
            )
        return self._not_cited(packed, rank)

    def _not_packed(self, packed: Packed, rank: int | None) -> Why:
        assert self.searched is not None  # in_retrieval ran before
        before = [h.chunk_id for h in self._ranked(max(self.request.k, len(self.searched.found)))]
        earlier = min((at for at, c in enumerate(before, start=1) if c in self.wanted), default=None)
        if rank and earlier and earlier <= self.request.k < rank:
            return self._loss(
                Loss.RERANK,
                f"retrieval ranked it {earlier}, reranking moved it to {rank}, {len(packed.passages)} are packed",
                'try [rerank] name = "none"',
                rank=rank,
            )
        reasons = sorted({d.reason for d in packed.dropped if d.chunk_id in self.wanted})
        return self._loss(
            Loss.BUDGET,
            f"ranked {rank}, {len(packed.passages)} packed" + (f" ({', '.join(reasons)})" if reasons else ""),
            f"ask with -k {rank} or more, or raise the budgets under [assemble]",
            rank=rank,
        )

    def _not_cited(self, packed: Packed, rank: int | None) -> Why:
        ask = self._ask
        draft = ask.generator.draft(self.request.question, packed.passages)
        labels = {p.label for p in packed.passages if self._holds(p)}
        drafted = [c for c in draft.claims if labels & {q.label for q in c.quotes}]
        if not drafted:
            return self._loss(
                Loss.IGNORED,
                f"it is passage {', '.join(map(str, sorted(labels)))} of {len(packed.passages)}; {ask.generator.name} "
                + ("wrote nothing from it" if draft.claims else f"abstained ({draft.reason})"),
                "ask in words nearer to the passage, lower generate.extractive.threshold, or use a model",
                rank=rank,
            )
        rejected = ask.attributor.attribute(self.request.question, draft, packed.passages).rejected
        findings = "; ".join(finding for claim in rejected for finding in claim.findings) or "another passage is cited"
        return self._loss(
            Loss.CITATION,
            f"a claim was drafted from it and did not stand: {findings}",
            "compare the claim with the passage in the trace; the checks quote what differs",
            rank=rank,
        )

    @property
    def _ask(self) -> Ask:
        return self.corpus.pipeline

    def _ranked(self, k: int) -> tuple[Hit, ...]:
        """Return what the retriever gives for ``k`` hits, before reranking."""
        assert self.searched is not None  # in_retrieval ran before
        retriever = self._ask.search.retriever(self.request.route)
        return retriever.retrieve(self.searched.query, k=k, scope=self.searched.scope).hits

    def _rank(self, searched: Searched) -> int | None:
        return next((f.rank for f in searched.found if f.chunk_id in self.wanted), None)

    def _packed(self, packed: Packed) -> bool:
        return any(self._holds(p) for p in packed.passages)

    def _holds(self, passage: Passage) -> bool:
        chunk = passage.permit.chunk
        return chunk.chunk_id in self.wanted or self._inside(chunk.document_id, chunk.span.start)

    def _inside(self, document: str, offset: int) -> bool:
        """Tell whether an offset of the governing revision lies in the expected section."""
        return document == self.held.document and any(
            span.start <= offset < span.end
            for state in self.held.chunked
            if state.valid_from <= self.request.day < state.valid_to
            for span in self.held.spans[state.row]
        )

    def _loss(self, loss: Loss, evidence: str, fix: str, *, rank: int | None = None) -> Why:
        return Why(
            question=self.request.question, expected=self.expected, loss=loss, rank=rank, evidence=evidence, fix=fix
        )
