"""Makes citations of quotes, numbered from 1 in order of appearance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.answers import Citation
from pincite.documents import section_at, sections
from pincite.text.places import confidence_of, place_of

if TYPE_CHECKING:
    from pincite.attribute.quotes import Found

__all__ = ["Numbered", "cite"]


class Numbered:
    """The citations of one answer; the same words of the same revision keep their number."""

    def __init__(self) -> None:
        self._labels: dict[tuple[str, str, int, int], int] = {}
        self._citations: list[Citation] = []

    def add(self, found: Found) -> int:
        """Return the label of a quote, a new one where it was not cited before."""
        revision = found.passage.permit.revision
        key = (revision.document_id, revision.version, found.span.start, found.span.end)
        if key not in self._labels:
            self._labels[key] = len(self._citations) + 1
            self._citations.append(cite(found, label=self._labels[key]))
        return self._labels[key]

    @property
    def citations(self) -> tuple[Citation, ...]:
        """All citations in order of their labels."""
        return tuple(self._citations)


def cite(found: Found, *, label: int) -> Citation:
    """
    Return the citation of a quote.

    :param label: Its number in the answer, from 1.
    """
    permit = found.passage.permit
    revision = permit.revision
    section = section_at(sections(revision.blocks, end=len(revision.text)), found.span.start)
    return Citation(
        label=label,
        document=revision.document_id,
        title=revision.title or revision.document_id,
        version=revision.version,
        section=section.path[-1] if section and section.path else "",
        section_number=section.number if section else None,
        source=revision.path,
        place=place_of(revision, found.span),
        quote=found.text,
        span=found.span,
        chunk_id=permit.chunk.chunk_id,
        confidence=confidence_of(revision, found.span),
    )
