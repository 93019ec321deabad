"""
Finds where the words that a draft cites stand: the exact span in the revision's canonical text, the right one of
several.

White space, marks of Markdown and the way in which quotation marks and dashes are typed are no words. Rows are compared
by their cells (see :mod:`pincite.attribute.rows`). A quote of several rows, or of sentences that do not follow one
another, is as many quotes, and stands where each of them does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.attribute.rows import quoted_rows
from pincite.attribute.tokens import folded, runs, tokens
from pincite.documents import BlockKind, Span, section_at, sections
from pincite.text.sentences import sentences
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pincite.answers import Passage, Quote
    from pincite.documents import Revision

__all__ = ["Found", "locate", "narrowed", "wide"]

_MOST: Final = 3
"""Sentences or rows of a quote that a claim may rest on together."""
_APART: Final = re.compile(r"\s*(?:\n|\u2026|\.\.\.|(?<=[.!?])\s)\s*")
"""Where a quote may leave words out, or go on with a sentence from elsewhere."""
_SEVERAL: Final = 2
_FEWEST: Final = 3
"""Words of each of several pieces of a quote."""
_AROUND: Final = "\"'.,;: "
"""What a quote may have around its words that the passage has not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A quote where it stands."""

    passage: Passage
    span: Span

    @property
    def text(self) -> str:
        """Exactly the characters of the span."""
        return self.span.cut(self.passage.permit.revision.text)


def locate(quote: Quote, claim: str, shown: Mapping[int, Passage]) -> tuple[Found, ...] | str:
    """
    Return where a quote stands, in one place or, of several rows or pieces, in as many; or a finding that says what is
    wrong with it.

    Words that stand more than once are taken where the words around them share most with the claim. A quote that
    names a passage only is narrowed to the sentence of it that shares most with the claim.

    :param claim: The claim that the quote is to bear out.
    :param shown: The passages by label.
    """
    passage = shown.get(quote.label)
    if passage is None:
        return f"cites passage {quote.label}, which was not shown"
    if quote.span is not None and _stands(quote, passage):
        return (Found(passage=passage, span=quote.span),)
    if quote.text.strip():
        return _by_words(quote.text, claim, passage)
    if quote.span is not None:
        where = f"characters {quote.span.start} to {quote.span.end}"
        return f"quotes {where} of passage {quote.label}, which does not show them"
    best = _sentence(passage, passage.span, claim)
    if best is None:
        return f"cites passage {quote.label}, which shows no words"
    return (Found(passage=passage, span=best),)


def narrowed(found: Found, claim: str) -> Found:
    """Return the sentence of a long quote that shares most with a claim; the quote itself where it is one sentence."""
    best = _sentence(found.passage, found.span, claim)
    return found if best is None or best == found.span else Found(passage=found.passage, span=best)


def wide(found: Found) -> bool:
    """Tell whether a quote has more sentences or rows than one claim can rest on."""
    return len(sentences(found.text, language=found.passage.permit.revision.language)) > _MOST


def _sentence(passage: Passage, within: Span, claim: str) -> Span | None:
    revision = passage.permit.revision
    found = sentences(within.cut(revision.text), language=revision.language)
    spans = [Span(within.start + s.start, within.start + s.end) for s in found]
    wanted = set(content_words(claim, revision.language))
    shared = [len(wanted & set(content_words(span.cut(revision.text), revision.language))) for span in spans]
    return spans[max(range(len(spans)), key=lambda at: (shared[at], -len(spans[at])))] if spans else None


def _stands(quote: Quote, passage: Passage) -> bool:
    """Tell whether the quote's span is shown and, where words are given too, says those words."""
    if quote.span is None or not len(quote.span):
        return False
    shown = (passage.span, *passage.permit.chunk.context)
    text = quote.span.cut(passage.permit.revision.text)
    inside = any(place.contains(quote.span) for place in shown)
    return inside and bool(text.strip()) and (not quote.text or quote.text == text)


def _by_words(words: str, claim: str, passage: Passage) -> tuple[Found, ...] | str:
    spans = _standing(words, claim, passage)
    if not spans:
        return f"quotes {_short(words)!r}, which does not stand in passage {passage.label}"
    return tuple(Found(passage=passage, span=span) for span in dict.fromkeys(spans))


def _standing(words: str, claim: str, passage: Passage) -> tuple[Span, ...]:
    """Return where a quote stands: all of it in one place, else as rows, else piece by piece; empty for nowhere."""
    whole = _in_one_piece(words, claim, passage)
    if whole:
        return whole
    pieces = [piece for piece in _APART.split(words.strip()) if piece.strip(_AROUND)]
    told = [_in_one_piece(piece, claim, passage) for piece in pieces if len(folded(piece)) >= _FEWEST]
    return tuple(span for spans in told for span in spans) if len(pieces) == len(told) > 1 and all(told) else ()


def _in_one_piece(words: str, claim: str, passage: Passage) -> tuple[Span, ...]:
    for places in (_places(words.strip(), passage), _loosely(words, passage)):
        if places:
            return _row_by_row(_nearest(places, words, claim, passage), passage)
    rows = tuple(_nearest(each, words, claim, passage) for each in quoted_rows(words, passage))
    return rows if len(rows) <= _MOST else (_nearest(rows, "", claim, passage),)


def _nearest(places: Iterable[Span], words: str, claim: str, passage: Passage) -> Span:
    """Return the place whose surroundings share most with what a claim says beyond the quoted words."""
    language = passage.permit.revision.language
    wanted = set(content_words(claim, language)) - set(content_words(words, language))
    return max(places, key=lambda span: (_shared(span, wanted, passage), -span.start))


def _places(words: str, passage: Passage) -> tuple[Span, ...]:
    """Return where words stand in a passage: as they are, else with other white space; never in part of a number."""
    if not words:
        return ()
    loose = r"\s+".join(re.escape(part) for part in words.split())
    before = r"(?<!\d)(?<!\d[.,])" if words[0].isdigit() else ""
    after = r"(?![.,]?\d)" if re.search(r"\d[.,]?$", words) else ""
    at = passage.span.start
    return tuple(Span(at + m.start(), at + m.end()) for m in re.finditer(before + loose + after, passage.text))


def _loosely(words: str, passage: Passage) -> tuple[Span, ...]:
    """Return where words stand but for marks of Markdown, letter case and what stands around a quote."""
    at = passage.span.start
    found = runs(folded(words.strip(_AROUND)), tokens(passage.text))
    return tuple(Span(at + span.start, at + span.end) for span in found)


def _row_by_row(span: Span, passage: Passage) -> tuple[Span, ...]:
    """Return each row of what was quoted of a table, without its header; a quote of many rows as it is."""
    blocks = passage.permit.revision.blocks
    table = next((b for b in blocks if b.kind is BlockKind.TABLE and b.span.contains(span)), None)
    touched = [part for part in table.parts if part.span.overlaps(span)] if table else []
    rows = [part.span for part in touched if not part.header]
    if len(touched) < _SEVERAL or not 0 < len(rows) <= _MOST:
        return (span,)
    return tuple(Span(max(row.start, span.start), min(row.end, span.end)) for row in rows)


def _shared(span: Span, wanted: set[str], passage: Passage) -> float:
    """Return how many of the words stand in the same line or paragraph; a word in the heading counts half."""
    revision = passage.permit.revision
    language = revision.language
    start = revision.text.rfind("\n", 0, span.start) + 1
    stop = revision.text.find("\n", span.end)
    around = set(content_words(revision.text[start : stop if stop >= 0 else None], language))
    over = set(content_words(_heading(revision, span), language))
    return len(wanted & around) + len(wanted & over) / 2


def _heading(revision: Revision, span: Span) -> str:
    section = section_at(sections(revision.blocks, end=len(revision.text)), span.start)
    return " ".join(section.path) if section else ""


def _short(words: str) -> str:
    return words if len(words) <= 60 else words[:57] + "…"
