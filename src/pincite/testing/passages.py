"""Passages made of Markdown by hand, for whoever tests a generator, an attributor or an assembler."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from pincite.answers import Passage
from pincite.documents import (
    Chunk,
    ChunkId,
    DocumentId,
    Revision,
    Sequence,
    Span,
    TenantId,
    Unit,
    digest,
    section_at,
    sections,
)
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser
from pincite.questions import PUBLIC, Permit, Scope

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["passage_of", "passages_of", "revision_of"]

_TENANT: Final = TenantId("default")
_SCOPE: Final = Scope(
    tenant=_TENANT, readers=frozenset({PUBLIC}), sequence=Sequence(1), day=date(2026, 1, 1), generation="testing"
)


def revision_of(markdown: str, *, document: str = "page", title: str | None = None, version: str = "") -> Revision:
    """
    Return a public revision of one Markdown page.

    :param markdown: The page; its title is its first heading where none is given.
    """
    parsed = build_parser(ParseSettings()).parse(markdown.encode(), path=f"{document}.md")
    return Revision(
        tenant=_TENANT,
        document_id=DocumentId(document),
        version=version,
        topic=document,
        title=title or parsed.title or document,
        text=parsed.text,
        blocks=parsed.blocks,
        access=(PUBLIC,),
        source="pages",
        path=f"pages/{document}.md",
        language="en",
    )


def passage_of(revision: Revision, *, label: int = 1, span: Span | None = None) -> Passage:
    """
    Return a passage that shows one place of a revision.

    :param span: What is shown, in characters of the canonical text; ``None`` for all of it.
    """
    shown = span or Span(0, len(revision.text))
    found = section_at(sections(revision.blocks, end=len(revision.text)), shown.start)
    text = shown.cut(revision.text)
    chunk = Chunk(
        chunk_id=ChunkId(digest(revision.document_id, revision.version, str(shown.start), str(shown.end))),
        tenant=revision.tenant,
        document_id=revision.document_id,
        version=revision.version,
        ordinal=0,
        span=shown,
        text=text,
        indexed=text,
        path=found.path if found else (),
        number=found.number if found else None,
        parent=shown,
        units=(Unit(span=shown, text=text),),
    )
    return Passage(label=label, permit=Permit(scope=_SCOPE, chunk=chunk, revision=revision, in_force=True), span=shown)


def passages_of(*pages: str | Revision) -> tuple[Passage, ...]:
    """Return one passage per page or revision, labelled from 1, each shown whole."""
    made: Iterable[Revision] = (
        page if isinstance(page, Revision) else revision_of(page, document=f"page-{at}")
        for at, page in enumerate(pages, 1)
    )
    return tuple(passage_of(revision, label=label) for label, revision in enumerate(made, 1))
