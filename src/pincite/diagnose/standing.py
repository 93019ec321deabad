"""What the stores hold of an expected passage, readable by the asker or not."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pincite.documents import BlockKind, DocumentId, Span, sections

if TYPE_CHECKING:
    from pincite.catalog import RevisionState
    from pincite.corpus import Corpus
    from pincite.documents import Block, Chunk, ChunkId
    from pincite.pipeline.search import Request

__all__ = ["Standing", "standing"]

_SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What is held of one document and section."""

    document: str
    section: str
    """The heading or number asked for; ``""`` for the whole document."""
    revisions: tuple[RevisionState, ...]
    """Live revisions of the document."""
    absence: str = ""
    """Where there are none: what is known of the document instead."""
    absence_fix: str = ""
    headings: str = ""
    """The headings that the document has."""
    spans: dict[int, tuple[Span, ...]] = field(default_factory=dict)
    """By the revision's row: where the section stands in its text."""
    chunk_ids: dict[int, frozenset[ChunkId]] = field(default_factory=dict)
    """By the revision's row: the chunks that overlap the section."""
    uncovered: str = ""
    """What of the section no chunk holds whole."""

    @property
    def with_section(self) -> tuple[RevisionState, ...]:
        """The revisions whose text has the section."""
        return tuple(s for s in self.revisions if self.spans.get(s.row))

    @property
    def chunked(self) -> tuple[RevisionState, ...]:
        """The revisions whose chunks hold the section whole."""
        return tuple(s for s in self.with_section if self.chunk_ids.get(s.row))

    @staticmethod
    def days(state: RevisionState) -> str:
        """Return when a revision is in force, for people."""
        if state.valid_from >= state.valid_to:
            return "never in force"
        start = "always" if state.valid_from.year == 1 else f"from {state.valid_from}"
        return start if state.valid_to.year == 9999 else f"{start} until {state.valid_to}"


def standing(corpus: Corpus, request: Request, expected: str) -> Standing:
    """Look up what is held of an expected "document" or "document#section" in any tenant and at any access."""
    document, _, section = (part.strip() for part in expected.partition("#"))
    catalog = corpus.store.catalog
    states = tuple(s for s in catalog.all_revisions() if s.revision.document_id == DocumentId(document))
    own = tuple(s for s in states if s.revision.tenant == request.principal.tenant)
    states = own or states
    if not states:
        absence, fix = _absence(corpus, document)
        return Standing(document=document, section=section, revisions=(), absence=absence, absence_fix=fix)
    spans = {s.row: _places(s, section) for s in states}
    chunks = {s.row: catalog.chunks_of(s, generation=catalog.head().generation) for s in states}
    lost = {s.row: _uncovered(s, spans[s.row], chunks[s.row]) for s in states}
    return Standing(
        document=document,
        section=section,
        revisions=states,
        headings=_headings(states[-1]),
        spans=spans,
        chunk_ids={
            row: frozenset() if lost[row] else frozenset(c.chunk_id for c in found if _overlap(c, spans[row]))
            for row, found in chunks.items()
        },
        uncovered="; ".join(dict.fromkeys(text for text in lost.values() if text)),
    )


def _places(state: RevisionState, section: str) -> tuple[Span, ...]:
    text = state.revision.text
    if not section:
        return (Span(0, len(text)),)
    wanted = section.casefold()
    blocks = tuple(b for b in state.revision.blocks if b.kind is BlockKind.HEADING or b.indexable)
    return tuple(
        s.span
        for s in sections(blocks, end=len(text))
        if wanted in {s.title.casefold(), s.number, s.path[-1].casefold() if s.path else ""}
    )


def _overlap(chunk: Chunk, spans: tuple[Span, ...]) -> bool:
    return any(chunk.span.overlaps(span) for span in spans)


def _uncovered(state: RevisionState, spans: tuple[Span, ...], chunks: tuple[Chunk, ...]) -> str:
    """Say what of the section is not indexed or is torn: no chunk at all, or a block that no single chunk holds."""
    if not spans:
        return ""
    inside = [b for b in state.revision.blocks if any(span.contains(b.span) for span in spans)]
    said = [b for b in inside if b.kind is not BlockKind.HEADING]
    if not any(b.indexable for b in said) or not any(_overlap(c, spans) for c in chunks):
        kinds = "hidden or furniture" if said and not any(b.indexable for b in said) else "in no chunk"
        return f"the section's text ({len(said)} blocks) is {kinds}"
    torn = [b for b in said if b.indexable and _is_torn(b, chunks)]
    return "; ".join(f"a {b.kind} of {len(b.span)} characters is cut inside a row or item" for b in torn)


def _is_torn(block: Block, chunks: tuple[Chunk, ...]) -> bool:
    """Tell whether some row or item of a block (or a small block as a whole) is held whole by no chunk."""
    wholes = [part.span for part in block.parts] or ([block.span] if block.kind is BlockKind.TABLE else [])
    near = [c for c in chunks if c.span.overlaps(block.span)]
    return any(not any(c.span.contains(whole) for c in near) for whole in wholes)


def _headings(state: RevisionState) -> str:
    titles = [s.path[-1] for s in sections(state.revision.blocks, end=len(state.revision.text)) if s.path]
    more = f" and {len(titles) - _SHOWN} more" if len(titles) > _SHOWN else ""
    return ", ".join(titles[:_SHOWN]) + more if titles else "no headings"


def _absence(corpus: Corpus, document: str) -> tuple[str, str]:
    """Say why a document is not there: a file that was skipped, or nothing of that name at all."""
    files = [f for source in corpus.sources() for f in corpus.store.catalog.files(source.name).values()]
    stem = document.rsplit("/", 1)[-1]
    for row in files:
        if row.reason and (row.path.startswith(document) or row.path.rsplit("/", 1)[-1].startswith(stem)):
            return f"{row.path} was skipped: {row.reason}", "mend the file and run: pincite sync"
    known = {str(s.revision.document_id) for s in corpus.store.catalog.all_revisions()}
    near = get_close_matches(document, known, n=1)
    hint = f"; the nearest id is {near[0]!r}" if near else ""
    return (
        f"no source holds a document {document!r} ({len(known)} documents are held{hint})",
        "add its folder with: pincite add PATH, or correct the id (pincite list documents)",
    )
