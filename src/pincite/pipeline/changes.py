"""
What changed between the versions in force on two days, section by section.

Documents are paired by topic. Their sentences, list items, table rows and headings are compared in order; what only
moved is left out, and what was reworded is shown as old beside new.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Span, section_at, sections
from pincite.errors import NotFound
from pincite.text.markup import plain
from pincite.text.sentences import sentences
from pincite.validity.supersession import locate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import date

    from pincite.catalog import DocumentRow
    from pincite.documents import Block, Revision, Section
    from pincite.validity.supersession import Supersession

__all__ = ["Changes", "DocumentChange", "Edit", "Replacement", "Words", "compare", "edits"]

_ALIKE: Final = 0.4
"""Share of words from which an old sentence and a new one are taken for one that was reworded."""
_ALIKE_AFAR: Final = 0.6
"""The same for two that stand in different places."""
_HERE: Final = 0.1
"""What standing in the same place adds."""
_MOST: Final = 600
"""Sentences on each side that are looked at for pairs; a document that is written anew has more, and none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words where they stand in one version."""

    text: str
    """Exactly ``span`` of the version's canonical text."""
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One sentence, list item, table row or heading that is new, gone or another one."""

    section: str
    """The innermost heading with its number, of the new version where it stands in that; ``""`` before the first."""
    path: tuple[str, ...]
    old: Words | None
    """``None`` for what is new."""
    new: Words | None
    """``None`` for what is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """What replaced a version of a document, or a part of it."""

    document: str
    version: str
    since: date
    """First day on which it did."""
    section: str = ""
    """Section, or section and row label, that was replaced; ``""`` for all of it."""
    applies_to: tuple[str, ...] = ()
    """What it was replaced for; empty for everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentChange:
    """What became of one document, or of a topic that passed from one document to another."""

    document: str
    title: str
    kind: str
    """"changed", "new", "gone", or "replaced" where another document took the place of it or of a part of it."""
    old_version: str | None
    """In force on the first day; ``None`` where none was, ``""`` where none is stated."""
    new_version: str | None
    since: date | None
    """First day of force of the new version, where it has one."""
    edits: tuple[Edit, ...] = ()
    """In order of the new version; for what was replaced its words; empty for a document that is new or gone."""
    by: Replacement | None = None
    """What replaced it, where it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What changed between two days, and how much was looked at."""

    since: date
    until: date
    documents: tuple[DocumentChange, ...]
    """Those that changed, in order of id."""
    compared: int
    """How many documents were read on both days or on one."""
    total: int
    """How many documents there are that the reader may read on either day."""

    @property
    def coverage(self) -> str:
        """How much was looked at: "53 of 53 documents compared: 12 changed, 2 new, 1 gone, 38 unchanged"."""
        n = Counter(kind for _, kind in {(each.document, each.kind) for each in self.documents})
        parts = [f"{n[kind]} {kind}" for kind in ("changed", "replaced", "new", "gone") if n[kind]]
        parts.append(f"{self.compared - len({each.document for each in self.documents})} unchanged")
        noun = "document" if self.total == 1 else "documents"
        return f"{self.compared} of {self.total} {noun} compared: {', '.join(parts)}"


def compare(
    before: Iterable[DocumentRow],
    after: Iterable[DocumentRow],
    *,
    since: date,
    until: date,
    documents: tuple[str, ...] | None,
    text_of: Callable[[DocumentRow, date], Revision],
    edges: Iterable[Supersession] = (),
) -> Changes:
    """
    Return what changed between two days.

    :param before: The readable documents in force on the first day.
    :param after: Those on the second day.
    :param documents: Only these, by id or topic; ``None`` for all.
    :param text_of: Reads a revision on a day.
    :param edges: What is said to be replaced since the first day, by documents that may be read.
    :raises NotFound: If one of ``documents`` is in force on neither day, or may not be read.
    """
    old = _by_topic(before, documents)
    new = _by_topic(after, documents)
    _require(documents, [*old.values(), *new.values()])
    found: list[DocumentChange] = []
    compared = 0
    for topic in sorted({*old, *new}):
        one, other = old.get(topic), new.get(topic)
        compared += 1
        if one is not None and other is not None:
            if one.key == other.key:
                continue
            changed = tuple(edits(text_of(one, since), text_of(other, until)))
            if changed:
                found.append(_document(one, other, "changed", changed))
        else:
            found.append(_document(one, other, "new" if one is None else "gone", ()))
    found += [each for row in new.values() for each in _replaced(row, edges, lambda row: text_of(row, until))]
    return Changes(
        since=since,
        until=until,
        documents=tuple(sorted(found, key=lambda each: (each.document, each.kind != "changed"))),
        compared=compared,
        total=len({*old, *new}),
    )


def _replaced(
    row: DocumentRow, edges: Iterable[Supersession], text_of: Callable[[DocumentRow], Revision]
) -> Iterator[DocumentChange]:
    """Yield what other documents took the place of in one document that is in force."""
    for edge in edges:
        if edge.target.document not in (row.document_id, row.topic) or edge.key == row.key:
            continue
        revision = text_of(row)
        spans = locate(edge.target, revision) or ()
        tree = sections(revision.blocks, end=len(revision.text))
        yield DocumentChange(
            document=row.document_id,
            title=row.title,
            kind="replaced",
            old_version=row.version,
            new_version=row.version,
            since=edge.since,
            edits=tuple(_gone(span, revision, section_at(tree, span.start)) for span in spans),
            by=Replacement(
                document=edge.document,
                version=edge.version,
                since=edge.since,
                section=edge.target.section,
                applies_to=edge.applies_to,
            ),
        )


def _gone(span: Span, revision: Revision, section: Section | None) -> Edit:
    path = section.path if section else ()
    old = Words(text=span.cut(revision.text), span=span)
    return Edit(section=path[-1] if path else "", path=path, old=old, new=None)


def _by_topic(rows: Iterable[DocumentRow], documents: tuple[str, ...] | None) -> dict[str, DocumentRow]:
    return {
        row.topic: row for row in rows if documents is None or row.document_id in documents or row.topic in documents
    }


def _require(documents: tuple[str, ...] | None, rows: Iterable[DocumentRow]) -> None:
    known = {name for row in rows for name in (row.document_id, row.topic)}
    for name in documents or ():
        if name not in known:
            raise NotFound("document", name)


def _document(old: DocumentRow | None, new: DocumentRow | None, kind: str, changed: tuple[Edit, ...]) -> DocumentChange:
    shown = new or old
    assert shown is not None  # one of the two is there
    return DocumentChange(
        document=shown.document_id,
        title=shown.title,
        kind=kind,
        old_version=None if old is None else old.version,
        new_version=None if new is None else new.version,
        since=None if new is None or new.effective is None else new.valid_from,
        edits=changed,
    )


@dataclass(frozen=True, slots=True)
class _Piece:
    key: str
    """What it is compared by: words without markup."""
    words: Words
    path: tuple[str, ...]
    bag: frozenset[str]


def edits(old: Revision, new: Revision) -> Iterator[Edit]:
    """Yield what is new, gone or reworded, in order of the new version."""
    before, after = list(_pieces(old)), list(_pieces(new))
    matcher = SequenceMatcher(None, [each.key for each in before], [each.key for each in after], autojunk=False)
    blocks = [(before[a:b], after[c:d]) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]
    moved = Counter(each.key for gone, _ in blocks for each in gone) & Counter(
        each.key for _, come in blocks for each in come
    )
    gone_left, come_left = moved.copy(), moved.copy()
    left = [(_rest(gone, gone_left), _rest(come, come_left)) for gone, come in blocks]
    pairs = _paired(left)
    for gone, come in left:
        yield from _edits(gone, come, pairs)


def _rest(pieces: list[_Piece], moved: Counter[str]) -> list[_Piece]:
    """Return the pieces that did not only move, taking those that did off the count."""
    kept = []
    for each in pieces:
        if moved[each.key] > 0:
            moved[each.key] -= 1
        else:
            kept.append(each)
    return kept


def _edits(gone: list[_Piece], come: list[_Piece], pairs: dict[int, _Piece]) -> Iterator[Edit]:
    """Yield the edits of one place: each new piece with what it was, and what is gone where it stood."""
    paired = {id(old) for old in pairs.values()}
    waiting = [each for each in gone if id(each) not in paired]
    for each in come:
        old = pairs.get(id(each))
        while old is not None and waiting and waiting[0].words.span.start < old.words.span.start:
            yield _edit(waiting.pop(0), None)
        yield _edit(old, each)
    for each in waiting:
        yield _edit(each, None)


def _paired(places: list[tuple[list[_Piece], list[_Piece]]]) -> dict[int, _Piece]:
    """Return the old piece of each new one that is the old one reworded, by the new one's identity; likest first."""
    scored = [
        (likeness + (_HERE if at == there else 0), -abs(i - j), id(new), old)
        for at, i, old in _numbered([gone for gone, _ in places])
        for there, j, new in _numbered([come for _, come in places])
        if (likeness := _likeness(old, new)) >= (_ALIKE if at == there else _ALIKE_AFAR)
    ]
    pairs: dict[int, _Piece] = {}
    taken: set[int] = set()
    for _, _, new, old in sorted(scored, key=lambda each: each[:2], reverse=True):
        if id(old) not in taken and new not in pairs:
            taken.add(id(old))
            pairs[new] = old
    return pairs


def _numbered(groups: list[list[_Piece]]) -> list[tuple[int, int, _Piece]]:
    numbered = [(at, each) for at, group in enumerate(groups) for each in group]
    return [(at, n, each) for n, (at, each) in enumerate(numbered[:_MOST])]


def _likeness(old: _Piece, new: _Piece) -> float:
    """Return the share of words that two pieces have in common, each word once."""
    return 2 * len(old.bag & new.bag) / max(1, len(old.bag) + len(new.bag))


def _edit(old: _Piece | None, new: _Piece | None) -> Edit:
    place = new or old
    path = place.path if place else ()
    return Edit(
        section=path[-1] if path else "", path=path, old=old.words if old else None, new=new.words if new else None
    )


def _pieces(revision: Revision) -> Iterator[_Piece]:
    tree = sections(revision.blocks, end=len(revision.text))
    for block in revision.blocks:
        if not block.indexable:
            continue
        section = section_at(tree, block.span.start)
        for span in _spans(block, revision):
            text = span.cut(revision.text)
            if key := " ".join(plain(text).split()):
                yield _Piece(key, Words(text=text, span=span), section.path if section else (), frozenset(key.split()))


def _spans(block: Block, revision: Revision) -> Iterator[Span]:
    if block.kind is BlockKind.TABLE and block.parts:
        yield from (part.span for part in block.parts)
        return
    if block.kind in (BlockKind.HEADING, BlockKind.CODE):
        yield block.span
        return
    inside = _own(block) or [block.span]
    for part in inside:
        text = part.cut(revision.text)
        for found in sentences(text, language=revision.language):
            yield Span(part.start + found.start, part.start + found.end)


def _own(block: Block) -> list[Span]:
    """Return the parts of a list without what is nested in them, which follows as parts of its own."""
    spans = [part.span for part in block.parts]
    return [
        Span(span.start, next((later.start for later in spans[at + 1 :] if span.contains(later)), span.end))
        for at, span in enumerate(spans)
    ]
