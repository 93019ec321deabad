"""
Reads one document for one row of a table: the sentence or row that says what is asked, with its value, or nothing.

A passage answers where everything that is asked about is spoken of in it (or in what stands over it: its heading, its
table's header), where it gives a value of the kind and for the period that is asked for, and where it does not deny it.
Of several the one that says most of it itself, and then the one nearest in meaning, is taken. Nothing is guessed below
that: the sentence before speaks for one that takes it up ("It costs …"), not for the next one that gives a value.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.answers import DraftClaim, Quote
from pincite.documents import BlockKind
from pincite.generate.reading.attributes import sought
from pincite.generate.reading.candidates import candidates
from pincite.generate.reading.expected import Expected
from pincite.generate.reading.values import Amount, Value, cell_value, currency_in, value_of
from pincite.text.concepts import concept, speaks_of
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.answers import Passage
    from pincite.documents import Block, Revision, Span
    from pincite.generate.reading.attributes import Sought
    from pincite.generate.reading.candidates import Candidate
    from pincite.text.table_questions import TableAsked

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["Cell", "Cells"]

_DENIES: Final = re.compile(
    r"\b(?:not|no|nothing|never|neither|nor|none|non|without|unlimited)\b|n['\u2019]t\b", re.IGNORECASE
)
_BINDS: Final = re.compile(
    r"\b(?:in\s+no\s+(?:event|case)|(?:in|under)\s+no\s+circumstances?)\b[^.;]{0,250}?\bexceed\w*|"
    r"\b(?:not|no|never)\b[^.;]{0,40}?\b(?:exceed\w*|more|less|later|longer|greater|higher|fewer|above|beyond|until|"
    r"earlier)\b|\bnot\s+(?:to\s+)?exceed\w*",
    re.IGNORECASE,
)
"""Negations that set a bound and deny nothing."""
_PARTS: Final = re.compile(r"[,;:]\s+|\s+(?=(?:but|except|save|unless|without|although|however)\b)", re.IGNORECASE)
_TOGETHER: Final = 4
_HEADING: Final = 80
"""Characters up to which the sentence before may be the heading of a clause whose text runs on."""
_BEFORE: Final = 300
"""Characters of the block before a table that may say what its amounts are in."""
_ABOUT: Final = 0.3
_LEANS: Final = re.compile(
    r"^\W*(?:he|she|his|her|this|these|that|those|such|both|either|neither)\b"
    r"|\b(?:it|its|they|them|their|thereof|thereto|thereby|therefor|thereunder|the\s+(?:same|former|latter))\b",
    re.IGNORECASE,
)
"""What takes up the thing that the sentence before is about."""
_RUN_IN: Final = re.compile(r"\W*(?:[\w-]+\W+){0,2}[\w-]+\W*|(?:\W*(?:[A-Z\d][\w-]*|[a-z]{1,3})\b)+\W*")
"""The heading of a clause whose text runs on: "Limitation of liability.", "Payment of the Fees and Costs."."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What one document says."""

    claims: tuple[DraftClaim, ...]
    """In reading order; at least one."""
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    candidate: Candidate
    value: Value
    own: float
    """Share of what is asked about that the words themselves speak of, in [0, 1]."""
    about: float = 0.0
    """How much what stands over the words is about what is asked, and how close together they say it, from 0 to 2."""
    meaning: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """One document, with what stands over its tables: read once for all candidates of a long one."""

    revision: Revision
    before: dict[Span, str]
    """The block before each table."""
    lists: tuple[Span, ...]

    @classmethod
    def of(cls, revision: Revision) -> _Page:
        """Return a document as it is looked up in."""
        before: dict[Span, str] = {}
        last: Block | None = None
        for block in revision.blocks:
            if block.kind is BlockKind.TABLE and last is not None:
                before[block.span] = last.span.cut(revision.text)[-_BEFORE:]
            last = block if block.indexable else last
        lists = tuple(block.span for block in revision.blocks if block.kind is BlockKind.LIST)
        return cls(revision=revision, before=before, lists=lists)

    def over(self, candidate: Candidate) -> str:
        """Return what stands over the table of a row: its header and the block before it; ``""`` for a sentence."""
        if candidate.table is None:
            return ""
        return f"{self.before.get(candidate.table, '')} {candidate.around}"

    def in_list(self, candidate: Candidate) -> bool:
        """Tell whether a candidate stands in a list."""
        start = candidate.spans[0].start
        at = bisect_right(self.lists, start, key=lambda span: span.start) - 1
        return at >= 0 and start < self.lists[at].end


class Cells:
    """
    Reads documents one by one.

    :param similarity: Cosines of a text to each of several; ``None`` goes by words alone.
    """

    def __init__(self, similarity: Similarity | None = None) -> None:
        self._similarity = similarity

    def read(self, asked: TableAsked, passages: tuple[Passage, ...]) -> Cell | None:
        """
        Return what the passages of one document say, or ``None`` where they do not say it.

        :param passages: All of one revision.
        """
        found = self._fitting(asked, passages)
        if not found:
            return None
        best = max(found, key=_rank)
        table = best.candidate.table
        together = [best] if table is None else [each for each in found if each.candidate.table == table]
        return _cell(together[:_TOGETHER])

    def _fitting(self, asked: TableAsked, passages: tuple[Passage, ...]) -> list[_Scored]:
        if not passages:
            return []
        kinds = sought(asked.text)
        page = _Page.of(passages[0].permit.revision)
        found: dict[tuple[Span, ...], Candidate] = {}
        for at, passage in enumerate(passages):
            for candidate in candidates(passage, at):
                found.setdefault(candidate.spans, candidate)
        read = (_scored(asked, kinds, candidate, page) for candidate in found.values())
        return self._with_meaning(asked, [each for each in read if each is not None])

    def _with_meaning(self, asked: TableAsked, found: list[_Scored]) -> list[_Scored]:
        if self._similarity is None or len(found) < 2:
            return found
        cosines = self._similarity(asked.text, [each.candidate.shown for each in found])
        return [replace(each, meaning=float(cosine)) for each, cosine in zip(found, cosines, strict=True)]


def _scored(asked: TableAsked, kinds: Sought, candidate: Candidate, page: _Page) -> _Scored | None:
    """Return a candidate with the value that it gives; ``None`` where it does not say what is asked."""
    language = page.revision.language
    own = _coverage(asked.topics, candidate.claim, language)
    if own < 1.0 and not _from_above(asked.topics, candidate, page):
        return None
    if candidate.table is None and not _states(candidate.claim, asked.topics, language):
        return None
    if candidate.table is None and _denied(candidate.claim, asked.topics, language) != asked.forbids:
        return None
    value = _value(asked, kinds, candidate, page)
    period = asked.period if Expected.MONEY in kinds.kinds else frozenset()
    if value is None or not _for_period(period, candidate, page):
        return None
    about = _aboutness(asked.topics, candidate, page.revision)
    return _Scored(candidate=candidate, value=value, own=own, about=about)


def _value(asked: TableAsked, kinds: Sought, candidate: Candidate, page: _Page) -> Value | None:
    """Return the value that a candidate gives: in a row that of the column which is asked for, where one is."""
    revision, currency = page.revision, currency_in(page.over(candidate))
    column = _column(asked.topics, candidate, revision) if kinds.kinds or kinds.loose or kinds.typed else None
    if column is not None:
        return cell_value(column[1], column[0], kinds, currency=currency, language=revision.language)
    return value_of(candidate.claim, kinds, asked.topics, currency=currency, language=revision.language)


def _column(topics: Sequence[frozenset[str]], candidate: Candidate, revision: Revision) -> tuple[str, str] | None:
    """
    Return the header and words of the one column that is asked for.

    What the row's label does not say, its header says, alone or with what stands over the table; another header
    does not count, since it is of another column.
    """
    if len(candidate.columns) < 2:
        return None
    (_, label), *columns = candidate.columns
    language = revision.language
    rest = [topic for topic in topics if not speaks_of(topic, _stems(label, language), label)]
    shares = [_coverage(rest, header.replace("_", " "), language) for header, _ in columns]
    best = max(shares)
    if not best or shares.count(best) > 1:
        return None
    header, cell = columns[shares.index(best)]
    over = f"{header.replace('_', ' ')} . {candidate.columns[0][0]} . {candidate.heading}"
    return (header, cell) if _coverage(rest, over, language) == 1.0 else None


def _cell(found: Sequence[_Scored]) -> Cell:
    ordered = sorted(found, key=lambda each: each.candidate.spans[0].start)
    claims = tuple(
        DraftClaim(
            text=each.candidate.claim,
            quotes=tuple(Quote(label=each.candidate.label, span=span) for span in each.candidate.spans),
        )
        for each in ordered
    )
    if len(ordered) == 1:
        return Cell(claims=claims, value=ordered[0].value)
    texts = [f"{each.value.text} ({_label(each.candidate.claim)})" for each in ordered]
    amounts: list[Amount] = [amount for each in ordered for amount in each.value.amounts]
    return Cell(claims=claims, value=Value(text="; ".join(texts), amounts=tuple(amounts)))


def _label(claim: str) -> str:
    return claim.partition(":")[0] if ":" in claim else claim.partition(" is ")[0]


def _rank(scored: _Scored) -> tuple[float, float, int]:
    """Return what the best is greatest in: it says all itself, and is near in meaning; else it stands first."""
    own = scored.own == 1.0
    worth = scored.meaning + _ABOUT * scored.about + (_ABOUT if scored.value.amounts else 0.0)
    return scored.own, worth if own else 0.0, -scored.candidate.spans[0].start


def _states(claim: str, topics: Sequence[frozenset[str]], language: str) -> bool:
    """Tell whether words say something of what is asked about, and are not its heading or its line in a contents."""
    rest = [stem for stem in _stems(claim, language) if not any(stem in topic for topic in topics)]
    return any(len(stem) > 1 and stem.isalpha() for stem in rest)


def _aboutness(topics: Sequence[frozenset[str]], candidate: Candidate, revision: Revision) -> float:
    language = revision.language
    before = candidate.around[-_HEADING:] if len(candidate.around) <= _HEADING else ""
    over = f"{candidate.heading.removeprefix(revision.title).rpartition(' > ')[2]} . {before}"
    places = [
        [at for at, word in enumerate(content_words(candidate.claim, language)) if word in topic] for topic in topics
    ]
    return _coverage(topics, over, language) + _closeness(places)


def _closeness(places: Sequence[Sequence[int]]) -> float:
    """Return how close together the words for all topics stand, from 0 to 1; 1 side by side."""
    if not all(places):
        return 0.0
    starts = sorted({at for each in places for at in each})
    windows = []
    for start in starts:
        ends = [next((at for at in each if at >= start), None) for each in places]
        windows += [max(at for at in ends if at is not None) - start] if None not in ends else []
    return len(places) / (len(places) + max(0, min(windows, default=99) + 1 - len(places)))


def _stems(text: str, language: str) -> set[str]:
    return set(content_words(text.replace("-", " "), language))


def _coverage(topics: Sequence[frozenset[str]], text: str, language: str) -> float:
    if not topics:
        return 0.0
    stems = _stems(text, language)
    return sum(speaks_of(topic, stems, text) for topic in topics) / len(topics)


def _from_above(topics: Sequence[frozenset[str]], candidate: Candidate, page: _Page) -> bool:
    """
    Tell whether a candidate together with what stands over it speaks of everything that is asked about.

    A sentence that takes up another word of its heading is about that: "Term and notice" is over both.
    """
    revision, language = page.revision, page.revision.language
    heading = candidate.heading.removeprefix(revision.title)
    table = candidate.table is not None
    around = candidate.around if table or _speaks_for(candidate, page) else ""
    if _coverage(topics, f"{candidate.claim} . {heading} . {around}", language) < 1.0:
        return False
    over = _stems(heading.rpartition(" > ")[2], language)
    others = {stem for stem in over if not any(stem in topic for topic in topics)}
    wide = frozenset().union(*(concept(stem, language) for stem in others)) if others else frozenset()
    return table or not (wide & _stems(candidate.claim, language))


def _speaks_for(candidate: Candidate, page: _Page) -> bool:
    """Tell whether the words before a sentence say what it is about: it takes them up, or they lead into it."""
    if not page.revision.language.startswith("en") or page.in_list(candidate):
        return True
    return bool(_LEANS.search(candidate.claim) or _RUN_IN.fullmatch(candidate.around))


def _for_period(period: frozenset[str], candidate: Candidate, page: _Page) -> bool:
    """Tell whether an amount of money is for the period that is asked for; any is where none is."""
    text = f"{page.over(candidate)} . {candidate.claim} . {candidate.heading} . {page.revision.title}"
    return not period or bool(period & _stems(text, page.revision.language))


def _denied(claim: str, topics: Sequence[frozenset[str]], language: str) -> bool:
    """
    Tell whether a sentence denies what is asked about: a negation stands in the part of it that speaks of that.

    Negations that set a bound ("shall not exceed") deny nothing.
    """
    parts = [part for part in _PARTS.split(_BINDS.sub(" ", claim)) if part.strip()]
    shares = [_coverage(topics, part, language) for part in parts]
    most = max(shares, default=0.0)
    return any(_DENIES.search(part) for part, share in zip(parts, shares, strict=True) if share == most)
