"""
Cuts passages into what can be quoted: sentences, list items and table rows, each with the words that stand over it.

A candidate's span is exact in the revision's canonical text; its claim is the same words without markup, and a table
row reads as a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.answers import DraftClaim, Quote
from pincite.documents import Block, BlockKind, Part, Span, section_at, sections
from pincite.generate.reading.rows import read_row
from pincite.text.called import called
from pincite.text.forms import is_unfilled, pairs_of
from pincite.text.markup import plain
from pincite.text.sentences import sentences
from pincite.text.tables import read_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.answers import Passage
    from pincite.documents import Revision, Section

__all__ = ["Candidate", "candidates"]

LONGEST_ITEM: Final = 60
"""Words up to which a list item is one candidate; a longer one is cut into its sentences."""
SHORT_ITEM: Final = 12
"""Words up to which a list item is read together with the line that leads into its list."""
LONGEST_CODE: Final = 400
"""Characters up to which a code block can be quoted whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Words of a passage that may answer, with what stands over them."""

    passage: int
    """Index of the passage, from 0."""
    label: int
    """Label of the passage."""
    spans: tuple[Span, ...]
    """What is quoted, in reading order; at least one."""
    claim: str
    """The quoted words without markup, as one sentence."""
    heading: str
    """Title and heading path."""
    around: str = ""
    """Words that say what the candidate is about: a table's header, a list's lead-in, the sentence before."""
    called: str = ""
    """What the document is called beside its title."""
    is_row: bool = False
    """Whether it is a table row."""
    columns: tuple[tuple[str, str], ...] = ()
    """Header and words of each column of a table row, the label's first; empty for a row of a form."""
    pairs: tuple[tuple[str, str], ...] = ()
    """Labels of a row of a form, each with what is filled in, ``""`` where nothing is."""
    group: str = ""
    """What stands over a row and others as one cell over all columns: "Heavy series"."""
    table: Span | None = None
    """Where the table of a row stands."""

    @property
    def shown(self) -> str:
        """What is compared with the question: heading and claim."""
        return f"{self.heading}. {self.claim}" if self.heading else self.claim

    def drafted(self) -> DraftClaim:
        """Return it as a claim in its own words."""
        return DraftClaim(text=self.claim, quotes=tuple(Quote(label=self.label, span=span) for span in self.spans))


def candidates(passage: Passage, index: int) -> tuple[Candidate, ...]:
    """
    Return what can be quoted of a passage, in reading order.

    :param index: Index of the passage among those shown, from 0.
    :returns: Empty where the passage shows no whole sentence, item or row. What a form leaves to be filled in is none.
    """
    revision = passage.permit.revision
    tree = sections(revision.blocks, end=len(revision.text))
    shown = (passage.span, *passage.permit.chunk.context)
    names = " ".join(called(title=revision.title, path=revision.path, document_id=revision.document_id))
    found: list[Candidate] = []
    lead: Span | None = None
    for block in revision.blocks:
        if not block.indexable or not block.span.overlaps(passage.span):
            continue
        heading = _heading(revision, section_at(tree, block.span.start))
        for piece in _pieces(revision, block, lead, passage.span):
            written = _marked.sub("", piece.spans[-1].cut(revision.text))  # lines to write on look like markup
            unfilled = block.kind is not BlockKind.TABLE and is_unfilled(written)
            if piece.claim and not unfilled and all(any(place.contains(s) for place in shown) for s in piece.spans):
                found.append(
                    Candidate(
                        passage=index,
                        label=passage.label,
                        spans=piece.spans,
                        claim=piece.claim,
                        heading=heading,
                        around=piece.around,
                        called=names,
                        is_row=block.kind is BlockKind.TABLE,
                        columns=piece.columns,
                        pairs=piece.pairs,
                        group=piece.group,
                        table=block.span if block.kind is BlockKind.TABLE else None,
                    )
                )
        lead = _last_sentence(revision, block) if block.kind is BlockKind.PARAGRAPH else None
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    spans: tuple[Span, ...]
    claim: str
    around: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    group: str = ""


def _pieces(revision: Revision, block: Block, lead: Span | None, within: Span) -> Iterator[_Piece]:
    match block.kind:
        case BlockKind.HEADING:
            return
        case BlockKind.TABLE if block.parts:
            yield from _rows(revision.text, block, within)
        case BlockKind.LIST if block.parts:
            yield from _items(revision, block, lead)
        case BlockKind.CODE:
            if len(block.span) <= LONGEST_CODE:
                yield _Piece(spans=(block.span,), claim=_sentence(plain(block.span.cut(revision.text))))
        case _:
            yield from _sentences(revision, block.span)


def _sentences(revision: Revision, within: Span, around: str = "") -> Iterator[_Piece]:
    text = within.cut(revision.text)
    before = around
    for span in sentences(text, language=revision.language):
        claim = _sentence(plain(span.cut(text)))
        whole = Span(within.start + span.start, within.start + span.end)
        yield _Piece(spans=(whole,), claim=claim, around=before)
        before = f"{around} {claim}".strip()


def _items(revision: Revision, block: Block, lead: Span | None) -> Iterator[_Piece]:
    over = plain(lead.cut(revision.text)) if lead else ""
    for part, stop in zip(block.parts, _own_ends(block.parts), strict=True):
        span = _trimmed(revision.text, Span(part.span.start, stop))
        words = plain(span.cut(revision.text))
        n_words = len(words.split())
        if lead and over.endswith(":") and n_words <= SHORT_ITEM:
            yield _Piece(spans=(lead, span), claim=_sentence(f"{over} {_marked.sub('', words)}"))
        elif n_words <= LONGEST_ITEM:
            yield _Piece(spans=(span,), claim=_sentence(_marked.sub("", words)), around=over)
        else:
            yield from _sentences(revision, span, over)


_marked = re.compile(r"^\s*(?:[-*+•]|\(?\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
"""The mark in front of a list item."""


def _own_ends(parts: tuple[Part, ...]) -> list[int]:
    """Return where each item's own words end: before the first item that is nested in it."""
    ends = [part.span.end for part in parts]
    for at, (part, after) in enumerate(pairwise(parts)):
        if part.span.contains(after.span):
            ends[at] = after.span.start
    return ends


def _trimmed(text: str, span: Span) -> Span:
    words = span.cut(text)
    start = span.start + len(words) - len(words.lstrip())
    return Span(start, max(start, span.start + len(words.rstrip())))


def _rows(text: str, block: Block, within: Span) -> Iterator[_Piece]:
    table = read_table(block, text, within=within)
    for row in table.rows:
        if row.group and row.group == "".join(row.cells):
            continue  # it heads the rows below it, and says nothing by itself
        over = " ".join(name for name in (*row.header, row.group) if name)
        yield _Piece(
            spans=(*row.above, _trimmed(text, row.part.span)),
            claim=read_row(row.header, row.cells, text=text, groups=table.groups),
            around=over,
            columns=() if table.groups else tuple(zip(row.header, row.cells, strict=True)),
            pairs=pairs_of(table.groups, row.cells),
            group=row.group,
        )


def _last_sentence(revision: Revision, block: Block) -> Span | None:
    text = block.span.cut(revision.text)
    found = sentences(text, language=revision.language)
    return Span(block.span.start + found[-1].start, block.span.start + found[-1].end) if found else None


def _heading(revision: Revision, section: Section | None) -> str:
    path = section.path if section else ()
    names = [revision.title, *(name for name in path if name != revision.title)]
    return " > ".join(name for name in names if name)


_ENDS: Final = frozenset(".!?\u2026\u3002\uff01\uff1f\"\u201d'\u2019)")
"""Marks that may end a sentence."""


def _sentence(words: str) -> str:
    """Return the words as one sentence, with an end mark at the end."""
    words = words.strip()
    return words if not words or words[-1] in _ENDS else words.rstrip(";:,") + "."
