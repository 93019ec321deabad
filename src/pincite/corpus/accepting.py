"""Accepting recorded answers, so that they become labelled questions for measuring."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from pincite.corpus.replaying import question_of
from pincite.documents import section_at, sections
from pincite.errors import InputError, Torn

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.corpus.looking import Looking
    from pincite.questions import Principal
    from pincite.trace import Trace

__all__ = ["Accepted", "accept", "accepted"]

_FILE: Final = "accepted.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """An answer that somebody found right, as a labelled question."""

    id: str
    """Id of the record that it was made of."""
    question: str
    kind: str
    tenant: str
    groups: tuple[str, ...]
    subject: str | None
    cites: tuple[str, ...]
    """What the answer cites, as "document#section"; empty for an abstention."""
    as_of: str | None
    """The day asked about, where it was not the day of asking."""
    applies_to: str | None
    at: str
    """When it was accepted, as ISO 8601 in UTC."""


def accept(
    corpus: Looking, trace: Trace, *, question: str | None, kind: str | None, principal: Principal | None
) -> Accepted:
    """Do what :meth:`pincite.corpus.receipts.Receipts.accept` does."""
    facts, asked = trace.facts, trace.facts.get("request") or {}
    refused = not facts["citations"]
    made = Accepted(
        id=trace.trace_id,
        question=_standing_alone(trace, question),
        kind=kind or ("unanswerable" if refused else "lookup"),
        tenant=facts["tenant"],
        groups=tuple(facts["groups"]),
        subject=facts["subject"],
        cites=_cites(corpus, trace, principal),
        as_of=None if facts["day"] == trace.at[:10] else facts["day"],
        applies_to=asked.get("applies_to"),
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    others = [each for each in accepted(corpus.state) if each.id != made.id]
    _write(corpus.state / _FILE, [*others, made])
    return made


def accepted(state: Path) -> tuple[Accepted, ...]:
    """
    Return every answer that was accepted, in order of acceptance.

    :param state: The corpus's state folder.
    :raises Torn: If the file that keeps them is damaged.
    """
    path = state / _FILE
    if not path.is_file():
        return ()
    return tuple(_read(line, path) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def _standing_alone(trace: Trace, given: str | None) -> str:
    """
    Return a question that can be asked by itself: of a follow-up the one that is given.

    :raises InputError: If a follow-up is accepted without one, or as :func:`question_of` says.
    """
    n_turns = (trace.facts.get("request") or {}).get("turns", 0)
    if not n_turns:
        return question_of(trace, given)
    if given is None or not given.strip():
        raise InputError(
            "this question goes on from an earlier one, which a label does not have: write it out so that it can be "
            'asked by itself, with --question "…" (question= in Python)',
            trace_id=trace.trace_id,
        )
    return " ".join(given.split())


def _cites(corpus: Looking, trace: Trace, principal: Principal | None) -> tuple[str, ...]:
    """Return the sections that the answer cites, each once; whoever accepts has to be able to read them."""
    found = []
    for stored in trace.facts["citations"]:
        cited = corpus.cited(trace, stored["label"], principal=principal)
        revision = cited.revision
        section = section_at(sections(revision.blocks, end=len(revision.text)), cited.span.start)
        name = section.path[-1] if section and section.path else ""
        found.append(f"{revision.document_id}#{name}" if name else str(revision.document_id))
    return tuple(dict.fromkeys(found))


def _write(path: Path, rows: list[Accepted]) -> None:
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        for row in rows:
            shape = {name: getattr(row, name) for name in Accepted.__dataclass_fields__}
            file.write(json.dumps(shape, ensure_ascii=False) + "\n")
    temporary.replace(path)


def _read(line: str, path: Path) -> Accepted:
    try:
        raw: dict[str, Any] = json.loads(line)
        return Accepted(**{**raw, "groups": tuple(raw["groups"]), "cites": tuple(raw["cites"])})
    except (ValueError, TypeError, KeyError) as error:
        raise Torn(f"{path} is damaged ({error}): correct or remove the line", path=str(path)) from error
