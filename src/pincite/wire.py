"""
The JSON shapes that scripts and clients rely on: hits and answers as the command line and the server give them.

What is missing is ``None`` or left empty, never NaN. Anything may be added; nothing is renamed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.answers import Answer, Citation, Claim, Conflict, Passage
    from pincite.documents import Place, Revision
    from pincite.questions import Found

__all__ = ["answer_json", "citation_json", "hit_json", "passage_json", "place_json", "revision_json"]


def place_json(place: Place) -> dict[str, Any]:
    """Return where in the original something stands; ``page`` and ``boxes`` always, the rest where it is known."""
    shape: dict[str, Any] = {
        "page": place.page,
        "boxes": [[b.page, b.left, b.top, b.right, b.bottom] for b in place.boxes],
    }
    rest = {"sheet": place.sheet, "cells": place.cells, "slide": place.slide, "line": place.line}
    return shape | {name: value for name, value in rest.items() if value is not None}


def revision_json(revision: Revision) -> dict[str, Any]:
    """Return what is stated about a revision, without its text."""
    return {
        "document": revision.document_id,
        "title": revision.title,
        "version": revision.version or None,
        "topic": revision.topic,
        "source": revision.path,
        "effective": revision.effective.isoformat() if revision.effective else None,
        "expires": revision.expires.isoformat() if revision.expires else None,
        "authority": revision.authority,
        "applies_to": list(revision.applies_to),
        "language": revision.language,
    }


def hit_json(found: Found) -> dict[str, Any]:
    """Return one hit of ``pincite search --json``."""
    chunk, revision = found.permit.chunk, found.permit.revision
    return {
        "rank": found.rank,
        "score": round(found.score, 6),
        "chunk_id": chunk.chunk_id,
        **revision_json(revision),
        "section": chunk.section,
        "section_number": chunk.number,
        "path": list(chunk.path),
        "in_force": found.permit.in_force,
        "access": sorted(found.permit.scope.readers & set(revision.access)),
        "parent_section": chunk.path[-2] if len(chunk.path) > 1 else None,
        "parent_span": [chunk.parent.start, chunk.parent.end],
        "previous": chunk.previous,
        "next": chunk.next,
        "place": place_json(chunk.place),
        "span": [chunk.span.start, chunk.span.end],
        "text": chunk.text,
        "identifiers": [
            {"kind": kind, "key": key} for kind, key in dict.fromkeys((i.kind, i.key) for i in chunk.identifiers)
        ],
        "signals": {
            name: {"rank": s.rank, "score": round(s.score, 6)} for name, s in sorted(found.hit.signals.items())
        },
        "route": found.route or None,
    }


def answer_json(answer: Answer) -> dict[str, Any]:
    """Return the object of ``pincite ask --json``."""
    return {
        "question": answer.question,
        "status": answer.status.value,
        "text": answer.text,
        "claims": [_claim_json(c) for c in answer.claims],
        "citations": [citation_json(c) for c in answer.citations],
        "conflicts": [_conflict_json(c) for c in answer.conflicts],
        "missing": list(answer.missing),
        "reason": answer.reason.value if answer.reason else None,
        "passages": [passage_json(p) for p in answer.passages],
        "mode": answer.mode,
        "route": answer.route,
        "generator": answer.generator,
        "sequence": answer.sequence,
        "generation": answer.generation,
        "trace_id": answer.trace_id,
        "warnings": list(answer.warnings),
        "usage": {
            "input_tokens": answer.usage.input_tokens,
            "output_tokens": answer.usage.output_tokens,
            "cost": answer.usage.cost,
        },
        "timings_ms": _plain(answer.timings_ms),
    }


def _claim_json(claim: Claim) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "text": claim.text,
        "citations": list(claim.citations),
        "verdict": claim.verdict.value,
    }
    rest = {
        "applies_to": list(claim.applies_to),
        "since": claim.since and claim.since.isoformat(),
        "until": claim.until and claim.until.isoformat(),
    }
    return shape | {name: value for name, value in rest.items() if value}


def citation_json(citation: Citation) -> dict[str, Any]:
    """Return one citation: where the quoted words stand."""
    sure = {} if citation.confidence is None else {"confidence": citation.confidence}
    return {
        "label": citation.label,
        "document": citation.document,
        "title": citation.title,
        "version": citation.version or None,
        "section": citation.section,
        "section_number": citation.section_number,
        "source": citation.source,
        "place": place_json(citation.place),
        "quote": citation.quote,
        "span": [citation.span.start, citation.span.end],
        "chunk_id": citation.chunk_id,
        **sure,
    }


def _conflict_json(conflict: Conflict) -> dict[str, Any]:
    return {
        "about": conflict.about,
        "sides": [{"value": side.value, "citation": side.citation} for side in conflict.sides],
        "authority": conflict.authority,
        "reason": conflict.reason,
    }


def passage_json(passage: Passage) -> dict[str, Any]:
    """Return one passage that an answer was made from, without its text."""
    chunk = passage.permit.chunk
    return {
        "label": passage.label,
        "chunk_id": chunk.chunk_id,
        "document": chunk.document_id,
        "version": chunk.version or None,
        "section": chunk.section,
        "span": [passage.span.start, passage.span.end],
    }


def _plain(timings: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 1) for name, value in timings.items()}
