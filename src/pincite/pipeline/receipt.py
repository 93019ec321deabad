"""The record of an answer: ids, spans and counts, from which it can be looked at again under other rights."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pincite.documents import digest
from pincite.trace import Trace

if TYPE_CHECKING:
    from pincite.answers import Answer
    from pincite.pipeline.search import Request
    from pincite.trace import Event, Recorder

__all__ = ["answer_trace"]


def answer_trace(request: Request, answer: Answer, recorder: Recorder, *, text: bool) -> Trace:
    """
    Return the record of one answer.

    :param text: Whether the question's own text is kept instead of its digest, and what repeats words of it.
    """
    principal = request.principal
    facts: dict[str, Any] = {
        "question": request.question if text else digest("question", request.question),
        "tenant": str(principal.tenant),
        "subject": principal.subject,
        "groups": list(principal.groups),
        "as": principal.name,  # whoever opens a citation later has the groups that this name has then, not these
        "day": request.day.isoformat(),
        "sequence": answer.sequence,
        "generation": answer.generation,
        "status": answer.status.value,
        "reason": answer.reason.value if answer.reason else None,
        "route": answer.route,
        "generator": answer.generator,
        "verdicts": [claim.verdict.value for claim in answer.claims],
        "passages": [
            {"label": p.label, "chunk": p.permit.chunk.chunk_id, "span": [p.span.start, p.span.end]}
            for p in answer.passages
        ],
        "citations": _citations(answer),
    }
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    events = tuple(event if text else _wordless(event) for event in recorder.events)
    return Trace(trace_id=recorder.trace_id, kind="ask", at=at, facts=facts, events=events)


def _wordless(event: Event) -> Event:
    """Return an event without the reason for its route, which names the keys that the question does."""
    if event.kind != "route":
        return event
    return replace(event, detail={name: value for name, value in event.detail.items() if name != "reason"})


def _citations(answer: Answer) -> list[dict[str, Any]]:
    texts = {
        (p.permit.revision.document_id, p.permit.revision.version): p.permit.revision.text_digest
        for p in answer.passages
    }
    return [
        {
            "label": c.label,
            "document": c.document,
            "version": c.version,
            "text": texts.get((c.document, c.version), ""),
            "span": [c.span.start, c.span.end],
            "chunk": c.chunk_id,
        }
        for c in answer.citations
    ]
