"""
Quotes of table rows, compared cell by cell.

A model that copies a row loses its bars, puts commas in their place, names the columns, leaves cells out, and writes
several rows one after another. What it quotes stands in a table where it can be read as cells of one row, in their
order, or as several such rows, each from its first cell on; words of two rows are never read as one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.attribute.tokens import folded
from pincite.documents import BlockKind
from pincite.text.markup import plain
from pincite.text.tables import read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pincite.answers import Passage
    from pincite.documents import Span

__all__ = ["quoted_rows"]

_BETWEEN: Final = frozenset("|,;:.-=\u2026\u2192")
"""What may stand between the cells of a row."""
_LONGEST: Final = 400
"""Tokens of a quote that is looked for."""
_FEWEST: Final = 2
"""Cells of each of several rows that are written one after another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    head: tuple[str, ...]
    """Tokens of the header over it."""
    own: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    cells: tuple[_Cell, ...]
    """Those with words."""
    span: Span | None
    """Where it stands; ``None`` for a header, which is no quote by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """Cells of a row that were read up to a place."""

    first: int
    n_cells: int


def quoted_rows(words: str, passage: Passage) -> tuple[tuple[Span, ...], ...]:
    """
    Return where rows stand that a quote has cells of.

    :returns: For each row that is quoted the places where it may stand; empty where any of the words is not in a row.
    """
    said = folded(plain(words))
    rows = tuple(_rows(passage)) if said and len(said) <= _LONGEST else ()
    alone = tuple(row.span for row in rows if row.span and any(_done(said, at) for at in _ends(row, said, 0)))
    if alone:
        return (alone,)
    return _one_after_another(rows, said)


def _rows(passage: Passage) -> Iterator[_Row]:
    revision = passage.permit.revision
    for block in revision.blocks:
        if not block.indexable or block.kind is not BlockKind.TABLE or not block.span.overlaps(passage.span):
            continue
        table = read_table(block, revision.text, within=passage.span)
        for header in dict.fromkeys(row.header for row in table.rows):
            yield _Row(cells=tuple(_Cell(head=(), own=head) for head in map(folded, header) if head), span=None)
        for row in table.rows:
            if passage.span.contains(row.part.span):
                cells = zip(map(folded, row.header), map(folded, row.cells), strict=True)
                yield _Row(cells=tuple(_Cell(head=head, own=own) for head, own in cells if own), span=row.part.span)


def _one_after_another(rows: Iterable[_Row], said: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
    """Read a quote as rows, each from its first cell on; the fewest that say all of it."""
    kept = tuple(rows)
    paths: dict[int, tuple[tuple[Span, ...], ...]] = {0: ()}
    reached = [0]
    while reached:
        nearer: list[int] = []
        for at in reached:
            for end, places in _next(kept, said, at).items():
                path = (*paths[at], places) if places else paths[at]
                if _done(said, end):
                    return path
                if end not in paths:
                    paths[end] = path
                    nearer.append(end)
        reached = nearer
    return ()


def _next(rows: Iterable[_Row], said: tuple[str, ...], at: int) -> dict[int, tuple[Span, ...]]:
    """Return the ends of the rows that can be read from a place on, with where these stand; none for a header."""
    found: dict[int, tuple[Span, ...]] = defaultdict(tuple)
    for row in rows:
        for end, read in _ends(row, said, at).items():
            if read.first == 0 and read.n_cells >= _FEWEST:
                found[end] += (row.span,) if row.span else ()
    return dict(sorted(found.items(), reverse=True))


def _ends(row: _Row, said: tuple[str, ...], start: int) -> dict[int, _Read]:
    """Return the places up to which a quote can be read as cells of a row, in their order."""
    ends: dict[int, _Read] = {}
    for column, cell in enumerate(row.cells):
        for at, read in ((start, None), *ends.items()):
            for begin in _begins(said, at, cell.head):
                end = begin + len(cell.own)
                cut_short = read is not None and _begins_with(cell.own, said[begin:])
                if said[begin:end] == cell.own or cut_short:
                    end = min(end, len(said))
                    new = _Read(first=read.first, n_cells=read.n_cells + 1) if read else _Read(first=column, n_cells=1)
                    ends = {**ends, end: _better(ends.get(end), new)}
    return ends


def _begins_with(cell: tuple[str, ...], rest: tuple[str, ...]) -> bool:
    """Tell whether a quote ends inside a cell."""
    return bool(rest) and cell[: len(rest)] == rest


def _better(one: _Read | None, other: _Read) -> _Read:
    return other if one is None or (other.n_cells, -other.first) > (one.n_cells, -one.first) else one


def _begins(said: tuple[str, ...], at: int, head: tuple[str, ...]) -> Iterator[int]:
    """Yield where the words of a cell may begin: behind what stands between cells, and behind its header."""
    for place in _behind_marks(said, at):
        yield place
        if head and said[place : place + len(head)] == head:
            yield from _behind_marks(said, place + len(head))


def _behind_marks(said: tuple[str, ...], at: int) -> Iterator[int]:
    yield at
    while at < len(said) and said[at] in _BETWEEN:
        at += 1
        yield at


def _done(said: tuple[str, ...], at: int) -> bool:
    return all(mark in _BETWEEN for mark in said[at:])
