"""One page taken apart: furniture, tables, figures, columns, paragraphs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.parse.pdf_columns import columns, gutters
from pincite.parse.pdf_lines import Line, clean, lines_of, run_on
from pincite.parse.pdf_page import Page, Word, turned_back
from pincite.parse.pdf_pieces import Box4, Piece, Stretch, TableCell, TableRow, paragraphs
from pincite.parse.tables.grid import Grid, in_lines, line_text
from pincite.parse.tables.page import page_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Leaf", "Leaves", "leaf_of"]

_LARGEST_FIGURE: Final = 0.5
"""Share of the page that a figure takes at most; a larger one is the page's background."""
_MOST_PROSE: Final = 2
"""Lines of a figure that may read like running text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """What a page holds, in order of reading."""

    number: int
    pieces: tuple[Piece, ...]
    scanned: bool = False
    """Whether its text has to be recognised and was not."""
    garbled: bool = False
    """Whether its characters cannot be mapped to text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaves:
    """Pages taken apart."""

    leaves: tuple[Leaf, ...]
    furniture: tuple[str, ...] = ()
    """How the running headers and footers so far are written, for the pages that come."""
    engine: str = ""
    """Name and version of what recognised them; ``""`` where nothing was recognised."""


@dataclass(frozen=True, slots=True)
class _Inset:
    """A table or figure, which takes a place of its own among the words."""

    box: Box4
    piece: Piece
    words: frozenset[int]


def leaf_of(page: Page, furniture: Sequence[Line], known: Mapping[str, int]) -> Leaf:
    """
    Return the pieces of a page.

    :param page: Turned so that it is upright.
    :param furniture: Its running headers and footers.
    :param known: Words of the document, with how often each stands in it.
    """
    aside = {id(word) for line in furniture for word in line.words}
    words = [word for word in page.words if id(word) not in aside]
    plain = [word for word in words if word.upright and not word.hidden]
    insets = _insets(replace(page, words=tuple(plain)), known)
    taken = {at for inset in insets for at in inset.words}
    body = [word for word in plain if id(word) not in taken]
    pieces = [
        *_furniture(page, furniture, top=True),
        *_body(page, body, insets, known),
        *_turned(page, [word for word in words if not word.upright and not word.hidden], known),
        *_hidden(page, [word for word in words if word.hidden]),
        *_furniture(page, furniture, top=False),
    ]
    return Leaf(number=page.number, pieces=tuple(_placed(piece, page) for piece in pieces))


def _insets(page: Page, known: Mapping[str, int]) -> list[_Inset]:
    tables = [_table(grid, page, known) for grid in page_tables(page)]
    taken = {at for inset in tables for at in inset.words}
    rest = [word for word in page.words if id(word) not in taken]
    figures: list[_Inset] = []
    for box in page.figures:
        if inset := _figure(box, rest, page):
            figures.append(inset)
            rest = [word for word in rest if id(word) not in inset.words]
    return [*tables, *figures]


def _table(grid: Grid, page: Page, known: Mapping[str, int]) -> _Inset:
    rows: list[list[TableCell]] = [[] for _ in range(grid.n_rows)]
    edges = [[grid.right, grid.left] for _ in range(grid.n_columns)]
    for cell in grid.cells:
        lines = [clean(line_text(line)) for line in in_lines(cell.words)]
        box = _around(cell.words)
        if cell.column_span == 1:
            edge = edges[cell.column]
            edge[0], edge[1] = min(edge[0], box[0]), max(edge[1], box[2])
        rows[cell.row].append(
            TableCell(
                column=cell.column,
                text="".join(run_on(lines, known)).strip(),
                box=box,
                row_span=cell.row_span,
                column_span=cell.column_span,
            )
        )
    piece = Piece(
        kind="table",
        page=page.number,
        rows=tuple(
            TableRow(page=page.number, cells=tuple(row), header=at < grid.n_header) for at, row in enumerate(rows)
        ),
        edges=tuple((low, high) for low, high in edges),
        left=grid.left,
        confidence=_certainty(grid.words),
    )
    return _Inset((grid.left, grid.top, grid.right, grid.bottom), piece, frozenset(map(id, grid.words)))


def _certainty(words: Sequence[Word]) -> float | None:
    sure = [word.confidence for word in words if word.confidence is not None]
    return round(sum(sure) / len(sure), 3) if sure else None


def _around(words: Sequence[Word]) -> Box4:
    return (
        min(word.left for word in words),
        min(word.top for word in words),
        max(word.right for word in words),
        max(word.bottom for word in words),
    )


def _figure(box: Box4, words: Sequence[Word], page: Page) -> _Inset | None:
    """Return the labels inside a drawing; ``None`` where there are none, or what is there is running text."""
    left, top, right, bottom = box
    if (right - left) * (bottom - top) > _LARGEST_FIGURE * page.width * page.height:
        return None
    inside = [word for word in words if left <= word.centre <= right and top <= word.middle <= bottom]
    lines = lines_of(inside)
    if not lines or sum(len(line.words) >= 7 for line in lines) > _MOST_PROSE:
        return None
    texts = run_on([line.text for line in lines], {})
    stretches = tuple(
        Stretch(text=text, box=line.box, page=page.number) for text, line in zip(texts, lines, strict=True)
    )
    piece = Piece(kind="figure", page=page.number, stretches=stretches, confidence=_certainty(inside))
    return _Inset(_around(inside), piece, frozenset(map(id, inside)))


def _body(page: Page, words: Sequence[Word], insets: Sequence[_Inset], known: Mapping[str, int]) -> Iterable[Piece]:
    """Yield paragraphs, tables and figures column by column; a stand-in word keeps the place of each inset."""
    pairs = [(_stand_in(inset.box), inset) for inset in insets]
    inset_of = {id(word): inset for word, inset in pairs}
    strips = gutters(words, width=page.width)
    for run in columns([*words, *(word for word, _ in pairs)], strips):
        rest = [word for word in run if id(word) not in inset_of]
        for word in sorted((word for word in run if id(word) in inset_of), key=lambda w: w.top):
            above = [each for each in rest if each.middle < word.middle]
            rest = [each for each in rest if each.middle >= word.middle]
            yield from paragraphs(above, page=page.number, known=known)
            yield inset_of[id(word)].piece
        yield from paragraphs(rest, page=page.number, known=known)


def _stand_in(box: Box4) -> Word:
    left, top, right, bottom = box
    return Word(text="\ufffc", left=left, top=top, right=right, bottom=bottom, size=4.0)


def _furniture(page: Page, lines: Sequence[Line], *, top: bool) -> Iterable[Piece]:
    for line in sorted(lines, key=lambda line: (line.middle, line.left)):
        if (line.middle < page.height / 2) == top:
            stretch = Stretch(text=line.text, box=line.box, page=page.number)
            yield Piece(
                kind="text",
                page=page.number,
                stretches=(stretch,),
                size=line.size,
                furniture=True,
                confidence=_certainty(line.words),
            )


def _turned(page: Page, words: Sequence[Word], known: Mapping[str, int]) -> Iterable[Piece]:
    """Yield the text that is turned against the rest of the page, one piece for each direction."""
    for turn in (90, 180, 270):
        these = [word for word in words if word.turn == turn]
        if not these:
            continue
        texts = run_on([clean(word.text) for word in these], known)
        stretches = tuple(
            Stretch(text=text, box=_around([word]), page=page.number)
            for text, word in zip(texts, these, strict=True)
            if text.strip()
        )
        if stretches:
            yield Piece(kind="text", page=page.number, stretches=stretches)


def _hidden(page: Page, words: Sequence[Word]) -> Iterable[Piece]:
    lines = lines_of(words)
    if lines:
        texts = run_on([line.text for line in lines], {})
        stretches = tuple(
            Stretch(text=text, box=line.box, page=page.number) for text, line in zip(texts, lines, strict=True)
        )
        yield Piece(kind="text", page=page.number, stretches=stretches, hidden=True)


def _placed(piece: Piece, page: Page) -> Piece:
    """Return a piece with its boxes on the page as it lies in the file."""
    if not page.turn:
        return piece
    return replace(
        piece,
        stretches=tuple(replace(s, box=turned_back(s.box, page)) for s in piece.stretches),
        rows=tuple(
            replace(row, cells=tuple(replace(cell, box=turned_back(cell.box, page)) for cell in row.cells))
            for row in piece.rows
        ),
    )
