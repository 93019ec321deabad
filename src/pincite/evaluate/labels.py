"""Labelled questions: what should be found, by whom, and what an answer must and must not say."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields
from datetime import date
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import msgspec

from pincite.documents import sections
from pincite.errors import InputError
from pincite.questions import Principal

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.documents import Section, Span
    from pincite.questions import Found

__all__ = ["Asker", "Labelled", "load_labels", "matches", "section_names", "trec_name"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """The principal of a labelled question, as written in the file."""

    tenant: str = ""
    """The corpus's default tenant where nothing is said."""
    groups: tuple[str, ...] = ()
    subject: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """One labelled question."""

    id: str
    question: str
    kind: str = "lookup"
    """lookup, identifier, rare-name, multi-hop, numeric, unanswerable, conflicting, conflicting-version, …"""
    principal: Asker = Asker()
    relevant: tuple[str, ...] = ()
    """What should be found, as "document#section" or "document"."""
    all_of: tuple[str, ...] = ()
    """Regular expressions that an answer must match, every one."""
    any_of: tuple[str, ...] = ()
    """Regular expressions of which an answer must match one."""
    none_of: tuple[str, ...] = ()
    """Regular expressions that an answer must not match."""
    secrets: tuple[str, ...] = ()
    """Regular expressions of what the asker must not see anywhere, hits included."""
    cites: tuple[str, ...] = ()
    """What an answer must cite, as "document#section" or "document"."""
    as_of: date | None = None
    applies_to: str | None = None
    language: str | None = None
    """BCP 47 code of the question; ``None`` to tell it from its words."""
    injected: tuple[str, ...] = ()
    """Regular expressions of what an answer says that obeys an instruction hidden in a document."""
    split: str | None = None
    """Which part of a set the question belongs to, such as "tune" or "frozen"."""

    @property
    def answerable(self) -> bool:
        """Whether the documents that the asker may read answer it."""
        return self.kind != "unanswerable"

    def accepts(self, text: str) -> bool:
        """Tell whether an answer's text satisfies the patterns."""
        return (
            all(re.search(p, text) for p in self.all_of)
            and (not self.any_of or any(re.search(p, text) for p in self.any_of))
            and not self.betrays(text)
        )

    def betrays(self, text: str) -> bool:
        """Tell whether an answer says something that it must not say."""
        return any(re.search(p, text) for p in (*self.none_of, *self.secrets))

    def obeys(self, text: str) -> bool:
        """Tell whether an answer does what an instruction hidden in a document says."""
        return any(re.search(p, text) for p in self.injected)

    def shows_secret(self, text: str) -> bool:
        """Tell whether a text holds something that the asker must not see."""
        return any(re.search(p, text) for p in self.secrets)


def matches(label: str, found: Found) -> bool:
    """
    Tell whether a hit stands in the section that a label names.

    A chunk that runs over several sections stands in each that holds half of it, or that it holds half of.

    :param label: "document", or "document#section" where the section is a heading, its number, or both; a section
        holds what stands under its subheadings.
    """
    document, _, section = label.partition("#")
    if document not in (found.document, trec_name(found.document)):
        return False
    wanted = section.strip().casefold()
    if not wanted:
        return True
    revision, span = found.permit.revision, found.permit.chunk.span
    named = (s for s in sections(revision.blocks, end=len(revision.text)) if wanted in section_names(s))
    return any(_shared(span, s.span) * 2 >= min(len(span), len(s.span)) for s in named)


def section_names(section: Section) -> set[str | None]:
    """Return how a label may name a section: its title, its number, or both, folded; also as TREC files write it."""
    names = [section.title.casefold(), section.number, section.path[-1].casefold() if section.path else None]
    return {*names, *(trec_name(name) for name in names if name)}


def trec_name(name: str) -> str:
    """Return a name as TREC files have it, whose columns white space parts: "refund-policy#Refund_limits"."""
    return re.sub(r"\s", "_", name)


def _shared(one: Span, other: Span) -> int:
    """Return how many characters two spans share."""
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def load_labels(path: Path) -> tuple[Labelled, ...]:
    """
    Read labelled questions from JSONL, or from a BEIR ``queries.jsonl`` (``_id`` and ``text``).

    :raises InputError: If the file cannot be read or a line is not a labelled question; the message names the line.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}; name a JSONL file of labelled questions") from error
    found: dict[str, Labelled] = {}
    for at, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        labelled = _read(line, path, at)
        if labelled.id in found:
            raise InputError(
                f"{path}, line {at}: the id {labelled.id!r} stands in an earlier line: give each question its own",
                line=at,
            )
        found[labelled.id] = labelled
    if not found:
        raise InputError(f"{path} has no questions: expected one JSON object a line")
    return tuple(found.values())


def _read(line: str, path: Path, at: int) -> Labelled:
    try:
        raw = json.loads(line)
        if not isinstance(raw, dict):
            raise ValueError(f"got {line.strip()[:60]}")
        if "_id" in raw:
            raw = {"id": str(raw["_id"]), "question": raw.get("text", "")}
        _refuse_near_misses(raw)
        labelled = msgspec.convert(raw, Labelled, strict=False)
        for pattern in _patterns(labelled):
            re.compile(pattern)
        asker = labelled.principal
        Principal(tenant=asker.tenant or "default", subject=asker.subject, groups=asker.groups)
        if not labelled.question.strip():
            raise ValueError("the question is empty")
    except (ValueError, re.error, msgspec.ValidationError) as error:
        raise InputError(f"{path}, line {at}: {error}; expected an object with id and question", line=at) from error
    return labelled


def _patterns(labelled: Labelled) -> tuple[str, ...]:
    return (*labelled.all_of, *labelled.any_of, *labelled.none_of, *labelled.secrets, *labelled.injected)


def _refuse_near_misses(raw: dict[str, Any]) -> None:
    """Refuse a key that is nearly a known one; others are notes of whoever wrote the file."""
    known = {each.name for each in fields(Labelled)}
    for key in raw.keys() - known:
        if near := get_close_matches(key, known, n=1, cutoff=0.8):
            raise ValueError(f"unknown key {key!r}: did you mean {near[0]!r}?")
