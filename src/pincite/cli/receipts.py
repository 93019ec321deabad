"""Writes receipts of answers, and what became of them when they were made again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pincite.cli.answers import events_text
from pincite.cli.layout import columns
from pincite.cli.screen import plural
from pincite.wire import answer_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pincite.corpus.replaying import Replayed
    from pincite.trace import Trace

__all__ = ["receipt_text", "replay_json", "replay_text"]

_LISTED = frozenset({"passages", "citations", "claims", "draft", "verdicts"})
"""Facts that are shown as tables, or counted in them."""


def receipt_text(found: Trace) -> str:
    """Return the steps of an answer, its passages and claims, and the facts that it can be made again from."""
    parts = [f"{found.kind} {found.trace_id} at {found.at}", events_text(found.events)]
    passages = [
        (p["label"], p.get("document", ""), p.get("version", ""), f"{p['span'][0]}-{p['span'][1]}", p.get("score", ""))
        for p in found.facts.get("passages", ())
    ]
    if passages:
        parts.append(columns(("PASSAGE", "DOCUMENT", "VERSION", "CHARACTERS", "SCORE"), passages))
    claims = [
        (at, c["verdict"], ", ".join(f"[{n}]" for n in c["citations"]), c["claim"])
        for at, c in enumerate(found.facts.get("claims", ()), start=1)
    ]
    if claims:
        parts.append(columns(("CLAIM", "VERDICT", "CITES", "DIGEST"), claims))
    parts.append(columns(("FACT", "VALUE"), sorted(_flat(found.facts))))
    return "\n\n".join(parts)


def _flat(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in facts.items():
        if name in _LISTED:
            continue
        if isinstance(value, dict):
            yield from ((f"{name}.{key}", str(each)) for key, each in value.items())
        else:
            yield name, str(value)


def replay_text(again: Replayed) -> str:
    """Return what an answer came to when it was made again."""
    lines = [again.answer.text, ""]
    if again.same:
        lines.append(f"The same as {again.trace_id}: passages, draft, verdicts, citations and words.")
    else:
        lines.append(f"Not as {again.trace_id}; {plural(len(again.differences), 'difference')}, the first cause first:")
        lines += [f"  {each}" for each in again.differences]
    if again.prompt:
        same = "is the recorded one, byte for byte" if again.prompt.same else "is not the recorded one"
        lines.append(f"The prompt rebuilt from spans {same} ({again.prompt.template}, {again.prompt.digest}).")
    return "\n".join(lines)


def replay_json(again: Replayed) -> dict[str, Any]:
    """Return the same as one object."""
    prompt = again.prompt
    return {
        "trace_id": again.trace_id,
        "same": again.same,
        "differences": list(again.differences),
        "prompt": None
        if prompt is None
        else {
            "template": prompt.template,
            "digest": prompt.digest,
            "same": prompt.same,
            "missing": list(prompt.missing),
        },
        "answer": answer_json(again.answer),
    }
