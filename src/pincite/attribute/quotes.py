"""
Finds where the words that a draft cites stand: the exact span in the revision's canonical text, the right one of
several.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.documents import Span, section_at, sections
from pincite.text.sentences import sentences
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.answers import Passage, Quote
    from pincite.documents import Revision

__all__ = ["Found", "locate", "narrowed", "wide"]

_MOST: Final = 3
"""Sentences or rows of a quote that a claim may rest on together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A quote where it stands."""

    passage: Passage
    span: Span

    @property
    def text(self) -> str:
        """Exactly the characters of the span."""
        return self.span.cut(self.passage.permit.revision.text)


def locate(quote: Quote, claim: str, shown: Mapping[int, Passage]) -> Found | str:
    """
    Return where a quote stands, or a finding that says what is wrong with it.

    Words that stand more than once are taken where the words around them share most with the claim. A quote that
    names a passage only is narrowed to the sentence of it that shares most with the claim.

    :param claim: The claim that the quote is to bear out.
    :param shown: The passages by label.
    """
    passage = shown.get(quote.label)
    if passage is None:
        return f"cites passage {quote.label}, which was not shown"
    if quote.span is not None and _stands(quote, passage):
        return Found(passage=passage, span=quote.span)
    if quote.text.strip():
        return _by_words(quote.text, claim, passage)
    if quote.span is not None:
        where = f"characters {quote.span.start} to {quote.span.end}"
        return f"quotes {where} of passage {quote.label}, which does not show them"
    best = _sentence(passage, passage.span, claim)
    if best is None:
        return f"cites passage {quote.label}, which shows no words"
    return Found(passage=passage, span=best)


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


def _by_words(words: str, claim: str, passage: Passage) -> Found | str:
    places = _places(words.strip(), passage)
    if not places:
        return f"quotes {_short(words)!r}, which does not stand in passage {passage.label}"
    revision = passage.permit.revision
    wanted = set(content_words(claim, revision.language)) - set(content_words(words, revision.language))
    return Found(passage=passage, span=max(places, key=lambda s: (_shared(s, wanted, passage), -s.start)))


def _places(words: str, passage: Passage) -> list[Span]:
    """Return where words stand in a passage: as they are, else with other white space."""
    if not words:
        return []
    loose = r"\s+".join(re.escape(part) for part in words.split())
    at = passage.span.start
    return [Span(at + m.start(), at + m.end()) for m in re.finditer(loose, passage.text)]


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
