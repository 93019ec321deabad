"""
Which words of a document another one has replaced.

``supersedes`` names what is replaced: a whole document as "srb-5030", one section as "srb-5030#Electrical limits", one
table row, list item or paragraph as "srb-5030#Electrical limits/Maximum input voltage", one clause of a contract as
"distribution#4.1". A section is named by its title, its number, or both. Where the replacing document states
``applies_to``, it replaces for these values only, and what it replaces stands for all others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, sections
from pincite.text.clause_keys import CLAUSE
from pincite.text.clause_spans import clause_span
from pincite.text.identifiers import normalise
from pincite.text.markup import plain
from pincite.validity.applies import applies, covers, distinct

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date

    from pincite.documents import Block, DocumentId, Part, Revision, RevisionKey, Section, Span

__all__ = ["Supersession", "Target", "hidden_for", "locate", "read_target", "siblings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is replaced."""

    document: str
    """Id of the document, or topic."""
    section: str = ""
    """Title or number of the section, with what may be a row's label behind "/"; ``""`` for the whole document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supersession:
    """One statement that something is replaced, in force on the day that is read."""

    key: RevisionKey
    """The revision that says so."""
    document: DocumentId
    """Its document."""
    version: str
    title: str
    target: Target
    applies_to: tuple[str, ...]
    """What it replaces for; empty for everything."""
    since: date
    """First day of force of the revision that says so."""
    readable: bool
    """Whether the reader may read the revision that says so; it replaces either way, and is not named if not."""

    def holds_for(self, wanted: Collection[str]) -> bool:
        """Tell whether it replaces for everything that is asked about; ``wanted`` empty asks about everything."""
        stated = distinct(self.applies_to)
        if not stated:
            return True
        return bool(wanted) and all(any(covers(value, each) for value in stated) for each in wanted)

    def touches(self, wanted: Collection[str]) -> bool:
        """Tell whether it replaces for something that is asked about."""
        return applies(self.applies_to, wanted)

    @property
    def limited(self) -> bool:
        """Whether it replaces for some values only."""
        return bool(distinct(self.applies_to))


def read_target(text: str) -> Target:
    """Return what a text of ``supersedes`` names."""
    document, _, section = text.partition("#")
    return Target(document=document.strip(), section=section.strip())


def locate(target: Target, revision: Revision) -> tuple[Span, ...] | None:
    """
    Return the words of a revision that a target names.

    Where the section is there and the row is not, it is the whole section: what was replaced is not quoted because a
    label was written differently.

    :returns: Empty for the whole document; ``None`` where no such section is there, or it is another document.
    """
    if target.document not in (revision.document_id, revision.topic):
        return None
    if not target.section:
        return ()
    if whole := _sections(target.section, revision):
        return tuple(section.span for section in whole)
    if clauses := _clauses(target.section, revision):
        return clauses
    cut = target.section.rfind("/")
    while cut > 0:
        inside = _sections(target.section[:cut], revision)
        if inside:
            label = target.section[cut + 1 :]
            rows = tuple(span for section in inside for span in _rows(label, section, revision))
            return rows or tuple(section.span for section in inside)
        cut = target.section.rfind("/", 0, cut)
    return _rows(target.section.rpartition("/")[2], None, revision) or None


def siblings(target: Target, revision: Revision) -> tuple[str, ...]:
    """Return the labels of the rows, items and paragraphs beside the one that a target names; empty elsewhere."""
    name, slash, label = target.section.rpartition("/")
    if not slash or target.document not in (revision.document_id, revision.topic):
        return ()
    own = _words(label)
    inside = _sections(name, revision)
    return tuple(
        each
        for section in inside
        for block in revision.blocks
        if section.span.contains(block.span)
        for each, _ in _labels(block, revision.text)
        if (words := _words(each)) and words != own and not _alike(words, own)
    )


def hidden_for(
    revision: Revision, edges: Iterable[Supersession], *, wanted: Collection[str]
) -> tuple[tuple[Supersession, tuple[Span, ...]], ...]:
    """
    Return what of a revision is replaced for everything that is asked about, by whom; no spans for all of it.

    :param wanted: What is asked about; empty for everything.
    """
    found = []
    for edge in edges:
        if edge.key != revision.key and edge.holds_for(wanted):
            spans = locate(edge.target, revision)
            if spans is not None:
                found.append((edge, spans))
    return tuple(found)


_WORD: Final = re.compile(r"[^\W_]+")
_NOUNS: Final = "clause section article paragraph chapter part schedule annex appendix exhibit item"
_CLAUSES: Final = frozenset(_NOUNS.split())


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in _WORD.findall(plain(text)))


def _sections(name: str, revision: Revision) -> list[Section]:
    """Return the sections of a name: their title, their number, both, or the heading as it is written."""
    wanted = _words(name)
    bare = wanted[1:] if len(wanted) > 1 and wanted[0] in _CLAUSES else wanted
    return [
        section
        for section in sections(revision.blocks, end=len(revision.text))
        if section.path and (wanted in (names := _names(section, revision.text)) or bare in names)
    ]


def _clauses(name: str, revision: Revision) -> tuple[Span, ...]:
    """Return the clauses of a number: "4.1", "Clause 4.1" or "4.1(a)"."""
    noun, _, rest = name.partition(" ")
    key = normalise(rest if rest and noun.casefold() in _CLAUSES else name)
    places = (each for each in revision.identifiers if each.kind == CLAUSE and each.key == key)
    return tuple(dict.fromkeys(clause_span(revision, place) for place in places))


def _names(section: Section, text: str) -> set[tuple[str, ...]]:
    heading = text[section.span.start : section.span.end].lstrip().partition("\n")[0]
    stated = (section.title, section.number or "", section.path[-1], heading)
    return {words for each in stated if (words := _words(each))}


def _rows(label: str, section: Section | None, revision: Revision) -> tuple[Span, ...]:
    """Return the table rows, list items and paragraphs whose label it is; the exact ones go before the similar."""
    wanted = _words(_ARTICLE.sub("", label.strip()))
    if not wanted:
        return ()
    labelled = [
        (_words(name), span)
        for block in revision.blocks
        if block.indexable and (section is None or section.span.contains(block.span))
        for name, span in _labels(block, revision.text)
    ]
    exact = [span for words, span in labelled if words == wanted]
    if exact:
        return tuple(exact)
    return tuple(
        span for words, span in labelled if words and (words[: len(wanted)] == wanted or _alike(words, wanted))
    )


def _alike(words: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Tell whether two labels are the same but for shortened words: "Max. input voltage"."""
    return len(words) == len(wanted) and all(
        one == other or (min(len(one), len(other)) > 2 and (one.startswith(other) or other.startswith(one)))
        for one, other in zip(words, wanted, strict=True)
    )


_ARTICLE: Final = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
_LEAD: Final = re.compile(
    r"(?:[-*+•]|\d{1,3}[.)])?\s*(.{1,120}?)(?:\*\*|__)?\s*(?::|\s[\u2013\u2014-]\s|\bis\b|\bare\b)"
)


def _labels(block: Block, text: str) -> list[tuple[str, Span]]:
    match block.kind:
        case BlockKind.TABLE:
            return [(_first_cell(part, text), part.span) for part in block.parts if not part.header]
        case BlockKind.LIST:
            return [(_lead(part.span.cut(text)), part.span) for part in block.parts]
        case BlockKind.PARAGRAPH:
            return [(_lead(block.span.cut(text)), block.span)]
        case _:
            return []


def _first_cell(row: Part, text: str) -> str:
    return next((cell.span.cut(text) for cell in row.cells if cell.span.cut(text).strip()), "")


def _lead(text: str) -> str:
    match = _LEAD.match(text.strip())
    return _ARTICLE.sub("", match[1].strip(" *_")) if match else ""
