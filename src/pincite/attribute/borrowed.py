"""A value that a claim takes from one quoted row or sentence and says of what another one speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.attribute.facts import Slip, stems_of, values_of
from pincite.attribute.segments import parts, segments

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from pincite.attribute.evidence import Evidence

__all__ = ["borrowed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """A quoted row or sentence with a value."""

    text: str
    stems: frozenset[str]
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
        for value in values_of(said, language)
        for slip in _strayed(frozenset(stems_of(said, language)), value, pieces)
    )


def _pieces(held: Evidence, language: str) -> Iterator[_Piece]:
    rows = [" ".join(f"{head} {cell}" for head, cell in row) for row in held.rows]
    for text in rows or parts(held.unit):
        # A figure that opens a line is read as a clause number; that of a row is none.
        told = values_of(f"= {text}" if rows else text, language)
        yield _Piece(text=text, stems=frozenset(stems_of(text, language)), values=frozenset(told))


def _strayed(own: frozenset[str], value: Hashable, pieces: list[_Piece]) -> Iterator[Slip]:
    holders = [piece for piece in pieces if value in piece.values]
    others = [piece for piece in pieces if value not in piece.values]
    rival = [_rival(own, holder, others) for holder in holders]
    if holders and all(each is not None for each in rival):
        about = next(each for each in rival if each is not None)
        yield Slip(finding=f"says of {about.text!r} what is said in {holders[0].text!r}", contrary=True)


def _rival(own: frozenset[str], holder: _Piece, others: Iterable[_Piece]) -> _Piece | None:
    """Return the piece that a claim speaks of rather than of the one that has the value, if any."""
    for other in others:
        if own & (other.stems - holder.stems) and not own & (holder.stems - other.stems):
            return other
    return None
