"""What the stores hold of an expected passage, readable by the asker or not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from pincite.diagnose.tears import Piece, pieces
from pincite.documents import BlockKind, Span, sections
from pincite.errors import NotFound

if TYPE_CHECKING:
    from pincite.catalog import RevisionState
    from pincite.corpus import Corpus
    from pincite.documents import Block, Chunk, ChunkId
    from pincite.pipeline.search import Request

__all__ = ["Held", "Standing", "absence", "days", "headings", "in_original", "standing"]

_SHOWN: Final = 8
_EXCERPT: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What is held of one revision of the expected document."""

    state: RevisionState
    spans: tuple[Span, ...]
    """Where the expected section stands in its text; empty where it does not."""
    unseen: str = ""
    """Why no reader of the section sees any of its text; ``""`` where some of it is visible."""
    chunks: tuple[Chunk, ...] = ()
    """The chunks that overlap the section, in order of their place."""
    pieces: tuple[Piece, ...] = ()
    """The rows, items and sentences of the section, and which of them no chunk holds whole."""

    @property
    def chunk_ids(self) -> frozenset[ChunkId]:
        """The ids of the chunks."""
        return frozenset(chunk.chunk_id for chunk in self.chunks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What is held of one document and section."""

    document: str
    section: str
    """The heading or number asked for; ``""`` for the whole document."""
    revisions: tuple[Held, ...]
    """Live revisions of the document, of the asker's tenant where it has any."""

    @property
    def with_section(self) -> tuple[Held, ...]:
        """The revisions whose text has the section."""
        return tuple(held for held in self.revisions if held.spans)

    @property
    def visible(self) -> tuple[Held, ...]:
        """The revisions in which some of the section is text that may be indexed."""
        return tuple(held for held in self.with_section if not held.unseen)

    @property
    def chunked(self) -> tuple[Held, ...]:
        """The revisions that have chunks of the section."""
        return tuple(held for held in self.visible if held.chunk_ids)


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
    states = tuple(
        s
        for s in catalog.all_revisions()
        if document in (s.revision.document_id, re.sub(r"\s", "_", s.revision.document_id))
    )
    own = tuple(s for s in states if s.revision.tenant == request.principal.tenant)
    generation = catalog.head().generation
    return Standing(
        document=str(states[0].revision.document_id) if states else document,
        section=section,
        revisions=tuple(_held(s, section, catalog.chunks_of(s, generation=generation)) for s in own or states),
    )


def _held(state: RevisionState, section: str, chunks: tuple[Chunk, ...]) -> Held:
    spans = _places(state, section)
    said = [
        b for b in state.revision.blocks if b.kind is not BlockKind.HEADING and any(s.contains(b.span) for s in spans)
    ]
    unseen = said if said and not any(b.indexable for b in said) else []
    return Held(
        state=state,
        spans=spans,
        unseen=_unseen(state.revision.text, unseen) if unseen else "",
        chunks=tuple(c for c in chunks if any(c.span.overlaps(s) for s in spans)),
        pieces=pieces(state.revision, [b for b in said if b.indexable], chunks),
    )


def _places(state: RevisionState, section: str) -> tuple[Span, ...]:
    text = state.revision.text
    if not section:
        return (Span(0, len(text)),)
    wanted = _folded(section)
    return tuple(
        s.span
        for s in sections(state.revision.blocks, end=len(text))
        if wanted in {_folded(s.title), s.number, _folded(s.path[-1]) if s.path else ""}
    )


def _names(document: str) -> tuple[str, str]:
    """Return a document's id, and as files of judgements have it."""
    return document, re.sub(r"\s", "_", document)


def _folded(name: str) -> str:
    """Return a name without regard to case, and with white space as files of judgements have it."""
    return re.sub(r"\s", "_", name.casefold())


def _unseen(text: str, blocks: list[Block]) -> str:
    kind = "hidden" if any(b.hidden for b in blocks) else "a running header or footer"
    excerpt = " ".join(blocks[0].span.cut(text).split())[:_EXCERPT]
    return f"all {sum(len(b.span) for b in blocks)} characters of its text are marked as {kind}: {excerpt!r}"


def headings(held: Held) -> str:
    """Return the headings that a revision has, for people."""
    revision = held.state.revision
    titles = [s.path[-1] for s in sections(revision.blocks, end=len(revision.text)) if s.path]
    more = f" and {len(titles) - _SHOWN} more" if len(titles) > _SHOWN else ""
    return ", ".join(titles[:_SHOWN]) + more if titles else "no headings"


def in_original(corpus: Corpus, held: Held, title: str) -> bool:
    """Tell whether the bytes that a revision was made of have a line or an element that says no more than a title."""
    revision = held.state.revision
    try:
        original = corpus.store.catalog.original(revision.tenant, revision.original)
    except NotFound:
        return False
    alone = rf"(?:^|>)[\W\d]*{re.escape(title)}\W*?(?:$|<)"
    return re.search(alone, original.decode(errors="replace"), re.IGNORECASE | re.MULTILINE) is not None


def absence(corpus: Corpus, document: str) -> tuple[str, str]:
    """Say why a document is not there, a file that was skipped or nothing of that name at all, and what helps."""
    stem = document.rsplit("/", 1)[-1]
    for source in corpus.sources():
        for row in corpus.store.catalog.files(source.name).values():
            if row.reason and stem in {row.path.rsplit("/", 1)[-1], row.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]}:
                return f"{row.path} was skipped: {row.reason}", "mend the file and run: pincite sync"
    known = {str(s.revision.document_id) for s in corpus.store.catalog.all_revisions()}
    below = sorted(each for each in known if each.rsplit("/", 1)[-1] == stem)
    near = below or get_close_matches(document, known, n=1)
    hint = f"; the nearest id is {near[0]!r}" if near else ""
    meant = f"ask again with --expect {near[0]} if that is meant" if near else "correct the id (pincite list documents)"
    return (
        f"no source holds a document {document!r} ({len(known)} documents are held{hint})",
        f"{meant}, or add its folder with: pincite add PATH",
    )
