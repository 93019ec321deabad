"""A value that a claim takes from one quoted row or sentence and says of what another one speaks of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.attribute.amounts import amounts
from pincite.attribute.facts import Slip, stems_of, values_of
from pincite.attribute.segments import parts, segments
from pincite.text import identifiers
from pincite.text.columns import read_cell

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from pincite.attribute.evidence import Evidence

__all__ = ["borrowed"]

_LEANS: Final = re.compile(r"\b(?:they|it|he|she)\b", re.IGNORECASE)
"""What stands for a thing that was named before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """A quoted row or sentence with a value."""

    text: str
    named: frozenset[Hashable]
    """Its content words, and the figures that name a thing: the 90 of "Lena 90", "first"."""
    values: frozenset[Hashable]


def borrowed(claim: str, behind: Iterable[Evidence], *, language: str) -> tuple[Slip, ...]:
    """
    Return the values of a claim that stand in another quoted row or sentence than the one that the claim speaks of.

    A value counts as in its place where a word of the claim beside it sets its row apart from the other one.
    """
    pieces = [piece for e in behind for piece in _pieces(e, language) if piece.values]
    return tuple(
        slip
        for said in segments(claim, language=language)
        for value, spoken in _values(said, language)
        for slip in _strayed(_named(said, language) - spoken, value, pieces, values_of(claim, language))
    )


def _pieces(held: Evidence, language: str) -> Iterator[_Piece]:
    rows = [" ".join(f"{head} {cell} {_measured(head, cell)}" for head, cell in row) for row in held.rows]
    before: frozenset[Hashable] = frozenset()
    for text in rows or parts(held.unit):
        # A figure that opens a line is read as a clause number; that of a row is none.
        told = _values(f"= {text}" if rows else text, language)
        named = _named(text, language) | (before if _LEANS.search(text) else frozenset())
        yield _Piece(text=text, named=named, values=frozenset(value for value, _ in told))
        before = frozenset() if rows else named


def _measured(head: str, cell: str) -> str:
    told = read_cell(head, cell)[1]
    return f"; {told}" if told != cell else ""


def _values(text: str, language: str) -> list[tuple[Hashable, frozenset[Hashable]]]:
    """Return days, amounts and exact keys, each with what :func:`_named` has of it."""
    plain: list[tuple[Hashable, frozenset[Hashable]]] = [(v, frozenset({v})) for v in values_of(text, language)]
    return plain + [(each.key, _named(each.span.cut(text), language)) for each in identifiers.find(text)]


def _named(text: str, language: str) -> frozenset[Hashable]:
    names = {q.key for q in amounts(text, language=language) if q.unit in ("", "ordinal")}
    return frozenset(stems_of(text, language)) | names


def _strayed(own: frozenset[Hashable], value: Hashable, pieces: list[_Piece], claimed: set[Hashable]) -> Iterator[Slip]:
    holders = [piece for piece in pieces if value in piece.values]
    others = [piece for piece in pieces if value not in piece.values]
    rival = [_rival(own, holder, others) for holder in holders]
    if holders and all(each is not None for each in rival):
        about = next(each for each in rival if each is not None)
        finding = f"says of {about.text!r} what is said in {holders[0].text!r}"
        # What the claim says of that piece too is not denied by it, only told of something else.
        yield Slip(finding=finding, contrary=not about.values <= claimed)


def _rival(own: frozenset[Hashable], holder: _Piece, others: Iterable[_Piece]) -> _Piece | None:
    """Return the piece that a claim speaks of rather than of the one that has the value, if any."""
    for other in others:
        if own & (other.named - holder.named) and not own & (holder.named - other.named):
            return other
    return None
