"""
The record of an answer: ids, spans, digests and counts, from which it can be looked at and made again.

No text of a document is in it. What the generator was shown is kept as spans, its prompt as the name of a template and
a digest, its draft and the answer as digests: with the catalog they give everything again, under the rights of whoever
looks.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pincite.documents import digest
from pincite.trace import Trace

if TYPE_CHECKING:
    from pincite.answers import Answer, Draft
    from pincite.pipeline.search import Request
    from pincite.trace import Event, Recorder

__all__ = ["answer_trace", "cited_places", "drafted", "question_digest"]


def answer_trace(
    request: Request,
    answer: Answer,
    recorder: Recorder,
    *,
    text: bool,
    question: bool = True,
    settings: str = "",
) -> Trace:
    """
    Return the record of one answer.

    :param text: Whether what repeats words of the question is kept.
    :param question: Whether the question's own text is kept instead of its digest.
    :param settings: Digest of the settings that were in force.
    """
    principal = request.principal
    kept = text or question
    facts: dict[str, Any] = {
        "question": request.question if kept else question_digest(request.question),
        "question_kept": kept,
        "request": _request(request, kept=kept),
        "tenant": str(principal.tenant),
        "subject": principal.subject,
        "groups": list(principal.groups),
        "as": principal.name,  # whoever opens a citation later has the groups that this name has then, not these
        "day": request.day.isoformat(),
        "sequence": answer.sequence,
        "read_at": _read_at(answer, recorder),
        "generation": answer.generation,
        "settings": settings,
        "status": answer.status.value,
        "reason": answer.reason.value if answer.reason else None,
        "mode": answer.mode,
        "route": answer.route,
        "generator": answer.generator,
        "prompt": _prompt(recorder),
        "draft": _last(recorder, "draft"),
        "verdicts": [claim.verdict.value for claim in answer.claims],
        "claims": [
            {"claim": digest("claim", c.text), "citations": list(c.citations), "verdict": c.verdict.value}
            for c in answer.claims
        ],
        "answer": digest("answer", answer.text),
        "passages": [
            {
                "label": p.label,
                "chunk": p.permit.chunk.chunk_id,
                "document": p.permit.chunk.document_id,
                "version": p.permit.chunk.version,
                "span": [p.span.start, p.span.end],
                "score": round(p.score, 6),
            }
            for p in answer.passages
        ],
        "citations": cited_places(answer),
        "usage": {
            "input_tokens": answer.usage.input_tokens,
            "output_tokens": answer.usage.output_tokens,
            "cached_tokens": answer.usage.cached_tokens,
            "cost": answer.usage.cost,
        },
        "timings_ms": dict(answer.timings_ms),
    }
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    events = tuple(event if text else _wordless(event) for event in recorder.events)
    return Trace(trace_id=recorder.trace_id, kind="ask", at=at, facts=facts, events=events)


def question_digest(question: str) -> str:
    """Return what stands for a question whose text is not kept."""
    return digest("question", question)


def drafted(draft: Draft) -> list[dict[str, Any]]:
    """Return a draft without its words: the digest of each claim, and the label and span of each quote."""
    return [
        {
            "claim": digest("claim", claim.text),
            "quotes": [
                [quote.label, quote.span.start, quote.span.end] if quote.span else [quote.label, digest(quote.text)]
                for quote in claim.quotes
            ],
        }
        for claim in draft.claims
    ]


def _request(request: Request, *, kept: bool) -> dict[str, Any]:
    """
    Return what was asked beside the question; of earlier turns the questions alone: answers quote documents.

    :param kept: Whether the text of questions is kept.
    """
    return {
        "k": request.k,
        "documents": None if request.documents is None else list(request.documents),
        "applies_to": request.applies_to,
        "route": request.route,
        "mode": request.mode,
        "turns": len(request.history),
        "earlier": [turn.question for turn in request.history] if kept else [],
    } | ({} if request.covers is None else {"covers": request.covers.isoformat()})


def _read_at(answer: Answer, recorder: Recorder) -> int | None:
    """Return the sequence that was read; ``None`` where nothing was."""
    if answer.passages:
        return int(answer.passages[0].permit.scope.sequence)
    return next((int(e.detail["sequence"]) for e in recorder.events if "sequence" in e.detail), None)


def _prompt(recorder: Recorder) -> dict[str, Any] | None:
    """
    Return the template, the digest, the mark and the passages of the first prompt; ``None`` where no model was asked.

    Where it was asked again, the digest of that prompt stands beside it: what the checks had found went into it, in
    words of documents, which no receipt keeps.
    """
    asked = [event.detail for event in recorder.events if event.detail.get("template")]
    if not asked:
        return None
    again = str(asked[-1].get("prompt", "")) if len(asked) > 1 else ""
    told = {name: str(asked[0].get(name, "")) for name in ("template", "prompt", "mark")}
    return {**told, "shown": list(asked[0].get("shown", [])), "again": again}


def _last(recorder: Recorder, name: str) -> list[dict[str, Any]]:
    return next((list(e.detail[name]) for e in reversed(recorder.events) if name in e.detail), [])


def _wordless(event: Event) -> Event:
    """Return an event without the reason for its route, which names the keys that the question does."""
    if event.kind != "route":
        return event
    return replace(event, detail={name: value for name, value in event.detail.items() if name != "reason"})


def cited_places(answer: Answer) -> list[dict[str, Any]]:
    """Return where each citation stands, without a word of it, with the digest of the text that it is of."""
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
