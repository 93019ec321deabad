"""Where two set-ups part on one question: what each stage gave, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.answers import Stage
from pincite.documents import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.answers import Draft, Passage
    from pincite.catalog import RevisionState
    from pincite.corpus import Corpus
    from pincite.pipeline.search import Request, Searched
    from pincite.protocols import Attributed
    from pincite.questions import Found

__all__ = ["Look", "Parting", "look", "parting"]

_SHOWN: Final = 10
"""Hits and documents that are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What every stage of one set-up gave for one question."""

    name: str
    stages: dict[Stage, tuple[str, ...]]
    """One line per thing that a stage gave, in order; stages in the order of a question's way."""
    documents: tuple[str, ...]
    """The documents that it found; the first stages are compared on them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """Two looks, and where they part."""

    first: Look
    second: Look
    stage: Stage | None
    """The first stage that gave something else; ``None`` where none did."""
    differs: tuple[Stage, ...]
    """Every stage that gave something else."""


def look(corpus: Corpus, request: Request, *, name: str, also: Sequence[str] = ()) -> Look:
    """
    Return what every stage gives for a question.

    :param corpus: A corpus under the set-up.
    :param name: What the set-up is called.
    :param also: Documents whose ingest is looked at too: those that the other set-up found.
    """
    pipeline = corpus.pipeline
    searched = pipeline.search.run(request)
    packed = pipeline.assembler.assemble(searched.query, searched.found, k=request.k)
    draft = pipeline.generator.draft(request.question, packed.passages) if packed.passages else None
    checked = pipeline.attributor.attribute(request.question, draft, packed.passages) if draft else None
    documents = tuple(dict.fromkeys(str(each.document) for each in searched.found[:_SHOWN]))
    return Look(
        name=name,
        documents=documents,
        stages={
            **_held(corpus, searched, sorted({*documents, *also})),
            Stage.RETRIEVE: _retrieved(searched),
            Stage.RERANK: tuple(map(_hit, searched.found[:_SHOWN])),
            Stage.ASSEMBLE: tuple(map(_passage, packed.passages)),
            Stage.GENERATE: _drafted(draft),
            Stage.ATTRIBUTE: _checked(checked),
        },
    )


def parting(first: Look, second: Look) -> Parting:
    """Return where two looks at one question part."""
    differs = tuple(stage for stage in first.stages if first.stages[stage] != second.stages[stage])
    return Parting(first=first, second=second, stage=next(iter(differs), None), differs=differs)


def _held(corpus: Corpus, searched: Searched, documents: Sequence[str]) -> dict[Stage, tuple[str, ...]]:
    """Return what the stages before a question gave for some documents."""
    wanted = set(documents)
    states = [s for s in corpus.store.catalog.all_revisions() if str(s.revision.document_id) in wanted]
    generation = corpus.store.catalog.generation(corpus.store.catalog.head().generation)
    space = generation.space
    return {
        Stage.INGEST: tuple(map(_ingested, states)),
        Stage.PARSE: tuple(f"{_named(s)}: text {s.revision.text_digest[:8]}" for s in states),
        Stage.CHUNK: tuple(f"{_named(s)}: {_chunked(corpus, s, generation.id)}" for s in states),
        Stage.EMBED: (f"{space.model}, {space.dim} dimensions, space {space.id[:8]}",),
        Stage.INDEX: (f"{corpus.store.index.count(scope=searched.scope)} points in scope",),
    }


def _ingested(state: RevisionState) -> str:
    groups = ", ".join(state.effective_groups) or "nobody"
    return f"{_named(state)}: topic {state.revision.topic}, in force {_days(state)}, read by {groups}"


def _named(state: RevisionState) -> str:
    return f"{state.revision.document_id} {state.revision.version}".strip()


def _days(state: RevisionState) -> str:
    if state.valid_from >= state.valid_to:
        return "never"
    end = "on" if state.valid_to.year == 9999 else f"until {state.valid_to}"
    return f"{'always' if state.valid_from.year == 1 else f'from {state.valid_from}'} {end}"


def _chunked(corpus: Corpus, state: RevisionState, generation: str) -> str:
    chunks = corpus.store.catalog.chunks_of(state, generation=generation)
    return f"{len(chunks)} chunks {digest(*(str(chunk.span) for chunk in chunks))[:8]}"


def _retrieved(searched: Searched) -> tuple[str, ...]:
    by_id = {each.chunk_id: each for each in searched.found}
    hits = [by_id[hit.chunk_id] for hit in searched.ranking if hit.chunk_id in by_id]
    return (f"route {searched.ranking.route}: {searched.ranking.reason}", *map(_hit, hits[:_SHOWN]))


def _hit(found: Found) -> str:
    return _where(found.document, found.version, found.section)


def _passage(passage: Passage) -> str:
    chunk = passage.permit.chunk
    return (
        f"{_where(chunk.document_id, chunk.version, chunk.section)}, characters {passage.span.start}-{passage.span.end}"
    )


def _where(document: str, version: str, section: str) -> str:
    return f"{document}{f' {version}' if version else ''}{f'#{section}' if section else ''}"


def _drafted(draft: Draft | None) -> tuple[str, ...]:
    if draft is None:
        return ("nothing to write from",)
    return tuple(claim.text for claim in draft.claims) or (f"abstained: {draft.reason}",)


def _checked(checked: Attributed | None) -> tuple[str, ...]:
    if checked is None:
        return ("nothing to check",)
    stand = (f"{claim.verdict}: {claim.text}" for claim in checked.claims)
    return (*stand, *_rejected(checked))


def _rejected(checked: Attributed) -> Iterable[str]:
    return (f"rejected, {claim.verdict}: {'; '.join(claim.findings)}" for claim in checked.rejected)
