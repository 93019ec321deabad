"""Writes documents, versions, sources and settings for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pincite.cli.layout import columns, fold, versioned
from pincite.documents import FIRST_DAY, LAST_DAY, UNSURE
from pincite.wire import place_json, revision_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from pincite.catalog import DocumentRow, SourceRow, VersionRow
    from pincite.config import PrincipalSettings
    from pincite.documents import Block, Chunk, Revision, Span
    from pincite.pipeline.changes import Replacement

__all__ = [
    "block_json",
    "block_text",
    "chunk_json",
    "chunk_text",
    "documents_text",
    "heading",
    "marked_text",
    "principals_text",
    "replaced_json",
    "row_json",
    "show_json",
    "sources_text",
    "versions_text",
]


def documents_text(rows: Iterable[DocumentRow], readers: frozenset[str]) -> str:
    """Return one line per document in force."""
    lines = [(r.document_id, r.version, r.title, _since(r.valid_from), _mine(r, readers), r.n_chunks) for r in rows]
    return columns(("DOCUMENT", "VERSION", "TITLE", "IN FORCE SINCE", "READERS", "CHUNKS"), lines, right=frozenset({5}))


def versions_text(
    rows: Iterable[VersionRow],
    readers: frozenset[str],
    replaced: Mapping[tuple[str, str], tuple[Replacement, ...]],
) -> str:
    """
    Return one line per version of a document, in order.

    :param replaced: What replaced each, or a part of it, by document and version.
    """
    lines = [
        (
            r.document_id,
            r.version,
            "yes" if r.in_force else "",
            _since(r.valid_from),
            _until(r),
            "; ".join(map(_replacement, replaced.get((r.document_id, r.version), ()))),
            _mine(r, readers),
            r.path,
        )
        for r in rows
    ]
    return columns(("DOCUMENT", "VERSION", "IN FORCE", "FROM", "UNTIL", "REPLACED BY", "READERS", "FILE"), lines)


def replaced_json(replacements: Iterable[Replacement]) -> list[dict[str, Any]]:
    """Return what replaced a version, or a part of it."""
    return [
        {
            "document": each.document,
            "version": each.version or None,
            "since": None if each.since == FIRST_DAY else each.since.isoformat(),
            "section": each.section or None,
            "applies_to": list(each.applies_to),
        }
        for each in replacements
    ]


def sources_text(rows: Iterable[SourceRow]) -> str:
    """Return one line per source."""
    return columns(("SOURCE", "TENANT", "KIND", "LOCATION"), [(r.name, r.tenant, r.kind, r.location) for r in rows])


def principals_text(principals: Mapping[str, PrincipalSettings], tenant: str) -> str:
    """Return one line per principal that may be named with ``--as``."""
    lines = [
        (name, each.tenant or tenant, each.subject or name, ", ".join(each.groups))
        for name, each in sorted(principals.items())
    ]
    return columns(("NAME", "TENANT", "SUBJECT", "GROUPS"), lines)


def row_json(row: DocumentRow, readers: frozenset[str]) -> dict[str, Any]:
    """Return one line of a list of documents or versions."""
    shape: dict[str, Any] = {
        "document": row.document_id,
        "title": row.title,
        "version": row.version or None,
        "topic": row.topic,
        "source": row.path,
        "effective": row.effective.isoformat() if row.effective else None,
        "expires": row.expires.isoformat() if row.expires else None,
        "valid_from": None if row.valid_from == FIRST_DAY else row.valid_from.isoformat(),
        "valid_to": None if row.valid_to == LAST_DAY else row.valid_to.isoformat(),
        "authority": row.authority,
        "applies_to": list(row.applies_to),
        "language": row.language,
        "access": sorted(readers & set(row.access)),
        "characters": row.n_characters,
        "chunks": row.n_chunks,
    }
    in_force = getattr(row, "in_force", None)
    return shape if in_force is None else shape | {"in_force": in_force}


def heading(revision: Revision) -> str:
    """Return what is stated about a revision, one line per kind of thing."""
    lines = [versioned(revision.title, revision.version), f"{revision.document_id}  {revision.path}"]
    if revision.effective or revision.expires:
        lines.append(f"effective {revision.effective or 'always'}, expires {revision.expires or 'never'}")
    named = {"applies to": ", ".join(revision.applies_to), "authority": revision.authority, "topic": revision.topic}
    lines += [f"{name}: {value}" for name, value in named.items() if value and value != revision.document_id]
    return "\n".join(lines)


def marked_text(revision: Revision, span: Span) -> str:
    """
    Return a stretch of a revision with what is special about its blocks in front of each: hidden text, which is never
    indexed, and recognised text of little certainty.
    """
    parts: list[str] = []
    at = span.start
    for block in revision.blocks:
        mark = _mark(block)
        if mark and span.contains(block.span):
            parts += [revision.text[at : block.span.start], mark]
            at = block.span.start
    return "".join([*parts, revision.text[at : span.end]])


def _mark(block: Block) -> str:
    if block.hidden:
        return "[hidden in the original, not indexed] "
    if block.confidence is not None and block.confidence < UNSURE and block.indexable:
        return f"[recognised, {block.confidence:.0%} certain] "
    return ""


def show_json(revision: Revision, text: str) -> dict[str, Any]:
    """Return a revision with its text, or the part of it that was asked for."""
    return revision_json(revision) | {"text": text}


def chunk_text(chunk: Chunk) -> str:
    """Return one chunk with where it stands and what is embedded of it."""
    where = " > ".join(chunk.path) or "(before the first heading)"
    head = (
        f"#{chunk.ordinal}  {where}  [{chunk.span.start}, {chunk.span.end})  {len(chunk.units)} units  {chunk.chunk_id}"
    )
    return f"{head}\n{chunk.text.strip()}"


def chunk_json(chunk: Chunk) -> dict[str, Any]:
    """Return one chunk."""
    return {
        "chunk_id": chunk.chunk_id,
        "document": chunk.document_id,
        "version": chunk.version or None,
        "ordinal": chunk.ordinal,
        "section": chunk.section,
        "path": list(chunk.path),
        "section_number": chunk.number,
        "span": [chunk.span.start, chunk.span.end],
        "parent_span": [chunk.parent.start, chunk.parent.end],
        "previous": chunk.previous,
        "next": chunk.next,
        "place": place_json(chunk.place),
        "text": chunk.text,
        "indexed": chunk.indexed,
        "units": [unit.text for unit in chunk.units],
        "identifiers": [{"kind": i.kind, "key": i.key} for i in chunk.identifiers],
    }


def block_text(block: Block, text: str) -> str:
    """Return one block on one line: kind, place, certainty where it was recognised, span, and how it begins."""
    kind = f"{block.kind.value}{f' {block.level}' if block.level else ''}"
    state = " hidden" if block.hidden else " furniture" if block.furniture else ""
    parts = f" {len(block.parts)} parts" if block.parts else ""
    where = (("page", block.place.page), ("slide", block.place.slide), ("line", block.place.line))
    line = "".join(f" {name} {value}" for name, value in where if value)
    sure = "" if block.confidence is None else f" {block.confidence:.0%} certain"
    begins = fold(block.span.cut(text))
    begins = begins if len(begins) <= 80 else f"{begins[:79]}…"
    return f"{kind}{state}{parts}{line}{sure} [{block.span.start}, {block.span.end})  {begins}"


def block_json(block: Block, text: str) -> dict[str, Any]:
    """Return one block."""
    return {
        "kind": block.kind.value,
        "level": block.level,
        "title": block.title,
        "number": block.number,
        "span": [block.span.start, block.span.end],
        "parts": [[part.span.start, part.span.end] for part in block.parts],
        "place": place_json(block.place),
        "furniture": block.furniture,
        "hidden": block.hidden,
        "confidence": block.confidence,
        "text": block.span.cut(text),
    }


def _since(day: date) -> str:
    return "always" if day == FIRST_DAY else day.isoformat()


def _replacement(each: Replacement) -> str:
    """Return one replacement: "refund-policy 3", "ecn-0117 (Limits/Maximum voltage, for B, C)"."""
    what = ", ".join(
        part for part in (each.section, f"for {', '.join(each.applies_to)}" if each.applies_to else "") if part
    )
    return f"{each.document} {each.version}".rstrip() + (f" ({what})" if what else "")


def _until(row: DocumentRow) -> str:
    if row.valid_from >= row.valid_to:
        return "never in force"
    return "" if row.valid_to == LAST_DAY else row.valid_to.isoformat()


def _mine(row: DocumentRow, readers: frozenset[str]) -> str:
    """Name the groups by which this reader may read a document; those of others are nobody else's business."""
    return ", ".join(sorted(readers & set(row.access)))
