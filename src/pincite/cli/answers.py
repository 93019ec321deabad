"""Writes answers for people."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from pincite.answers import Reason, Status
from pincite.answers.render import open_line, plain_answer, source_line, unforged
from pincite.cli.layout import columns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.answers import Answer, Claim, Conflict
    from pincite.trace import Event

__all__ = ["answer_text", "claim_line", "event_json", "events_text", "rest_text"]

_MEANING: Final = {
    Reason.NOTHING_IN_SCOPE: "nothing that may be read matches",
    Reason.NO_SUCH_IDENTIFIER: "the key stands in no page that may be read",
    Reason.EVIDENCE_INSUFFICIENT: "what was found does not answer it",
    Reason.NEEDS_APPLIES_TO: "the pages differ by what they apply to: ask with --applies-to",
    Reason.NEEDS_DOCUMENT: "several documents have it: name one, or ask with --document",
    Reason.STALE_ONLY: "only pages that are too old to prove it speak of it",
    Reason.CONFLICT_UNRESOLVED: "the pages disagree and nothing says which governs",
    Reason.MODEL_REFUSED: "the model declined",
}


def answer_text(answer: Answer) -> str:
    """Return an answer, its conflicts and one line per source; an abstention with its reason and what is missing."""
    if answer.status in (Status.ABSTAINED, Status.FAILED):
        return _abstention(answer)
    conflicts = "\n".join(_conflict_line(conflict) for conflict in answer.conflicts)
    return "\n\n".join(part for part in (plain_answer(answer), conflicts, _notes(answer)) if part)


def _abstention(answer: Answer) -> str:
    lines = [answer.text, ""]
    if answer.reason:
        lines.append(f"Reason: {answer.reason.value} ({_MEANING[answer.reason]})")
    lines += [open_line(answer, what) for what in answer.missing]
    return "\n".join([*lines, *([_notes(answer)] if answer.warnings else [])]).rstrip()


def _conflict_line(conflict: Conflict) -> str:
    sides = " against ".join(f'"{unforged(side.value)}" [{side.citation}]' for side in conflict.sides)
    reason = f" ({conflict.reason})" if conflict.reason else ""
    governs = f"[{conflict.authority}] governs" if conflict.authority else "nothing says which governs"
    return f"The sources disagree on {conflict.about}: {sides}; {governs}{reason}"


def claim_line(claim: Claim) -> str:
    """Return one claim with its markers, as it is shown while the answer is still being written."""
    marks = "".join(f" [{label}]" for label in claim.citations)
    text = unforged(claim.text)
    end = re.search(r"[.!?…。]$", text)
    return f"{text[: end.start()]}{marks}{end[0]}" if end else f"{text}{marks}."


def rest_text(answer: Answer) -> str:
    """Return what follows the claims of an answer: what is missing, conflicts, one line per source."""
    lines = [open_line(answer, what) for what in answer.missing]
    lines += [_conflict_line(conflict) for conflict in answer.conflicts]
    lines += [source_line(citation) for citation in answer.citations]
    return "\n".join([*lines, *([_notes(answer)] if answer.warnings else [])])


def _notes(answer: Answer) -> str:
    """Return what whoever relies on an answer should know: a page past its age, a file that changed."""
    return "\n".join(f"Note: {warning}" for warning in answer.warnings)


def events_text(events: Iterable[Event]) -> str:
    """Return the steps of an answer with their time and what they decided on."""
    rows = [(e.stage, e.kind, f"{e.ms:.1f}", e.title, _detail(e)) for e in events]
    return columns(("STAGE", "STEP", "MS", "WHAT", "DETAIL"), rows, right=frozenset({2}))


def event_json(event: Event) -> dict[str, Any]:
    """Return one step of a trace."""
    return asdict(event)


def _detail(event: Event) -> str:
    known = {name: value for name, value in event.detail.items() if value not in (None, "", [], {}) and name != "draft"}
    shown = ", ".join(f"{name} {value}" for name, value in known.items())
    return shown if len(shown) <= 160 else f"{shown[:159]}…"
