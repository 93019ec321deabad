"""The provider's own citations: passages go out as search results, and places in them come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.answers import DraftClaim, Quote
from pincite.documents import Span
from pincite.generate.fences import defused
from pincite.generate.neutral import neutral
from pincite.generate.pieces import pieces
from pincite.models.talk import Shown
from pincite.text.markers import read_markers
from pincite.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.answers import Passage
    from pincite.models.talk import Segment

__all__ = ["native_claims", "shown"]


def shown(passages: tuple[Passage, ...], *, mark: str) -> tuple[Shown, ...]:
    """
    Return passages as search results: one sentence or table row per block.

    :param mark: As in :func:`pincite.generate.fences.defused`.
    """
    return tuple(
        Shown(
            source=f"{passage.permit.revision.document_id}#{passage.label}",
            title=_title(passage),
            blocks=tuple(defused(neutral(passage, s), mark=mark) for s in pieces(passage)),
        )
        for passage in passages
    )


def native_claims(segments: tuple[Segment, ...], passages: tuple[Passage, ...]) -> Iterator[DraftClaim]:
    """
    Yield the sentences of a reply, each with the places that the provider gives for any piece of it.

    A place outside what was shown is passed over, so that its sentence cites nothing there.
    """
    text = "".join(segment.text for segment in segments)
    bounds, at = [], 0
    for segment in segments:
        bounds.append((at, at + len(segment.text), segment.places))
        at += len(segment.text)
    for span in sentences(text, language="en"):
        places = [p for start, end, found in bounds if start < span.end and end > span.start for p in found]
        quotes = [quote for place in dict.fromkeys(places) if (quote := _quote(place, passages)) is not None]
        words = read_markers(span.cut(text), frozenset()).text
        if words:
            yield DraftClaim(text=words, quotes=tuple(quotes))


def _quote(place: tuple[int, int, int], passages: tuple[Passage, ...]) -> Quote | None:
    index, first, last = place
    if not 0 <= index < len(passages):
        return None
    found = pieces(passages[index])[first:last] if 0 <= first < last else ()
    if not found or len(found) != last - first:
        return None
    return Quote(label=passages[index].label, span=Span(found[0].start, found[-1].end))


def _title(passage: Passage) -> str:
    revision = passage.permit.revision
    version = f", version {revision.version}" if revision.version else ""
    section = f", {passage.permit.chunk.section}" if passage.permit.chunk.section else ""
    return f"{revision.title}{version}{section}"
