"""
Whether what a claim quotes has to do with the question, beside what else was shown.

What an answer has in common with a question cannot be told from words alone: "my money back" is what is answered by
a sentence on refunds. So nothing is asked of a claim by itself. But where another sentence or row that was shown names
most of what the question names, and the quoted one hardly any of it, the quoted one answers something else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.attribute.facts import Slip
from pincite.attribute.wording import unsaid
from pincite.documents import BlockKind, Span, section_at, sections
from pincite.text.markup import plain
from pincite.text.sentences import sentences
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pincite.answers import Passage
    from pincite.attribute.evidence import Evidence

__all__ = ["Named", "beside_the_point", "named_by"]

_GAP: Final = 0.6
"""Share of a question's words by which another sentence has to name more."""
_HALF: Final = 0.5
"""Share that is enough where the question asks for a thing by its name and the quoted words have nothing of it."""
_WHAT_IS: Final = re.compile(
    r"\bwhat(?:['\u2019]s|\s+(?:is|are|was|were))\s+(?:the|your|our|my|its|their)\s"
    r"|\b(?:was|wie (?:hoch|lang|groß))\s+(?:ist|sind)\s+(?:der|die|das|mein\w*|euer|eure\w*|ihr\w*)\s"
    r"|\bquel(?:le)?s?\s+(?:est|sont)\s|\bcuál(?:es)?\s+(?:es|son)\s|\bqual(?:i)?\s+(?:è|sono)\s",
    re.IGNORECASE,
)
_FEWEST: Final = 2
"""Content words that a question needs for that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What a question names, and how much of it the best of what was shown does, in [0, 1]."""

    question: str
    stems: frozenset[str]
    in_words: float
    """In one sentence or row itself."""
    with_headings: float
    """In one with the title and headings over it."""
    best: str
    """The sentence or row that names most."""


def named_by(question: str, passages: Iterable[Passage]) -> Named:
    """Return what a question names and how much of it the passages do."""
    found = Named(question=question, stems=frozenset(), in_words=0.0, with_headings=0.0, best="")
    for passage in passages:
        language = passage.permit.revision.language
        stems = frozenset(content_words(question, language))
        for said, words, over in _pieces(passage, language) if len(stems) >= _FEWEST else ():
            near = len(stems & (words | over)) / len(stems)
            found = Named(
                question=question,
                stems=stems,
                in_words=max(found.in_words, len(stems & words) / len(stems)),
                with_headings=max(found.with_headings, near),
                best=said if near > found.with_headings else found.best,
            )
    return found


def beside_the_point(
    named: Named, behind: Iterable[Evidence], *, language: str, more: tuple[tuple[str, ...], ...] = ()
) -> tuple[Slip, ...]:
    """
    Return that a claim rests on what hardly names anything of the question, where something else that was shown does.

    :param more: Further groups of synonyms.
    """
    if not named.stems:
        return ()
    told = tuple(behind)
    own = _share(named, " . ".join(f"{e.before} . {e.unit}" for e in told), language, more)
    near = _share(named, " . ".join(f"{e.around} . {e.before} . {e.unit}" for e in told), language, more)
    asks_by_name = _WHAT_IS.search(named.question) and named.with_headings >= _HALF
    if named.with_headings - near < _GAP and not (own == 0 and (named.in_words == 1 or asks_by_name)):
        return ()
    return (Slip(finding=f"says little of what is asked, of which is said: {named.best!r}"),)


def _pieces(passage: Passage, language: str) -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    """Yield each sentence or row of a passage with its stems and those of the title and headings over it."""
    revision = passage.permit.revision
    tree = sections(revision.blocks, end=len(revision.text))
    for block in revision.blocks:
        if not block.indexable or block.kind is BlockKind.HEADING or not block.span.overlaps(passage.span):
            continue
        section = section_at(tree, block.span.start)
        over = frozenset(content_words(" ".join((revision.title, *(section.path if section else ()))), language))
        shown = Span(max(block.span.start, passage.span.start), min(block.span.end, passage.span.end))
        text = shown.cut(revision.text)
        for span in sentences(text, language=language):
            said = plain(span.cut(text))
            yield said, frozenset(content_words(said, language)), over


def _share(named: Named, text: str, language: str, more: tuple[tuple[str, ...], ...]) -> float:
    """Return the share of a question's words that a text says, or says by a synonym."""
    return 1 - len(named.stems & set(unsaid(named.question, text, language=language, more=more))) / len(named.stems)
