"""Pieces of all pages to canonical text and blocks, each with the boxes of its lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.documents import Block, BlockKind, Box, Place, Span
from pincite.parse.canonical import Canonical, ItemText, RowText
from pincite.parse.clauses import paragraph_number
from pincite.parse.pdf_clauses import with_clauses
from pincite.parse.pdf_headings import Body, Head, body_of, contents, headings
from pincite.parse.pdf_notes import NOTE, with_notes
from pincite.parse.tables.joined import continued

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.parse.pdf_facts import Outline
    from pincite.parse.pdf_pieces import Piece, Stretch

__all__ = ["written"]

_SMALL: Final = 0.92
_INDENT: Final = 7.0
"""Points that the items of a deeper list stand further right at least."""


def written(pieces: Iterable[Piece], outline: Sequence[Outline]) -> Canonical:
    """
    Return the canonical text of a document.

    :param pieces: Those of all pages, in order.
    :param outline: The document's own.
    """
    ordered = _mended(with_notes(list(pieces)))
    body = body_of(ordered)
    heads = headings(ordered, outline, body)
    for at in contents(ordered, heads):
        ordered[at] = replace(ordered[at], furniture=True)
        heads.pop(at, None)
    _titled(ordered, heads)
    ordered, heads = with_clauses(ordered, heads)
    out = Canonical()
    at = 0
    while at < len(ordered):
        piece = ordered[at]
        if at in heads:
            _heading(out, piece, heads[at])
        elif piece.kind == "item" and not (piece.furniture or piece.hidden):
            end = _list_end(ordered, heads, at)
            _list(out, ordered[at:end])
            at = end - 1
        elif piece.kind == "table":
            _table(out, piece)
        else:
            _text(out, piece, body)
        at += 1
    return out


def _titled(pieces: list[Piece], heads: dict[int, Head]) -> None:
    """Put headings that are a number only ("ARTICLE 2") together with the title that stands under them."""
    for at in sorted(heads, reverse=True):
        head, title = heads[at], heads.get(at + 1)
        if head.title or not head.number or title is None or title.number or pieces[at].page != pieces[at + 1].page:
            continue
        one, two = pieces[at], pieces[at + 1]
        heads[at] = replace(head, title=title.title)
        pieces[at] = replace(
            one, stretches=(*one.stretches[:-1], _with_space(one.stretches[-1], broken=False), *two.stretches)
        )
        pieces[at + 1] = replace(two, stretches=(), mark="")
        del heads[at + 1]


def _mended(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with tables and sentences that a page or column break parts put together."""
    out: list[Piece] = []
    for piece in pieces:
        last = _last_open(out)
        if piece.kind == "table" and last is not None and out[last].kind == "table":
            joined = continued(out[last], piece)
            if joined:
                out[last] = joined
                continue
        if last is not None and _runs_on(out[last], piece):
            held = out[last]
            broken = held.stretches[-1].text.endswith("-")
            stretches = (*held.stretches[:-1], _with_space(held.stretches[-1], broken=broken), *piece.stretches)
            out[last] = replace(held, stretches=stretches, wide=piece.wide, closes=piece.closes)
            continue
        out.append(piece)
    return out


def _last_open(pieces: Sequence[Piece]) -> int | None:
    """Return the place of the last piece that is no furniture, figure or small print."""
    for at in range(len(pieces) - 1, max(-1, len(pieces) - 12), -1):
        if not (pieces[at].furniture or pieces[at].hidden or pieces[at].kind == "note"):
            return at
    return None


def _runs_on(held: Piece, piece: Piece) -> bool:
    return (
        held.kind in {"text", "item"}
        and piece.kind == "text"
        and held.closes
        and piece.opens
        and not (piece.furniture or piece.hidden or not held.stretches or not piece.text)
        and abs(held.size - piece.size) < 0.6
        and not held.text.rstrip().endswith((".", ":", ";", "?", "!"))
        and (held.wide or held.text.endswith("-"))
        and piece.text[0].islower()
    )


def _with_space(stretch: Stretch, *, broken: bool) -> Stretch:
    return replace(stretch, text=stretch.text[:-1] if broken else stretch.text + " ")


def _place(stretches: Sequence[Stretch], spans: Sequence[Span]) -> Place:
    boxes = tuple(
        Box(page=s.page, left=_r(s.box[0]), top=_r(s.box[1]), right=_r(s.box[2]), bottom=_r(s.box[3]))
        for s in stretches
    )
    return Place(page=stretches[0].page if stretches else None, boxes=boxes, spans=tuple(spans))


def _r(value: float) -> float:
    return round(value, 1)


def _spans(stretches: Sequence[Stretch], start: int) -> list[Span]:
    out: list[Span] = []
    for stretch in stretches:
        out.append(Span(start, start + len(stretch.text)))
        start += len(stretch.text)
    return out


def _amend(out: Canonical, place: Place, *, confidence: float | None, kind: BlockKind | None = None) -> None:
    """Give the block that was written last its place and certainty."""
    block: Block = out.blocks[-1]
    out.blocks[-1] = replace(block, place=place, confidence=confidence, kind=kind or block.kind)


def _heading(out: Canonical, piece: Piece, head: Head) -> None:
    text = f"{piece.mark} {piece.text}".strip()
    out.heading(text, level=head.level, number=head.number, title=head.title, furniture=False, hidden=False)
    span = out.blocks[-1].span
    _amend(
        out, _place(piece.stretches, _spans(piece.stretches, span.end - len(piece.text))), confidence=piece.confidence
    )


def _text(out: Canonical, piece: Piece, body: Body) -> None:
    text = f"{piece.mark} {piece.text}".strip() if piece.mark else piece.text
    if not text:
        return
    kind = BlockKind.FIGURE if piece.kind == "figure" else BlockKind.PARAGRAPH
    small = piece.kind == "text" and piece.size <= _SMALL * body.size and not piece.furniture
    if piece.kind == "note" or (small and NOTE.match(text)):
        kind = BlockKind.FOOTNOTE
    number = paragraph_number(text) if kind is BlockKind.PARAGRAPH and not piece.furniture else None
    out.add(kind, text, furniture=piece.furniture, hidden=piece.hidden, number=number)
    span = out.blocks[-1].span
    _amend(
        out, _place(piece.stretches, _spans(piece.stretches, span.end - len(piece.text))), confidence=piece.confidence
    )


def _list_end(pieces: Sequence[Piece], heads: dict[int, Head], start: int) -> int:
    """Return the place after the last item of the list that starts at ``start``; furniture between items ends it."""
    end = start
    while end < len(pieces) and pieces[end].kind == "item" and end not in heads and not pieces[end].hidden:
        end += 1
    return end


def _list(out: Canonical, items: Sequence[Piece]) -> None:
    levels = _levels(items)
    out.list_of(
        ItemText(text=item.text, level=level, mark=_mark(item)) for item, level in zip(items, levels, strict=True)
    )
    block = out.blocks[-1]
    stretches = [stretch for item in items for stretch in item.stretches]
    spans = [
        span
        for item, part in zip(items, block.parts, strict=True)
        for span in _spans(item.stretches, part.span.end - len(item.text))
    ]
    sure = [item.confidence for item in items if item.confidence is not None]
    _amend(out, _place(stretches, spans), confidence=min(sure) if sure else None)


def _mark(item: Piece) -> str:
    return item.mark if any(c.isalnum() for c in item.mark) else "-"


def _levels(items: Sequence[Piece]) -> list[int]:
    """Return the depth of each item: how many steps further right than the leftmost it stands."""
    steps: list[float] = []
    for left in sorted(item.left for item in items):
        if not steps or left - steps[-1] > _INDENT:
            steps.append(left)
    return [max((at for at, step in enumerate(steps) if item.left >= step - 1), default=0) for item in items]


def _table(out: Canonical, piece: Piece) -> None:
    rows = [
        RowText(
            cells=tuple(
                (cell.column, cell.row_span, cell.column_span, cell.text.replace("|", "\\|")) for cell in row.cells
            ),
            header=row.header,
        )
        for row in piece.rows
    ]
    out.table(rows, width=len(piece.edges), furniture=piece.furniture)
    block = out.blocks[-1]
    boxes: list[Box] = []
    spans: list[Span] = []
    for row, part in zip(piece.rows, block.parts, strict=True):
        written_cells = {cell.column: cell.span for cell in part.cells}
        for cell in row.cells:
            left, top, right, bottom = map(_r, cell.box)
            boxes.append(Box(page=row.page, left=left, top=top, right=right, bottom=bottom))
            spans.append(written_cells[cell.column])
    _amend(out, Place(page=piece.page, boxes=tuple(boxes), spans=tuple(spans)), confidence=piece.confidence)
