"""What every assembler keeps to: one revision of a document, nothing twice, a budget, and a reason for each drop."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from pincite.answers import Dropped, Passage
from pincite.documents import Span
from pincite.errors import InputError
from pincite.protocols import Packed

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.assemble import AssembleSettings
    from pincite.documents import ChunkId, DocumentId, RevisionKey
    from pincite.protocols import Tokenizer
    from pincite.questions import Found, Permit

__all__ = ["BELOW_FLOOR", "BUDGET", "DUPLICATE", "OTHER_REVISION", "Packing", "pack", "required", "trimmed"]

BUDGET: Final = "budget"
DUPLICATE: Final = "duplicate"
OTHER_REVISION: Final = "other revision"
BELOW_FLOOR: Final = "below floor"
_MERGED: Final = 2
"""Hits up to this many times k may still widen a passage when k passages stand."""


@dataclass(slots=True, kw_only=True)
class Packing:
    """The passages of one answer while they are being packed."""

    settings: AssembleSettings
    tokenizer: Tokenizer
    k: int
    """Most passages, at least 1."""
    passages: list[Passage] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    """Tokens of each passage."""
    shown: dict[DocumentId, str] = field(default_factory=dict)
    """Version of each document that is shown."""

    words: dict[str, ChunkId] = field(default_factory=dict)
    """Chunk of each passage by its words, without case and white space."""

    def shown_by(self, found: Found) -> ChunkId | None:
        """Return the chunk of the passage that shows the words of a hit, or ``None`` where none does."""
        span = found.permit.chunk.span
        for passage in self.passages:
            if passage.permit.revision.key == found.permit.revision.key and passage.span.contains(span):
                return passage.permit.chunk.chunk_id
        return self.words.get(_folded(found.permit.chunk.text))

    def add(self, found: Found, widen: Callable[[Permit], Span]) -> str | None:
        """
        Show a hit if it may be shown; return why it is not, or ``None`` where it became a passage.

        :param found: The next best hit.
        :param widen: Gives the span to show for a permit.
        """
        chunk = found.permit.chunk
        if found.hit.score < self.settings.least_score:
            return BELOW_FLOOR
        if self.shown.get(chunk.document_id, chunk.version) != chunk.version:
            return OTHER_REVISION
        if self.shown_by(found) is not None:
            return DUPLICATE
        if len(self.passages) >= self.k and (found.rank > _MERGED * self.k or not self._spans(found.permit)):
            return BUDGET  # too far behind to widen a passage, or none that it could widen: saves counting tokens
        wide = widen(found.permit)
        if self._merge(found.permit, wide):
            return DUPLICATE
        return self._append(found, wide)

    def _append(self, found: Found, wide: Span) -> str | None:
        """Add a passage with as much around the chunk as is not shown yet and fits, at least the chunk itself."""
        if len(self.passages) >= self.k:
            return BUDGET
        room = self.settings.total_tokens - sum(self.tokens)
        for span in (self._clipped(found.permit, wide), found.permit.chunk.span):
            n_tokens = self.count(found.permit, span)
            if n_tokens <= room:
                label = len(self.passages) + 1
                self.passages.append(Passage(label=label, permit=found.permit, span=span, score=found.hit.score))
                self.tokens.append(n_tokens)
                self.shown[found.permit.chunk.document_id] = found.permit.chunk.version
                self.words.setdefault(_folded(found.permit.chunk.text), found.permit.chunk.chunk_id)
                return None
        return BUDGET

    def _merge(self, permit: Permit, wide: Span) -> bool:
        """Widen a passage that overlaps what would be shown so that it holds this chunk too, where that fits."""
        for at, passage in enumerate(self.passages):
            if passage.permit.revision.key != permit.revision.key or not passage.span.overlaps(wide):
                continue
            both = Span(min(passage.span.start, wide.start), max(passage.span.end, wide.end))
            n_tokens = self.count(permit, both)
            room = self.settings.total_tokens - sum(self.tokens) + self.tokens[at]
            if n_tokens <= min(self.settings.passage_tokens, room):
                self.passages[at] = replace(passage, span=both)
                self.tokens[at] = n_tokens
                return True
        return False

    def _clipped(self, permit: Permit, wide: Span) -> Span:
        """Return the part of ``wide`` around the chunk that no passage shows yet."""
        start, end = wide.start, wide.end
        for span in self._spans(permit):
            if span.end <= permit.chunk.span.start:
                start = max(start, span.end)
            if span.start >= permit.chunk.span.end:
                end = min(end, span.start)
        return trimmed(permit, Span(start, end))

    def _spans(self, permit: Permit) -> list[Span]:
        key: RevisionKey = permit.revision.key
        return [passage.span for passage in self.passages if passage.permit.revision.key == key]

    def count(self, permit: Permit, span: Span) -> int:
        """Return the number of tokens of a span of a permit's revision."""
        return self.tokenizer.count([span.cut(permit.revision.text)])[0]


def required(k: int) -> None:
    """
    Check how many passages are asked for.

    :param k: Most passages, at least 1.
    :raises InputError: If ``k`` is less than 1.
    """
    if k < 1:
        raise InputError(f"k is {k}: expected at least 1", k=k)


def trimmed(permit: Permit, span: Span) -> Span:
    """Return the span without white space at its ends, but never less than the permit's chunk."""
    text = span.cut(permit.revision.text)
    start = span.start + len(text) - len(text.lstrip())
    end = max(start, span.end - (len(text) - len(text.rstrip())))
    chunk = permit.chunk.span
    return Span(min(start, chunk.start), max(end, chunk.end))


def pack(
    found: tuple[Found, ...],
    *,
    k: int,
    settings: AssembleSettings,
    tokenizer: Tokenizer,
    widen: Callable[[Permit], Span],
) -> Packed:
    """
    Return at most ``k`` passages, best first, labelled from 1, and every other hit with its reason.

    :param found: Permitted hits, best first.
    :param k: Most passages, at least 1.
    :param settings: The budget.
    :param tokenizer: Counts tokens.
    :param widen: Gives the span to show for a permit; it contains the chunk's.
    """
    packing = Packing(settings=settings, tokenizer=tokenizer, k=k)
    dropped: list[Dropped] = []
    for each in _by_turns(found, settings.per_document):
        if reason := packing.add(each, widen):
            shown_by = packing.shown_by(each) if reason == DUPLICATE else None
            dropped.append(Dropped(chunk_id=each.hit.chunk_id, reason=reason, shown_by=shown_by))
    return Packed(passages=_ordered(packing.passages, settings.order), dropped=tuple(dropped))


def _by_turns(found: tuple[Found, ...], most: int) -> tuple[Found, ...]:
    """Return the hits so that each document has at most so many before others had their turn; 0 for no limit."""
    if not most:
        return found
    had: Counter[DocumentId] = Counter()
    turns: list[tuple[int, Found]] = []
    for each in found:
        turns.append((had[each.permit.chunk.document_id] // most, each))
        had[each.permit.chunk.document_id] += 1
    return tuple(each for _, each in sorted(turns, key=lambda pair: pair[0]))  # a stable sort: best first in each turn


def _ordered(passages: list[Passage], order: str) -> tuple[Passage, ...]:
    """Return the passages in the order that is asked for, labelled from 1."""
    if order == "score":
        return tuple(passages)
    best = {passage.permit.revision.key: passage.label for passage in reversed(passages)}
    ordered = sorted(passages, key=lambda passage: (best[passage.permit.revision.key], passage.span))
    return tuple(replace(passage, label=label) for label, passage in enumerate(ordered, start=1))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
