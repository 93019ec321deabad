"""Clauses whose heading is run in, parted into a heading and the text under it: each is a section of its own."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.parse.clauses import opening, run_in
from pincite.parse.pdf_headings import Head

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.parse.clauses import RunIn
    from pincite.parse.pdf_pieces import Piece, Stretch

__all__ = ["with_clauses"]

_DEEPEST: Final = 6
_TOP: Final = 2
"""Level of the first clauses where no heading tells another: under the document's title."""


def with_clauses(pieces: Sequence[Piece], heads: Mapping[int, Head]) -> tuple[list[Piece], dict[int, Head]]:
    """
    Return the pieces with clauses parted, and the headings among them.

    :param pieces: All pieces in order.
    :param heads: Which of them are headings already.
    """
    read = [None if at in heads else _read(piece) for at, piece in enumerate(pieces)]
    stated = {at: head.number for at, head in heads.items() if head.number}
    chosen = opening(read, stated)
    levels = _levels(heads)
    out: list[Piece] = []
    found: dict[int, Head] = {}
    for at, piece in enumerate(pieces):
        clause = read[at] if at in chosen else None
        if clause is None:
            if at in heads:
                found[len(out)] = heads[at]
            out.append(piece)
            continue
        head, rest = _parted(piece, clause.end)
        found[len(out)] = Head(level=_level(clause, levels), number=clause.number, title=clause.title)
        out += [head, rest] if rest.text else [head]
    return out, found


def _read(piece: Piece) -> RunIn | None:
    if piece.kind not in {"text", "item"} or piece.furniture or piece.hidden or not piece.stretches:
        return None
    return run_in(f"{piece.mark} {piece.text}".strip())


def _levels(heads: Mapping[int, Head]) -> dict[int, int]:
    """Return the level that most headings with a number of each depth have."""
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for head in heads.values():
        if head.number and (head.number[0].isdigit() or len(head.number) > 1):
            counts[head.number.count(".") + 1][head.level] += 1
    return {depth: levels.most_common(1)[0][0] for depth, levels in counts.items()}


def _level(clause: RunIn, levels: dict[int, int]) -> int:
    """Return the level of a clause: that of its depth, else one below the depth above."""
    if clause.depth not in levels:
        above = [depth for depth in levels if depth < clause.depth]
        levels[clause.depth] = levels[max(above)] + clause.depth - max(above) if above else _TOP + clause.depth - 1
    return min(levels[clause.depth], _DEEPEST)


def _parted(piece: Piece, end: int) -> tuple[Piece, Piece]:
    """Return the first ``end`` characters of a piece, its mark counted, and what follows."""
    left = end - (len(piece.mark) + 1 if piece.mark else 0)
    first: list[Stretch] = []
    rest: list[Stretch] = []
    for stretch in piece.stretches:
        if left >= len(stretch.text):
            first.append(stretch)
        elif left <= 0:
            rest.append(stretch)
        else:
            one, two = _cut(stretch, left)
            first.append(one)
            rest.append(two)
        left -= len(stretch.text)
    return (
        replace(piece, kind="text", stretches=_stripped(first)),
        replace(piece, kind="text", mark="", stretches=_stripped(rest), opens=False),
    )


def _cut(stretch: Stretch, at: int) -> tuple[Stretch, Stretch]:
    """Return both parts of a line; their boxes overlap by a little, since letters differ in width."""
    left, top, right, bottom = stretch.box
    width = right - left
    near, far = max(0.0, at / len(stretch.text) - 0.15), min(1.0, at / len(stretch.text) + 0.15)
    return (
        replace(stretch, text=stretch.text[:at], box=(left, top, left + far * width, bottom)),
        replace(stretch, text=stretch.text[at:], box=(left + near * width, top, right, bottom)),
    )


def _stripped(stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Return the lines without white space at the ends of the whole."""
    kept = [each for each in stretches if each.text]
    while kept and not kept[0].text.strip():
        del kept[0]
    while kept and not kept[-1].text.strip():
        del kept[-1]
    if kept:
        kept[0] = replace(kept[0], text=kept[0].text.lstrip())
        kept[-1] = replace(kept[-1], text=kept[-1].text.rstrip())
    return tuple(kept)
