"""Citations for tests of what writes answers out."""

from __future__ import annotations

from pincite.answers import Citation
from pincite.documents import ChunkId, DocumentId, Place, Span

__all__ = ["make_citation"]


def make_citation(*, span: Span) -> Citation:
    """
    Return a citation of the row of a refund policy that gives its window.

    :param span: Where the row stands in the text of the page.
    """
    return Citation(
        label=1,
        document=DocumentId("refund-policy"),
        title="Refund policy",
        version="3",
        section="Limits",
        section_number=None,
        source="policies/refund-v3.md",
        place=Place(),
        quote="| Refund window | 30 days |",
        span=span,
        chunk_id=ChunkId("c"),
    )
