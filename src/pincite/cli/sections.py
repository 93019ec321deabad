"""Finds a section of a document by what a person calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.documents import Span, sections
from pincite.errors import NotFound

if TYPE_CHECKING:
    from pincite.documents import Revision, Section

__all__ = ["section_span"]


def section_span(revision: Revision, name: str | None) -> Span:
    """
    Return the span of a section with what stands under its subheadings; of the whole text where none is named.

    :param name: Its number, its title, both, or its place among the sections, from 1, where a title that the whole
        document stands under does not count; in any case.
    :raises NotFound: If the document has no such section.
    """
    if name is None:
        return Span(0, len(revision.text))
    found = [each for each in sections(revision.blocks, end=len(revision.text)) if each.path]
    wanted = " ".join(name.casefold().removeprefix("§").split())
    named = next((each for each in found if wanted in _names(each)), None)
    if named is None and wanted.isdigit():
        inner = found[1:] if _is_title(found) else found
        named = inner[int(wanted) - 1] if 1 <= int(wanted) <= len(inner) else None
    if named is None:
        raise NotFound("section", name)
    return named.span


def _is_title(found: list[Section]) -> bool:
    """Tell whether the first of these sections holds all the others."""
    return len(found) > 1 and all(found[0].span.contains(each.span) for each in found[1:])


def _names(section: Section) -> set[str]:
    return {each.casefold() for each in (section.title, section.number or "", section.path[-1]) if each}
