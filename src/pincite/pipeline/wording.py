"""Answers "What does clause 7.2 of the crane agreement say?" with exactly that clause; no ranking is involved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from pincite.answers import Answer, Draft, DraftClaim, Passage, Quote, Reason, Stage, Status
from pincite.documents import Span
from pincite.pipeline.refusing import Check, note_refusal
from pincite.text.clause_keys import CLAUSE
from pincite.text.clause_questions import generic_stems, wording_asked
from pincite.text.clause_spans import clause_span
from pincite.text.identifiers import find
from pincite.text.markup import plain
from pincite.text.words import content_words
from pincite.trace import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pincite.catalog import Catalog, DocumentRow
    from pincite.documents import Block, DocumentId, Revision
    from pincite.pipeline.ask import Ask, Progress
    from pincite.pipeline.search import Request
    from pincite.questions import Scope
    from pincite.text.clause_questions import WordingAsked

__all__ = ["Steps", "Wording"]

_MOST: Final = 200
"""Documents with the clause that are compared with the name in the question."""
_HEAD: Final = 1000
"""Characters at the beginning of a document in which its parties and reference stand."""
_LISTED: Final = 12


class Steps(Protocol):
    """What answers a question step by step."""

    def steps(self, request: Request, *, strict: bool = False, recorder: Recorder | None = None) -> Iterator[Progress]:
        """Yield what happens; the last step is ``("answer", Answer)``."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """A clause of a document that may be read."""

    row: DocumentRow
    revision: Revision
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Answers questions for the words of a clause, and gives all others to the next in line."""

    rest: Steps
    ask: Ask
    catalog: Catalog

    def steps(self, request: Request, *, strict: bool = False, recorder: Recorder | None = None) -> Iterator[Progress]:
        """Yield what happens while the question is answered; the last step is ``("answer", Answer)``."""
        search = self.ask.search
        language = search.language(request.question)
        keys = find(request.question, search.kinds)
        asked = wording_asked(request.question, keys, language=language) if request.route is None else None
        if asked is None:
            yield from self.rest.steps(request, strict=strict, recorder=recorder)
            return
        recorder = recorder or Recorder()
        yield "stage", Stage.RETRIEVE
        with search.lease() as lease:
            scope = search.scope(request.principal, lease, request.day)
            with recorder.step("clause", "retrieve", "look the clause up") as detail:
                found = self._found(asked, request, scope)
                detail |= {"documents": len({held.row.document_id for held in found})}
            answer = self._answer(request, asked, found, scope, recorder)
            if not answer.claims:
                note_refusal(recorder, Check.CLAUSE)
        for passage in answer.passages:
            yield "passage", passage
        for claim in answer.claims:
            yield "claim", claim
        yield "answer", answer

    def _found(self, asked: WordingAsked, request: Request, scope: Scope) -> list[_Held]:
        """Return the clauses that are asked for, of the documents that the question names or all that have them."""
        located = [each for each in self.catalog.lookup(asked.keys, scope=scope) if each.kind == CLAUSE]
        ids = dict.fromkeys(each.document_id for each in located)
        allowed = [each for each in ids if request.documents is None or each in request.documents]
        rows = {row.document_id: row for row in self.catalog.documents(scope)}
        named = _named(asked, [rows[each] for each in allowed[:_MOST] if each in rows], self._head(scope))
        return [held for row in named for held in self._clauses(row, asked, scope)]

    def _head(self, scope: Scope) -> Callable[[DocumentId], str]:
        return lambda document: self.catalog.revision(scope, document).text[:_HEAD]

    def _clauses(self, row: DocumentRow, asked: WordingAsked, scope: Scope) -> Iterator[_Held]:
        revision = self.catalog.revision(scope, row.document_id)
        for key in asked.keys:
            place = next((each for each in revision.identifiers if (each.key, each.kind) == (key, CLAUSE)), None)
            if place is not None:
                yield _Held(row=row, revision=revision, span=clause_span(revision, place))

    def _answer(
        self, request: Request, asked: WordingAsked, found: list[_Held], scope: Scope, recorder: Recorder
    ) -> Answer:
        documents = list(dict.fromkeys(held.row.document_id for held in found))
        base = Answer(
            question=request.question,
            status=Status.ABSTAINED,
            text="",
            mode="computed",
            route="identifier",
            generator="clause",
            sequence=self.ask.state(scope),
            generation=scope.generation,
            trace_id=recorder.trace_id,
            timings_ms=recorder.timings_ms(),
        )
        if not found:
            return _absent(base, asked)
        if len(documents) > 1:
            return _which(base, asked, found)
        return self._quoted(base, asked, found, scope, recorder)

    def _quoted(
        self, base: Answer, asked: WordingAsked, found: list[_Held], scope: Scope, recorder: Recorder
    ) -> Answer:
        passages = tuple(self._passages(found, scope))
        claims = [
            claim
            for held, passage in zip(found, passages, strict=True)
            for claim in _drafted(held.revision, held.span, passage.label)
        ]
        with recorder.step("check", "attribute", "checks") as detail:
            checked = self.ask.attributor.attribute(base.question, Draft(claims=tuple(claims)), passages)
            detail |= {"stand": len(checked.claims), "rejected": len(checked.rejected)}
        if not checked.claims:
            return _absent(base, asked)
        missing = tuple(f"clause {key}" for key in asked.written if not _has(found, key))
        return replace(
            base,
            status=Status.PARTIAL if missing else Status.ANSWERED,
            text=self.ask.render(checked.claims),
            claims=checked.claims,
            citations=checked.citations,
            passages=passages,
            missing=missing,
            timings_ms=recorder.timings_ms(),
        )

    def _passages(self, found: list[_Held], scope: Scope) -> Iterator[Passage]:
        for label, held in enumerate(found, start=1):
            chunks = self.catalog.chunks(scope, held.row.document_id, held.revision.version)
            chunk = next(each for each in chunks if each.span.overlaps(held.span))
            permit = self.catalog.permit([chunk.chunk_id], scope)[chunk.chunk_id]
            whole = Span(min(chunk.span.start, held.span.start), max(chunk.span.end, held.span.end))
            yield Passage(label=label, permit=permit, span=whole)


def _drafted(revision: Revision, span: Span, label: int) -> Iterator[DraftClaim]:
    """Yield a claim for each block of a clause, in its own words; a number that stands alone is none."""
    for block in revision.blocks:
        inside = [part for part in _parts(block) if span.contains(part)]
        for part in inside if block.indexable else ():
            words = plain(part.cut(revision.text)).strip()
            if any(char.isalpha() for char in words):
                yield DraftClaim(text=words, quotes=(Quote(label=label, span=part),))


def _parts(block: Block) -> tuple[Span, ...]:
    return tuple(part.span for part in block.parts) or (block.span,)


def _has(found: Sequence[_Held], written: str) -> bool:
    from pincite.text.identifiers import normalise

    wanted = normalise(written)
    return any(each.key == wanted and each.kind == CLAUSE for held in found for each in held.revision.identifiers)


def _named(asked: WordingAsked, rows: list[DocumentRow], head: Callable[[DocumentId], str]) -> list[DocumentRow]:
    """Return the documents that a question names: all words of the name stand in title or id, else at the beginning."""
    generic = generic_stems()
    told = set(asked.named) - generic
    if not asked.named:
        return rows
    titles = {row.document_id: _stems(f"{row.title} {row.document_id}") for row in rows}
    whole = [row for row in rows if told and told <= titles[row.document_id]]
    if not whole and told:
        whole = [row for row in rows if told <= titles[row.document_id] | _stems(head(row.document_id))]
    if not told:
        whole = [row for row in rows if set(asked.named) <= titles[row.document_id]] or rows
    best = [
        (len(set(asked.named) & titles[row.document_id]), -len(_stems(row.title) - set(asked.named)), row)
        for row in whole
    ]
    top = max((each[:2] for each in best), default=None)
    return [row for *score, row in best if tuple(score) == top]


def _stems(text: str) -> set[str]:
    return set(content_words(text.replace("-", " ").replace("/", " ").replace("_", " "), "en"))


def _clauses(asked: WordingAsked) -> str:
    return " or ".join(f"clause {key}" for key in asked.written)


def _absent(base: Answer, asked: WordingAsked) -> Answer:
    of = f" of “{asked.name}”" if asked.name else ""
    return replace(
        base,
        text=f"There is no {_clauses(asked)}{of} among the pages that you may read.",
        missing=(f"{_clauses(asked)}{of}",),
        reason=Reason.NO_SUCH_IDENTIFIER,
    )


def _which(base: Answer, asked: WordingAsked, found: list[_Held]) -> Answer:
    """Return an answer that lists the documents which have the clause, and asks which is meant."""
    rows: tuple[DocumentRow, ...] = tuple({held.row.document_id: held.row for held in found}.values())
    listed = ", ".join(f"{row.title} ({row.document_id})" for row in rows[:_LISTED])
    more = f" and {len(rows) - _LISTED} more" if len(rows) > _LISTED else ""
    return replace(
        base,
        text=f"{len(rows)} documents have {_clauses(asked)}: {listed}{more}. Name one, or ask with --document ID.",
        missing=(f"which document's {_clauses(asked)} is meant",),
        reason=Reason.NEEDS_DOCUMENT,
    )
