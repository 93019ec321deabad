"""What whoever adds a file should know of it: pages left out, text that nobody sees, text recognised in pictures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from pincite.documents import UNSURE
from pincite.ingest.slips import slips
from pincite.text.instructions import find_instructions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.documents import Block, Parsed

__all__ = ["Note", "NoteKind", "notes_of"]

_LONGEST: Final = 70


class NoteKind(StrEnum):
    """What a note is about."""

    LEFT_OUT = "left out"
    HIDDEN = "hidden"
    RECOGNISED = "recognised"
    UNDECODED = "undecoded"
    INSTRUCTS = "instructs"
    UNMATCHED = "unmatched"
    MISSPELT = "misspelt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One thing to know of one file."""

    path: str
    """Source name and path below it; "pincite.toml" for what is to be known of a rule."""
    kind: NoteKind
    text: str
    """One line."""


def notes_of(parsed: Parsed, *, path: str) -> tuple[Note, ...]:
    """Return what is to be known of a parsed file; empty where all of it was read as it is seen."""
    found = [(NoteKind.LEFT_OUT, " ".join(note.split())) for note in parsed.notes]
    found += [(NoteKind.MISSPELT, text) for text in _misspelt(parsed)]
    found += [*_hidden(parsed), *_recognised(parsed), *_undecoded(parsed), *_instructs(parsed)]
    return tuple(Note(path=path, kind=kind, text=text) for kind, text in found)


def _misspelt(parsed: Parsed) -> Iterator[str]:
    for key, meant in slips(parsed.metadata):
        yield f"{key}: not a key that Pincite reads; did you mean {meant}?"


def _hidden(parsed: Parsed) -> Iterator[tuple[NoteKind, str]]:
    blocks = [block for block in parsed.blocks if block.hidden]
    if blocks:
        first = " ".join(blocks[0].span.cut(parsed.text).split())
        shown = first if len(first) <= _LONGEST else f"{first[: _LONGEST - 1]}…"
        n = sum(len(block.span) for block in blocks)
        yield NoteKind.HIDDEN, f"{n:,} characters that a reader does not see{_at(blocks[0])}: {shown!r}"


def _recognised(parsed: Parsed) -> Iterator[tuple[NoteKind, str]]:
    sure = [(block.confidence, block) for block in parsed.blocks if block.confidence is not None and block.indexable]
    if not sure:
        return
    unsure = [block for confidence, block in sure if confidence < UNSURE]
    engine = str(parsed.metadata.get("recognised_by", "")) or "recognition"
    text = f"{len(sure):,} blocks recognised by {engine}"
    if unsure:
        text += f", {len(unsure):,} of them with a certainty below {UNSURE:.0%}{_at(unsure[0])}"
    yield NoteKind.RECOGNISED, text


def _undecoded(parsed: Parsed) -> Iterator[tuple[NoteKind, str]]:
    if parsed.replaced:
        yield NoteKind.UNDECODED, f"{parsed.replaced:,} bytes that are no text in its encoding stand as \ufffd"


def _instructs(parsed: Parsed) -> Iterator[tuple[NoteKind, str]]:
    found = find_instructions(parsed.text, language=parsed.language or "en", sure=True)
    if found:
        words = " ".join(found[0].span.cut(parsed.text).split())
        shown = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
        block = next((b for b in parsed.blocks if b.span.overlaps(found[0].span)), None)
        text = f"{len(found):,} sentences that speak to a model, which are never cited"
        yield NoteKind.INSTRUCTS, f"{text}{_at(block) if block else ''}: {shown!r}"


def _at(block: Block) -> str:
    place = block.place
    named = (("page", place.page), ("slide", place.slide), ("sheet", place.sheet), ("line", place.line))
    return next((f", first on {name} {value}" for name, value in named if value is not None), "")
