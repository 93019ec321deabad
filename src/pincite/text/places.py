"""From a span of the canonical text to where its words stand in the original: page, boxes, certainty."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from pincite.documents import Box, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pincite.documents import Block, Revision, Span

__all__ = ["confidence_of", "place_of"]

_AS_WRITTEN: Final = frozenset((".md", ".markdown", ".txt", ".text", ".log"))
_ROW_BY_ROW: Final = frozenset((".csv", ".tsv"))
_NARROW: Final = frozenset("iljtfrI.,;:'|!()[]-\u2019 ")
_WIDE: Final = frozenset("mwMWQ@%&\u2014")
_RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufefc]")
_WRAPPED: Final = 1.6
"""How many times as wide as its box a text must be, set on one line, to stand on several."""


def place_of(revision: Revision, span: Span) -> Place:
    """
    Return where the words of a span stand: the boxes of its lines or cells, cut to the words at both ends.

    :returns: The first block's place where the format has no boxes; an empty place where no block holds the span.
    """
    blocks = list(_held(revision.blocks, span))
    if not blocks:
        return Place()
    pairs = [pair for block in blocks for pair in _boxes(block.place, span, revision.text)]
    boxes = tuple(box for box, _ in pairs)
    page = boxes[0].page if boxes else blocks[0].place.page
    line = _line(blocks[0], span, revision)
    return replace(blocks[0].place, page=page, boxes=boxes, spans=(), line=line)


def _line(block: Block, span: Span, revision: Revision) -> int | None:
    """
    Return the line of the original on which a span begins; where its format does not tell, that of its block.

    Text and Markdown stand in the canonical text as in the file, line by line; of a table of cells whose line is
    known every row is a line.
    """
    line, suffix = block.place.line, PurePosixPath(revision.path).suffix.lower()
    if line is None or span.start <= block.span.start:
        return line
    if suffix in _AS_WRITTEN:
        return line + revision.text.count("\n", block.span.start, span.start)
    if suffix in _ROW_BY_ROW:
        return line + sum(part.span.end <= span.start for part in block.parts)
    return line


def confidence_of(revision: Revision, span: Span) -> float | None:
    """Return the lowest certainty of the recognised text in a span, in [0, 1]; ``None`` where none was recognised."""
    return min((b.confidence for b in _held(revision.blocks, span) if b.confidence is not None), default=None)


def _held(blocks: Iterable[Block], span: Span) -> Iterator[Block]:
    """Yield the blocks that hold words of a span; furniture between them is none of its words."""
    found = [block for block in blocks if block.span.overlaps(span)]
    shown = [block for block in found if block.indexable]
    yield from shown or found


def _boxes(place: Place, span: Span, text: str) -> Iterator[tuple[Box, Span | None]]:
    if len(place.spans) != len(place.boxes):
        yield from ((box, None) for box in place.boxes)
        return
    for box, held in zip(place.boxes, place.spans, strict=True):
        if held.overlaps(span) and span.cut(text)[max(0, held.start - span.start) : held.end - span.start].strip():
            yield _cut(box, held, span, text), held


def _cut(box: Box, held: Span, span: Span, text: str) -> Box:
    """Return the part of a line's box in which the words of a span stand, estimated by the widths of its letters."""
    words = held.cut(text).rstrip()
    first, last = max(0, span.start - held.start), min(len(words), span.end - held.start)
    width, height = box.right - box.left, box.bottom - box.top
    if (first == 0 and last == len(words)) or not words or width <= 0 or _RIGHT_TO_LEFT.search(words):
        return box
    total = _width(words)
    if height > width or total * 0.5 * height > _WRAPPED * width:
        return box  # turned, or a cell of several lines
    left = box.left + width * _width(words[:first]) / total
    right = box.left + width * _width(words[:last]) / total
    return replace(box, left=round(left, 1), right=round(right, 1))


def _width(text: str) -> float:
    """Return how wide a text is set, in widths of a middling letter."""
    return sum(0.55 if char in _NARROW else 1.55 if char in _WIDE else 1.25 if char.isupper() else 1.0 for char in text)
