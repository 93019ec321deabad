"""Passages without the sentences in them that speak to a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.text.instructions import instructions_in

if TYPE_CHECKING:
    from pincite.answers import Passage
    from pincite.documents import Span

__all__ = ["LEFT_OUT", "neutral", "speaks_to_model"]

LEFT_OUT: Final = "(a sentence that speaks to a model was left out)"


def neutral(passage: Passage, span: Span) -> str:
    """
    Return the words of a span of a passage's revision, with a note in place of each sentence that surely is no data.

    Sentences that are only likely to be none stay: a model is told what to do with them, and the checks refuse them.
    """
    revision = passage.permit.revision
    text, at = "", span.start
    for each in instructions_in(revision.text, span, language=revision.language):
        if each.sure:
            text += revision.text[at : max(at, each.span.start)] + LEFT_OUT
            at = max(at, min(each.span.end, span.end))
    return text + revision.text[at : span.end]


def speaks_to_model(passage: Passage, span: Span) -> bool:
    """Tell whether a span of a passage's revision touches a sentence that speaks to a model, surely or likely."""
    revision = passage.permit.revision
    return any(
        each.span.overlaps(span) for each in instructions_in(revision.text, passage.span, language=revision.language)
    )
